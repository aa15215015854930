"""reStructuredText -> blocks: paragraphs without their markup, literal blocks as code."""

from __future__ import annotations

import re

from verifier.model import BlockKind
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece, collapse, verbatim
from verifier.sources.plain import PARAGRAPH_GAP, add_plain

_LINE = pattern(r"[^\r\n]+")
_RULE = pattern(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*")
_DIRECTIVE = pattern(r"[ \t]*\.\.[ \t]+(?:(?P<name>[\w:+.-]+)::|(?P<note>\[[^\]]+\])[ \t])")
_COMMENT = pattern(r"[ \t]*\.\.(?:[ \t]|$)")
_LITERAL = frozenset(
    "code code-block sourcecode literalinclude parsed-literal math doctest".split()
)
_TEXT = frozenset(
    "note warning tip important caution danger error hint attention seealso admonition topic "
    "sidebar versionadded versionchanged deprecated rubric epigraph".split()
)
_OPTION = pattern(r"[ \t]*:[\w-]+:.*")
_INLINE = pattern(
    r"\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|(?<![\w*])\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
    r"|``(?P<code>[^`]+)``|(?::[\w.:+-]+:)?`(?P<text>[^`<>]*[^`<>\s])(?:\s*<[^`>]*>)?`_{0,2}"
    r"|(?P<mark>[ \t]?\[(?:\d+|#[\w-]*|\*)\]_)|\\(?P<escaped>[^\w\s])"
)


def read_rst(raw: str) -> Extract:
    """The document of a reStructuredText."""
    reader = _Reader(raw)
    at = 0
    for gap in PARAGRAPH_GAP.finditer(raw):
        reader.take(at, gap.start())
        at = gap.end()
    reader.take(at, len(raw))
    return reader.draft.extract()


class _Reader:
    """Takes up paragraphs; an indented one may belong to a directive or literal block above."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.draft = Draft()
        self._levels: list[str] = []
        self._inside: tuple[int, BlockKind | None] | None = None

    def take(self, start: int, end: int) -> None:
        """Add the paragraph raw [start, end)."""
        lines = [match.span() for match in _LINE.finditer(self.raw, start, end)]
        if not lines:
            return
        indent = _indent(self.raw, *lines[0])
        if self._inside and indent > self._inside[0]:
            self._add_inside(lines)
            return
        self._inside = None
        lines = self._take_heading(lines)
        if not lines:
            return
        first = lines[0]
        directive = _DIRECTIVE.match(self.raw, *first)
        if directive or _COMMENT.match(self.raw, *first):
            self._take_directive(directive, lines, indent)
            return
        end = lines[-1][1]
        if self.raw[lines[0][0] : end].rstrip().endswith("::"):
            self._inside = (indent, BlockKind.CODE)
        add_plain(self.draft, self.raw, lines[0][0], end, shown)

    def _add_inside(self, lines: list[tuple[int, int]]) -> None:
        kind = self._inside[1] if self._inside else None
        if kind is BlockKind.CODE:
            self.draft.block(verbatim(self.raw, lines[0][0], lines[-1][1]), kind)
        elif kind is not None:
            add_plain(self.draft, self.raw, lines[0][0], lines[-1][1], shown)

    def _take_heading(self, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Add the heading a paragraph starts with; returns the lines behind it."""
        rules = [_RULE.fullmatch(self.raw, *line) for line in lines[:3]]
        over = len(lines) > 2 and rules[0] is not None and rules[2] is not None
        title = 1 if over else 0
        under = rules[title + 1] if len(rules) > title + 1 else None
        if under is None or (not over and rules[0] is not None):
            return lines
        style = f"{under[1]}{over}"
        if style not in self._levels:
            self._levels.append(style)
        self.draft.heading(shown(self.raw, *lines[title]), self._levels.index(style) + 1)
        return lines[title + 2 :]

    def _take_directive(
        self, directive: re.Match[str] | None, lines: list[tuple[int, int]], indent: int
    ) -> None:
        name = directive["name"] if directive else None
        if directive is None or (name and name not in _LITERAL and name not in _TEXT):
            self._inside = (indent, None)
            return
        kind = BlockKind.CODE if name in _LITERAL else BlockKind.PROSE
        self._inside = (indent, kind)
        rest = [line for line in lines[1:] if not _OPTION.fullmatch(self.raw, *line)]
        if kind is BlockKind.CODE:
            if rest:
                self._add_inside(rest)
            return
        end = rest[-1][1] if rest else lines[0][1]
        self.draft.block(shown(self.raw, directive.end(), end))


def _indent(raw: str, start: int, end: int) -> int:
    line = raw[start:end].expandtabs()
    return len(line) - len(line.lstrip())


def shown(raw: str, start: int, end: int) -> list[Piece]:
    """The pieces of raw [start, end) without inline markup."""
    pieces: list[Piece] = []
    at = start
    for match in _INLINE.finditer(raw, start, end):
        pieces += collapse(raw, at, match.start())
        group = match.lastgroup
        if group and group != "mark":
            pieces += collapse(raw, *match.span(group))
        at = match.end()
    pieces += collapse(raw, at, end)
    if pieces and raw[:end].endswith("::"):
        text, low, high = pieces[-1]
        cut = 1 if not text[:-2].endswith(" ") else 2  # "text ::" shows no colon, "text::" one
        pieces[-1] = (text[:-cut], low, high - cut)
    return pieces
