"""A claim that goes on where its source stops: "two months' notice by recorded delivery"."""

from __future__ import annotations

from verifier.judges.alignment import COVERED
from verifier.judges.windows import Ground

_LEAST_ADDED = 1.5
"""The weight of more than one full word; a year that the document is dated by weighs less."""
_FEWEST_BEFORE = 3


def goes_on(ground: Ground) -> bool:
    """Whether all but the claim's last phrase is borne out, by a sentence that ends there.

    "Or by mail" adds nothing: what is so is so, or something else is.
    """
    claim = ground.claim
    end = len(claim.items)
    first = end
    while first > 0 and ground.qualities[first - 1] < COVERED:
        first -= 1
    if first in (0, end) or first < _FEWEST_BEFORE or min(ground.qualities[:first]) < COVERED:
        return False
    if "or" in claim.norms[claim.items[first - 1].last : claim.items[first].first]:
        return False
    match, row = ground.primary.merged[first - 1]
    last = len(ground.primary.candidates[row].analysis.items) - 1
    return match.item == last and sum(i.weight for i in claim.items[first:]) >= _LEAST_ADDED
