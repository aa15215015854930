"""Finds the dates, periods and times of day of a text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from verifier.language.dates.clock import read_clock
from verifier.language.dates.days import (
    Hit,
    days_of,
    half_of,
    is_day,
    months_of,
    one_day,
    one_month,
    part_of,
    quarter_of,
    span_of,
    years_of,
)
from verifier.language.dates.joining import join, with_bound
from verifier.language.dates.model import DateInterval, Day, Granularity
from verifier.language.dates.words import (
    DASHES,
    FISCAL_CODE,
    HALF_CODE,
    MONTHS,
    QUARTER_CODE,
    TIME_WORDS,
    after_dot,
    after_ordinal,
    era_at,
    full_year,
    is_year,
    month_at,
    named_year,
    year_behind,
    year_named,
)
from verifier.language.numerals import ORDINAL_ENDINGS, ORDINALS
from verifier.language.scanning import Scan, TokenKind, scan
from verifier.patterns import pattern

_SLASHED = pattern(r"(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})")
_YEAR_FIRST = pattern(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})")
_DIGIT = pattern(r"\d")
_LETTERS = pattern(r"[a-z]+")


@lru_cache(maxsize=512)
def find_dates(text: str) -> tuple[DateInterval, ...]:
    """The dates, periods and times of day of `text`, in order, not overlapping."""
    if not _DIGIT.search(text) and _OPENING_WORDS.isdisjoint(_LETTERS.findall(text.lower())):
        return ()
    tokens = scan(text)
    found: list[DateInterval] = []
    reached = 0
    for index, (kind, word) in enumerate(zip(tokens.kinds, tokens.words, strict=True)):
        if (kind is TokenKind.WORD and word not in _OPENING_WORDS) or index < reached:
            continue
        read = _READERS.get(kind)
        hit = read(tokens, index) if read else None
        if hit is not None:
            date, reached = hit
            found.append(with_bound(tokens, date, found[-1].end if found else 0))
    return tuple(join(tokens.text, found))


_OPENING_WORDS = MONTHS.keys() | ORDINALS.keys() | {"fiscal", "fy", "ad", "ce"}


def _read_number(tokens: Scan, i: int) -> Hit | None:
    if tokens.glued(i) and tokens.words[i - 1] in "$€£¥₹#":
        return None
    written = tokens.words[i]
    if not written.isdecimal():
        return _read_written_date(tokens, i) or read_clock(tokens, i)
    for read in _NUMBER_READERS:
        if hit := read(tokens, i):
            return hit
    return None


def _read_written_date(tokens: Scan, i: int) -> Hit | None:
    written = tokens.words[i]
    if match := _YEAR_FIRST.fullmatch(written):
        return one_day(tokens, i, i + 1, int(match[1]), int(match[2]), int(match[3]))
    match = _SLASHED.fullmatch(written)
    if not match:
        return None
    year = full_year(match[4])
    if match[2] == "." and len(match[4]) == 2:
        return None
    one, two = int(match[1]), int(match[3])
    readings = [(two, one)] if match[2] == "." else [(two, one), (one, two)]
    days = [Day(year, month, day) for month, day in readings if is_day(year, month, day)]
    if not days:
        return None
    other = (days[1], days[1]) if len(set(days)) == 2 else None
    span = (tokens.starts[i], tokens.ends[i])
    return DateInterval(*span, Granularity.DAY, days[0], days[0], other=other), i + 1


def _read_iso(tokens: Scan, i: int) -> Hit | None:
    words = tokens.words
    if len(words[i]) != 4 or words[i + 1] not in DASHES or not tokens.glued(i + 1):
        return None
    if not (tokens.glued(i + 2) and words[i + 2].isdecimal() and len(words[i + 2]) == 2):
        return None
    year, month = int(words[i]), int(words[i + 2])
    if words[i + 3 : i + 4] and words[i + 3] in DASHES and tokens.glued(i + 3):
        if tokens.glued(i + 4) and words[i + 4].isdecimal() and len(words[i + 4]) == 2:
            return one_day(tokens, i, i + 5, year, month, int(words[i + 4]))
        return None
    is_month = 1 <= month <= 12 and month != year % 100 + 1
    return one_month(tokens, i, i + 3, year, month) if is_month and 1000 <= year < 2100 else None


def _read_day_month(tokens: Scan, i: int) -> Hit | None:
    """ "12 March 2021", "12th of March", "12-14 March 2021"."""
    words = tokens.words
    day = int(words[i]) if len(words[i]) <= 2 else 0
    if not 1 <= day <= 31:
        return None
    last, at = day, after_ordinal(tokens, i)
    if words[at] in DASHES and words[at + 1].isdecimal() and len(words[at + 1]) <= 2:
        last, at = int(words[at + 1]), after_ordinal(tokens, at + 1)
    if words[at] == "of" or (words[at] in DASHES and tokens.glued(at)):
        at += 1
    month = month_at(tokens, at)
    if not month:
        return None
    at = after_dot(tokens, at)
    year, end = year_behind(tokens, at)
    return days_of(tokens, i, end, year, month, day, last)


def _read_century(tokens: Scan, i: int) -> Hit | None:
    """ "18th century", "the 19th-century novel", "5th century BC"."""
    words = tokens.words
    number = int(words[i]) if len(words[i]) <= 2 else 0
    if not number or words[i + 1] not in ORDINAL_ENDINGS or not tokens.glued(i + 1):
        return None
    return _century(tokens, i, i + 2, number)


def _century(tokens: Scan, i: int, at: int, number: int) -> Hit | None:
    words = tokens.words
    if words[at] in DASHES and tokens.glued(at):
        at += 1
    if words[at] not in ("century", "centuries"):
        return None
    era, end = era_at(tokens, at + 1)
    first = 100 * (number - 1) + 1
    years = (1 - (first + 99), 1 - first) if era == "bc" else (first - 1, first + 99)
    return part_of(tokens, i, end, Granularity.CENTURY, *years)


def _read_decade(tokens: Scan, i: int) -> Hit | None:
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
            return part_of(tokens, i, at + 1, Granularity.CENTURY, year, year + 99)
        return part_of(tokens, i, at + 1, Granularity.DECADE, year, year + 9)
    marked = tokens.word_before(i) in ("'", "’", "‘", "the", "mid", "early", "late") or (
        tokens.word_before(i) in DASHES
    )
    if len(words[i]) == 2 and marked and int(words[i]) >= 20 and words[i - 2 : i - 1] != ("in",):
        year = 1900 + int(words[i])
        return part_of(tokens, i, at + 1, Granularity.DECADE, year, year + 9)
    return None


def _read_year(tokens: Scan, i: int) -> Hit | None:
    """A year alone, "2019-2021", "2019/20", "79 AD", "2025 Q3"."""
    words = tokens.words
    era, end = era_at(tokens, i + 1)
    if era and len(words[i]) <= 5 and int(words[i]):
        year = 1 - int(words[i]) if era == "bc" else int(words[i])
        return years_of(tokens, i, end, year, year)
    if not is_year(tokens, i):
        return None
    year, at = int(words[i]), i + 1
    if quarter := _quarter_behind(tokens, i, at, year):
        return quarter
    last, end = _range_end(tokens, at, year)
    if last:
        return span_of(tokens, i, end, year, last)
    return years_of(tokens, i, at, year, year)


def _range_end(tokens: Scan, at: int, year: int) -> tuple[int, int]:
    """The year at the end of a range that starts with `year`, 0 if there is none."""
    words = tokens.words
    if words[at] not in DASHES or not words[at + 1].isdecimal():
        return 0, at
    written = words[at + 1]
    short = len(written) == 2 and tokens.glued(at) and tokens.glued(at + 1)
    if len(written) == 4 and int(written) >= year and int(written) < 2200:
        return int(written), at + 2
    if short and int(written) > year % 100:
        return year // 100 * 100 + int(written), at + 2
    return 0, at


def _read_word(tokens: Scan, i: int) -> Hit | None:
    word = tokens.words[i]
    if word in MONTHS:
        return _read_month(tokens, i)
    if word in ORDINALS:
        return _read_ordinal_period(tokens, i)
    if word in ("fiscal", "fy"):
        return _read_fiscal(tokens, i)
    if word in ("ad", "ce") and tokens.raw(i).isupper() and tokens.words[i + 1].isdecimal():
        year = int(tokens.words[i + 1]) if len(tokens.words[i + 1]) <= 4 else 0
        return years_of(tokens, i, i + 2, year, year) if year else None
    return None


def _read_month(tokens: Scan, i: int) -> Hit | None:
    """ "March 12th, 2021", "March 2021", "in March", "Sept. 3", "March-May 2020"."""
    words = tokens.words
    month = month_at(tokens, i)
    if not month:
        return None
    at = after_dot(tokens, i)
    if words[at] == "the" and words[at + 1].isdecimal():
        at += 1
    written = words[at]
    if written.isdecimal() and len(written) <= 2 and 1 <= int(written) <= 31:
        return _read_month_day(tokens, i, at, month)
    year, end = year_behind(tokens, at)
    if year:
        return one_month(tokens, i, end, year, month)
    if words[at] in DASHES or words[at] in ("to", "through"):
        second = month_at(tokens, at + 1)
        year, end = year_behind(tokens, after_dot(tokens, at + 1)) if second else (0, 0)
        if second > month:
            return months_of(tokens, i, end, year, month, second)
    if tokens.word_before(i) in TIME_WORDS or tokens.word_before(i) in DASHES:
        return one_month(tokens, i, at, 0, month)
    return None


def _read_month_day(tokens: Scan, i: int, at: int, month: int) -> Hit | None:
    words = tokens.words
    day = last = int(words[at])
    at = after_ordinal(tokens, at)
    if words[at] in DASHES and words[at + 1].isdecimal() and len(words[at + 1]) <= 2:
        last, at = int(words[at + 1]), after_ordinal(tokens, at + 1)
    elif words[at] in ("kg", "km", "%", "percent", "million", "billion"):
        return None
    year, end = year_behind(tokens, at)
    return days_of(tokens, i, end, year, month, day, last)


def _read_ordinal_period(tokens: Scan, i: int) -> Hit | None:
    """ "third quarter of 2025", "first half", "nineteenth century", "twenty-first century"."""
    words = tokens.words
    number, at = ORDINALS[words[i]], i + 1
    if words[at] in DASHES:
        at += 1
    if words[at] in ("quarter", "half"):
        limit = 4 if words[at] == "quarter" else 2
        if number > limit or (words[at] == "half" and not year_named(tokens, at + 1)):
            return None
        make = quarter_of if words[at] == "quarter" else half_of
        return _with_year(tokens, i, at + 1, number, make)
    if number <= 20:
        tens = i >= 2 and words[i - 1] == "-" and words[i - 2] == "twenty" and number < 10
        return _century(tokens, i - 2 if tens else i, at, number + (20 if tens else 0))
    return None


_Maker = Callable[[Scan, int, int, int, int], Hit]


def _with_year(tokens: Scan, i: int, at: int, number: int, make: _Maker) -> Hit:
    year, fiscal, end = named_year(tokens, at)
    date, end = make(tokens, i, end if year or fiscal else at, year, number)
    return replace(date, fiscal=fiscal), end


def _read_fiscal(tokens: Scan, i: int) -> Hit | None:
    year, _, end = named_year(tokens, i)
    if not year:
        return None
    date, end = _quarter_behind(tokens, i, end, year) or years_of(tokens, i, end, year, year)
    return replace(date, fiscal=True), end


def _quarter_behind(tokens: Scan, i: int, at: int, year: int) -> Hit | None:
    """ "2025 Q3", "2020 fourth quarter"."""
    words = tokens.words
    if match := QUARTER_CODE.fullmatch(words[at]):
        return quarter_of(tokens, i, at + 1, year, int(match[1] or match[2]))
    number = ORDINALS.get(words[at], 0)
    noun = at + 2 if words[at + 1 : at + 2] and words[at + 1] in DASHES else at + 1
    if 1 <= number <= 4 and noun < tokens.size and words[noun] == "quarter":
        return quarter_of(tokens, i, noun + 1, year, number)
    return None


def _read_code(tokens: Scan, i: int) -> Hit | None:
    word = tokens.words[i]
    if match := QUARTER_CODE.fullmatch(word):
        return _with_year(tokens, i, i + 1, int(match[1]), quarter_of)
    if (match := HALF_CODE.fullmatch(word)) and year_named(tokens, i + 1):
        return _with_year(tokens, i, i + 1, int(match[1]), half_of)
    if match := FISCAL_CODE.fullmatch(word):
        year = full_year(match[1])
        date, end = years_of(tokens, i, i + 1, year, year)
        return replace(date, fiscal=True), end
    return None


_NUMBER_READERS = (
    _read_iso,
    _read_day_month,
    read_clock,
    _read_century,
    _read_decade,
    _read_year,
)
_READERS: dict[TokenKind, Callable[[Scan, int], Hit | None]] = {
    TokenKind.NUMBER: _read_number,
    TokenKind.WORD: _read_word,
    TokenKind.CODE: _read_code,
}
