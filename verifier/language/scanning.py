"""A text as a run of small tokens, the ground on which numbers, units and dates are read.

A number keeps its separators ("1,234.5", "17:00", "12/03/2021"), a word its apostrophe; a word with
digits in it ("Q3", "H2O", "v2") is a code. Everything else is one symbol a character.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from verifier.patterns import pattern


class TokenKind(StrEnum):
    """What a token is; END stands behind the last one."""

    NUMBER = "number"
    WORD = "word"
    CODE = "code"
    SYMBOL = "symbol"
    END = "end"


_LINK = r"(?P<link>(?:https?|ftp)://\S+|www\.\S+|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})++)|"
_TOKENS = r"""
  (?P<number>
      \d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})++(?!\d)(?:[.,]\d++)?
    | \d++(?:[.,]\d++)?e[-+−]?\d++(?!\w)
    | \d++(?:[.,'’:/⁄]\d++)*+
    | (?<![\w.)\]])\.\d++(?![.\d])
  )
| (?P<word>[^\W\d_]++(?:['’][^\W\d_]++)*+(?![\d_]))
| (?P<code>[^\W\d_]\w*+(?:[./:]\w++)*+)
| (?P<symbol>[^\w\s]|_)
"""
_PLAIN_TOKEN = pattern(_TOKENS, re.VERBOSE)
_TOKEN = pattern(_LINK + _TOKENS, re.VERBOSE)
_PLAIN_KINDS = (TokenKind.END, TokenKind.NUMBER, TokenKind.WORD, TokenKind.CODE, TokenKind.SYMBOL)
_KINDS = (TokenKind.END, TokenKind.CODE, *_PLAIN_KINDS[1:])
_AHEAD = 8
_ENDS = (TokenKind.END,) * _AHEAD
_NO_WORDS = ("",) * _AHEAD


class Scan(Struct, frozen=True, gc=False):
    """The tokens of a text, as parallel tuples, with some END tokens of no width behind them.

    The END tokens let a reader look a few tokens ahead without asking whether the text goes on.

    Attributes:
        size: how many tokens there are before END.
        words: each token in lower case, with "’" as "'"; the numbers as written.
        starts, ends: offsets into `text`.
    """

    text: str
    size: int
    kinds: tuple[TokenKind, ...]
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def raw(self, index: int) -> str:
        """The token as written."""
        return self.text[self.starts[index] : self.ends[index]]

    def glued(self, index: int) -> bool:
        """Whether nothing stands between the token and the one before it."""
        return index > 0 and self.ends[index - 1] == self.starts[index]

    def word_before(self, index: int) -> str:
        """The lower-case token before `index`, "" at the start of the text."""
        return self.words[index - 1] if index > 0 else ""


@lru_cache(maxsize=512)
def scan(text: str) -> Scan:
    """The tokens of `text`."""
    lowered = _lowered(text)
    has_link = "@" in text or "://" in text or "www." in text
    pattern = _TOKEN if has_link else _PLAIN_TOKEN
    names: tuple[TokenKind, ...] = _KINDS if has_link else _PLAIN_KINDS
    matches = list(pattern.finditer(lowered))
    end = (len(text),) * _AHEAD
    return Scan(
        text,
        len(matches),
        (*[names[match.lastindex or 0] for match in matches], *_ENDS),
        (*[match[0] for match in matches], *_NO_WORDS),
        (*[match.start() for match in matches], *end),
        (*[match.end() for match in matches], *end),
    )


def _lowered(text: str) -> str:
    """`text` in lower case, character by character, so that offsets stay."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    return lowered.replace("’", "'")
