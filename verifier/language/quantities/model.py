"""The values of this package: a quantity as an interval with a dimension, and how two compare."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct

from verifier.language.units import Dimension


class Bound(StrEnum):
    """What the words around a number make of it."""

    EXACT = "exactly"
    ABOUT = "about"
    ALMOST = "almost"
    JUST_OVER = "just over"
    AT_LEAST = "at least"
    MORE_THAN = "more than"
    AT_MOST = "at most"
    LESS_THAN = "less than"
    BETWEEN = "between"
    SOME = "an unstated number of"


class Quantity(Struct, frozen=True, gc=False):
    """A quantity of a text, as an interval of values.

    Attributes:
        start, end: the whole of it in the text: hedge, sign, number and unit.
        number_start, number_end: the number, or the range of numbers, alone.
        low, high: the interval in the base unit of the dimension; None where unbounded.
        low_open, high_open: whether that end itself is left out ("more than 300").
        value: the number as stated, in the base unit; None for a range or a vague number.
        unit: the canonical unit ("km"); for money the ISO 4217 code, a bare "$", or "" if unstated;
            for a score the score; "" for a bare count.
        per: what it is a rate of ("share", "year"), "" if nothing; for a compound unit its
            dimensions ("current/area").
        resolution: what rounding to the digits shown could hide, in the base unit: for
            "2.1 billion" 0.1 billion. 0 where nothing can hide (a number word).
        noun: what is counted, in lower case and singular ("participant"), "" if not found; for an
            ordinal the noun phrase ("studio album").
    """

    start: int
    end: int
    number_start: int
    number_end: int
    low: Decimal | None
    high: Decimal | None
    dimension: Dimension
    value: Decimal | None = None
    low_open: bool = False
    high_open: bool = False
    unit: str = ""
    per: str = ""
    approximate: bool = False
    bound: Bound = Bound.EXACT
    resolution: Decimal = Decimal(0)
    noun: str = ""


class Relation(StrEnum):
    """How a claim's quantity stands to a source's.

    EQUAL, ROUNDED and CONTAINED bear the claim out, TIGHTER overclaims, DISJOINT and
    DIFFERENT_UNIT conflict, INCOMPARABLE says nothing.
    """

    EQUAL = "equal"
    ROUNDED = "rounded"
    CONTAINED = "contained"
    TIGHTER = "tighter"
    DISJOINT = "disjoint"
    DIFFERENT_UNIT = "different unit"
    INCOMPARABLE = "incomparable"

    @property
    def supports(self) -> bool:
        """Whether a claim with such a quantity is borne out."""
        return self in (Relation.EQUAL, Relation.ROUNDED, Relation.CONTAINED)
