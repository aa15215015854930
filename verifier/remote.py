"""Whom to ask, and within which bounds: checked values, without any key."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import urlsplit

from verifier.errors import SettingsError

Mode = Literal["llm", "hybrid"]
Protocol = Literal["openai", "anthropic"]

MODES: tuple[str, ...] = get_args(Mode)
DEFAULT_PARALLEL = 4
DEFAULT_TOKENS = 1_000_000
MOST_PARALLEL = 64


@dataclass(frozen=True, slots=True)
class Provider:
    """A service that runs models.

    Attributes:
        endpoint: base address of its interface.
        protocol: how it is spoken to.
        key_variable: the environment variable that holds its key.
    """

    endpoint: str
    protocol: Protocol
    key_variable: str


OWN_KEY = "LLMFEEDER_API_KEY"
"""The environment variable for the key of an endpoint that is no provider's own."""

PROVIDERS = {
    "openai": Provider("https://api.openai.com/v1", "openai", "OPENAI_API_KEY"),
    "anthropic": Provider("https://api.anthropic.com", "anthropic", "ANTHROPIC_API_KEY"),
    "groq": Provider("https://api.groq.com/openai/v1", "openai", "GROQ_API_KEY"),
    "together": Provider("https://api.together.xyz/v1", "openai", "TOGETHER_API_KEY"),
    "openrouter": Provider("https://openrouter.ai/api/v1", "openai", "OPENROUTER_API_KEY"),
    "ollama": Provider("http://localhost:11434/v1", "openai", OWN_KEY),
    "llamacpp": Provider("http://localhost:8080/v1", "openai", OWN_KEY),
}


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """What these tokens cost, in US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000

    @classmethod
    def parse(cls, text: str) -> Price:
        """Read "0.15/0.60": what comes in, and what goes out.

        Raises:
            ValueError: it is no such pair.
        """
        try:
            first, second = (float(part) for part in text.split("/"))
        except ValueError:
            first = second = -1.0
        if not (0 <= first < float("inf") and 0 <= second < float("inf")):
            raise ValueError(
                f"is {text!r}; it must be dollars for a million tokens, in and out: 0.15/0.60"
            )
        return cls(first, second)


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote judge as the user asked for it; it holds no key.

    Attributes:
        mode: "llm" asks about every claim that no source says word for word, "hybrid" only where
            the offline judge is unsure.
        provider: a name of `PROVIDERS`; it decides the protocol and, without `endpoint`, whom.
        endpoint: base address, without the path of a method; the provider's own when "".
        parallel: how many questions at a time.
        timeout: seconds without an answer.
        retries: how often a question that failed for a passing reason is put again.
        max_answer: tokens that one answer may have.
        max_claims, max_tokens, max_cost: bounds of a run; the cost is in US dollars.
        price: of the model, where the user gave it.

    Raises:
        SettingsError: a value that cannot be used.
    """

    model: str
    mode: Mode = "llm"
    provider: str = "openai"
    endpoint: str = ""
    parallel: int = DEFAULT_PARALLEL
    timeout: float = 60.0
    retries: int = 4
    max_answer: int = 1_500
    max_claims: int | None = None
    max_tokens: int | None = DEFAULT_TOKENS
    max_cost: float | None = None
    price: Price | None = None

    def __post_init__(self) -> None:
        if not self.model.strip():
            raise SettingsError("the remote judge needs a model: name it with --model")
        if self.mode not in MODES:
            raise SettingsError(f"the remote judge is {self.mode!r}; it must be llm or hybrid")
        if self.provider not in PROVIDERS:
            raise SettingsError(
                f"provider is {self.provider!r}; it must be one of {', '.join(PROVIDERS)}"
            )
        _check_address(self.url)
        if not 1 <= self.parallel <= MOST_PARALLEL:
            raise SettingsError(
                f"parallel is {self.parallel}; it must be from 1 to {MOST_PARALLEL}"
            )
        if not self.timeout > 0 or self.retries < 0:
            raise SettingsError("timeout must be over 0 seconds, and retries not negative")
        for name in ("max_answer", "max_claims", "max_tokens", "max_cost"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise SettingsError(f"{name} is {value:g}; it must be over 0")
        if self.max_cost is not None and self.known_price is None:
            raise SettingsError(
                "max_cost needs the model's price: give it with --price IN/OUT, in dollars for a "
                "million tokens"
            )

    @property
    def url(self) -> str:
        """The base address, without a slash at its end."""
        return address_of(self.provider, self.endpoint)

    @property
    def protocol(self) -> Protocol:
        """How the endpoint is spoken to."""
        return PROVIDERS[self.provider].protocol

    @property
    def host(self) -> str:
        """Host, and port where the address names one: what people are told."""
        parts = urlsplit(self.url)
        name = parts.hostname or ""
        name = f"[{name}]" if ":" in name else name
        return f"{name}:{parts.port}" if parts.port else name

    @property
    def is_local(self) -> bool:
        """Whether the endpoint runs on this machine."""
        return _is_loopback(urlsplit(self.url).hostname or "")

    @property
    def is_plain(self) -> bool:
        """Whether what is sent travels unencrypted over a network."""
        return urlsplit(self.url).scheme == "http" and not self.is_local

    @property
    def is_own(self) -> bool:
        """Whether the endpoint is the provider's own, to whom alone its key is sent."""
        return self.url == PROVIDERS[self.provider].endpoint

    @property
    def known_price(self) -> Price | None:
        """The price: as given; nothing on this machine; else unknown."""
        return self.price or (Price(0, 0) if self.is_local else None)

    def notice(self) -> str:
        """What people are told before the first byte is sent."""
        where = "on this machine" if self.is_local else "over the network"
        plain = ", unencrypted" if self.is_plain else ""
        return (
            f"the remote judge sends claims of the report and passages of the sources to "
            f"{self.host} ({self.provider}, model {self.model}), {where}{plain}"
        )


def address_of(provider: str, endpoint: str) -> str:
    """The base address to ask: `endpoint`, or that of a known provider where it is ""."""
    known = PROVIDERS.get(provider)
    return (endpoint or (known.endpoint if known else "")).strip().rstrip("/")


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        parts, usable = urlsplit(""), False
    if parts.username or parts.password:
        raise SettingsError(
            "endpoint holds a user name or password; keys come from the environment or a keyring"
        )
    if parts.query or parts.fragment:
        raise SettingsError("endpoint must be a base address, without ? and #")
    if not usable:
        raise SettingsError(
            f"endpoint is {address!r}; it must be an address such as http://localhost:11434/v1"
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
