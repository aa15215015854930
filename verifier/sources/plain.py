"""Plain text -> blocks: paragraphs joined over their lines, list items, rows, headings."""

from __future__ import annotations

import re
from collections.abc import Callable

from verifier.model import BlockKind
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece, collapse, is_references, verbatim

# A blank line, or a page break; first a plain set, by which the search is fast.
PARAGRAPH_GAP = pattern(r"[\r\n\f](?:(?<=\f)|(?:(?<=\r)\n)?+(?:[ \t\f\v]*(?>\r\n|\r|\n))+)")
_PLAIN_GAP = pattern(r"\n(?:[ \t\v]*\n)+")
_LINE = pattern(r"[^\r\n]+")
_ITEM = pattern(r"(?P<indent>[ \t]*)(?:[-*•‣◦–+]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])[ \t]+(?=\S)")
_FIELD = pattern(r"[ \t]*[A-Z][\w ./()-]{0,40}:[ \t]+\S")
_ROW = pattern(r"\S(?:\t+| {3,})\S.*(?:\t| {2,})\S|\S\t+\S|^\s*\|.*\|\s*$")
_RULE = pattern(r"[ \t]*(?:([-=_*~#+^])\1{2,}(?:[ \t]+\1+)*|\+[-=+]{2,}\+)[ \t]*")
_SENTENCE_END = pattern(r"[.!?。！？:;,][\"'”’)\]]*\s*$")
_SECTION = pattern(
    r"(?:\d{1,2}(?:\.\d{1,2})*\.?\s+)?(?:abstract|introduction|background|methods?|results?|"
    r"discussion|conclusions?|summary|appendix(?: \w)?|acknowledge?ments?|limitations|funding)",
    re.IGNORECASE,
)
_SPECIAL = pattern(
    r"[\r\n][ \t]*(?:[^\w\s\"'“‘(]|\(?\w{1,3}[.)][ \t]|[A-Z][\w ./()-]{0,40}:[ \t])"
    r"|\t|   |\||\A[ \t]*\W{3}"
)
_MIN_WIDTH = 40
_MAX_SHORT = 60

Line = tuple[int, int]
Shown = Callable[[str, int, int], list[Piece]]


def read_plain(raw: str) -> Extract:
    """The document of a plain text."""
    draft = Draft()
    add_plain(draft, raw, 0, len(raw))
    return draft.extract()


def add_plain(draft: Draft, raw: str, start: int, end: int, shown: Shown = collapse) -> None:
    """Add the paragraphs of raw [start, end) to `draft`.

    Args:
        draft: where they go.
        raw, start, end: the text.
        shown: gives the pieces of a stretch; it may take out markup.
    """
    at = start
    for gap in _gaps(raw).finditer(raw, start, end):
        _add_paragraph(draft, raw, at, gap.start(), shown)
        at = gap.end()
    _add_paragraph(draft, raw, at, end, shown)


def _gaps(raw: str) -> re.Pattern[str]:
    """The pattern of the gaps between paragraphs; the plain one is several times faster."""
    return PARAGRAPH_GAP if "\r" in raw or "\f" in raw else _PLAIN_GAP


def _add_paragraph(draft: Draft, raw: str, start: int, end: int, shown: Shown) -> None:
    if raw.find("\n", start, end) < 0 and raw.find("\r", start, end) < 0:
        lines = [(start, end)] if start < end else []
    else:
        lines = [match.span() for match in _LINE.finditer(raw, start, end)]
    if not lines:
        return
    if _is_wrapped(raw, lines):
        _flush(draft, raw, lines, shown)
        return
    level = _heading_level(raw, lines)
    if level:
        draft.heading(shown(raw, *lines[0]), level)
        lines = lines[2:] if len(lines) > 1 else []
    width = max((line_end - line_start for line_start, line_end in lines), default=0)
    group: list[Line] = []
    for line in lines:
        if _RULE.fullmatch(raw, *line):
            _flush(draft, raw, group, shown)
            group = []
        else:
            if group and _breaks(raw, group[-1], line, max(width, _MIN_WIDTH)):
                _flush(draft, raw, group, shown)
                group = []
            group.append(line)
    _flush(draft, raw, group, shown)


def _is_wrapped(raw: str, lines: list[Line]) -> bool:
    """Whether the paragraph is plainly prose: full lines, none of which starts in a special way."""
    full = all(
        line_end - line_start >= _MAX_SHORT or raw[line_start:line_end].rstrip()[-1:] in ".,;!?"
        for line_start, line_end in lines[:-1]
    )
    return full and len(lines) > 1 and not _SPECIAL.search(raw[lines[0][0] : lines[-1][1]])


def _heading_level(raw: str, lines: list[Line]) -> int:
    """1 or 2 where the paragraph starts with a heading; 0 where it does not.

    A heading is underlined, or a line of its own in capitals, or one of the usual section names.
    """
    start, end = lines[0]
    if end - start > 120:
        return 0
    if len(lines) > 1:
        rule = _RULE.fullmatch(raw, *lines[1])
        long_enough = lines[1][1] - lines[1][0] >= 0.5 * (end - start)
        return (1 if (rule[1] or "-") in "=#*" else 2) if rule and long_enough else 0
    text = raw[start:end].strip()
    capitals = text.isupper() and len(text) > 3 and not any(char.isdigit() for char in text)
    named = _SECTION.fullmatch(text) or is_references(text)
    return 1 if named or (capitals and not _SENTENCE_END.search(text)) else 0


def _breaks(raw: str, line: Line, following: Line, width: int) -> bool:
    """Whether the writer ended `line` on purpose, rather than because it was full."""
    start, end = following
    if _ITEM.match(raw, start, end) or _is_row(raw, line) or _is_row(raw, following):
        return True
    text = raw[line[0] : line[1]]
    if _FIELD.match(raw, start, end) and _FIELD.match(text):
        return True
    if _SENTENCE_END.search(text):
        return False
    first = raw[start:end].split(maxsplit=1)[0] if raw[start:end].strip() else ""
    fits = len(text.rstrip()) + 1 + len(first) <= min(0.8 * width, _MAX_SHORT)
    return fits and not first[:1].islower()


def _is_row(raw: str, line: Line) -> bool:
    text = raw[line[0] : line[1]]
    # Most lines have none of these, and the pattern is slow on a long one.
    may_be = "\t" in text or "  " in text or "|" in text
    return may_be and _ROW.search(text) is not None


def _flush(draft: Draft, raw: str, group: list[Line], shown: Shown) -> None:
    if not group:
        return
    start, end = group[0][0], group[-1][1]
    if len(group) == 1 and _is_row(raw, group[0]):
        draft.block(verbatim(raw, start, end), BlockKind.ROW)
        return
    item = _ITEM.match(raw, start, end)
    if item:
        depth = 1 + len(item["indent"].expandtabs())
        draft.block(shown(raw, item.end(), end), depth=depth)
    else:
        draft.block(shown(raw, start, end))
