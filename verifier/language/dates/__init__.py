"""Dates and periods of a text, as intervals of days, and how two of them compare.

A date without its year ("12 March") keeps has_year = False and is compared by month and day. Fiscal
years are not calendar years, times of day not dates. 12/03/2021 keeps both its readings.
"""

from verifier.language.dates.compare import compare_dates
from verifier.language.dates.find import find_dates
from verifier.language.dates.model import (
    DateBound,
    DateInterval,
    DateRelation,
    Day,
    Granularity,
)

__all__ = [
    "DateBound",
    "DateInterval",
    "DateRelation",
    "Day",
    "Granularity",
    "compare_dates",
    "find_dates",
]
