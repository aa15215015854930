"""Numbers that a writer worked out from those of a passage: sum, difference, ratio, share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from verifier.language.quantities.compare import compare
from verifier.language.quantities.model import Quantity, Relation
from verifier.language.units import Dimension


class Derivation(Struct, frozen=True):
    """How a claim's number follows from numbers of a passage.

    Attributes:
        operands: the passage's quantities it is made of.
        phrase: the reckoning, with "{}" for each operand: "the sum of {} and {}".
    """

    relation: Relation
    operands: tuple[Quantity, ...]
    phrase: str

    def explain(self, passage: str) -> str:
        """The reckoning for people, in the words of the `passage` that the operands stand in."""
        return self.phrase.format(*(passage[q.start : q.end] for q in self.operands))


_MOST_SOURCES = 8
_Reckoning = Callable[[Decimal, Decimal], Decimal | None]


def derived(claim: Quantity, sources: Sequence[Quantity]) -> Derivation | None:
    """The simplest reckoning with two (or all) numbers of one passage that gives `claim`.

    Only numbers stated exactly take part, and of a long passage only the first eight.
    """
    usable = [q for q in sources if q.value is not None and not q.per][:_MOST_SOURCES]
    return (
        _same_kind(claim, usable)
        or _total(claim, usable)
        or _relative(claim, usable)
        or _product(claim, usable)
    )


def _same_kind(claim: Quantity, sources: list[Quantity]) -> Derivation | None:
    alike = [q for q in sources if _alike(claim, q)]
    for one, other in permutations(alike, 2):
        if one.start < other.start and (
            hit := _fit(claim, (one, other), _value(one) + _value(other), "the sum of {} and {}")
        ):
            return hit
        if _value(one) > _value(other) and (
            hit := _fit(claim, (one, other), _value(one) - _value(other),
                        "the difference between {} and {}")
        ):  # fmt: skip
            return hit
    if claim.dimension is Dimension.POINTS:
        return _points(claim, sources)
    return None


def _points(claim: Quantity, sources: list[Quantity]) -> Derivation | None:
    shares = [q for q in sources if q.dimension is Dimension.PERCENT]
    for one, other in permutations(shares, 2):
        difference = _value(one) - _value(other)
        if difference > 0 and (
            hit := _fit(claim, (one, other), difference, "the difference between {} and {}")
        ):
            return hit
    return None


def _total(claim: Quantity, sources: list[Quantity]) -> Derivation | None:
    alike = [q for q in sources if _alike(claim, q)]
    if len(alike) < 3:
        return None
    return _fit(claim, tuple(alike), sum(map(_value, alike), Decimal(0)), _all_of(len(alike)))


def _all_of(count: int) -> str:
    return f"the sum of all {count}: {', '.join(['{}'] * count)}"


def _change(old: Decimal, new: Decimal) -> Decimal | None:
    return abs(new - old) * 100 / abs(old) if old else None


def _share(part: Decimal, whole: Decimal) -> Decimal | None:
    return part * 100 / whole if whole and 0 <= part <= whole else None


def _times(one: Decimal, other: Decimal) -> Decimal | None:
    return one / other if other and one >= other else None


_RELATIVE: dict[Dimension, tuple[tuple[_Reckoning, str], ...]] = {
    Dimension.PERCENT: ((_change, "the change from {} to {}"), (_share, "{} as a share of {}")),
    Dimension.RATIO: ((_times, "{} divided by {}"),),
}


def _relative(claim: Quantity, sources: list[Quantity]) -> Derivation | None:
    for one, other in permutations(sources, 2):
        if not _alike(one, other) or one.dimension is Dimension.ORDINAL:
            continue
        for reckon, phrase in _RELATIVE.get(claim.dimension, ()):
            value = reckon(_value(one), _value(other))
            if value is not None and (hit := _fit(claim, (one, other), value, phrase)):
                return hit
    return None


def _product(claim: Quantity, sources: list[Quantity]) -> Derivation | None:
    """So many times so much ("12 sites of 25 beds each"), or a share of a whole."""
    for one, other in permutations(sources, 2):
        if not _alike(claim, other):
            continue
        counted = one.dimension is Dimension.COUNT and one.start < other.start
        if counted and _value(one) > 1 and _value(other) > 1:
            value, phrase = _value(one) * _value(other), "{} times {}"
        elif one.dimension is Dimension.PERCENT and other.dimension is not Dimension.PERCENT:
            value, phrase = _value(one) * _value(other) / 100, "{} of {}"
        else:
            continue
        if hit := _fit(claim, (one, other), value, phrase):
            return hit
    return None


def _alike(one: Quantity, other: Quantity) -> bool:
    if one.dimension in (Dimension.ORDINAL, Dimension.IDENTIFIER, Dimension.SCORE):
        return False
    if one.dimension is Dimension.MONEY and one.unit and other.unit and one.unit != other.unit:
        return False
    return one.dimension is other.dimension


def _value(quantity: Quantity) -> Decimal:
    return quantity.value if quantity.value is not None else Decimal(0)


def _fit(
    claim: Quantity, operands: tuple[Quantity, ...], value: Decimal, phrase: str
) -> Derivation | None:
    """The derivation, if `claim` states `value` or a rounding of it."""
    result = replace(
        operands[0], low=value, high=value, value=value, low_open=False, high_open=False,
        dimension=claim.dimension, unit=claim.unit, per=claim.per, noun=claim.noun,
        approximate=False, resolution=Decimal(0),
    )  # fmt: skip
    relation = compare(claim, result)
    if not relation.supports or relation is Relation.CONTAINED:
        return None
    return Derivation(relation, operands, phrase)
