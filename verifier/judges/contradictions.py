"""When a difference is a contradiction: it needs an anchor, one rival, and no support elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis
from verifier.judges.differences import Difference
from verifier.judges.role_differences import role_differences
from verifier.judges.strength_differences import strength_differences
from verifier.judges.value_differences import value_differences
from verifier.judges.windows import Candidate, Ground
from verifier.judges.word_differences import (
    antonym_differences,
    name_differences,
    negation_differences,
    relational_differences,
)
from verifier.model import ConflictKind

_ANCHORS = {
    ConflictKind.NUMBER: 0.6,
    ConflictKind.UNIT: 0.8,
    ConflictKind.DATE: 0.6,
    ConflictKind.NAME: 0.85,
    ConflictKind.NEGATION: 0.75,
    ConflictKind.ANTONYM: 0.7,
    ConflictKind.ROLE: 0.6,
}
"""How much of the rest of the claim the sentence must cover, by kind."""

_FEWEST_ANCHORING = 2
_MOST_CONTRADICTIONS = 2
_ELSEWHERE_ANCHOR = 0.5


def differences_of(claim: Analysis, candidates: Iterable[Candidate]) -> list[Difference]:
    """Everything that the claim and these sentences disagree in."""
    found: list[Difference] = []
    for candidate in candidates:
        found.extend(value_differences(claim, candidate))
        found.extend(antonym_differences(claim, candidate))
        found.extend(relational_differences(claim, candidate))
        found.extend(negation_differences(claim, candidate))
        found.extend(name_differences(claim, candidate))
        found.extend(role_differences(claim, candidate))
        found.extend(strength_differences(claim, candidate))
    return found


def contradictions_of(ground: Ground, differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """Those of the differences that contradict the claim; empty where the judge should abstain."""
    hard = [
        difference
        for difference in differences
        if difference.hard
        and difference.anchor >= _ANCHORS.get(difference.kind, 1.0)
        and _anchoring_items(difference) >= _FEWEST_ANCHORING
        and not _supported_elsewhere(ground, difference)
    ]
    pieces = {(difference.start, difference.end) for difference in hard}
    return tuple(hard) if len(pieces) <= _MOST_CONTRADICTIONS else ()


def _anchoring_items(difference: Difference) -> int:
    matches = difference.candidate.matches
    return sum(
        match.quality >= COVERED and number != difference.item
        for number, match in enumerate(matches)
    )


def _supported_elsewhere(ground: Ground, difference: Difference) -> bool:
    """Whether another sentence that is about the same has the claim's piece."""
    if difference.item < 0 or difference.kind in (ConflictKind.NEGATION, ConflictKind.ROLE):
        return False
    return any(
        candidate.matches[difference.item].quality >= COVERED
        and candidate.coverage >= _ELSEWHERE_ANCHOR
        for candidate in ground.candidates
        if candidate is not difference.candidate
    )
