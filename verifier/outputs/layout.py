"""Lines of styled text: cleaning, marking and wrapping, apart from any terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple


class Piece(NamedTuple):
    """Text in one style; styles are rich's ("bold red"), "" is plain."""

    text: str
    style: str = ""


Line = tuple[Piece, ...]

_BLANK_CONTROLS = frozenset("\t\n\v\f\r\x85\u2028\u2029")
# Marks that turn the writing direction could make a quote read as something else.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(pieces: Iterable[Piece]) -> Line:
    """The pieces with white space as single blanks, and nothing a terminal would obey.

    Control characters come out as U+FFFD, so that no document can move the cursor.
    """
    characters: list[tuple[str, str]] = []
    for text, style in pieces:
        for character in text:
            if character.isspace() or character in _BLANK_CONTROLS:
                if characters and characters[-1][0] != " ":
                    characters.append((" ", style))
            elif character in _BIDI or unicodedata.category(character) == "Cc":
                characters.append(("\ufffd", style))
            else:
                characters.append((character, style))
    while characters and characters[-1][0] == " ":
        characters.pop()
    return tuple(
        Piece("".join(character for character, _ in group), style)
        for style, group in groupby(characters, key=lambda item: item[1])
    )


def clean(text: str) -> str:
    """`text` as `printable` leaves it, without styles."""
    return text_of(printable([Piece(text)]))


def marked(text: str, marks: Iterable[tuple[int, int]], style: str, base: str = "") -> Line:
    """`text` with the stretches `marks` in `style` and the rest in `base`, made printable."""
    inside = bytearray(len(text))
    for start, end in marks:
        inside[start:end] = b"\x01" * len(inside[start:end])
    pieces = []
    for flag, group in groupby(range(len(text)), key=lambda at: inside[at]):
        stretch = list(group)
        pieces.append(Piece(text[stretch[0] : stretch[-1] + 1], style if flag else base))
    return printable(pieces)


def text_of(line: Iterable[Piece]) -> str:
    """The line without its styles."""
    return "".join(piece.text for piece in line)


def cells(text: str) -> int:
    """How many columns of a terminal `text` takes; a CJK character takes two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def wrap(line: Line, width: int | None) -> list[Line]:
    """Break a line between words so that no part is wider than `width` columns.

    A word that is wider by itself is broken where it must be. None leaves the line whole.
    """
    text = text_of(line)
    if width is None or cells(text) <= width:
        return [line]
    return [_cut(line, start, end) for start, end in _breaks(text, max(width, 2))]


def _breaks(text: str, width: int) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = _fit(text, start, width)
        if end < len(text):
            blank = text.rfind(" ", start + 1, end + 1)
            if blank > start:
                end = blank
        yield start, end
        start = end
        while start < len(text) and text[start] == " ":
            start += 1


def _fit(text: str, start: int, width: int) -> int:
    """The end of the longest stretch from `start` that `width` columns hold."""
    used, at = 0, start
    while at < len(text):
        used += cells(text[at])
        if used > width:
            break
        at += 1
    return max(at, start + 1)


def _cut(line: Line, start: int, end: int) -> Line:
    pieces, at = [], 0
    for text, style in line:
        low, high = max(start - at, 0), min(end - at, len(text))
        if low < high:
            pieces.append(Piece(text[low:high], style))
        at += len(text)
    return tuple(pieces)
