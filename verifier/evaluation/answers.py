"""What was known about a claim and what the checker answered: the input of every figure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from verifier.model import Verdict


class Label(StrEnum):
    """What people say the sources say about a claim.

    NOT_SUPPORTED stands where a set does not tell unsupported from contradicted.
    """

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    NOT_SUPPORTED = "not_supported"


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of the named source, as the set holds that source."""

    source: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The checker's answer for one labelled claim, next to what it should be.

    Attributes:
        id: of the labelled claim.
        document: key of its sources; claims on the same sources are alike.
        verdict: the worst of its sentences; supported where no claim was found in it.
        score: lowest probability of "supported"; None where no claim was found.
        claims: how many claims were found in it.
        seconds: how long the check took, the reading of the sources left out.
        spans: the first passage shown for each of its claims.
        all_spans: all passages shown as supporting it.
        evidence_sets: alternative sets of gold passages, each enough on its own.
    """

    id: str
    document: str
    label: Label
    verdict: Verdict
    score: float | None = None
    kind: str = ""
    claims: int = 1
    seconds: float = 0.0
    spans: tuple[Span, ...] = ()
    all_spans: tuple[Span, ...] = ()
    evidence_sets: tuple[tuple[Span, ...], ...] = ()

    @property
    def is_supported(self) -> bool:
        """Whether the label is supported."""
        return self.label is Label.SUPPORTED

    @property
    def is_flagged(self) -> bool:
        """Whether the verdict is anything but supported."""
        return self.verdict is not Verdict.SUPPORTED

    @property
    def is_right(self) -> bool:
        """Whether the verdict is the label, or flags a claim of which no more is known."""
        if self.label is Label.NOT_SUPPORTED:
            return self.is_flagged
        return self.label.value == self.verdict.value
