"""What became of the questions that a check put to a remote model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum


class AskState(StrEnum):
    """What became of the question on one claim."""

    NOT_NEEDED = "not needed"
    ANSWERED = "answered"
    REJECTED = "rejected"
    OVERRULED = "overruled"
    FAILED = "not answered"


@dataclass(frozen=True, slots=True)
class Asked:
    """The question on one claim; the offline verdict stands unless it was answered.

    Attributes:
        why: why there is no answer, or why it does not count: for want of a true quote
            (rejected), or because the rules read its quote differently (overruled).
        cached: whether the answer is known from before, so that nothing was sent.
        input_tokens, output_tokens: what the endpoint counted, retries included.
        instructions: remarks on passages that try to give the model instructions.
    """

    state: AskState
    why: str = ""
    cached: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    instructions: tuple[str, ...] = ()

    @property
    def has_answer(self) -> bool:
        """Whether the model said something, whether or not it counts."""
        return self.state not in (AskState.NOT_NEEDED, AskState.FAILED)

    def again(self) -> Asked:
        """The same for a claim whose finding was kept: nothing is sent for it any more."""
        return replace(self, cached=self.has_answer, input_tokens=0, output_tokens=0)


@dataclass(frozen=True, slots=True)
class RemoteUse:
    """What a check asked a remote model, in all.

    Attributes:
        host: whom: host and port of the endpoint.
        asked: questions that the endpoint answered in this check.
        cached: questions whose answer was known from before.
        not_needed: claims that the offline judge settled.
        failed: questions without an answer: these claims were judged offline.
        quotes_rejected: answers that do not count because their quote is not in the passages.
        overruled: answers that do not count because the rules read their quote differently.
        instructions: a remark on each passage that tries to give the model instructions.
        failures: how often each reason for a failure came up, the most frequent first.
        cost: in US dollars; None where no price is known.
    """

    provider: str
    model: str
    host: str
    asked: int = 0
    cached: int = 0
    not_needed: int = 0
    failed: int = 0
    quotes_rejected: int = 0
    overruled: int = 0
    instructions: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    failures: Mapping[str, int] = field(default_factory=dict)

    @property
    def unanswered(self) -> bool:
        """Whether there were questions and none of them was answered."""
        return self.failed > 0 and not self.asked and not self.cached

    def problem(self) -> str:
        """For people: how many claims the model did not judge, and why; "" where it judged all."""
        if not self.failed:
            return ""
        claims = "1 claim was" if self.failed == 1 else f"{self.failed:,} claims were"
        reasons = "; ".join(
            reason if count == self.failed else f"{reason} ({count})"
            for reason, count in self.failures.items()
        )
        return f"{claims} judged offline, not by {self.model} at {self.host}: {reasons}"
