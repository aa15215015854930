"""What every judge does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeGuard

from verifier.model import Claim, Finding, RemoteUse
from verifier.retrieval import Passage

Lookup = Callable[[str], Sequence[Passage]]
"""Searches the same sources once more, for what the first passages left open."""


class Judge(Protocol):
    """Gives a verdict on a claim.

    Attributes:
        name: as the outputs show it.
    """

    name: str

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        """The finding for `claim`.

        Args:
            claim: what the report says.
            passages: what the sources hold on it, best first; may be empty.
            lookup: searches for a part of the claim that these leave open.
        """
        ...


class Question(Protocol):
    """What a judge has to ask somebody else about a claim."""

    @property
    def claim(self) -> Claim:
        """The claim."""
        ...


class Asking(Judge, Protocol):
    """A judge that has to ask somebody else, and to wait.

    Attributes:
        parallel: how many questions may be under way at a time.
        local: who judges without asking.
    """

    parallel: int
    local: Judge

    def begin(self) -> None:
        """A check begins."""
        ...

    def prepare(
        self, claim: Claim, passages: Sequence[Passage], lookup: Lookup
    ) -> Finding | Question:
        """The finding for `claim`, or what to ask for it; see `Judge.judge`."""
        ...

    def ask(self, question: Question, stopped: Callable[[], bool]) -> Finding:
        """The finding after asking; called from several threads.

        Raises:
            Cancelled: `stopped` said so.
        """
        ...

    def use(self, findings: Iterable[Finding]) -> RemoteUse:
        """What was asked for `findings`, in all."""
        ...


def claims_at_once(judge: Judge) -> int:
    """How many claims `judge` may be given at a time, from several threads: one, or what it says.

    Only who computes outside of Python gains by more.
    """
    return int(getattr(judge, "at_once", 1))


def asks(judge: Judge) -> TypeGuard[Asking]:
    """Whether `judge` asks somebody else; `isinstance` looks at all of a protocol each time."""
    return hasattr(judge, "prepare")
