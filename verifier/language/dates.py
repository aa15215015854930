"""Dates and periods of a text, as intervals of days, and how two of them compare.

A date without its year ("12 March") keeps has_year = False and is compared by month and day. Fiscal
years are not calendar years, times of day not dates. 12/03/2021 keeps both its readings.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from verifier.language.numerals import ORDINAL_ENDINGS, ORDINALS
from verifier.language.scanning import Scan, TokenKind, scan


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


@dataclass(frozen=True, slots=True)
class DateInterval:
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

    SAME and CONTAINS (the claim is looser) bear the claim out, CONTAINED says more than the source,
    DISJOINT conflicts; OVERLAPS and INCOMPARABLE decide nothing.
    """

    SAME = "same"
    CONTAINS = "contains"
    CONTAINED = "contained"
    OVERLAPS = "overlaps"
    DISJOINT = "disjoint"
    INCOMPARABLE = "incomparable"


ANY_YEAR = 4
_NO_DAY = Day(0, 1, 1)
_MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug"
        "|september sep sept|october oct|november nov|december dec".split("|"),
        1,
    )
    for name in names.split()
}
_DASHES = frozenset("-–—‐‑‒−")
_PARTS = {"early": (0, 3), "mid": (3, 6), "middle": (3, 6), "late": (6, 9)}
_BOUNDS = {
    "since": DateBound.SINCE, "after": DateBound.AFTER, "following": DateBound.AFTER,
    "before": DateBound.BEFORE, "until": DateBound.UNTIL, "till": DateBound.UNTIL,
    "through": DateBound.UNTIL, "by": DateBound.BY, "prior to": DateBound.BEFORE,
}  # fmt: skip
_TIME_WORDS = frozenset(
    "in since by until till from of during last next early mid late this every through to and"
    " before after between for around circa about throughout or past previous each on".split()
)
_YEAR_WORDS = _TIME_WORDS | frozenset(
    "year years fiscal season spring summer autumn fall winter born died c ca est established"
    " founded copyright © ( , election the".split()
)
_PLURAL_COUNTED = frozenset(
    "people persons participants patients men women children students employees workers members"
    " soldiers troops users customers voters residents inhabitants households families subjects"
    " adults individuals respondents volunteers cases deaths infections jobs homes houses"
    " schools units copies pages words books languages species years months weeks days hours"
    " minutes seconds times points votes shares stores vehicles cars ships aircraft planes"
    " tonnes tons metres meters feet miles kilometres kilometers km acres hectares square cubic"
    " kg calories dollars euros pounds yen percent million billion thousand degrees watts"
    " megawatts seats tickets guests refugees prisoners civilians others more or additional new"
    " mg ml g m cm mm ft lbs kw mw gw rpm hz mhz w v mah".split()
)
_HEDGES = frozenset(
    "disease over than least most nearly almost approximately roughly exceeding fewer n = × x ±"
    " $ € £ ¥ ₹ # no number".split()
)
_SLASHED = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})")
_YEAR_FIRST = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")
_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)(?:[:.][0-5]\d)?")
_QUARTER_CODE = re.compile(r"q([1-4])|([1-4])q")
_HALF_CODE = re.compile(r"h([12])")
_FISCAL_CODE = re.compile(r"fy'?(\d{4}|\d{2})")
_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"[a-z]+")


def find_dates(text: str) -> tuple[DateInterval, ...]:
    """The dates, periods and times of day of `text`, in order, not overlapping."""
    if not _DIGIT.search(text) and _OPENING_WORDS.isdisjoint(_LETTERS.findall(text.lower())):
        return ()
    tokens = scan(text)
    found: list[DateInterval] = []
    reached = 0
    for index in range(tokens.size):
        if index < reached:
            continue
        kind = tokens.kinds[index]
        if kind is TokenKind.WORD and tokens.words[index] not in _OPENING_WORDS:
            continue
        read = _READERS.get(kind)
        hit = read(tokens, index) if read else None
        if hit is not None:
            date, reached = hit
            found.append(_bounded(tokens, date, found[-1].end if found else 0))
    return tuple(_joined(tokens.text, found))


_OPENING_WORDS = _MONTHS.keys() | ORDINALS.keys() | {"fiscal", "fy", "ad", "ce"}
_Hit = tuple[DateInterval, int]


# ---- readers, by kind of the first token ----------------------------------------------------


def _read_number(tokens: Scan, i: int) -> _Hit | None:
    if tokens.glued(i) and tokens.words[i - 1] in "$€£¥₹#":
        return None
    written = tokens.words[i]
    if not written.isdecimal():
        return _read_written_date(tokens, i) or _read_clock(tokens, i)
    for read in _NUMBER_READERS:
        if hit := read(tokens, i):
            return hit
    return None


def _read_written_date(tokens: Scan, i: int) -> _Hit | None:
    written = tokens.words[i]
    if match := _YEAR_FIRST.fullmatch(written):
        return _day(tokens, i, i + 1, int(match[1]), int(match[2]), int(match[3]))
    match = _SLASHED.fullmatch(written)
    if not match:
        return None
    year = _full_year(match[4])
    if match[2] == "." and len(match[4]) == 2:
        return None
    one, two = int(match[1]), int(match[3])
    readings = [(two, one)] if match[2] == "." else [(two, one), (one, two)]
    days = [Day(year, month, day) for month, day in readings if _is_day(year, month, day)]
    if not days:
        return None
    other = (days[1], days[1]) if len(set(days)) == 2 else None
    span = (tokens.starts[i], tokens.ends[i])
    return DateInterval(*span, Granularity.DAY, days[0], days[0], other=other), i + 1


def _read_iso(tokens: Scan, i: int) -> _Hit | None:
    words = tokens.words
    if len(words[i]) != 4 or words[i + 1] not in _DASHES or not tokens.glued(i + 1):
        return None
    if not (tokens.glued(i + 2) and words[i + 2].isdecimal() and len(words[i + 2]) == 2):
        return None
    year, month = int(words[i]), int(words[i + 2])
    if words[i + 3 : i + 4] and words[i + 3] in _DASHES and tokens.glued(i + 3):
        if tokens.glued(i + 4) and words[i + 4].isdecimal() and len(words[i + 4]) == 2:
            return _day(tokens, i, i + 5, year, month, int(words[i + 4]))
        return None
    is_month = 1 <= month <= 12 and month != year % 100 + 1
    return _month(tokens, i, i + 3, year, month) if is_month and 1000 <= year < 2100 else None


def _read_day_month(tokens: Scan, i: int) -> _Hit | None:
    """ "12 March 2021", "12th of March", "12-14 March 2021"."""
    words = tokens.words
    day = int(words[i]) if len(words[i]) <= 2 else 0
    if not 1 <= day <= 31:
        return None
    last, at = day, _after_ordinal(tokens, i)
    if words[at] in _DASHES and words[at + 1].isdecimal() and len(words[at + 1]) <= 2:
        last, at = int(words[at + 1]), _after_ordinal(tokens, at + 1)
    if words[at] == "of" or (words[at] in _DASHES and tokens.glued(at)):
        at += 1
    month = _month_at(tokens, at)
    if not month:
        return None
    at = _after_dot(tokens, at)
    year, end = _year_behind(tokens, at)
    return _days(tokens, i, end, year, month, day, last)


def _read_clock(tokens: Scan, i: int) -> _Hit | None:
    words = tokens.words
    match = _CLOCK.fullmatch(words[i])
    bare = words[i].isdecimal() and len(words[i]) <= 2 and int(words[i]) <= 12
    if not match and not bare:
        return None
    half, at = _half_of_day(tokens, i + 1)
    clock = words[i + 1] == "o'clock"
    hours_word = words[i + 1] in ("h", "hrs", "hours", "uhr", "gmt", "utc")
    if not half and not clock and (not match or ":" not in words[i]):
        return None
    if match and not half and not clock and words[i].count(":") > 1:
        return None
    hour = int(match[1]) if match else int(words[i])
    minute = int(match[2]) if match else 0
    if half:
        minutes: tuple[int, ...] = ((hour % 12 + (12 if half == "p" else 0)) * 60 + minute,)
    else:
        first = (hour % 24) * 60 + minute
        twice = 1 <= hour <= 12 and not hours_word and not words[i].startswith("0")
        minutes = (first, (first + 720) % 1440) if twice else (first,)
        at = i + 2 if clock else i + 1
        if not clock and not _time_context(tokens, i):
            return None
    span = (tokens.starts[i], tokens.ends[at - 1])
    return DateInterval(*span, Granularity.TIME, _NO_DAY, _NO_DAY, minutes=minutes), at


def _time_context(tokens: Scan, i: int) -> bool:
    """Whether a bare 17:00 is a time of day and no ratio, score or Bible verse."""
    minute = tokens.words[i].partition(":")[2]
    before = tokens.word_before(i)
    behind = tokens.words[i + 1]
    words = ("at", "from", "until", "till", "by", "to", "around", "about", "before", "after")
    return len(minute) == 2 and (
        before in words or before in _DASHES or behind in ("h", "hrs", "hours", "gmt", "utc", "uhr")
    )


def _half_of_day(tokens: Scan, at: int) -> tuple[str, int]:
    words = tokens.words
    if words[at] in ("am", "pm") and (
        tokens.raw(at).isupper() or words[at] == "pm" or tokens.raw(at).islower()
    ):
        return words[at][0], at + 1
    dotted = words[at] in ("a", "p") and words[at + 1 : at + 3] == (".", "m")
    if dotted:
        closed = words[at + 3] == "." and tokens.glued(at + 3)
        return words[at], at + 4 if closed else at + 3
    return "", at


def _read_century(tokens: Scan, i: int) -> _Hit | None:
    """ "18th century", "the 19th-century novel", "5th century BC"."""
    words = tokens.words
    number = int(words[i]) if len(words[i]) <= 2 else 0
    if not number or words[i + 1] not in ORDINAL_ENDINGS or not tokens.glued(i + 1):
        return None
    return _century(tokens, i, i + 2, number)


def _century(tokens: Scan, i: int, at: int, number: int) -> _Hit | None:
    words = tokens.words
    if words[at] in _DASHES and tokens.glued(at):
        at += 1
    if words[at] not in ("century", "centuries"):
        return None
    era, end = _era(tokens, at + 1)
    first = 100 * (number - 1) + 1
    years = (1 - (first + 99), 1 - first) if era == "bc" else (first - 1, first + 99)
    return _part(tokens, i, end, Granularity.CENTURY, *years)


def _read_decade(tokens: Scan, i: int) -> _Hit | None:
    """ "1990s", "1990's", "the '90s", "the 90s"."""
    words = tokens.words
    at = i + 1
    if words[at] in ("'", "’") and tokens.glued(at):
        at += 1
    if words[at] != "s" or not tokens.glued(at) or not words[i].endswith("0"):
        return None
    if len(words[i]) == 4 and 1000 <= int(words[i]) < 2100:
        year = int(words[i])
        if year % 100 == 0 and year < 2000:
            return _part(tokens, i, at + 1, Granularity.CENTURY, year, year + 99)
        return _part(tokens, i, at + 1, Granularity.DECADE, year, year + 9)
    marked = tokens.word_before(i) in ("'", "’", "‘", "the", "mid", "early", "late") or (
        tokens.word_before(i) in _DASHES
    )
    if len(words[i]) == 2 and marked and int(words[i]) >= 20 and words[i - 2 : i - 1] != ("in",):
        year = 1900 + int(words[i])
        return _part(tokens, i, at + 1, Granularity.DECADE, year, year + 9)
    return None


def _read_year(tokens: Scan, i: int) -> _Hit | None:
    """A year alone, "2019-2021", "2019/20", "79 AD", "2025 Q3"."""
    words = tokens.words
    era, end = _era(tokens, i + 1)
    if era and len(words[i]) <= 5 and int(words[i]):
        year = 1 - int(words[i]) if era == "bc" else int(words[i])
        return _years(tokens, i, end, year, year)
    if not is_year(tokens, i):
        return None
    year, at = int(words[i]), i + 1
    if quarter := _quarter_behind(tokens, i, at, year):
        return quarter
    last, end = _range_end(tokens, at, year)
    if last:
        return _span(tokens, i, end, year, last)
    return _years(tokens, i, at, year, year)


def _range_end(tokens: Scan, at: int, year: int) -> tuple[int, int]:
    """The year at the end of a range that starts with `year`, 0 if there is none."""
    words = tokens.words
    if words[at] not in _DASHES or not words[at + 1].isdecimal():
        return 0, at
    written = words[at + 1]
    short = len(written) == 2 and tokens.glued(at) and tokens.glued(at + 1)
    if len(written) == 4 and int(written) >= year and int(written) < 2200:
        return int(written), at + 2
    if short and int(written) > year % 100:
        return year // 100 * 100 + int(written), at + 2
    return 0, at


def _read_word(tokens: Scan, i: int) -> _Hit | None:
    word = tokens.words[i]
    if word in _MONTHS:
        return _read_month(tokens, i)
    if word in ORDINALS:
        return _read_ordinal_period(tokens, i)
    if word in ("fiscal", "fy"):
        return _read_fiscal(tokens, i)
    if word in ("ad", "ce") and tokens.raw(i).isupper() and tokens.words[i + 1].isdecimal():
        year = int(tokens.words[i + 1]) if len(tokens.words[i + 1]) <= 4 else 0
        return _years(tokens, i, i + 2, year, year) if year else None
    return None


def _read_month(tokens: Scan, i: int) -> _Hit | None:
    """ "March 12th, 2021", "March 2021", "in March", "Sept. 3", "March-May 2020"."""
    words = tokens.words
    month = _month_at(tokens, i)
    if not month:
        return None
    at = _after_dot(tokens, i)
    if words[at] == "the" and words[at + 1].isdecimal():
        at += 1
    written = words[at]
    if written.isdecimal() and len(written) <= 2 and 1 <= int(written) <= 31:
        return _read_month_day(tokens, i, at, month)
    year, end = _year_behind(tokens, at)
    if year:
        return _month(tokens, i, end, year, month)
    if words[at] in _DASHES or words[at] in ("to", "through"):
        second = _month_at(tokens, at + 1)
        year, end = _year_behind(tokens, _after_dot(tokens, at + 1)) if second else (0, 0)
        if second > month:
            return _months(tokens, i, end, year, month, second)
    if tokens.word_before(i) in _TIME_WORDS or tokens.word_before(i) in _DASHES:
        return _month(tokens, i, at, 0, month)
    return None


def _read_month_day(tokens: Scan, i: int, at: int, month: int) -> _Hit | None:
    words = tokens.words
    day = last = int(words[at])
    at = _after_ordinal(tokens, at)
    if words[at] in _DASHES and words[at + 1].isdecimal() and len(words[at + 1]) <= 2:
        last, at = int(words[at + 1]), _after_ordinal(tokens, at + 1)
    elif words[at] in ("kg", "km", "%", "percent", "million", "billion"):
        return None
    year, end = _year_behind(tokens, at)
    return _days(tokens, i, end, year, month, day, last)


def _read_ordinal_period(tokens: Scan, i: int) -> _Hit | None:
    """ "third quarter of 2025", "first half", "nineteenth century", "twenty-first century"."""
    words = tokens.words
    number, at = ORDINALS[words[i]], i + 1
    if words[at] in _DASHES:
        at += 1
    if words[at] in ("quarter", "half"):
        limit = 4 if words[at] == "quarter" else 2
        if number > limit or (words[at] == "half" and not _year_named(tokens, at + 1)):
            return None
        make = _quarter if words[at] == "quarter" else _half
        return _with_year(tokens, i, at + 1, number, make)
    if number <= 20:
        tens = i >= 2 and words[i - 1] == "-" and words[i - 2] == "twenty" and number < 10
        return _century(tokens, i - 2 if tens else i, at, number + (20 if tens else 0))
    return None


def _year_named(tokens: Scan, at: int) -> bool:
    year, _, _ = _named_year(tokens, at)
    return bool(year)


_Maker = Callable[[Scan, int, int, int, int], _Hit]


def _with_year(tokens: Scan, i: int, at: int, number: int, make: _Maker) -> _Hit:
    year, fiscal, end = _named_year(tokens, at)
    date, end = make(tokens, i, end if year or fiscal else at, year, number)
    return replace(date, fiscal=fiscal), end


def _named_year(tokens: Scan, at: int) -> tuple[int, bool, int]:
    """The year behind "of", ", " or "fiscal year" at `at`, whether fiscal, and where it ends."""
    words = tokens.words
    while words[at] in ("of", ",", "the", "in") and words[at + 1 : at + 2]:
        at += 1
    fiscal = False
    if match := _FISCAL_CODE.fullmatch(words[at]):
        return _full_year(match[1]), True, at + 1
    while words[at] in ("fiscal", "fy", "financial", "year", "our", "its"):
        fiscal = fiscal or words[at] in ("fiscal", "fy", "financial")
        at += 1
    if _looks_like_year(words[at]):
        return int(words[at]), fiscal, at + 1
    return 0, False, at


def _read_fiscal(tokens: Scan, i: int) -> _Hit | None:
    year, _, end = _named_year(tokens, i)
    if not year:
        return None
    date, end = _quarter_behind(tokens, i, end, year) or _years(tokens, i, end, year, year)
    return replace(date, fiscal=True), end


def _quarter_behind(tokens: Scan, i: int, at: int, year: int) -> _Hit | None:
    """ "2025 Q3", "2020 fourth quarter"."""
    words = tokens.words
    if match := _QUARTER_CODE.fullmatch(words[at]):
        return _quarter(tokens, i, at + 1, year, int(match[1] or match[2]))
    number = ORDINALS.get(words[at], 0)
    noun = at + 2 if words[at + 1 : at + 2] and words[at + 1] in _DASHES else at + 1
    if 1 <= number <= 4 and noun < tokens.size and words[noun] == "quarter":
        return _quarter(tokens, i, noun + 1, year, number)
    return None


def _read_code(tokens: Scan, i: int) -> _Hit | None:
    word = tokens.words[i]
    if match := _QUARTER_CODE.fullmatch(word):
        return _with_year(tokens, i, i + 1, int(match[1]), _quarter)
    if (match := _HALF_CODE.fullmatch(word)) and _year_named(tokens, i + 1):
        return _with_year(tokens, i, i + 1, int(match[1]), _half)
    if match := _FISCAL_CODE.fullmatch(word):
        year = _full_year(match[1])
        date, end = _years(tokens, i, i + 1, year, year)
        return replace(date, fiscal=True), end
    return None


_NUMBER_READERS = (
    _read_iso,
    _read_day_month,
    _read_clock,
    _read_century,
    _read_decade,
    _read_year,
)
_READERS: dict[TokenKind, Callable[[Scan, int], _Hit | None]] = {
    TokenKind.NUMBER: _read_number,
    TokenKind.WORD: _read_word,
    TokenKind.CODE: _read_code,
}


# ---- small parts -----------------------------------------------------------------------------


def _looks_like_year(written: str) -> bool:
    return len(written) == 4 and written.isdecimal() and 1000 <= int(written) < 2200


def is_year(tokens: Scan, i: int) -> bool:
    """Whether the number at `i` is a year rather than a count, by its neighbours."""
    words = tokens.words
    if not _looks_like_year(words[i]) or tokens.text[tokens.starts[i]] == "0":
        return False
    year, before, behind = int(words[i]), tokens.word_before(i), words[i + 1]
    if before in _HEDGES or behind in _PLURAL_COUNTED or behind in ("%", "°", "$", "€", "£"):
        return False
    if behind in _DASHES and tokens.glued(i + 1) and words[i + 2] in _UNIT_WORDS:
        return False
    if tokens.glued(i + 1) and tokens.kinds[i + 1] is TokenKind.WORD:
        return False
    if tokens.glued(i) and (before == "." or before == "/" or before == "_"):
        return False
    if 1900 <= year < 2100:
        return True
    return before in _YEAR_WORDS or before in _DASHES or before in _MONTHS


_UNIT_WORDS = frozenset(
    "year day metre meter foot mile acre page seat man strong km m kg ton tonne word member"
    " kilometre kilometer pound hour minute mg ml w kw mw horsepower hp".split()
)


def _full_year(written: str) -> int:
    if len(written) == 4:
        return int(written)
    return (2000 if int(written) < 70 else 1900) + int(written)


def _era(tokens: Scan, at: int) -> tuple[str, int]:
    words = tokens.words
    if words[at] in ("bc", "bce", "ad", "ce") and tokens.raw(at).isupper():
        return ("bc" if words[at].startswith("b") else "ad"), at + 1
    for era in ("b.c.", "a.d."):
        if words[at : at + 4] == tuple(era):
            return era[0::2].replace(".", ""), at + 4
    return "", at


def _month_at(tokens: Scan, at: int) -> int:
    """The month named at `at`, 0 if none: it needs a capital, or all capitals."""
    month = _MONTHS.get(tokens.words[at], 0)
    return month if month and tokens.raw(at)[0].isupper() else 0


def _after_dot(tokens: Scan, at: int) -> int:
    """The token behind a month's name and the full stop of its abbreviation."""
    short = len(tokens.words[at]) <= 4
    return at + 2 if short and tokens.words[at + 1] == "." and tokens.glued(at + 1) else at + 1


def _after_ordinal(tokens: Scan, at: int) -> int:
    return at + 2 if tokens.words[at + 1] in ORDINAL_ENDINGS and tokens.glued(at + 1) else at + 1


def _year_behind(tokens: Scan, at: int) -> tuple[int, int]:
    """The year at `at`, with a comma or "of" before it, and where it ends; 0 if there is none."""
    words = tokens.words
    begin = (
        at + 1 if words[at] in (",", "of") or (words[at] in _DASHES and tokens.glued(at)) else at
    )
    if begin >= tokens.size or not _looks_like_year(words[begin]):
        return 0, at
    if words[at] == "," and words[begin + 1] in _PLURAL_COUNTED:
        return 0, at
    return int(words[begin]), begin + 1


def _is_day(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _length(year, month)


def _length(year: int, month: int) -> int:
    return monthrange(year if 1 <= year <= 9999 else ANY_YEAR, month)[1]


def _day(tokens: Scan, i: int, end: int, year: int, month: int, day: int) -> _Hit | None:
    return _days(tokens, i, end, year, month, day, day)


def _days(
    tokens: Scan, i: int, end: int, year: int, month: int, day: int, last: int
) -> _Hit | None:
    at = year or ANY_YEAR
    if not _is_day(at, month, day) or not _is_day(at, month, last) or last < day:
        return None
    kind = Granularity.DAY if day == last else Granularity.SPAN
    return _interval(tokens, i, end, kind, year, (month, day), (month, last))


def _month(tokens: Scan, i: int, end: int, year: int, month: int) -> _Hit:
    return _months(tokens, i, end, year, month, month)


def _months(tokens: Scan, i: int, end: int, year: int, month: int, last: int) -> _Hit:
    kind = Granularity.MONTH if month == last else Granularity.SPAN
    ends = (last, _length(year or ANY_YEAR, last))
    return _interval(tokens, i, end, kind, year, (month, 1), ends)


def _quarter(tokens: Scan, i: int, end: int, year: int, number: int) -> _Hit:
    last = 3 * number
    ends = (last, _length(ANY_YEAR, last))
    return _interval(tokens, i, end, Granularity.QUARTER, year, (last - 2, 1), ends)


def _half(tokens: Scan, i: int, end: int, year: int, number: int) -> _Hit:
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
) -> _Hit:
    at = year or ANY_YEAR
    span = (tokens.starts[i], tokens.ends[end - 1])
    days = (Day(at, *first), Day(at, *last))
    return DateInterval(*span, kind, *days, has_year=bool(year)), end


def _years(tokens: Scan, i: int, end: int, first: int, last: int) -> _Hit:
    return _part(tokens, i, end, Granularity.YEAR, first, last)


def _span(tokens: Scan, i: int, end: int, first: int, last: int) -> _Hit:
    return _part(tokens, i, end, Granularity.SPAN, first, last)


def _part(tokens: Scan, i: int, end: int, kind: Granularity, first: int, last: int) -> _Hit:
    """The years [first, last], narrowed by "early", "mid" or "late" before them."""
    words = tokens.words
    before = i - 1
    if before >= 0 and words[before] in _DASHES and tokens.glued(i):
        before -= 1
    elif before >= 1 and words[before] == "the" and words[before - 1] == "of":
        before -= 2
    begin, months = i, (1, 12)
    part = _PARTS.get(words[before]) if before >= 0 else None
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


def _bounded(tokens: Scan, date: DateInterval, previous_end: int) -> DateInterval:
    """`date` with what the preposition before it makes of it."""
    window = tokens.text[max(previous_end, date.start - 24) : date.start].lower().split()
    if not window or date.granularity is Granularity.TIME:
        return date
    word = window[-1]
    if word in ("circa", "c.", "ca.", "around", "about", "~", "approximately"):
        return replace(date, approximate=True)
    if word == "to" and window[-2:-1] == ["prior"]:
        word = "prior to"
    return replace(date, bound=_BOUNDS.get(word, DateBound.ON))


_JOINTS = re.compile(r"\s*(?:to|and|until|through|[-–—])\s*", re.IGNORECASE)


def _joined(text: str, dates: list[DateInterval]) -> list[DateInterval]:
    """`dates` with "from 2019 to 2021" and "between May and July 2020" as one span each."""
    joined: list[DateInterval] = []
    for date in dates:
        if joined and _is_range(text, joined[-1], date):
            left = joined.pop()
            if not left.has_year and date.has_year:
                left = _in_year(left, date.first.year)
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
    same_year = left.has_year or _in_year(left, right.first.year).first <= right.first
    return (
        opening.endswith(wanted) and (left.first <= right.first or not left.has_year) and same_year
    )


def _in_year(date: DateInterval, year: int) -> DateInterval:
    last_day = min(date.last.day, _length(year, date.last.month))
    return replace(
        date,
        first=Day(year, date.first.month, min(date.first.day, _length(year, date.first.month))),
        last=Day(year, date.last.month, last_day),
        has_year=True,
    )


# ---- comparing -------------------------------------------------------------------------------

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
    relation = _compare_readings(_in_year(claim, ANY_YEAR), _in_year(source, ANY_YEAR))
    if relation is DateRelation.SAME and claim.has_year != source.has_year:
        return DateRelation.CONTAINED if claim.has_year else DateRelation.CONTAINS
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
        ends = source.granularity is Granularity.SPAN and _is_end(claim, source)
        return DateRelation.CONTAINS if ends else DateRelation.CONTAINED
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
