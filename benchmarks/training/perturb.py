"""Typed errors put into supported sentences, and lawful rewrites that leave them supported.

Each maker takes a hypothesis, its premise and a random source, and gives the changed sentence or
None where it finds nothing to change. An error's label says "contradicted" only where the change
always contradicts; "not_supported" where it may merely add or lose something.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Final

Maker = Callable[[str, str, random.Random], str | None]

_NUMBER = re.compile(
    r"(?<![\w.,-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w])|(?<![\w.,-])\d+(?:\.\d+)?(?![\w-])"
)
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_MONTH = re.compile(r"\b(" + "|".join(m for m in _MONTHS if m != "May") + r")\b")
_NAME = re.compile(r"(?<=[a-z0-9,;] )[A-Z][\w'’-]+(?: (?:(?:of|the|de|von) )?[A-Z][\w'’-]+)*")
_WORDS_OF_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER_WORD = re.compile(r"\b(" + "|".join(_WORDS_OF_NUMBERS[2:]) + r")\b")

_OPPOSITES: Final = tuple(
    pair.split("/")
    for pair in (
        "increase/decrease increased/decreased increases/decreases increasing/decreasing rose/fell "
        "rises/falls risen/fallen rising/falling rise/fall higher/lower highest/lowest more/fewer "
        "most/least before/after above/below over/under up/down first/last best/worst better/worse "
        "largest/smallest larger/smaller big/small large/small high/low long/short early/late "
        "earlier/later won/lost win/lose wins/loses winning/losing gained/lost accepted/rejected "
        "accept/reject approved/rejected approve/reject agreed/refused agrees/refuses agree/refuse "
        "include/exclude includes/excludes included/excluded support/oppose supports/opposes "
        "supported/opposed allowed/forbidden allows/forbids start/end starts/ends started/ended "
        "opened/closed opens/closes open/closed buy/sell bought/sold strong/weak stronger/weaker "
        "old/new older/newer young/old male/female men/women man/woman boy/girl father/mother "
        "son/daughter brother/sister husband/wife positive/negative success/failure "
        "successful/unsuccessful safe/dangerous effective/ineffective possible/impossible "
        "public/private common/rare easy/difficult full/empty alive/dead inside/outside "
        "north/south northern/southern east/west eastern/western morning/evening day/night "
        "hired/fired improve/worsen improved/worsened improves/worsens remember/forget "
        "always/never with/without many/few happy/sad rich/poor cheap/expensive "
        "profit/loss gain/loss growth/decline grew/shrank expand/shrink expanded/shrank "
        "present/absent major/minor majority/minority maximum/minimum beginning/end "
        "expensive/cheap love/hate loves/hates loved/hated praised/criticised cause/prevent "
        "causes/prevents caused/prevented reduces/increases reduce/increase reduced/increased"
    ).split()
)
_OPPOSITE: Final = {
    **{right: left for left, right in _OPPOSITES},
    **dict(_OPPOSITES),
}
_UNITS: Final = {
    "million": "billion", "billion": "million", "thousand": "million", "hundred": "thousand",
    "km": "miles", "kilometres": "miles", "kilometers": "miles", "miles": "kilometres",
    "metres": "feet", "meters": "feet", "feet": "metres", "kg": "pounds", "pounds": "kilograms",
    "minutes": "hours", "hours": "minutes", "days": "weeks", "weeks": "months", "months": "years",
    "years": "months", "dollars": "euros", "euros": "dollars", "percent": "percentage points",
    "mg": "g", "centuries": "decades", "decades": "years",
}  # fmt: skip
_UNIT = re.compile(r"(?<=\d )(" + "|".join(_UNITS) + r")\b|(?<=\d)(?= ?%)")
_MONEY = {"$": "€", "€": "£", "£": "$"}
_AUXILIARY = re.compile(
    r"\b(is|was|are|were|has|have|had|can|could|will|would|should|did|does|do)\b"
)
_NOT = re.compile(r"\b(is|was|are|were|has|have|had|can|could|will|would|should|did|does|do) not ")
_QUANTIFIERS: Final = {
    "some": "all", "most": "all", "many": "all", "several": "all", "all": "few", "every": "no",
    "few": "most", "often": "always", "sometimes": "always", "usually": "always",
    "both": "neither", "at least": "at most", "at most": "at least", "more than": "less than",
    "less than": "more than", "up to": "more than", "about": "exactly", "nearly": "more than",
    "almost": "more than", "half": "all",
}  # fmt: skip
_QUANTIFIER = re.compile(r"\b(" + "|".join(sorted(_QUANTIFIERS, key=len, reverse=True)) + r")\b")
_MODALS: Final = {
    "may": "will", "might": "will", "could": "will", "can": "must", "likely": "certainly",
    "suggests that": "proves that", "suggest that": "prove that", "plans to": "has begun to",
    "expects to": "is certain to", "considering": "implementing", "possible": "certain",
}  # fmt: skip
_MODAL = re.compile(r"\b(" + "|".join(_MODALS) + r")\b")


def _one(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def number(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """Another number: one of the premise's, or this one changed."""
    match = _one(_NUMBER, hypothesis, rng)
    if match is None:
        word = _one(_NUMBER_WORD, hypothesis, rng)
        if word is None:
            return None
        others = [w for w in _WORDS_OF_NUMBERS[2:] if w != word.group()]
        return _put(hypothesis, word, rng.choice(others))
    old = match.group()
    if _YEAR.fullmatch(old):
        return None
    others = [n for n in _NUMBER.findall(premise) if n not in hypothesis and not _YEAR.fullmatch(n)]
    if others and rng.random() < 0.5:
        return _put(hypothesis, match, rng.choice(others))
    digits = [i for i, c in enumerate(old) if c.isdigit()]
    at = digits[0] if rng.random() < 0.6 else rng.choice(digits)
    new = str((int(old[at]) + rng.randint(1, 8)) % 10 or 9)
    changed = old[:at] + new + old[at + 1 :]
    return _put(hypothesis, match, changed) if changed != old and changed not in premise else None


def date(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """Another year or month."""
    match = _one(_YEAR, hypothesis, rng)
    if match:
        others = [y for y in _YEAR.findall(premise) if y not in hypothesis]
        if others and rng.random() < 0.6:
            return _put(hypothesis, match, rng.choice(others))
        shift = rng.choice((-20, -10, -5, -3, -2, -1, 1, 2, 3, 5, 10))
        return _put(hypothesis, match, str(int(match.group()) + shift))
    match = _one(_MONTH, hypothesis, rng)
    if match is None:
        return None
    return _put(hypothesis, match, rng.choice([m for m in _MONTHS if m not in hypothesis]))


def name(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """A name of the premise in the place of another."""
    match = _one(_NAME, hypothesis, rng)
    if match is None or match.group() not in premise or _MONTH.fullmatch(match.group()):
        return None
    others = {
        n
        for n in _NAME.findall(premise)
        if n not in hypothesis and match.group() not in n and not _MONTH.fullmatch(n)
    }
    return _put(hypothesis, match, rng.choice(sorted(others))) if others else None


def role(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """Two names change places."""
    # The first word has a capital anyway: it is a name where the premise has it inside a sentence.
    known = set(_NAME.findall(premise))
    found = [(m.start() - 2, m.end() - 2) for m in _NAME.finditer("x " + hypothesis)]
    spans = [(a, b) for a, b in found if a > 0 or hypothesis[a:b] in known]
    spans = [(a, b) for a, b in spans if not _MONTH.fullmatch(hypothesis[a:b])]
    if len(spans) < 2:
        return None
    (a, b), (c, d) = spans[0], spans[1]
    between = hypothesis[b:c]
    if len(between) < 6 or " and " in between or hypothesis[a:b] == hypothesis[c:d]:
        return None
    return hypothesis[:a] + hypothesis[c:d] + between + hypothesis[a:b] + hypothesis[d:]


def antonym(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """A word in its opposite."""
    words = [
        m
        for m in re.finditer(r"\b[a-z]+\b", hypothesis)
        if m.group() in _OPPOSITE and re.search(rf"\b{m.group()}\b", premise)
    ]
    if not words:
        return None
    match = rng.choice(words)
    return _put(hypothesis, match, _OPPOSITE[match.group()])


def negation(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """A "not" put in after an auxiliary, or taken out."""
    match = _NOT.search(hypothesis)
    if match:
        return _put(hypothesis, match, match.group(1) + " ")
    match = _AUXILIARY.search(hypothesis)
    if match is None or "n't" in hypothesis or " no " in hypothesis or " never " in hypothesis:
        return None
    if match.start() == 0:
        return None
    return _put(hypothesis, match, match.group() + rng.choice((" not", " not", " never")))


def unit(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """Another unit, magnitude or currency."""
    signs = [c for c in hypothesis if c in _MONEY]
    if signs and rng.random() < 0.5:
        return hypothesis.replace(signs[0], _MONEY[signs[0]], 1)
    match = _one(_UNIT, hypothesis, rng)
    if match is None or not match.group():
        return None
    return _put(hypothesis, match, _UNITS[match.group()])


def quantifier(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """A stronger or an opposite quantifier or bound."""
    match = _one(_QUANTIFIER, hypothesis, rng)
    return _put(hypothesis, match, _QUANTIFIERS[match.group()]) if match else None


def modality(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """What may be said as what is."""
    match = _one(_MODAL, hypothesis, rng)
    return _put(hypothesis, match, _MODALS[match.group()]) if match else None


def scope(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    """A narrower claim by "only", or a cause nobody stated."""
    match = _AUXILIARY.search(hypothesis)
    if match is None or match.start() == 0 or "only" in premise:
        return None
    return _put(hypothesis, match, match.group() + " only")


ERRORS: Final[Mapping[str, tuple[Maker, str]]] = {
    "number": (number, "contradicted"),
    "date": (date, "contradicted"),
    "unit": (unit, "contradicted"),
    "negation": (negation, "contradicted"),
    "antonym": (antonym, "contradicted"),
    "name": (name, "not_supported"),
    "role": (role, "not_supported"),
    "quantifier": (quantifier, "not_supported"),
    "modality": (modality, "not_supported"),
    "scope": (scope, "not_supported"),
}
"""Kinds of error: the maker, and the label of what it makes."""


def _plain_thousands(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    match = re.search(r"\b\d{1,3}(?:,\d{3})+\b", hypothesis)
    return _put(hypothesis, match, match.group().replace(",", "")) if match else None


def _grouped_thousands(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    match = re.search(r"(?<![\w.,$€£-])\d{5,9}(?![\w.,-])", hypothesis)
    return _put(hypothesis, match, f"{int(match.group()):,}") if match else None


def _percent(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    if re.search(r"\d ?%", hypothesis):
        return re.sub(r"(?<=\d) ?%", " percent", hypothesis)
    if re.search(r"\d per ?cent\b", hypothesis):
        return re.sub(r"(?<=\d) per ?cent\b", "%", hypothesis)
    return None


def _magnitude(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    match = re.search(r"(\d+)\.(\d) billion", hypothesis)
    if match:
        return _put(hypothesis, match, f"{int(match.group(1) + match.group(2)) * 100:,} million")
    match = re.search(r"(?<=\d) (million|billion)\b", hypothesis)
    if match and re.search(r"[$€£]", hypothesis):
        return _put(hypothesis, match, {"million": "m", "billion": "bn"}[match.group(1)])
    return None


def _words_for_digits(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    match = re.search(
        r"(?<![\w.,$€£-])(?:[2-9]|1[0-2])(?= [a-z]{3,})(?! (?:million|billion|percent))", hypothesis
    )
    if match and not _MONTH.search(hypothesis):
        return _put(hypothesis, match, _WORDS_OF_NUMBERS[int(match.group())])
    match = _NUMBER_WORD.search(hypothesis)
    if match:
        return _put(hypothesis, match, str(_WORDS_OF_NUMBERS.index(match.group())))
    return None


def _date_order(hypothesis: str, premise: str, rng: random.Random) -> str | None:
    months = "|".join(_MONTHS)
    match = re.search(rf"\b(\d{{1,2}}) ({months}) (\d{{4}})\b", hypothesis)
    if match:
        return _put(hypothesis, match, f"{match[2]} {match[1]}, {match[3]}")
    match = re.search(rf"\b({months}) (\d{{1,2}}) ?, (\d{{4}})\b", hypothesis)
    return _put(hypothesis, match, f"{match[2]} {match[1]} {match[3]}") if match else None


REWRITES: Final[Mapping[str, Maker]] = {
    "plain_thousands": _plain_thousands,
    "grouped_thousands": _grouped_thousands,
    "percent": _percent,
    "magnitude": _magnitude,
    "words_for_digits": _words_for_digits,
    "date_order": _date_order,
}
"""Ways to say the same: the label stays."""
