"""Quantities that belong together: "5 feet 7 inches" is one, "3, 5 and 7 %" share a unit."""

from __future__ import annotations

import re
from decimal import Decimal

from msgspec.structs import replace

from verifier.language.quantities.model import Bound, Quantity
from verifier.language.quantities.restate import in_unit_of
from verifier.language.units import Dimension, by_name
from verifier.patterns import pattern

_LARGER_FIRST = frozenset({Dimension.TIME, Dimension.LENGTH, Dimension.MASS})
_GLUE = pattern(r"\s*(?:,\s*)?(?:and\s+)?", re.IGNORECASE)
_LIST = pattern(r"\s*(?:,|,?\s*(?:and|or|to))\s*(?:then\s+)?", re.IGNORECASE)


def join(text: str, found: list[Quantity]) -> list[Quantity]:
    """`found` with "5 feet 7 inches" as one, and the shared unit of "3, 5 and 7 %" on each."""
    joined: list[Quantity] = []
    for quantity in found:
        if joined and _adds_up(text, joined[-1], quantity):
            joined[-1] = _sum(joined[-1], quantity)
        else:
            joined.append(quantity)
    for index in range(len(joined) - 2, -1, -1):
        if shared := _sharing(text, joined[index], joined[index + 1]):
            joined[index] = shared
    return joined


def _adds_up(text: str, left: Quantity, right: Quantity) -> bool:
    if left.dimension is not right.dimension or left.dimension not in _LARGER_FIRST:
        return False
    if left.value is None or right.value is None or right.bound is not Bound.EXACT:
        return False
    if left.unit == right.unit or not (0 <= right.value < left.value) or left.per or right.per:
        return False
    if left.value == left.low == left.high and right.start - left.end <= 6:
        unit = by_name({"yr": "year", "h": "hour", "min": "minute"}.get(left.unit, "")) or None
        is_small = unit is None or right.value < unit.numerator
        return is_small and bool(_GLUE.fullmatch(text, left.end, right.start))
    return False


def _sum(left: Quantity, right: Quantity) -> Quantity:
    low = (left.low or Decimal(0)) + (right.low or Decimal(0))
    return replace(
        left, end=right.end, number_end=right.number_end, low=low, high=low, value=low,
        resolution=right.resolution,
    )  # fmt: skip


def _sharing(text: str, left: Quantity, right: Quantity) -> Quantity | None:
    """`left` with the unit or noun of `right`, where it has none and the two are listed."""
    if left.dimension is not Dimension.COUNT or left.noun or left.end != left.number_end:
        return None
    if not _LIST.fullmatch(text, left.end, right.start):
        return None
    if right.dimension is Dimension.COUNT:
        return replace(left, noun=right.noun) if right.noun else None
    return in_unit_of(left, right)
