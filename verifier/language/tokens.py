"""The tokens of a text, each with its place and what is known of its word."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import Stemmer
from msgspec import Struct

from verifier.patterns import pattern

_TOKEN = pattern(
    r"\d+(?:[.,:/]\d+)*"
    r"|[^\W\d_](?:[^\W_]|[.&](?=[^\W\d_](?:[^\w]|$)))*(?:['’][^\W\d_]+)?"
    r"|[^\w\s]|_"
)
HYPHENS = frozenset("-‐‑")
"""What joins the halves of a compound."""
_STEMMER = Stemmer.Stemmer("english")
_CONTRACTED = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": "is"}
_LOOKS_LIKE_A_PRONOUN = {"US": "u.s"}
_CLITICS = frozenset(("", "s", "re", "ve", "ll", "d", "m"))

FUNCTION_WORDS = frozenset(
    "a about above after again against all along also although am among an and any anyone "
    "anything are around as at away be became because become becomes been before being below "
    "between both but by can could did do does doing down during each either else enough etc "
    "even ever every few for from further get gets got had has have having he hence her here "
    "hers herself him himself his how however i if in indeed into is it its itself just may me "
    "might mine more moreover most much must my myself neither never no nor not now of off on "
    "once one ones only onto or other others ought our ours ourselves out over own per perhaps "
    "quite rather really same shall she should since so some someone something still such than "
    "that the their theirs them themselves then there therefore these they this those though "
    "through thus to together too toward towards under until unto up upon us very via was we "
    "well were what when where whereas whether which while who whom whose why will with within "
    "without would yes yet you your yours yourself".split()
)
"""Words that carry grammar rather than matter; they do not count towards coverage."""


class Word(NamedTuple):
    """What is known of a word form.

    Attributes:
        norm: lower case, straight apostrophe, without the possessive ending.
        stem: by the Snowball stemmer for English.
        is_function: whether it is one of FUNCTION_WORDS.
        is_word: whether it starts with a letter.
        is_number: whether it starts with a digit.
        capital: whether it starts with a capital letter.
        negated: whether it ends in "n't".
    """

    norm: str
    stem: str
    is_function: bool
    is_word: bool
    is_number: bool
    capital: bool
    negated: bool


class Token(Struct, frozen=True, gc=False):
    """A word, number or mark at [start, end) of its text."""

    word: Word
    start: int
    end: int

    @property
    def norm(self) -> str:
        """The word's normal form."""
        return self.word.norm


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of `text`, in order; white space is none."""
    matches = zip(words_of(text), _TOKEN.finditer(text), strict=True)
    return tuple([Token(word, *match.span()) for word, match in matches])


@lru_cache(maxsize=20_000)
def words_of(text: str) -> tuple[Word, ...]:
    """The words of the tokens of `text`, in order; much faster than to tokenize it."""
    return tuple(map(word_of, _TOKEN.findall(text)))


@lru_cache(maxsize=50_000)
def stems_of(text: str) -> frozenset[str]:
    """The stems of the tokens of `text`."""
    return frozenset([word.stem for word in words_of(text)])


@lru_cache(maxsize=100_000)
def word_of(form: str) -> Word:
    """What is known of the word `form`."""
    first = form[0]
    if not first.isalnum():
        return Word(form, form, False, False, False, False, False)
    if first.isdigit():
        return Word(form, form.replace(",", ""), False, False, True, False, False)
    norm = _LOOKS_LIKE_A_PRONOUN.get(form) or form.replace("’", "'").lower()
    negated = norm.endswith("n't")
    if negated:
        norm = _CONTRACTED.get(norm, norm[:-3]) or "not"
    elif "'" in norm:
        first_part, _, ending = norm.partition("'")
        norm = first_part if ending in _CLITICS else first_part + ending
    return Word(
        norm, _STEMMER.stemWord(norm), norm in FUNCTION_WORDS, True, False, first.isupper(), negated
    )
