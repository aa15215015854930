"""A quantity restated in the unit of another."""

from __future__ import annotations

from decimal import Decimal

from msgspec.structs import replace

from verifier.language.quantities.measures import PERCENT, POINTS
from verifier.language.quantities.model import Quantity
from verifier.language.units import Dimension, Unit, canonical_unit

_OWN = {"%": PERCENT, "pp": POINTS}


def in_unit_of(bare: Quantity, other: Quantity) -> Quantity | None:
    """The count `bare` as so many of the unit of `other`; None if that does not carry over."""
    if other.dimension is Dimension.MONEY:
        unit: Unit | None = Unit(other.unit, Dimension.MONEY)
    else:
        unit = _OWN.get(other.unit) or canonical_unit(other.unit)
    if unit is None or unit.dimension is not other.dimension:
        return None

    def based(value: Decimal | None) -> Decimal | None:
        return None if value is None else unit.to_base(value)

    return replace(
        bare,
        low=based(bare.low),
        high=based(bare.high),
        value=based(bare.value),
        resolution=unit.step_to_base(bare.resolution),
        dimension=other.dimension,
        unit=other.unit,
        per=other.per,
    )
