"""Where a claim says more than a sentence that bears out much of it, and what that outweighs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from verifier.judges.additions import goes_on
from verifier.judges.case import Case
from verifier.judges.differences import Difference, Force
from verifier.judges.windows import Ground
from verifier.language.strength import causal_cues
from verifier.model import ConflictKind

LEAST_ANCHOR: Final = 0.5
"""How much of the rest of the claim a sentence bears out, at least, that the claim overstates."""
_WORDED_ANCHOR = 0.7
_DECISIVE = (
    ConflictKind.CAUSE,
    ConflictKind.QUANTIFIER,
    ConflictKind.NUMBER,
    ConflictKind.DATE,
    ConflictKind.QUOTATION,
    ConflictKind.NEGATION,
    ConflictKind.NAME,
)
"""Overclaims that a good score does not outweigh."""


def has_worded_overclaim(case: Case) -> bool:
    """Whether an overclaim outweighs a good score, and even what a model says.

    A model easily reads over a piece that is added to what a source says, and over an opposite.
    """
    return (
        goes_on(case.ground)
        or _is_opposed(case)
        or any(d.worded and d.anchor >= _WORDED_ANCHOR for d in decisive_overclaims(case))
    )


def _is_opposed(case: Case) -> bool:
    """Whether a sentence about much the same denies the claim or has the opposite word.

    It need not be said of the same thing, so that the claim is not contradicted.
    """
    return any(
        difference.kind in (ConflictKind.ANTONYM, ConflictKind.NEGATION)
        and difference.force is Force.CONTRADICTION
        and difference.anchor >= _WORDED_ANCHOR
        for difference in case.differences
    )


def decisive_overclaims(case: Case) -> list[Difference]:
    """Those that a good score does not outweigh where not `cautious`."""
    modal = overclaims_of(case, (ConflictKind.MODALITY,))
    return [*overclaims_of(case, _DECISIVE), *(d for d in modal if d.worded)]


def overclaims_of(case: Case, kinds: Collection[ConflictKind]) -> list[Difference]:
    """Where the claim says more than a sentence that bears out much of it."""
    return [
        difference
        for difference in case.differences
        if difference.force is Force.OVERCLAIM
        and difference.kind in kinds
        and difference.anchor >= LEAST_ANCHOR
        and not (difference.kind is ConflictKind.CAUSE and _gives_a_cause(case.ground))
    ]


def _gives_a_cause(ground: Ground) -> bool:
    """Whether any sentence that the claim rests on speaks of a cause."""
    sentences = (*ground.primary.candidates, *ground.extras)
    return any(causal_cues(candidate.analysis.tokens) for candidate in sentences)
