"""Markdown -> documents: the report's own reader of Markdown, and besides it the code blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.claims.blocks import Document, TableRow, TextBlock, parse_markdown
from verifier.claims.content import Content
from verifier.claims.front_matter import front_matter_end
from verifier.claims.judged import judged_text
from verifier.model import BlockKind
from verifier.offsets import OffsetMap
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece, is_references, stripped, verbatim

_FENCE = pattern(
    r"^[ \t>]*(?P<fence>`{3,}|~{3,})[^\r\n`]*(?:\r\n|\r|\n)(?P<code>.*?)"
    r"(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)

Found = tuple[int, list[Piece], BlockKind, str, int]
"""Raw start, pieces, kind, title and depth of a block."""


def read_markdown(raw: str) -> Extract:
    """The document of a Markdown text."""
    draft = Draft()
    begin = front_matter_end(raw)
    if begin > 1:
        draft.block(verbatim(raw, 0, begin), BlockKind.BOILERPLATE)
    parsed = parse_markdown(raw)
    found = [*_texts(parsed, raw), *_codes(raw, begin)]
    above = ""
    for _, pieces, kind, title, depth in sorted(found, key=lambda block: block[0]):
        above = above if kind is BlockKind.CODE else title
        draft.block(pieces, kind, above, depth)
    return draft.extract()


def _texts(parsed: Document, raw: str) -> Iterator[Found]:
    for block in parsed.blocks:
        if isinstance(block, TableRow):
            pieces = _row(parsed, block, raw)
        else:
            pieces = _shown(parsed, block.content, raw)
        if pieces:
            is_row = isinstance(block, TableRow)
            kind = _kind(block, BlockKind.ROW if is_row else BlockKind.PROSE)
            depth = 0 if isinstance(block, TableRow) else block.depth
            yield pieces[0][1], pieces, kind, " > ".join(block.headings), depth


def _kind(block: TextBlock | TableRow, kind: BlockKind) -> BlockKind:
    if any(is_references(heading) for heading in block.headings):
        return BlockKind.REFERENCES
    return kind


def _shown(parsed: Document, content: Content, raw: str) -> list[Piece]:
    """The pieces of what a reader sees of `content`."""
    judged = judged_text(parsed.atoms(content), content, raw)
    return stripped(pieces_of(judged.text, judged.offsets))


def pieces_of(text: str, offsets: OffsetMap) -> list[Piece]:
    """The pieces of a derived text that has a map already."""
    ends = (*offsets.starts[1:], offsets.length)
    places = zip(offsets.starts, ends, offsets.raw_starts, offsets.raw_ends, strict=False)
    return [(text[start:end], raw_start, raw_end) for start, end, raw_start, raw_end in places]


def _row(parsed: Document, row: TableRow, raw: str) -> list[Piece]:
    """The pieces of a table's row: "header: value; header: value"."""
    pieces: list[Piece] = []
    for index, cell in enumerate(row.cells):
        value = _shown(parsed, cell, raw)
        if not value:
            continue
        name = row.header[index] if index < len(row.header) else ""
        if pieces:
            pieces.append(("; ", pieces[-1][2], value[0][1]))
        if name:
            pieces.append((f"{name}: ", value[0][1], value[0][1]))
        pieces += value
    return pieces


def _codes(raw: str, begin: int) -> Iterator[Found]:
    """The contents of fenced code blocks."""
    for fence in _FENCE.finditer(raw, begin):
        pieces = stripped(verbatim(raw, *fence.span("code")))
        if pieces:
            yield pieces[0][1], pieces, BlockKind.CODE, "", 0
