"""Finds the quantities of a text.

Dates are found first and left out; so are keys, codes and labels.
"""

from __future__ import annotations

from functools import lru_cache

from verifier.language.dates import find_dates
from verifier.language.numerals import ORDINAL_ENDINGS, ORDINALS
from verifier.language.quantities import context
from verifier.language.quantities.bare import (
    MULTIPLES,
    Read,
    is_number_one,
    read_colon_ratio,
    read_multiple,
    read_ordinal,
    tens_ordinal,
)
from verifier.language.quantities.joining import join
from verifier.language.quantities.model import Quantity
from verifier.language.quantities.numbers import STARTERS, read_number
from verifier.language.quantities.reader import Reader
from verifier.language.scanning import Scan, TokenKind, scan
from verifier.patterns import pattern

_DIGIT = pattern(r"[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_LETTERS = pattern(r"[a-z]+")
_NUMBER_WORDS = (STARTERS | ORDINALS.keys() | MULTIPLES.keys()) - {"a", "an"}


@lru_cache(maxsize=512)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of `text`, in order, not overlapping.

    Years, dates, times of day, versions, keys and labels are none; see Quantity for what each says.
    """
    if not _DIGIT.search(text) and _NUMBER_WORDS.isdisjoint(_LETTERS.findall(text.lower())):
        return ()
    tokens = scan(text)
    dates = find_dates(text)
    found: list[Quantity] = []
    index = date = reached = 0
    for candidate in _candidates(tokens):
        if candidate < index:
            continue
        start = tokens.starts[candidate]
        while date < len(dates) and dates[date].end <= start:
            date += 1
        if date < len(dates) and dates[date].start <= start:
            reached = dates[date].end
            continue
        quantity, index = _read(tokens, candidate, reached)
        if quantity is not None:
            found.append(quantity)
            reached = quantity.end
    return tuple(join(text, found))


def _candidates(tokens: Scan) -> list[int]:
    """The tokens at which a quantity's number may start."""
    words = tokens.words
    digits = [at for at, kind in enumerate(tokens.kinds) if kind is TokenKind.NUMBER]
    if _NUMBER_WORDS.isdisjoint(words):
        return digits
    spelled = [at for at, word in enumerate(words) if word in _NUMBER_WORDS]
    articles = [at - 1 for at in spelled if at and words[at - 1] in ("a", "an")]
    return sorted({*digits, *spelled, *articles})


def _read(tokens: Scan, i: int, reached: int) -> Read:
    """The quantity whose number starts at token `i`, if any, and the token to go on from."""
    kind, word = tokens.kinds[i], tokens.words[i]
    if kind is TokenKind.WORD:
        if word in MULTIPLES:
            return read_multiple(tokens, i, reached)
        if word in ORDINALS:
            return read_ordinal(tokens, i, ORDINALS[word], i + 1)
        if word not in STARTERS or (word == "one" and not is_number_one(tokens, i)):
            return tens_ordinal(tokens, i)
    elif kind is not TokenKind.NUMBER:
        return None, i + 1
    elif tokens.words[i + 1] in ORDINAL_ENDINGS and tokens.glued(i + 1):
        number = int(word) if word.isdecimal() and len(word) < 7 else 0
        return read_ordinal(tokens, i, number, i + 2) if number else (None, i + 2)
    if ordinal := tens_ordinal(tokens, i)[0]:
        return ordinal, i + 3
    number_ = read_number(tokens, i)
    if number_ is None:
        return read_colon_ratio(tokens, i)
    if kind is TokenKind.NUMBER and context.is_code(tokens, i):
        return None, _behind_chain(tokens, i)
    return Reader(tokens, i, number_, reached).read()


def _behind_chain(tokens: Scan, i: int) -> int:
    """The token behind the numbers that hang together with the one at `i`."""
    index = i + 1
    while (
        index + 1 < tokens.size
        and tokens.glued(index)
        and tokens.glued(index + 1)
        and tokens.words[index] in "-‑/.,–"
        and tokens.kinds[index + 1] is not TokenKind.SYMBOL
    ):
        index += 2
    return index
