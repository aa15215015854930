"""A disagreement between a claim and a source's sentence, before it becomes a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis
from verifier.judges.windows import Candidate
from verifier.model import Conflict, ConflictKind

_REACH = 3


class Force(IntEnum):
    """What a difference can do to a claim."""

    HINT = 0
    OVERCLAIM = 1
    CONTRADICTION = 2


class Difference(NamedTuple):
    """What a claim and a sentence disagree in.

    Attributes:
        start, end: the claim's piece, in the claim's text.
        source_start, source_end: the sentence's piece, in the sentence's text.
        message: the disagreement in one clause, for people.
        force: whether it only lowers the score, shows that the claim says more than the source, or
            shows that both cannot be true.
        anchor: share of the rest of the claim that the sentence covers.
        context: how much of what stands around the two pieces is aligned.
        item: the number of the claim's item, -1 where it is none.
        settled: whether it is known without counting that all else agrees: in a table's row.
        worded: whether an overclaim can be shown word by word: "all" where the source has "most".
    """

    kind: ConflictKind
    start: int
    end: int
    candidate: Candidate
    source_start: int
    source_end: int
    message: str
    force: Force
    anchor: float
    context: float = 0.0
    item: int = -1
    worded: bool = False
    settled: bool = False

    def conflict(self, claim_text: str) -> Conflict:
        """The same, for the finding."""
        sentence = self.candidate.sentence
        source = sentence.document.span(
            sentence.start + self.source_start, sentence.start + self.source_end
        )
        text = claim_text[self.start : self.end]
        return Conflict(self.kind, self.start, self.end, text, source, self.message)


def said_otherwise(
    kind: ConflictKind,
    claim: Analysis,
    ours: tuple[int, int],
    candidate: Candidate,
    theirs: tuple[int, int],
    force: Force,
    anchor: float,
    item: int,
    worded: bool = False,
) -> Difference:
    """The claim's piece `ours` [start, end) where the sentence has `theirs` in its place."""
    piece = claim.text[ours[0] : ours[1]]
    other = candidate.analysis.text[theirs[0] : theirs[1]]
    message = f"claim says {piece}, the source says {other}"
    return Difference(
        kind, *ours, candidate, *theirs, message, force, anchor, 1.0, item, worded=worded
    )


def anchor_of(claim: Analysis, matches: Sequence[Match], without: frozenset[int]) -> float:
    """Share of the claim's weight, its items `without` left out, that is covered."""
    total = covered = 0.0
    for number, (item, match) in enumerate(zip(claim.items, matches, strict=True)):
        if number not in without:
            total += item.weight
            covered += item.weight * match.quality
    return covered / total if total else 0.0


def context_of(matches: Sequence[Match], number: int, rival: int) -> float:
    """How well the neighbours of the claim's item `number` align with those of `rival`.

    Each covered neighbour counts 1 beside it and less further off; on the other side, half.
    """
    score = 0.0
    for distance in range(1, _REACH + 1):
        for side in (-1, 1):
            at = number + side * distance
            if not 0 <= at < len(matches) or matches[at].quality < COVERED or matches[at].item < 0:
                continue
            offset = matches[at].item - rival
            if 0 < abs(offset) <= _REACH:
                near = 1.0 / max(distance, abs(offset))
                score += near if (offset > 0) == (side > 0) else near / 2
    return score
