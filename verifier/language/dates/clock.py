"""Reads times of day: "5 p.m.", "17:00", "5 o'clock"."""

from __future__ import annotations

from verifier.language.dates.days import Hit
from verifier.language.dates.model import NO_DAY, DateInterval, Granularity
from verifier.language.dates.words import DASHES
from verifier.language.scanning import Scan
from verifier.patterns import pattern

_CLOCK = pattern(r"([01]?\d|2[0-4])[:.]([0-5]\d)(?:[:.][0-5]\d)?")


def read_clock(tokens: Scan, i: int) -> Hit | None:
    """The time of day at token `i`, None if there is none."""
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
    return DateInterval(*span, Granularity.TIME, NO_DAY, NO_DAY, minutes=minutes), at


def _time_context(tokens: Scan, i: int) -> bool:
    """Whether a bare 17:00 is a time of day and no ratio, score or Bible verse."""
    minute = tokens.words[i].partition(":")[2]
    before = tokens.word_before(i)
    behind = tokens.words[i + 1]
    words = ("at", "from", "until", "till", "by", "to", "around", "about", "before", "after")
    return len(minute) == 2 and (
        before in words or before in DASHES or behind in ("h", "hrs", "hours", "gmt", "utc", "uhr")
    )


def _half_of_day(tokens: Scan, at: int) -> tuple[str, int]:
    words = tokens.words
    if words[at] in ("am", "pm"):
        return words[at][0], at + 1
    dotted = words[at] in ("a", "p") and words[at + 1 : at + 3] == (".", "m")
    if dotted:
        closed = words[at + 3] == "." and tokens.glued(at + 3)
        return words[at], at + 4 if closed else at + 3
    return "", at
