"""A text as a run of small tokens, the ground on which numbers, units and dates are read.

A number keeps its separators ("1,234.5", "17:00", "12/03/2021"), a word its apostrophe; a word with
digits in it ("Q3", "H2O", "v2") is a code. Everything else is one symbol a character.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


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
    | \d++(?:[.,]\d++)?[eE][-+−]?\d++(?!\w)
    | \d++(?:[.,'’:/⁄]\d++)*+
  )
| (?P<word>[^\W\d_]++(?:['’][^\W\d_]++)*+(?![\d_]))
| (?P<code>[^\W\d_]\w*+(?:[./:]\w++)*+)
| (?P<symbol>[^\w\s]|_)
"""
_PLAIN_TOKEN = re.compile(_TOKENS, re.VERBOSE)
_TOKEN = re.compile(_LINK + _TOKENS, re.VERBOSE)
_KINDS = {
    "link": TokenKind.CODE,
    "number": TokenKind.NUMBER,
    "word": TokenKind.WORD,
    "code": TokenKind.CODE,
    "symbol": TokenKind.SYMBOL,
}


@dataclass(frozen=True, slots=True)
class Scan:
    """The tokens of a text, as parallel tuples that end with one END token of no width.

    Attributes:
        words: each token in lower case, with "’" as "'"; the numbers as written.
        starts, ends: offsets into `text`.
    """

    text: str
    kinds: tuple[TokenKind, ...]
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.kinds) - 1

    def raw(self, index: int) -> str:
        """The token as written."""
        return self.text[self.starts[index] : self.ends[index]]

    def glued(self, index: int) -> bool:
        """Whether nothing stands between the token and the one before it."""
        return 0 < index < len(self.kinds) and self.ends[index - 1] == self.starts[index]

    def word_before(self, index: int) -> str:
        """The lower-case token before `index`, "" at the start of the text."""
        return self.words[index - 1] if index > 0 else ""


@lru_cache(maxsize=512)
def scan(text: str) -> Scan:
    """The tokens of `text`."""
    has_link = "@" in text or "://" in text or "www." in text
    kinds: list[TokenKind] = []
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in (_TOKEN if has_link else _PLAIN_TOKEN).finditer(text):
        start, end = match.span()
        kinds.append(_KINDS[match.lastgroup or "symbol"])
        words.append(match[0].lower().replace("’", "'"))
        starts.append(start)
        ends.append(end)
    kinds.append(TokenKind.END)
    words.append("")
    starts.append(len(text))
    ends.append(len(text))
    return Scan(text, tuple(kinds), tuple(words), tuple(starts), tuple(ends))
