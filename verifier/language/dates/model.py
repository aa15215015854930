"""The values of this package: a date as an interval of days, and how two compare."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct


class Granularity(StrEnum):
    """How finely a date is given."""

    TIME = "time of day"
    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half year"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"
    SPAN = "span"


class DateBound(StrEnum):
    """What the word before a date makes of it."""

    ON = "on"
    SINCE = "since"
    AFTER = "after"
    BEFORE = "before"
    UNTIL = "until"
    BY = "by"


class Day(NamedTuple):
    """A day of the proleptic Gregorian calendar; the year before AD 1 is 0."""

    year: int
    month: int
    day: int


class DateInterval(Struct, frozen=True, gc=False):
    """A date or period of a text.

    Attributes:
        start, end: in the text, without the preposition.
        first, last: its first and last day; of a time of day no days.
        has_year: False where the year is unstated; `first` and `last` then lie in the year 4.
        fiscal: whether the year is somebody's business year.
        other: the second reading of an ambiguous 12/03/2021.
        bound: "since 2015", "before 1990": the days are those of 2015 and 1990.
        approximate: "early 2020s", "circa 1850".
        minutes: of a time of day: minutes after midnight, twice where a.m. or p.m. is unstated.
    """

    start: int
    end: int
    granularity: Granularity
    first: Day
    last: Day
    has_year: bool = True
    fiscal: bool = False
    other: tuple[Day, Day] | None = None
    bound: DateBound = DateBound.ON
    approximate: bool = False
    minutes: tuple[int, ...] = ()


class DateRelation(StrEnum):
    """How a claim's date stands to a source's.

    SAME and CONTAINS (the claim is looser, or names an end of the source's span) bear the claim
    out, CONTAINED says more than the source, DISJOINT conflicts. OVERLAPS (also where only the
    claim states the year, or falls into a span of the source) and INCOMPARABLE decide nothing.
    """

    SAME = "same"
    CONTAINS = "contains"
    CONTAINED = "contained"
    OVERLAPS = "overlaps"
    DISJOINT = "disjoint"
    INCOMPARABLE = "incomparable"


ANY_YEAR = 4
NO_DAY = Day(0, 1, 1)
