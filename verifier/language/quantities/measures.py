"""What stands behind a number: its unit, what it is a rate of, or the noun that is counted."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from verifier.language.scanning import Scan, TokenKind
from verifier.language.units import (
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    Dimension,
    Unit,
    by_name,
    by_symbol,
    currency_of_code,
)

_ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Measure:
    """The unit behind a number; `end` is the token behind it."""

    unit: Unit
    end: int
    per: str = ""


PERCENT = Unit("%", Dimension.PERCENT)
POINTS = Unit("pp", Dimension.POINTS)
_PER_MILLE = Unit("‰", Dimension.PERCENT, _ONE, Decimal(10))
_BASIS_POINTS = Unit("bp", Dimension.POINTS, _ONE, Decimal(100))
COUNT = Unit("", Dimension.COUNT)
RATIO = Unit("x", Dimension.RATIO)
HYPHENS = frozenset("-‑")
_RATIO_FOLLOWS = frozenset(
    "as more higher greater larger bigger faster slower less lower fewer smaller better worse"
    " the that likelier longer older what its their".split()
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
_NOT_BEHIND_M = frozenset(
    "long wide high deep tall away above below from of in at to and or".split()
)


def read_measure(tokens: Scan, at: int) -> Measure | None:
    """The unit at token `at`, behind a number; None if there is none."""
    words = tokens.words
    if words[at] in HYPHENS and tokens.glued(at) == tokens.glued(at + 1):
        if not tokens.glued(at) and by_name(words[at + 1]) is None:
            return None
        at += 1
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
    elif word in ("pp", "ppt", "ppts", "pps"):
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
    unit, end = by_symbol(raw), at + 1
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


# ---- what is counted -------------------------------------------------------------------------

_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot",
    "teeth": "tooth", "mice": "mouse", "lives": "life", "wives": "wife", "criteria": "criterion",
    "phenomena": "phenomenon", "staff": "staff", "police": "police", "troops": "troop",
    "species": "species", "series": "series", "aircraft": "aircraft", "cattle": "cattle",
    "sheep": "sheep", "fish": "fish", "data": "data", "media": "media", "personnel": "personnel",
    "geese": "goose", "halves": "half", "wolves": "wolf", "knives": "knife", "leaves": "leaf",
    "analyses": "analysis", "crises": "crisis", "bases": "base", "persons": "person",
    "movies": "movie", "houses": "house", "cases": "case", "horses": "horse", "nurses": "nurse",
    "households": "household", "buses": "bus", "viruses": "virus", "shoes": "shoe",
}  # fmt: skip
_ENDS_RUN = frozenset(
    "one ones of in at to and or for on per the is are was were be been has have had do does"
    " did will would can could may might shall should must from by with when while as than but"
    " who which that this these those their its his her our your my it they we he she you i not"
    " no into onto over under between among during after before since until about against across"
    " through there where if because although though so such then also only just still already"
    " each every both either neither nor yet up down out off away ago later earlier respectively"
    " including excluding compared versus vs via within without towards toward around near"
    " according despite plus".split()
)
_DETERMINERS = frozenset("the these those its their our his her all my your such".split())
_NOT_PLURAL = ("ss", "us", "is", "ous", "'s")
_NOT_NOUNS = frozenset(
    "was has is does this his its as less always perhaps besides sometimes remains says makes"
    " takes includes according works plus versus thus across towards regardless previous various"
    " hers yes overseas news shows means gives goes comes becomes seems uses needs results"
    " leads".split()
)
LOOK_AHEAD = 5


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """The singular of an English noun in lower case, by rule."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("men") and len(word) > 4:
        return word[:-2] + "an"
    if not word.endswith("s") or word.endswith(_NOT_PLURAL) or len(word) < 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def _is_plural(word: str) -> bool:
    if word in _IRREGULAR:
        return True
    return (
        word.endswith("s")
        and len(word) > 3
        and not word.endswith(_NOT_PLURAL)
        and word not in _NOT_NOUNS
    ) or (word.endswith("men") and len(word) > 4)


def counted_noun(tokens: Scan, at: int, is_one: bool) -> str:
    """The noun that the number before token `at` counts, singular and in lower case; "" if unclear.

    In the run of words behind the number it is the first plural ("310 adult participants"); behind
    a hyphen or the number one it is the next word.
    """
    words = tokens.words
    if words[at] in HYPHENS and tokens.glued(at):
        hyphened = tokens.kinds[at + 1] is TokenKind.WORD and tokens.glued(at + 1)
        if words[at + 1] in ("strong", "odd", "something", "plus", "ish"):
            return counted_noun(tokens, at + 2, is_one)
        return singular(words[at + 1]) if hyphened else ""
    if words[at] == "of":
        at += 1
        while words[at] in _DETERMINERS or tokens.kinds[at] is TokenKind.NUMBER:
            at += 1
    for index in range(at, min(at + LOOK_AHEAD, tokens.size)):
        word = words[index]
        if tokens.kinds[index] is not TokenKind.WORD or word in _ENDS_RUN:
            if index > at and _goes_on(tokens, index):
                continue
            break
        if _is_plural(word) and not _is_acronym(tokens, index):
            return singular(word)
    return run_noun(tokens, at) if is_one else ""


def _is_acronym(tokens: Scan, index: int) -> bool:
    """Whether the word is one capital after the other, so that its last "S" is no plural's."""
    raw = tokens.raw(index)
    beside = (tokens.raw(index - 1), tokens.raw(index + 1))
    return len(raw) <= 5 and raw.isupper() and not any(word.isupper() for word in beside)


def _goes_on(tokens: Scan, index: int) -> bool:
    """Whether a noun phrase goes on with a code or a hyphen: "150 COVID-19 vaccine candidates"."""
    if tokens.kinds[index] is TokenKind.CODE:
        return True
    hyphen = tokens.words[index] in HYPHENS or tokens.words[index - 1] in HYPHENS
    return hyphen and tokens.glued(index)


def run_noun(tokens: Scan, at: int) -> str:
    """The last word of the noun phrase at `at`: "third studio album was" gives "album"."""
    last = ""
    if tokens.words[at] in HYPHENS and tokens.glued(at):
        at += 1
    for index in range(at, min(at + 3, tokens.size)):
        word = tokens.words[index]
        if tokens.kinds[index] is not TokenKind.WORD or word in _ENDS_RUN or word in _NOT_NOUNS:
            break
        if _is_plural(word):
            return singular(word)
        if word.endswith("ly") or (word.endswith("ed") and len(word) > 4):
            if last:
                break
            continue
        last = word
    return last
