"""Finding a quotation word for word, whatever typesetting did to it.

Two texts count as the same words if they are equal under this fold:

- Unicode's compatibility form NFKC: ligatures, full-width letters, superscripts;
- single and double quotation marks of every kind are ' and ";
- hyphens, dashes and minus signs are -, fraction slashes /;
- soft hyphens and characters of no width are nothing;
- a run of white space is one blank;
- a hyphen with white space behind it, between letters, is a word divided at a line's end: it stands
  for a hyphen or for nothing. (Joined lines have a blank where the line ended.)

Case, accents, punctuation and digits count. Nothing is fuzzy.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

LINE_END = "\0"
"""In a folded text: a hyphen that a line's end may have put into a word."""

_SINGLE = dict.fromkeys("‘’‚‛‹›′`´ʼ", "'")
_DOUBLE = dict.fromkeys("“”„‟«»″〝〞", '"')
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-")
_NOTHING = dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\0", "")
_SLASHES = dict.fromkeys("⁄∕", "/")
_SAME = {**_SLASHES, **_SINGLE, **_DOUBLE, **_DASHES, **_NOTHING}
_HYPHENS = frozenset("-‐\u00ad")
_LINE_END = re.compile(r"[-‐\u00ad]\s+")


@dataclass(frozen=True, slots=True)
class Folded:
    """A text under the fold.

    Attributes:
        text: the folded text.
        starts, ends: the [start, end) of the original that each of its characters stands for.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def fold(text: str) -> Folded:
    """Fold `text`; see the module."""
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece, start, end in _pieces(text):
        if piece == " " and chars and chars[-1] == " ":
            ends[-1] = end
            continue
        chars += piece
        starts += [start] * len(piece)
        ends += [end] * len(piece)
    return Folded("".join(chars), tuple(starts), tuple(ends))


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """The folded pieces of `text` with the [start, end) that each stands for."""
    at = 0
    while at < len(text):
        char = text[at]
        if char in _HYPHENS and (found := _LINE_END.match(text, at)) and _within_word(text, found):
            yield LINE_END, at, found.end()
            at = found.end()
        elif char.isspace():
            yield " ", at, at + 1
            at += 1
        elif char in _SAME:
            yield _SAME[char], at, at + 1
            at += 1
        else:
            end = _cluster_end(text, at)
            yield from _composed(text, at, end)
            at = end


def _within_word(text: str, hyphen: re.Match[str]) -> bool:
    before, after = text[: hyphen.start()][-1:], text[hyphen.end() : hyphen.end() + 1]
    return before.isalpha() and after.isalpha()


def _composed(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    composed = unicodedata.normalize("NFKC", text[start:end])
    for char in composed:
        # NFKC makes blanks and dashes of other characters: they fold like their kind.
        yield " " if char.isspace() else _SAME.get(char, char), start, end


def _cluster_end(text: str, start: int) -> int:
    """The end of the character at `start` with all that may be composed with it."""
    end = start + 1
    if text[start : start + 1].isascii() and text[end : end + 1].isascii():
        return end
    while end < len(text) and _joins(text[end]):
        end += 1
    return end


def _joins(char: str) -> bool:
    """Whether `char` may be composed with the one before it: accents, vowel signs, Hangul."""
    return (
        unicodedata.combining(char) != 0
        or unicodedata.category(char) in ("Mn", "Mc", "Me")
        or "\u1160" <= char <= "\u11ff"
    )


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Where `text` says `quote` word for word, as [start, end) of its own characters.

    The first such place counts; it begins and ends where words and numbers do. None where there is
    none, and for a quote without a letter or digit.
    """
    pattern = _pattern(quote)
    if pattern is None:
        return None
    folded = _fold_of(text)
    at = 0
    while (found := pattern.search(folded.text, at)) is not None:
        if _is_whole(folded, found.start(), found.end()):
            return folded.starts[found.start()], folded.ends[found.end() - 1]
        at = found.start() + 1
    return None


def _is_whole(folded: Folded, start: int, end: int) -> bool:
    """Whether [start, end) of the folded text leaves no original character half out."""
    starts = folded.starts
    cuts_first = start > 0 and starts[start - 1] == starts[start]
    return not cuts_first and not (end < len(starts) and starts[end] == starts[end - 1])


@lru_cache(maxsize=64)
def _fold_of(text: str) -> Folded:
    return fold(text)


def _pattern(quote: str) -> re.Pattern[str] | None:
    """Matches the folded `quote` in a folded text, whole words only."""
    wanted = fold(quote).text.strip()
    if not any(char.isalnum() for char in wanted):
        return None
    pieces: list[str] = []
    for at, char in enumerate(wanted):
        if char == LINE_END:
            pieces.append(f"[-{LINE_END}]?")
        elif char == "-":
            pieces.append(f"[-{LINE_END}]")
        else:
            pieces.append(re.escape(char))
            if char.isalpha() and wanted[at + 1 : at + 2].isalpha():
                pieces.append(f"{LINE_END}?")
    first, last = wanted[0], wanted[-1]
    return re.compile(_before(first) + "".join(pieces) + _after(last))


def _before(first: str) -> str:
    """What may not stand before a match: the rest of its first word or number."""
    if first.isdigit():
        return rf"(?<![\w{LINE_END}])(?<!\d[.,])"
    return rf"(?<![\w{LINE_END}])" if first.isalnum() else ""


def _after(last: str) -> str:
    if last.isdigit():
        return rf"(?![\w{LINE_END}])(?![.,]\d)"
    return rf"(?![\w{LINE_END}])" if last.isalnum() else ""
