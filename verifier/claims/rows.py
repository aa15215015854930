"""A body row of a table as one statement: "Region: EMEA; Growth: 51 percent"."""

from __future__ import annotations

from verifier.claims.judged import JudgedText, Markup, Pointer
from verifier.offsets import TextBuilder


def row_text(header: tuple[str, ...], cells: list[JudgedText]) -> JudgedText:
    """The judged text of a row; a column's name stands for the border before its cell.

    Args:
        header: the columns' names; "" for a column without one.
        cells: the judged texts of the row's cells; empty ones say nothing.
    """
    builder = TextBuilder()
    parts: list[str] = []
    pointers: list[Pointer] = []
    markup: list[Markup] = []
    end = -1
    for name, cell in zip(header, cells, strict=False):
        pointers += cell.pointers
        if not cell.text:
            continue
        markup += cell.markup
        start = cell.offsets.raw_start(0)
        label = f"{'; ' if parts else ''}{name}{': ' if name else ''}"
        builder.add(label, end if end >= 0 else start, start, False)
        builder.add_map(cell.text, cell.offsets)
        parts += [label, cell.text]
        end = cell.offsets.raw_end(len(cell.text))
    return JudgedText(builder.text(), builder.offsets(), tuple(pointers), tuple(markup), ())
