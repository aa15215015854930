"""What stands behind a number: its unit, and what it is a rate of."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from verifier.language.quantities.nouns import HYPHENS, singular
from verifier.language.scanning import Scan, TokenKind
from verifier.language.units import (
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    Dimension,
    Unit,
    by_name,
    by_symbol,
    currency_of_code,
    opening_words,
)

_ONE = Decimal(1)


class Measure(Struct, frozen=True):
    """The unit behind a number; `end` is the token behind it."""

    unit: Unit
    end: int
    per: str = ""


PERCENT = Unit("%", Dimension.PERCENT)
POINTS = Unit("pp", Dimension.POINTS)
_PER_MILLE = Unit("‰", Dimension.PERCENT, _ONE, Decimal(10))
_BASIS_POINTS = Unit("bp", Dimension.POINTS, _ONE, Decimal(100))
_POINT_WORDS = frozenset("pp ppt ppts pps prozentpunkt prozentpunkte prozentpunkten".split())
COUNT = Unit("", Dimension.COUNT)
RATIO = Unit("x", Dimension.RATIO)
_RATIO_FOLLOWS = frozenset(
    "as more higher greater larger bigger faster slower less lower fewer smaller better worse"
    " the that likelier longer older what its their".split()
)
_STRETCHERS = frozenset(
    "more additional extra further other consecutive full whole straight".split()
)
_PERIODS = frozenset(
    "second minute hour day night week month quarter year decade century season game match"
    " share person head household barrel ton tonne unit piece ounce gallon litre liter pound"
    " mile kilometre kilometer annum capita student pupil employee patient customer user acre"
    " hectare square room ticket visit vote item bottle child woman man vehicle".split()
)
# Symbols that are words or letters of their own count only right behind the digits, or where the
# text ends or goes on with a small word.
_DELICATE = frozenset(
    ["in", "m", "s", "t", "h", "g", "l", "L", "A", "V", "W", "N", "J", "K", "M", "mo", "sec", "au",
     "AU", "bar", "ft", "Cal", "kt", "pc", "NM", "ac", "Fr"]
)  # fmt: skip


def read_measure(tokens: Scan, at: int) -> Measure | None:
    """The unit at token `at`, behind a number; None if there is none."""
    words = tokens.words
    if words[at] in HYPHENS and tokens.glued(at) == tokens.glued(at + 1):
        if not tokens.glued(at) and by_name(words[at + 1]) is None:
            return None
        at += 1
    if words[at] in _STRETCHERS and words[at + 1] not in ("than", "of"):
        named = _read_named(tokens, at + 1)
        return with_rate(tokens, named) if named else None
    base = _read_share(tokens, at) or _read_named(tokens, at) or _read_symbol(tokens, at)
    return with_rate(tokens, base) if base else None


def _read_share(tokens: Scan, at: int) -> Measure | None:
    """Percent, percentage points, basis points."""
    words = tokens.words
    word, end = words[at], 0
    if word in ("%", "percent", "pct", "prozent", "percentage"):
        end = at + 1
    elif word == "per" and words[at + 1] in ("cent", "mille"):
        end = at + 2
    elif word in ("‰", "permille"):
        return Measure(_PER_MILLE, at + 1)
    elif word == "basis" and words[at + 1] in ("point", "points"):
        return Measure(_BASIS_POINTS, at + 2)
    elif word in ("bps", "bp") and tokens.kinds[at] is TokenKind.WORD:
        return Measure(_BASIS_POINTS, at + 1)
    elif word in _POINT_WORDS:
        return Measure(POINTS, at + 1)
    if not end:
        return None
    if word == "per" and words[at + 1] == "mille":
        return Measure(_PER_MILLE, end)
    point = end + 1 if words[end] in HYPHENS else end
    if words[point] in ("point", "points", "pts"):
        return Measure(POINTS, point + 1)
    return None if word == "percentage" else Measure(PERCENT, end)


def _read_named(tokens: Scan, at: int) -> Measure | None:
    """A unit or currency by its name of up to three words: "square kilometres", "US dollars"."""
    if tokens.words[at] not in opening_words():
        return None
    names, ends = _names_at(tokens, at)
    for name, end in zip(reversed(names), reversed(ends), strict=True):
        if unit := by_name(name):
            return Measure(unit, end) if _is_unit_here(tokens, name, end) else None
        if name in CURRENCY_NAMES:
            code, parts = CURRENCY_NAMES[name]
            return Measure(Unit(code, Dimension.MONEY, _ONE, Decimal(parts)), end)
        if name in ("pound", "pounds"):
            return Measure(_pounds(tokens, at), end)
    return None


def _names_at(tokens: Scan, at: int) -> tuple[list[str], list[int]]:
    names: list[str] = []
    ends: list[int] = []
    name, end = "", at
    for _ in range(4):
        if end < tokens.size and name and tokens.words[end] in HYPHENS and tokens.glued(end):
            end += 1
        if end >= tokens.size or tokens.kinds[end] is not TokenKind.WORD:
            break
        word = tokens.words[end]
        name = f"{name} {word}" if name else word
        end += 1
        names.append(name)
        ends.append(end)
        if end < tokens.size and tokens.words[end] == "." and word in ("sq", "cu"):
            end += 1
    return names, ends


def _is_unit_here(tokens: Scan, name: str, end: int) -> bool:
    """Whether a unit's name is one here: not the "stone" bridge, "foot" soldiers, "bar" staff."""
    if name in ("bar", "stone", "mole", "gray", "click", "molar", "degree", "atmosphere"):
        return tokens.kinds[end] is not TokenKind.WORD or tokens.words[end] in _SMALL_WORDS
    return name != "quarter"


_SMALL_WORDS = frozenset(
    "of in at to and or for on per a an the is are was were from by with when while as than"
    " each long wide high deep tall above below away apart more less old later earlier ago"
    " behind during over under between into against after before but every compared versus"
    " vs".split()
)
_MONEY_WORDS = frozenset(
    "cost costs costing price prices priced paid pay pays paying worth spent spend spending"
    " sold sell bought buy fine fined fee fees debt debts loan loans loss losses revenue"
    " revenues profit profits salary salaries wage wages budget earn earns earned income fund"
    " funds funding invest invested investment raise raised tax taxes turnover transfer grant"
    " grants charge charged sales deficit value valued bill bills bid deal save saved"
    " saving".split()
)


def _pounds(tokens: Scan, at: int) -> Unit:
    """Pounds of money where the sentence speaks of money or of millions, else of weight."""
    near = tokens.words[max(0, at - 12) : at + 8]
    is_money = "£" in near or not _MONEY_WORDS.isdisjoint(near)
    huge = tokens.words[at - 1] in ("million", "billion", "thousand", "bn", "trillion")
    weighs = any(word.startswith(("weigh", "lift", "lb", "heav")) for word in near)
    if (is_money or huge) and not weighs:
        return Unit("GBP", Dimension.MONEY)
    return by_name("lb") or COUNT


def _read_symbol(tokens: Scan, at: int) -> Measure | None:
    words = tokens.words
    raw = tokens.raw(at)
    if raw in CURRENCY_SIGNS:
        return Measure(Unit(CURRENCY_SIGNS[raw], Dimension.MONEY), at + 1)
    if raw == "°" or raw == "º":
        return _read_degrees(tokens, at)
    if tokens.kinds[at] not in (TokenKind.WORD, TokenKind.CODE, TokenKind.SYMBOL):
        return None
    if code := currency_of_code(raw):
        return Measure(Unit(code, Dimension.MONEY), at + 1)
    if raw in ("C", "F") and tokens.glued(at) and tokens.kinds[at + 1] is not TokenKind.NUMBER:
        unit = by_symbol(f"°{raw}")
        return Measure(unit, at + 1) if unit else None
    carbon = raw.removesuffix("e").removesuffix("CO2")
    unit, end = by_symbol(raw) or (by_symbol(carbon) if "CO2" in raw else None), at + 1
    if unit is None and words[end] == "/" and tokens.glued(end):
        return None
    if unit is None or not _stands_as_symbol(tokens, at, raw):
        return None
    if words[end] == "^" and words[end + 1] in ("2", "3"):
        powered = by_symbol(f"{raw}{words[end + 1]}")
        return Measure(powered, end + 2) if powered else None
    return Measure(unit, end)


def _stands_as_symbol(tokens: Scan, at: int, raw: str) -> bool:
    if raw not in _DELICATE:
        return True
    behind = tokens.words[at + 1] if at + 1 < tokens.size else ""
    ends = tokens.kinds[at + 1] is not TokenKind.WORD if at + 1 <= tokens.size else True
    if tokens.glued(at):
        return raw not in ("s", "M", "A", "N", "K")
    if raw == "in":
        if tokens.words[at - 2] in ("ft", "foot", "feet"):
            return True
        return behind in ("long", "wide", "high", "deep", "tall", "x", "×", ")") or (
            behind == "." and tokens.glued(at + 1) and at + 2 < tokens.size
        )
    return ends or behind in _SMALL_WORDS


def _read_degrees(tokens: Scan, at: int) -> Measure | None:
    raw = tokens.raw(at + 1) if at + 1 < tokens.size else ""
    scale = {"C": "°C", "F": "°F", "K": "K"}.get(raw)
    unit = by_symbol(scale or "°")
    return Measure(unit, at + 2 if scale else at + 1) if unit else None


def with_rate(tokens: Scan, measure: Measure) -> Measure:
    """`measure` with "per second", "/day", "a year", "each week" behind it."""
    words, at = tokens.words, measure.end
    unit = measure.unit
    if words[at] == "/" and at + 1 < tokens.size:
        return _over(tokens, measure, at + 1)
    if words[at] in HYPHENS and words[at + 1] in ("a", "per") and tokens.glued(at):
        at += 1
    if words[at] == "per" and at + 1 < tokens.size:
        return _over(tokens, measure, at + 1)
    if words[at] in ("a", "an", "each", "every") and not _is_past(tokens, at):
        begin = at + 2 if words[at + 1] in HYPHENS else at + 1
        per = words[begin] if begin < tokens.size else ""
        timed = unit.dimension is not Dimension.TIME or words[at] != "each"
        if per in _PERIODS and timed and not (unit.dimension is Dimension.TIME and per == "half"):
            return _rate(measure, per, begin + 1)
    if words[at] in ("annually", "yearly", "monthly", "daily", "weekly", "hourly"):
        per = {"annually": "year", "daily": "day"}.get(words[at], words[at].removesuffix("ly"))
        return _rate(measure, per, at + 1)
    return _over_power(tokens, measure)


def _over(tokens: Scan, measure: Measure, at: int) -> Measure:
    other = _read_named(tokens, at) or _read_symbol_below(tokens, at)
    unit = measure.unit
    if other and unit.dimension not in (Dimension.MONEY, Dimension.PERCENT, Dimension.POINTS):
        quotient = unit.over(other.unit)
        if quotient and quotient.dimension is not Dimension.COMPOUND:
            return Measure(quotient, other.end)
        if quotient:
            return Measure(quotient, other.end, quotient.kind)
    if other and other.unit.dimension is not Dimension.MONEY:
        return Measure(unit, other.end, singular(tokens.words[other.end - 1]))
    if tokens.kinds[at] is TokenKind.NUMBER:
        return Measure(unit, at + 1, tokens.words[at].replace(",", ""))
    if tokens.kinds[at] is not TokenKind.WORD:
        return measure
    for index in range(at, min(at + 3, tokens.size)):
        if singular(tokens.words[index]) in _PERIODS:
            return Measure(unit, index + 1, singular(tokens.words[index]))
    return Measure(unit, at + 1, singular(tokens.words[at]))


def _is_past(tokens: Scan, at: int) -> bool:
    """Whether "a year" at `at` goes on as "a year ago" or "a year earlier"."""
    behind = tokens.words[at + 2] if at + 2 < tokens.size else ""
    return behind in ("ago", "earlier", "later", "before", "after", "from", "prior", "or", "and")


def _rate(measure: Measure, per: str, end: int) -> Measure:
    other = by_name(per)
    dimension = measure.unit.dimension
    if other and dimension not in (Dimension.MONEY, Dimension.PERCENT, Dimension.POINTS):
        quotient = measure.unit.over(other)
        if quotient:
            return Measure(quotient, end, quotient.kind)
    return Measure(measure.unit, end, per)


def _read_symbol_below(tokens: Scan, at: int) -> Measure | None:
    raw = tokens.raw(at)
    unit = by_symbol(raw) or {"d": by_name("day"), "a": by_name("year")}.get(raw)
    return Measure(unit, at + 1) if unit else None


def _over_power(tokens: Scan, measure: Measure) -> Measure:
    """ "mA cm-2" and "W m−2": a second unit with a negative power."""
    words, at = tokens.words, measure.end
    if at + 2 >= tokens.size or words[at + 1] not in ("-", "−", "–") or not tokens.glued(at + 1):
        return measure
    power = words[at + 2]
    if not tokens.glued(at + 2) or power not in ("1", "2", "3"):
        return measure
    other = by_symbol(tokens.raw(at) + ("" if power == "1" else power))
    quotient = measure.unit.over(other) if other else None
    return Measure(quotient, at + 3, quotient.kind) if quotient else measure


def read_rate_of_count(tokens: Scan, at: int) -> tuple[str, int]:
    """What a count at `at` is a rate of: "per 100,000", "a day"; "" if nothing."""
    measure = with_rate(tokens, Measure(COUNT, at))
    return (measure.per, measure.end) if measure.unit is COUNT else ("", at)


def is_ratio_word(tokens: Scan, at: int) -> bool:
    """Whether "times" at `at` multiplies: "three times as many", not "won three times"."""
    return tokens.words[at] in ("times", "time") and tokens.words[at + 1] in _RATIO_FOLLOWS
