"""The bounds of a run: no question is put that could go past one of them."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from verifier.remote import Price, Remote


@dataclass(frozen=True, slots=True)
class Reserved:
    """Tokens that a question may use, kept aside until it is known what it used."""

    input_tokens: int
    output_tokens: int


class Budget:
    """What a run has used and may still use; safe to be asked by several threads."""

    def __init__(self, remote: Remote) -> None:
        self._remote = remote
        self._price = remote.known_price or Price(0, 0)
        self._lock = Lock()
        self._claims = 0
        self._input = 0
        self._output = 0

    def reserve(self, input_tokens: int, *, again: bool = False) -> Reserved | str:
        """Keep aside what a question may use; the reason where that is more than is left.

        Args:
            input_tokens: of the question.
            again: whether its claim has been counted already.
        """
        remote = self._remote
        wanted = Reserved(input_tokens, remote.max_answer)
        with self._lock:
            claims = self._claims + (not again)
            sent, received = self._input + wanted.input_tokens, self._output + wanted.output_tokens
            if remote.max_claims is not None and claims > remote.max_claims:
                return f"the limit of {remote.max_claims:,} claims is reached"
            if remote.max_tokens is not None and sent + received > remote.max_tokens:
                return f"the limit of {remote.max_tokens:,} tokens is reached"
            if remote.max_cost is not None and self._price.of(sent, received) > remote.max_cost:
                return f"the limit of {remote.max_cost:g} dollars is reached"
            self._claims, self._input, self._output = claims, sent, received
        return wanted

    def settle(self, reserved: Reserved, input_tokens: int, output_tokens: int) -> None:
        """Count what was used instead of what was kept aside."""
        with self._lock:
            self._input += input_tokens - reserved.input_tokens
            self._output += output_tokens - reserved.output_tokens
