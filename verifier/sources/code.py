"""Program text -> documents: comments and docstrings as prose, the rest as code, by paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.model import BlockKind
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece, collapse, verbatim

_COMMENTS = pattern(
    r"""
    (?P<lines>(?:^[ \t]*(?:\#(?!!)|//+!?|--[ ]|;+[ ])[^\r\n]*(?:\r\n|\r|\n|\Z))+)
    | (?P<block>/\*.*?\*/)
    | (?P<docstring>^[ \t]*[rR]?(?P<quotes>\"\"\"|''').*?(?P=quotes))
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_LINE = pattern(r"[^\r\n]+")
_MARKER = pattern(r"[ \t]*(?:\#+|//+!?|--+|;+|/\*+!?|\*+/|\*+(?=\s|$)|[rR]?\"\"\"|[rR]?''')?[ \t]*")
_TAIL = pattern(r"[ \t]*(?:\*+/|\"\"\"|''')?[ \t]*$")
_TAG = pattern(r"@\w|:\w+[^:]*:|[-*•]\s|\d{1,2}[.)]\s|\w+ ?(?:\([^)]*\))?: ")
_GAP = pattern(r"(?>\r\n|\r|\n)(?:[ \t]*(?>\r\n|\r|\n))+")


def read_code(raw: str) -> Extract:
    """The document of a program text."""
    draft = Draft()
    at = 0
    for comment in _COMMENTS.finditer(raw):
        _add_code(draft, raw, at, comment.start())
        for pieces in _paragraphs(raw, *comment.span()):
            draft.block(pieces)
        at = comment.end()
    _add_code(draft, raw, at, len(raw))
    return draft.extract()


def _add_code(draft: Draft, raw: str, start: int, end: int) -> None:
    at = start
    for gap in _GAP.finditer(raw, start, end):
        draft.block(verbatim(raw, at, gap.start()), BlockKind.CODE)
        at = gap.end()
    draft.block(verbatim(raw, at, end), BlockKind.CODE)


def _paragraphs(raw: str, start: int, end: int) -> Iterator[list[Piece]]:
    """The paragraphs of a comment, without its marks."""
    pieces: list[Piece] = []
    before = start
    for line in _LINE.finditer(raw, start, end):
        low, high = line.span()
        marker = _MARKER.match(raw, low, high)
        low = marker.end() if marker else low
        tail = _TAIL.search(raw, low, high)
        high = tail.start() if tail else high
        blank = high <= low or raw[before : line.start()].count("\n") > 1
        before = line.end()
        if pieces and (blank or _TAG.match(raw, low, high)):
            yield pieces
            pieces = []
        if high <= low:
            continue
        if pieces:
            pieces.append((" ", pieces[-1][2], low))
        pieces += collapse(raw, low, high)
    if pieces:
        yield pieces
