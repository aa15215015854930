"""The interval that a hedge or bound makes of a number, in base units."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from verifier.language.numerals import last_place
from verifier.language.quantities.model import Bound
from verifier.language.quantities.numbers import Form, Number
from verifier.language.units import Unit

HEDGED = frozenset({Bound.ABOUT, Bound.ALMOST, Bound.JUST_OVER, Bound.SOME})


def tolerance(value: Decimal) -> Decimal:
    """How far "about" reaches: half the place of the last digit that is not zero.

    At least a twentieth and at most a fifth of the value: about 310 is 294.5 to 325.5, about 300 is
    250 to 350, about 100 is 80 to 120.
    """
    size = abs(value)
    return min(max(last_place(value) / 2, size / 20), size / 5)


def bounds_of(
    bound: Bound, low: Decimal, high: Decimal
) -> tuple[Decimal | None, Decimal | None, bool, bool]:
    """The interval that `bound` makes of [low, high], and which of its ends are left out."""
    if bound is Bound.EXACT or bound is Bound.BETWEEN:
        return low, high, False, False
    match bound:
        case Bound.ABOUT:
            return low - tolerance(low), high + tolerance(high), False, False
        case Bound.ALMOST:
            return low - tolerance(low), high, False, False
        case Bound.JUST_OVER:
            return low, high + tolerance(high), False, False
        case Bound.MORE_THAN:
            return low, None, True, False
        case Bound.AT_LEAST | Bound.SOME:
            return low, None, False, False
        case Bound.LESS_THAN:
            return None, high, False, True
        case Bound.AT_MOST:
            return None, high, False, False
        case _:
            return low, high, False, False


class Values(Struct, frozen=True):
    """The interval of a quantity in base units."""

    low: Decimal | None
    high: Decimal | None
    low_open: bool
    high_open: bool
    value: Decimal | None
    resolution: Decimal

    @classmethod
    def of(
        cls, number: Number, second: Number | None, sign: int, bound: Bound, unit: Unit
    ) -> Values:
        """The interval of `number`, or of the range up to `second`, under `bound`."""
        one = number.value * sign
        spread = second is not None and second.form is Form.VAGUE
        two = one if second is None or spread else second.value * (sign if second.value < 0 else 1)
        low, high = min(one, two), max(one, two)
        stated = one if second is None or spread else None
        if spread and second is not None:
            low, high = one - second.value, one + second.value
        least, most, low_open, high_open = bounds_of(bound, low, high)
        step = max(number.step, second.step) if second is not None and not spread else number.step
        return cls(
            None if least is None else unit.to_base(least),
            None if most is None else unit.to_base(most),
            low_open,
            high_open,
            None if stated is None or bound is Bound.SOME else unit.to_base(stated),
            unit.step_to_base(step / 2),
        )
