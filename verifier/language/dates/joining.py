"""What the words around and between dates make of them: bounds and ranges."""

from __future__ import annotations

import re

from msgspec.structs import replace

from verifier.language.dates.days import in_year
from verifier.language.dates.model import DateBound, DateInterval, Granularity
from verifier.language.scanning import Scan
from verifier.patterns import pattern

_BOUNDS = {
    "since": DateBound.SINCE, "after": DateBound.AFTER, "following": DateBound.AFTER,
    "before": DateBound.BEFORE, "until": DateBound.UNTIL, "till": DateBound.UNTIL,
    "through": DateBound.UNTIL, "by": DateBound.BY, "prior to": DateBound.BEFORE,
}  # fmt: skip


def with_bound(tokens: Scan, date: DateInterval, previous_end: int) -> DateInterval:
    """`date` with what the preposition before it makes of it."""
    window = tokens.text[max(previous_end, date.start - 24) : date.start].lower().split()
    if not window or date.granularity is Granularity.TIME:
        return date
    word = window[-1]
    if word in ("circa", "c.", "ca.", "around", "about", "~", "approximately"):
        return replace(date, approximate=True)
    if word == "to" and window[-2:-1] == ["prior"]:
        word = "prior to"
    return replace(date, bound=_BOUNDS[word]) if word in _BOUNDS else date


_JOINTS = pattern(r"\s*(?:to|and|until|through|[-–—])\s*", re.IGNORECASE)


def join(text: str, dates: list[DateInterval]) -> list[DateInterval]:
    """`dates` with "from 2019 to 2021" and "between May and July 2020" as one span each."""
    joined: list[DateInterval] = []
    for date in dates:
        if joined and _is_range(text, joined[-1], date):
            left = joined.pop()
            if not left.has_year and date.has_year:
                left = in_year(left, date.first.year)
            date = replace(
                date,
                start=left.start,
                first=left.first,
                granularity=Granularity.SPAN,
                bound=DateBound.ON,
                approximate=date.approximate or left.approximate,
            )
        joined.append(date)
    return joined


def _is_range(text: str, left: DateInterval, right: DateInterval) -> bool:
    joint = _JOINTS.fullmatch(text, left.end, right.start)
    if not joint or left.fiscal != right.fiscal or left.granularity is not right.granularity:
        return False
    if left.granularity not in (Granularity.YEAR, Granularity.MONTH, Granularity.DECADE):
        return False
    if left.has_year and not right.has_year:
        return False
    opening = text[max(0, left.start - 9) : left.start].lower().rstrip()
    word = joint[0].strip().lower()
    wanted = {"and": "between"}.get(word, "from" if word.isalpha() else "")
    same_year = left.has_year or in_year(left, right.first.year).first <= right.first
    return (
        opening.endswith(wanted) and (left.first <= right.first or not left.has_year) and same_year
    )
