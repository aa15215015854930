"""Makes dates from numbers: the days of a month, quarter, year, decade or span."""

from __future__ import annotations

from calendar import monthrange

from msgspec.structs import replace

from verifier.language.dates.model import ANY_YEAR, DateInterval, Day, Granularity
from verifier.language.dates.words import DASHES, PARTS
from verifier.language.scanning import Scan

Hit = tuple[DateInterval, int]


def is_day(year: int, month: int, day: int) -> bool:
    """Whether there is such a day."""
    return 1 <= month <= 12 and 1 <= day <= _length(year, month)


def _length(year: int, month: int) -> int:
    return monthrange(year if 1 <= year <= 9999 else ANY_YEAR, month)[1]


def one_day(tokens: Scan, i: int, end: int, year: int, month: int, day: int) -> Hit | None:
    """That day, written from token `i` to `end`; None if there is no such day."""
    return days_of(tokens, i, end, year, month, day, day)


def days_of(
    tokens: Scan, i: int, end: int, year: int, month: int, day: int, last: int
) -> Hit | None:
    """The days `day` to `last` of a month; year 0 stands for an unstated one."""
    at = year or ANY_YEAR
    if not is_day(at, month, day) or not is_day(at, month, last) or last < day:
        return None
    kind = Granularity.DAY if day == last else Granularity.SPAN
    return _interval(tokens, i, end, kind, year, (month, day), (month, last))


def one_month(tokens: Scan, i: int, end: int, year: int, month: int) -> Hit:
    """That month; year 0 stands for an unstated one."""
    return months_of(tokens, i, end, year, month, month)


def months_of(tokens: Scan, i: int, end: int, year: int, month: int, last: int) -> Hit:
    """The months `month` to `last` of a year."""
    kind = Granularity.MONTH if month == last else Granularity.SPAN
    ends = (last, _length(year or ANY_YEAR, last))
    return _interval(tokens, i, end, kind, year, (month, 1), ends)


def quarter_of(tokens: Scan, i: int, end: int, year: int, number: int) -> Hit:
    """The calendar quarter of that number."""
    last = 3 * number
    ends = (last, _length(ANY_YEAR, last))
    return _interval(tokens, i, end, Granularity.QUARTER, year, (last - 2, 1), ends)


def half_of(tokens: Scan, i: int, end: int, year: int, number: int) -> Hit:
    """The half year of that number."""
    last = 6 * number
    ends = (last, _length(ANY_YEAR, last))
    return _interval(tokens, i, end, Granularity.HALF, year, (last - 5, 1), ends)


def _interval(
    tokens: Scan,
    i: int,
    end: int,
    kind: Granularity,
    year: int,
    first: tuple[int, int],
    last: tuple[int, int],
) -> Hit:
    at = year or ANY_YEAR
    span = (tokens.starts[i], tokens.ends[end - 1])
    days = (Day(at, *first), Day(at, *last))
    return DateInterval(*span, kind, *days, has_year=bool(year)), end


def years_of(tokens: Scan, i: int, end: int, first: int, last: int) -> Hit:
    """The years `first` to `last`, as one year is written."""
    return part_of(tokens, i, end, Granularity.YEAR, first, last)


def span_of(tokens: Scan, i: int, end: int, first: int, last: int) -> Hit:
    """The years `first` to `last`, as a span."""
    return part_of(tokens, i, end, Granularity.SPAN, first, last)


def part_of(tokens: Scan, i: int, end: int, kind: Granularity, first: int, last: int) -> Hit:
    """The years [first, last], narrowed by "early", "mid" or "late" before them."""
    words = tokens.words
    before = i - 1
    if before >= 0 and words[before] in DASHES and tokens.glued(i):
        before -= 1
    elif before >= 1 and words[before] == "the" and words[before - 1] == "of":
        before -= 2
    begin, months = i, (1, 12)
    part = PARTS.get(words[before]) if before >= 0 else None
    if part and kind in (Granularity.DECADE, Granularity.CENTURY):
        scale = 1 if kind is Granularity.DECADE else 10
        first, last = first + part[0] * scale, first + part[1] * scale + scale - 1
        begin = before
    elif part and kind is Granularity.YEAR:
        months = {0: (1, 5), 3: (4, 9), 6: (8, 12)}[part[0]]
        begin = before
    span = (tokens.starts[begin], tokens.ends[end - 1])
    days = (Day(first, months[0], 1), Day(last, months[1], _length(last, months[1])))
    return DateInterval(*span, kind, *days, approximate=begin != i), end


def in_year(date: DateInterval, year: int) -> DateInterval:
    """`date` moved into `year`, as far as its days exist there."""
    last_day = min(date.last.day, _length(year, date.last.month))
    return replace(
        date,
        first=Day(year, date.first.month, min(date.first.day, _length(year, date.first.month))),
        last=Day(year, date.last.month, last_day),
        has_year=True,
    )
