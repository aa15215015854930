"""Jupyter notebooks -> documents: the cells' Markdown, code and text results."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from verifier.model import BlockKind
from verifier.sources.draft import Draft, Extract, Piece
from verifier.sources.formats import FormatError
from verifier.sources.json_scan import scan_json
from verifier.sources.markdown import pieces_of, read_markdown
from verifier.sources.tree import Branch, Leaf, Node, cut

_MAX_OUTPUT = 4_000


def read_notebook(raw: str) -> Extract:
    """The document of a notebook; its landmarks are "cell 3" and "cell 3, output".

    Raises:
        FormatError: it is not valid JSON, or has no cells.
    """
    root = scan_json(raw)
    cells = _part(root, "cells")
    if not isinstance(cells, Branch):
        raise FormatError("it has no cells")
    draft = Draft()
    for number, (_, cell) in enumerate(cells.items, 1):
        kind = _text(_part(cell, "cell_type"))
        source = _pieces(_part(cell, "source"))
        parts = [(source, f"cell {number}", kind)]
        parts += [(output, f"cell {number}, output", "") for output in _outputs(cell)]
        for pieces, label, what in sorted(parts, key=lambda part: part[0][0][1] if part[0] else 0):
            _add(draft, pieces, label, what)
    return draft.extract()


def _add(draft: Draft, pieces: list[Piece], label: str, kind: str) -> None:
    known = len(draft.blocks)
    if kind == "markdown":
        text = "".join(part for part, _, _ in pieces)
        inner = read_markdown(text)
        if inner.offsets is not None:
            for block in inner.blocks:
                shown = pieces_of(
                    inner.text[block.start : block.end],
                    inner.offsets.cut(block.start, block.end),
                )
                draft.block(_composed(shown, pieces), block.kind, block.title, block.depth)
    else:
        draft.block(pieces, BlockKind.CODE if kind == "code" else BlockKind.PROSE)
    for block in draft.blocks[known:]:
        draft.mark(block.start, block.end, label)


def _composed(inner: list[Piece], outer: list[Piece]) -> list[Piece]:
    """Pieces of a text that was derived from a text of which `outer` are the pieces."""
    starts = [0, *accumulate(len(text) for text, _, _ in outer)]
    composed: list[Piece] = []
    for text, start, end in inner:
        if end > start and len(text) == end - start:
            within = max(0, bisect_right(starts, start) - 1)
            last = bisect_right(starts, end - 1)
            parts = cut(outer[within:last], start - starts[within], end - starts[within])
            at = 0
            for part, raw_start, raw_end in parts:
                composed.append((text[at : at + len(part)], raw_start, raw_end))
                at += len(part)
        else:
            composed.append((text, _raw(outer, starts, start), _raw(outer, starts, end)))
    return composed


def _raw(outer: list[Piece], starts: list[int], offset: int) -> int:
    """The raw offset of an offset into the text that `outer` make."""
    index = min(max(0, bisect_right(starts, offset) - 1), len(outer) - 1)
    text, raw_start, raw_end = outer[index]
    inside = offset - starts[index]
    if len(text) == raw_end - raw_start:
        return raw_start + inside
    return raw_end if inside >= len(text) else raw_start


def _outputs(cell: Node) -> list[list[Piece]]:
    outputs = _part(cell, "outputs")
    found = []
    for _, output in outputs.items if isinstance(outputs, Branch) else []:
        pieces = _pieces(_part(output, "text") or _part(_part(output, "data"), "text/plain"))
        if pieces and sum(len(text) for text, _, _ in pieces) <= _MAX_OUTPUT:
            found.append(pieces)
    return found


def _part(node: Node | None, name: str) -> Node | None:
    if not isinstance(node, Branch) or node.is_list:
        return None
    return next((part for key, part in node.items if key and key.text == name), None)


def _text(node: Node | None) -> str:
    return node.text() if isinstance(node, Leaf) else ""


def _pieces(node: Node | None) -> list[Piece]:
    """The pieces of a text that is a string or a list of lines."""
    if isinstance(node, Leaf):
        return node.pieces
    items = node.items if isinstance(node, Branch) else []
    return [piece for _, part in items if isinstance(part, Leaf) for piece in part.pieces]
