"""How a claim's quantity stands to a source's: equal, rounded, looser, tighter, in conflict."""

from __future__ import annotations

from decimal import Decimal

from msgspec.structs import replace

from verifier.language.numerals import last_place
from verifier.language.quantities.model import Bound, Quantity, Relation
from verifier.language.quantities.versions import VERSION, compare_versions
from verifier.language.units import Dimension, Unit, canonical_unit, same_currency

_POINT_BOUNDS = frozenset({Bound.EXACT, Bound.ABOUT, Bound.ALMOST, Bound.JUST_OVER})
_CALENDAR = frozenset({"mo", "yr", "qtr", "decade", "century", "millennium"})
_LARGEST_TRUNCATION = Decimal("0.05")
_LARGEST_CONVERSION = Decimal("0.05")
_ROUND_FIGURE = Decimal("0.005")
_SAME_LIMIT = Decimal("0.2")
_CALENDAR_SLACK = Decimal("0.015")


def compare(claim: Quantity, source: Quantity) -> Relation:
    """How `claim` stands to `source`; nouns are compared only for ordinals and identifiers."""
    if (unlike := _unlike(claim, source)) is not None:
        return unlike
    if _same_interval(claim, source):
        return Relation.EQUAL
    if claim.dimension is Dimension.SCORE:
        return Relation.DISJOINT
    if _are_versions(claim, source):
        return compare_versions(claim, source)
    if _same_mark(claim, source):
        return Relation.ROUNDED
    if all(q.value is not None and q.bound in _POINT_BOUNDS for q in (claim, source)):
        return _compare_points(claim, source)
    return _compare_intervals(claim, source)


def _are_versions(claim: Quantity, source: Quantity) -> bool:
    if claim.dimension is not Dimension.IDENTIFIER or claim.noun != VERSION:
        return False
    return claim.value is not None and source.value is not None


# ---- what can be compared at all -------------------------------------------------------------

_SHARES = frozenset({Dimension.PERCENT, Dimension.POINTS})
_DIRECTED = frozenset({Dimension.PERCENT, Dimension.POINTS, Dimension.MONEY, Dimension.RATIO})


def _unlike(claim: Quantity, source: Quantity) -> Relation | None:
    """Why the two cannot be compared by value, None if they can."""
    if claim.dimension is not source.dimension:
        return _unlike_dimensions(claim, source)
    if claim.dimension is Dimension.MONEY and not same_currency(claim.unit, source.unit):
        return Relation.DIFFERENT_UNIT
    if claim.dimension is Dimension.COMPOUND and claim.per != source.per:
        return Relation.INCOMPARABLE
    if claim.per and source.per and claim.per != source.per:
        return Relation.DIFFERENT_UNIT
    if claim.dimension in (Dimension.ORDINAL, Dimension.IDENTIFIER) and claim.noun != source.noun:
        return _unlike_ranks(claim, source)
    if claim.dimension in _DIRECTED and _opposite(claim, source):
        return Relation.INCOMPARABLE
    return None


def _unlike_ranks(claim: Quantity, source: Quantity) -> Relation:
    """The third film may well be the nineteenth film of the studio, but rank is equal to rank."""
    heads = [quantity.noun.rpartition(" ")[2] for quantity in (claim, source)]
    same = claim.value == source.value and heads[0] == heads[1]
    return Relation.EQUAL if same else Relation.INCOMPARABLE


def _unlike_dimensions(claim: Quantity, source: Quantity) -> Relation | None:
    pair = {claim.dimension, source.dimension}
    if pair == _SHARES:
        return Relation.DIFFERENT_UNIT
    counted = claim if claim.dimension is Dimension.COUNT else source
    if pair == {Dimension.COUNT, Dimension.POINTS} and counted.noun in ("point", ""):
        return None
    if pair == {Dimension.ANGLE, Dimension.TEMPERATURE}:
        return _compare_degrees(claim, source)
    if pair in ({Dimension.CONCENTRATION, Dimension.MOLARITY},):
        return Relation.DIFFERENT_UNIT
    return Relation.INCOMPARABLE


def _compare_degrees(claim: Quantity, source: Quantity) -> Relation:
    """How degrees without a scale stand to degrees with one: borne out if the figures agree."""
    one, other = _figure(claim), _figure(source)
    relation = compare(one, other)
    return relation if relation.supports else Relation.INCOMPARABLE


def _figure(quantity: Quantity) -> Quantity:
    """It as a bare number of its own unit."""
    unit = canonical_unit(quantity.unit)
    if unit is None:
        return quantity

    def own(value: Decimal | None) -> Decimal | None:
        return None if value is None else unit.from_base(value).normalize()

    return replace(
        quantity, low=own(quantity.low), high=own(quantity.high), value=own(quantity.value),
        dimension=Dimension.COUNT, unit="",
    )  # fmt: skip


def _opposite(claim: Quantity, source: Quantity) -> bool:
    """Whether only the sign differs: "fell 5 %" and "-5 %" say the direction in different ways."""
    if claim.value is None or source.value is None:
        return False
    return claim.value == -source.value != 0


def _same_interval(claim: Quantity, source: Quantity) -> bool:
    return (
        claim.low == source.low and claim.high == source.high
        and claim.low_open == source.low_open and claim.high_open == source.high_open
    )  # fmt: skip


_LOWER = frozenset({Bound.AT_LEAST, Bound.MORE_THAN})
_UPPER = frozenset({Bound.AT_MOST, Bound.LESS_THAN})


def _same_mark(claim: Quantity, source: Quantity) -> bool:
    """Whether only a nicety of the bound differs: "250 or more", "more than 250", plain "250".

    Who says 250 for "more than 250" claims no more than the source; for "up to 250" they would.
    """
    if claim.value is None or claim.value != source.value:
        return False
    if claim.bound in _UPPER:
        return source.bound in _UPPER
    stated = claim.bound in _LOWER or claim.bound in (Bound.EXACT, Bound.ABOUT, Bound.JUST_OVER)
    return stated and source.bound in _LOWER


# ---- single numbers --------------------------------------------------------------------------


def _compare_points(claim: Quantity, source: Quantity) -> Relation:
    one, other = claim.value, source.value
    if one is None or other is None:
        return Relation.INCOMPARABLE
    if one == other:
        return Relation.ROUNDED if claim.approximate or source.approximate else Relation.EQUAL
    if claim.approximate and _holds(claim, other):
        return Relation.ROUNDED
    if (
        claim.approximate
        and source.approximate
        and (_holds(source, one) or _overlap(claim, source))
    ):
        return Relation.ROUNDED
    if claim.bound in (Bound.EXACT, Bound.ABOUT) and _rounds_to(claim, source):
        return Relation.ROUNDED
    if _is_rounded_figure(claim, source) or _converts_to(claim, source):
        return Relation.ROUNDED
    if source.approximate and _holds(source, one):
        return Relation.TIGHTER
    if _rounds_to(source, claim) or _is_round(source, claim):
        return Relation.TIGHTER
    return Relation.DISJOINT


def _rounds_to(coarse: Quantity, fine: Quantity) -> bool:
    """Whether `fine`, rounded half up or cut off at the last digit of `coarse`, is `coarse`."""
    if coarse.value is None or fine.value is None or coarse.resolution <= fine.resolution:
        return False
    if coarse.unit != fine.unit and coarse.dimension is not Dimension.MONEY:
        return False
    if (coarse.value < 0) != (fine.value < 0) and coarse.value:
        return False
    size, exact = abs(coarse.value), abs(fine.value)
    if abs(exact - size) <= coarse.resolution:
        return True
    cut = 0 <= exact - size < 2 * coarse.resolution
    return cut and exact - size <= size * _LARGEST_TRUNCATION


def _is_rounded_figure(claim: Quantity, source: Quantity) -> bool:
    """Whether a bare 43,000 is the source's 43,044 to within 0.5 %; 8,000 is not 8,234."""
    if claim.value is None or source.value is None or claim.unit != source.unit:
        return False
    place = last_place(claim.value)
    if place < 100 or place <= last_place(source.value) or claim.bound is not Bound.EXACT:
        return False
    error = abs(claim.value - source.value)
    return error <= place / 2 and error <= abs(source.value) * _ROUND_FIGURE


def _is_round(source: Quantity, claim: Quantity) -> bool:
    """Whether a bare round number of the source ("8,000") may stand for the claim's 8,234."""
    if source.value is None or claim.value is None or source.dimension is not Dimension.COUNT:
        return False
    place = last_place(source.value)
    if place < 1000 or last_place(claim.value) > 1:
        return False
    return abs(source.value - claim.value) <= place / 2


def _converts_to(claim: Quantity, source: Quantity) -> bool:
    """Whether one, converted to the other's unit and rounded to its digits, is the other."""
    if claim.unit == source.unit or claim.value is None or source.value is None:
        return False
    units = canonical_unit(claim.unit), canonical_unit(source.unit)
    if units[0] is None or units[1] is None:
        return False
    calendar = (claim.unit in _CALENDAR) != (source.unit in _CALENDAR)
    if claim.dimension is Dimension.TIME and calendar:
        return _within(claim.value, source.value, _CALENDAR_SLACK)
    if units[0].from_base(claim.value) == units[1].from_base(source.value):
        return False
    if claim.dimension is Dimension.TEMPERATURE and _same_difference(claim, source):
        return True
    return _fits(claim, units[0], source) or _fits(source, units[1], claim)


def _fits(coarse: Quantity, unit: Unit, fine: Quantity) -> bool:
    """Whether `fine`, in the unit of `coarse` and rounded to its last digit not 0, is `coarse`."""
    if coarse.value is None or fine.value is None:
        return False
    error = abs(coarse.value - fine.value)
    step = unit.step_to_base(last_place(unit.from_base(coarse.value)))
    digit = 2 * coarse.resolution
    if error * 2 <= digit:
        return digit <= abs(coarse.value) or _within(coarse.value, fine.value, _LARGEST_CONVERSION)
    return error * 2 <= step and error <= abs(fine.value) * _LARGEST_CONVERSION


def _within(one: Decimal | None, other: Decimal | None, share: Decimal) -> bool:
    return one is not None and other is not None and abs(one - other) <= abs(other) * share


def _same_difference(claim: Quantity, source: Quantity) -> bool:
    """Whether two temperatures agree as differences: a warming of 2 °C is one of 3.6 °F."""
    one, other = canonical_unit(claim.unit), canonical_unit(source.unit)
    if not one or not other or claim.value is None or source.value is None:
        return False
    steps = (
        one.step_to_base(one.from_base(claim.value)),
        other.step_to_base(other.from_base(source.value)),
    )
    return _within(steps[0], steps[1], Decimal("0.02"))


# ---- intervals -------------------------------------------------------------------------------


def _compare_intervals(claim: Quantity, source: Quantity) -> Relation:
    if _ends_round(claim, source):
        return Relation.ROUNDED
    if _is_other_limit(claim, source):
        return Relation.TIGHTER
    if _contains(claim, source):
        return Relation.CONTAINED
    if _contains(source, claim):
        return Relation.TIGHTER
    if _overlap(claim, source) or _touch(claim, source):
        return Relation.TIGHTER
    return Relation.DISJOINT


def _is_other_limit(claim: Quantity, source: Quantity) -> bool:
    """Whether both state a limit of one side, and not about the same one: "up to 8", "up to 4".

    The wider limit follows from the narrower, but who states it has another one in mind. "More than
    300" is no limit: it may well be said of what is more than 500.
    """
    if claim.value is None or source.value is None or claim.bound is not source.bound:
        return False
    if claim.bound not in (Bound.AT_MOST, Bound.AT_LEAST):
        return False
    return abs(claim.value - source.value) > abs(source.value) * _SAME_LIMIT


def _ends_round(claim: Quantity, source: Quantity) -> bool:
    """Whether both ends of the claim's range are those of the source's range, rounded."""
    if claim.bound is not Bound.BETWEEN or source.bound is not Bound.BETWEEN:
        return False
    ends = ((claim.low, source.low), (claim.high, source.high))
    if any(one is None or other is None for one, other in ends):
        return False
    return all(
        one == other or _rounds_to(replace(claim, value=one), replace(source, value=other))
        for one, other in ends
    )


def _contains(outer: Quantity, inner: Quantity) -> bool:
    if outer.low is not None:
        if inner.low is None or inner.low < outer.low:
            return False
        if inner.low == outer.low and outer.low_open and not inner.low_open:
            return False
    if outer.high is not None:
        if inner.high is None or inner.high > outer.high:
            return False
        if inner.high == outer.high and outer.high_open and not inner.high_open:
            return False
    return True


def _holds(quantity: Quantity, value: Decimal) -> bool:
    low, high = quantity.low, quantity.high
    return (low is None or low <= value) and (high is None or value <= high)


def _overlap(one: Quantity, other: Quantity) -> bool:
    return not (_before(one, other) or _before(other, one))


def _before(one: Quantity, other: Quantity) -> bool:
    """Whether all of `one` lies below all of `other`."""
    if one.high is None or other.low is None:
        return False
    return one.high < other.low or (one.high == other.low and (one.high_open or other.low_open))


def _touch(one: Quantity, other: Quantity) -> bool:
    """Whether the two miss each other only in a shared end: "300" and "more than 300"."""
    return (one.high is not None and one.high == other.low) or (
        other.high is not None and other.high == one.low
    )
