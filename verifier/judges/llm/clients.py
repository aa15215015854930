"""The endpoints' protocols through their official libraries; errors become reasons for people.

The libraries' own retries are off and redirects are not followed: what is sent goes to the host
that was named, as often as `verifier.judges.llm.asking` decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal
from typing import Protocol as TypingProtocol

from verifier.errors import SettingsError
from verifier.judges.llm.answers import for_people
from verifier.judges.llm.keys import redact
from verifier.judges.llm.prompt import INSTRUCTIONS, SCHEMA, SCHEMA_NAME
from verifier.remote import Remote

_CONNECT_SECONDS: Final = 10.0
_MOST_DETAIL: Final = 160
_PASSING = frozenset((408, 409, 425, 429))
_FINAL = {
    401: "the key was refused",
    402: "there is no credit left",
    403: "access was refused",
    404: "the model or the address is not known there",
}
_NO_QUOTA = frozenset(("insufficient_quota", "billing_hard_limit_reached"))


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the answer's text, and the tokens that were counted; 0 where not told."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0


class AskError(Exception):
    """A question without an answer; the text is the reason, for people.

    Attributes:
        passing: whether the same question may be answered later.
        final: whether no other question would be answered either.
        wait: seconds that the endpoint asks to wait, if it does.
        reply: what was counted all the same.
    """

    def __init__(
        self,
        reason: str,
        *,
        passing: bool = False,
        final: bool = False,
        wait: float | None = None,
        reply: Reply | None = None,
    ) -> None:
        super().__init__(reason)
        self.passing = passing
        self.final = final
        self.wait = wait
        self.reply = reply or Reply("")


class Client(TypingProtocol):
    """Puts one question to an endpoint."""

    def ask(self, message: str) -> Reply:
        """The endpoint's answer to the user's `message`, after our instructions.

        Raises:
            AskError: there is none.
        """
        ...


def client_for(remote: Remote, key: str) -> Client:
    """The client for the endpoint of `remote`.

    Raises:
        SettingsError: its library is not installed.
    """
    make = AnthropicClient if remote.protocol == "anthropic" else OpenAIClient
    try:
        return make(remote, key)
    except ImportError as error:
        raise SettingsError(
            f"the remote judge needs the library {error.name}: pip install 'llmfeeder[llm]'"
        ) from error


@dataclass(frozen=True, slots=True)
class Shape:
    """How a request is put, since servers of one protocol differ in what they take.

    Attributes:
        form: how the answer's schema is asked for.
        length: the name of the parameter that bounds the answer.
        temperature: whether to ask for the most likely answer.
    """

    form: Literal["json_schema", "json_object", "text"] = "json_schema"
    length: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True

    def without(self, complaint: str) -> Shape | None:
        """The shape to try next, after a server that refused this one; None if there is none."""
        words = complaint.lower()
        if "max_tokens" in words or "max_completion_tokens" in words:
            other = "max_tokens" if self.length != "max_tokens" else "max_completion_tokens"
            return replace(self, length=other)  # type: ignore[arg-type]  # one of both names
        if "temperature" in words and self.temperature:
            return replace(self, temperature=False)
        if any(word in words for word in ("response_format", "json_schema", "schema", "grammar")):
            following = {"json_schema": "json_object", "json_object": "text"}.get(self.form)
            return replace(self, form=following) if following else None  # type: ignore[arg-type]
        return None

    def options(self, most: int) -> dict[str, Any]:
        """The request's parameters; `most` tokens may come back."""
        options: dict[str, Any] = {self.length: most}
        if self.temperature:
            options["temperature"] = 0
        if self.form == "json_schema":
            schema = {"name": SCHEMA_NAME, "strict": True, "schema": SCHEMA}
            options["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self.form == "json_object":
            options["response_format"] = {"type": "json_object"}
        return options


_MOST_SHAPES: Final = 5


class OpenAIClient:
    """Speaks the chat completions protocol, which most servers know."""

    def __init__(self, remote: Remote, key: str) -> None:
        import openai

        own = remote.provider == "openai" and remote.is_own
        unsent = {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}
        self._library = openai
        self._remote = remote
        self._key = key
        self._client = openai.OpenAI(
            api_key=key or "none",
            base_url=remote.url,
            max_retries=0,
            timeout=openai.Timeout(remote.timeout, connect=_CONNECT_SECONDS),
            default_headers=None if own else unsent,  # type: ignore[arg-type]  # takes Omit too
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )
        self._shape = Shape(length="max_completion_tokens" if own else "max_tokens")

    def ask(self, message: str) -> Reply:
        """See `Client.ask`."""
        content = [
            {"role": "system", "content": f"{INSTRUCTIONS}\nThe schema:\n{json.dumps(SCHEMA)}"},
            {"role": "user", "content": message},
        ]
        for _ in range(_MOST_SHAPES):
            shape = self._shape
            try:
                found = self._client.chat.completions.create(
                    model=self._remote.model,
                    messages=content,  # type: ignore[arg-type]
                    **shape.options(self._remote.max_answer),
                )
            except self._library.APIStatusError as error:
                other = shape.without(_message(error)) if error.status_code in (400, 422) else None
                if other is None:
                    raise _refused(error, self._remote, self._key) from None
                self._shape = other
            except (self._library.OpenAIError, ValueError) as error:
                raise _unreached(error, self._library, self._remote) from None
            else:
                return _read(_openai_reply, found, self._remote)
        raise AskError("the endpoint takes none of the forms that a question can have", final=True)


def _openai_reply(found: Any) -> Reply:
    usage, choice = found.usage, found.choices[0]
    counted = (usage.prompt_tokens, usage.completion_tokens) if usage else (0, 0)
    reply = Reply(choice.message.content or "", *(int(number or 0) for number in counted))
    _finished(choice.finish_reason, reply, refused=getattr(choice.message, "refusal", None))
    return reply


class AnthropicClient:
    """Speaks the messages protocol; the answer is the input of a tool that must be called."""

    def __init__(self, remote: Remote, key: str) -> None:
        import anthropic

        self._library = anthropic
        self._remote = remote
        self._key = key
        self._client = anthropic.Anthropic(
            api_key=key or "none",
            base_url=remote.url,
            max_retries=0,
            timeout=anthropic.Timeout(remote.timeout, connect=_CONNECT_SECONDS),
            http_client=anthropic.DefaultHttpxClient(follow_redirects=False),
        )

    def ask(self, message: str) -> Reply:
        """See `Client.ask`."""
        about = "Gives the verdict on the claim."
        try:
            found = self._client.messages.create(
                model=self._remote.model,
                max_tokens=self._remote.max_answer,
                system=INSTRUCTIONS,
                messages=[{"role": "user", "content": message}],
                tools=[{"name": SCHEMA_NAME, "description": about, "input_schema": SCHEMA}],
                tool_choice={"type": "tool", "name": SCHEMA_NAME},
            )
        except self._library.APIStatusError as error:
            raise _refused(error, self._remote, self._key) from None
        except (self._library.AnthropicError, ValueError) as error:
            raise _unreached(error, self._library, self._remote) from None
        return _read(_anthropic_reply, found, self._remote)


def _anthropic_reply(found: Any) -> Reply:
    calls = [json.dumps(block.input) for block in found.content if block.type == "tool_use"]
    texts = [block.text for block in found.content if block.type == "text"]
    text = calls[0] if calls else "".join(texts)
    reply = Reply(text, int(found.usage.input_tokens or 0), int(found.usage.output_tokens or 0))
    _finished(found.stop_reason, reply, refused=None)
    return reply


def _read(read: Callable[[Any], Reply], found: Any, remote: Remote) -> Reply:
    """What `read` makes of the response `found`, which may be anything at all."""
    try:
        return read(found)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        reason = f"{remote.host} does not answer as its protocol says"
        raise AskError(reason, passing=True) from None


def _finished(reason: str | None, reply: Reply, refused: str | None) -> None:
    """See that the answer is whole."""
    if reason in ("length", "max_tokens"):
        raise AskError("the answer was cut off at its greatest length", reply=reply)
    if refused or reason in ("content_filter", "refusal"):
        raise AskError("the model declined to answer", reply=reply)


def _message(error: Any) -> str:
    """What the endpoint says is wrong."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, Mapping) else body
    told = inner.get("message") if isinstance(inner, Mapping) else inner
    return told if isinstance(told, str) else str(getattr(error, "message", ""))


def _refused(error: Any, remote: Remote, key: str) -> AskError:
    """The reason for an answer with a status that is no success."""
    status = int(error.status_code)
    if 300 <= status < 400:
        return AskError(f"{remote.host} redirects elsewhere: give the right endpoint", final=True)
    if status in _FINAL:  # without the endpoint's words, which may repeat a part of the key
        return AskError(f"{_FINAL[status]} ({status})", final=True)
    if status == 429 and getattr(error, "code", None) in _NO_QUOTA:
        return AskError("the quota is used up (429)", final=True)
    said = for_people(redact(_message(error), key), _MOST_DETAIL)
    if status in _PASSING or status >= 500:
        reason = "too many requests" if status == 429 else "the endpoint failed"
        wait = _retry_after(error.response.headers)
        return AskError(f"{reason} ({status})", passing=True, wait=wait)
    return AskError(f"the endpoint refused the question ({status}): {said}")


def _unreached(error: Exception, library: Any, remote: Remote) -> AskError:
    """The reason for no answer at all."""
    if isinstance(error, library.APITimeoutError):
        return AskError(f"no answer within {remote.timeout:g} s", passing=True)
    if isinstance(error, library.APIConnectionError):
        if remote.is_local and type(error.__cause__).__name__ == "ConnectError":
            return AskError(f"nothing answers at {remote.host}: is the server up?", final=True)
        return AskError(f"no connection to {remote.host}, or it broke off", passing=True)
    return AskError(f"{remote.host} does not answer as its protocol says", passing=True)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the endpoint asks to wait."""
    from email.utils import parsedate_to_datetime

    try:
        if milliseconds := headers.get("retry-after-ms"):
            return max(0.0, float(milliseconds) / 1000)
        value = headers.get("retry-after")
        if value is None:
            return None
        if value.replace(".", "", 1).isdigit():
            return float(value)
        until, now = (parsedate_to_datetime(text) for text in (value, headers.get("date", "")))
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError):
        return None
