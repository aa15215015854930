"""Ordinals, multiples and ratios, and whether "one" is a number: what needs no unit."""

from __future__ import annotations

from decimal import Decimal

from msgspec.structs import replace

from verifier.language.numerals import ONES, ORDINALS
from verifier.language.quantities import context, nouns
from verifier.language.quantities.bounds import HEDGED, bounds_of
from verifier.language.quantities.measures import COUNT, RATIO
from verifier.language.quantities.model import Bound, Quantity
from verifier.language.scanning import Scan, TokenKind
from verifier.language.units import Dimension, Unit

MULTIPLES: dict[str, int | Decimal] = {
    "doubled": 2, "doubling": 2, "doubles": 2, "tripled": 3, "tripling": 3, "triples": 3,
    "trebled": 3, "quadrupled": 4, "quadrupling": 4, "quintupled": 5, "twofold": 2,
    "threefold": 3, "fourfold": 4, "fivefold": 5, "sixfold": 6, "sevenfold": 7, "eightfold": 8,
    "twice": 2, "double": 2, "triple": 3, "treble": 3, "quadruple": 4, "ninefold": 9,
    "tenfold": 10, "hundredfold": 100, "halved": Decimal("0.5"),
    "halving": Decimal("0.5"),
}  # fmt: skip
_NOT_COUNTED_AFTER_ONE = frozenset(
    "of another day should can may must could would might will who whose that which is was has"
    " had by hand thing way point time side or and to in the a an more such with for on at from"
    " needs wants does did gets hopes sees finds says knows expects cannot also never always"
    " often size sided step another's last final single can't isn't wishes thinks reason".split()
)
_NOT_ONE_BEFORE = frozenset(
    "next last first latter former second no any every each this that the another which some"
    " day number square a good big new other only someone is are as loved".split()
)
_IDIOMS = frozenset({"party", "hand", "lady", "aid", "glance", "world", "thought", "nature"})
Read = tuple[Quantity | None, int]


def is_number_one(tokens: Scan, i: int) -> bool:
    """Whether "one" counts here, rather than standing for a person or thing."""
    words = tokens.words
    before, behind = tokens.word_before(i), words[i + 1]
    if i and tokens.raw(i)[0].isupper() and tokens.raw(i - 1)[0].isupper():
        return False
    if behind in (
        "hundred",
        "thousand",
        "million",
        "billion",
        "trillion",
        "third",
        "quarter",
        "half",
        "percent",
        "dozen",
    ) or behind in ("fifth", "tenth", "lakh", "crore"):
        return True
    if behind in ("in", "out") and (words[i + 2] in ONES or words[i + 2].isdecimal()):
        return words[i + 2] != "one"
    if behind == "out" and words[i + 2] == "of":
        return True
    if behind in ("and", "or", "to") and (words[i + 2] in ONES or words[i + 2] == "a"):
        return True
    if before in _NOT_ONE_BEFORE or behind in _NOT_COUNTED_AFTER_ONE:
        return False
    if behind in nouns.HYPHENS:
        return tokens.glued(i + 1) and words[i + 2] not in (
            "of",
            "off",
            "sided",
            "on",
            "to",
            "size",
            "time",
            "way",
            "liner",
            "stop",
        )
    return tokens.kinds[i + 1] is TokenKind.WORD


def read_multiple(tokens: Scan, i: int, reached: int) -> Read:
    """ "doubled", "twofold", "twice as many", "more than tripled"; "won it twice"."""
    word = tokens.words[i]
    compares = tokens.words[i + 1] in ("as", "the", "that", "what", "its", "their")
    if word == "twice" and not compares:
        return _plain(tokens, i, i + 1, Decimal(2), COUNT, "time"), i + 1
    if word in ("double", "triple", "treble", "quadruple") and not compares:
        return None, i + 1
    value = Decimal(MULTIPLES[word])
    bound, start = context.hedge_before(tokens, i)
    quantity = _plain(tokens, i, i + 1, value, RATIO)
    if bound is Bound.EXACT or tokens.starts[start] < reached:
        return quantity, i + 1
    low, high, low_open, high_open = bounds_of(bound, value, value)
    return replace(
        quantity, start=tokens.starts[start], low=low, high=high, low_open=low_open,
        high_open=high_open, bound=bound, approximate=bound in HEDGED,
    ), i + 1  # fmt: skip


def _plain(tokens: Scan, i: int, end: int, value: Decimal, unit: Unit, noun: str = "") -> Quantity:
    span = (tokens.starts[i], tokens.ends[end - 1])
    return Quantity(
        *span, *span, value, value, unit.dimension, value=value, unit=unit.symbol, noun=noun
    )


def read_ordinal(tokens: Scan, i: int, number: int, end: int) -> Read:
    """ "third album", "12th minute", "the 2nd-largest city"."""
    noun = "" if tokens.words[end] in ONES else nouns.noun_phrase(tokens, end)
    if tokens.kinds[i] is TokenKind.WORD and (not noun or noun in _IDIOMS):
        return None, end
    unit = Unit("", Dimension.ORDINAL)
    return _plain(tokens, i, end, Decimal(number), unit, noun), end


def tens_ordinal(tokens: Scan, i: int) -> Read:
    """ "twenty-first"."""
    words = tokens.words
    tens = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}.get(words[i], 0)
    if tens and words[i + 1] in nouns.HYPHENS and 1 <= ORDINALS.get(words[i + 2], 0) <= 9:
        noun = nouns.noun_phrase(tokens, i + 3)
        value = Decimal(tens + ORDINALS[words[i + 2]])
        unit = Unit("", Dimension.ORDINAL)
        return _plain(tokens, i, i + 3, value, unit, noun), i + 3
    return None, i + 1


def read_colon_ratio(tokens: Scan, i: int) -> Read:
    """ "a 3:1 ratio", "odds of 5:2"."""
    top, colon, bottom = tokens.words[i].partition(":")
    near = tokens.words[max(0, i - 3) : i + 3]
    if not (colon and top.isdecimal() and bottom.isdecimal() and int(bottom or 0)):
        return None, i + 1
    if not ({"ratio", "odds", "ratios"} & set(near)) or len(top) > 6 or len(bottom) > 6:
        return None, i + 1
    return _plain(tokens, i, i + 1, Decimal(top) / Decimal(bottom), RATIO), i + 1
