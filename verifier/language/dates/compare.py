"""How a claim's date stands to a source's."""

from __future__ import annotations

from msgspec.structs import replace

from verifier.language.dates.days import in_year
from verifier.language.dates.model import (
    ANY_YEAR,
    DateBound,
    DateInterval,
    DateRelation,
    Day,
    Granularity,
)

_INSIDE_YEAR = (Granularity.DAY, Granularity.MONTH, Granularity.QUARTER, Granularity.HALF)


def compare_dates(claim: DateInterval, source: DateInterval) -> DateRelation:
    """How the claim's date stands to the source's."""
    times = (claim.granularity is Granularity.TIME, source.granularity is Granularity.TIME)
    if any(times):
        if not all(times):
            return DateRelation.INCOMPARABLE
        same = set(claim.minutes) & set(source.minutes)
        return DateRelation.SAME if same else DateRelation.DISJOINT
    if claim.fiscal != source.fiscal:
        return DateRelation.INCOMPARABLE
    if not (claim.has_year and source.has_year):
        return _compare_without_year(claim, source)
    return _compare_readings(claim, source)


def _compare_without_year(claim: DateInterval, source: DateInterval) -> DateRelation:
    kinds = (claim.granularity, source.granularity)
    if any(kind not in _INSIDE_YEAR and kind is not Granularity.SPAN for kind in kinds):
        return DateRelation.INCOMPARABLE
    if (Granularity.QUARTER in kinds or Granularity.HALF in kinds) and kinds[0] is not kinds[1]:
        return DateRelation.INCOMPARABLE
    if any(date.first.year != date.last.year for date in (claim, source)):
        return DateRelation.INCOMPARABLE
    relation = _compare_readings(in_year(claim, ANY_YEAR), in_year(source, ANY_YEAR))
    if relation is DateRelation.SAME and claim.has_year != source.has_year:
        # The source's year is known to its reader, as a rule, from elsewhere in it.
        return DateRelation.OVERLAPS if claim.has_year else DateRelation.CONTAINS
    if relation is DateRelation.CONTAINS and claim.has_year:
        return DateRelation.OVERLAPS
    if relation is DateRelation.CONTAINED and source.has_year:
        return DateRelation.OVERLAPS
    return relation


_BEST_FIRST = (
    DateRelation.SAME,
    DateRelation.CONTAINS,
    DateRelation.CONTAINED,
    DateRelation.OVERLAPS,
    DateRelation.INCOMPARABLE,
    DateRelation.DISJOINT,
)


def _compare_readings(claim: DateInterval, source: DateInterval) -> DateRelation:
    relations = {
        _compare_days(one, other) for one in _readings(claim) for other in _readings(source)
    }
    return next(relation for relation in _BEST_FIRST if relation in relations)


def _readings(date: DateInterval) -> list[DateInterval]:
    if date.other is None:
        return [date]
    return [date, replace(date, first=date.other[0], last=date.other[1])]


_POINTLIKE = (DateBound.ON, DateBound.SINCE, DateBound.UNTIL)
_FAR_PAST, _FAR_FUTURE = Day(-(10**6), 1, 1), Day(10**6, 12, 31)


def _compare_days(claim: DateInterval, source: DateInterval) -> DateRelation:
    # "since 2015" and "in 2015" name the same beginning; "before 1990" is a stretch of time.
    one, other = _extent(claim), _extent(source)
    if claim.bound in _POINTLIKE and source.bound in _POINTLIKE:
        one, other = (claim.first, claim.last), (source.first, source.last)
    if one == other:
        return DateRelation.SAME
    if one[0] <= other[0] and other[1] <= one[1]:
        return DateRelation.CONTAINS
    if other[0] <= one[0] and one[1] <= other[1]:
        if source.granularity is not Granularity.SPAN:
            return DateRelation.CONTAINED
        # A life, a term of office: that something fell into it says nothing about when.
        return DateRelation.CONTAINS if _is_end(claim, source) else DateRelation.OVERLAPS
    if one[1] < other[0] or other[1] < one[0]:
        return DateRelation.INCOMPARABLE if _near(claim, source) else DateRelation.DISJOINT
    return DateRelation.OVERLAPS


def _is_end(claim: DateInterval, source: DateInterval) -> bool:
    """Whether the claim names the first or last year, month or day of the source's span."""
    return claim.granularity is Granularity.YEAR and (
        claim.first.year == source.first.year or claim.last.year == source.last.year
    )


def _near(claim: DateInterval, source: DateInterval) -> bool:
    """Whether a hedge ("circa 1850", "early 2020s") may bridge the gap between the two."""
    if not (claim.approximate or source.approximate):
        return False
    gap = max(source.first.year - claim.last.year, claim.first.year - source.last.year)
    wide = max(date.last.year - date.first.year for date in (claim, source))
    return gap <= max(2, wide // 2)


def _extent(date: DateInterval) -> tuple[Day, Day]:
    match date.bound:
        case DateBound.AFTER:
            return date.first, _FAR_FUTURE
        case DateBound.BEFORE | DateBound.BY:
            return _FAR_PAST, date.last
        case _:
            return date.first, date.last
