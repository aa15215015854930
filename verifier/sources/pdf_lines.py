"""The characters of a PDF page -> its lines in reading order: ligatures, cells, two columns."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from verifier.patterns import pattern

# pdfium writes U+FFFE (older versions U+0002) for a line-end hyphen, and no line break behind it.
_LINE = pattern(r"[^\r\n\ufffe\x02]+[\ufffe\x02]?")
_WORD = pattern(r"[^ \t\xa0]+")
_LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
    "\x00": "",
    "\x02": "-",
    "\ufffe": "-",
    "\u200b": "",
}
_FOLDS = str.maketrans(_LIGATURES)
_GUTTER = 1.6


class Box(NamedTuple):
    """Where a character stands on its page, in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


class Line(Struct, frozen=True):
    """A line of a page; without geometry where `top` is `bottom`.

    Attributes:
        cells: its parts, where wide gaps part it as in a table's row.
    """

    text: str
    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    top: float = 0.0
    cells: tuple[Line, ...] = ()

    @property
    def height(self) -> float:
        """The height of its tallest character."""
        return self.top - self.bottom


def lines_of_page(text: str, box: Callable[[int], Box | None]) -> list[Line]:
    """The lines of a page in reading order.

    Args:
        text: the page's text in the order of its content.
        box: where the character at an offset of `text` stands; None where that is not known.
    """
    lines = []
    for match in _LINE.finditer(text):
        words = [
            _word(match[0], *word.span(), match.start(), box) for word in _WORD.finditer(match[0])
        ]
        if words:
            lines.append(_line(words))
    return _by_columns(lines)


def _word(line: str, start: int, end: int, offset: int, box: Callable[[int], Box | None]) -> Line:
    first, last = box(offset + start), box(offset + end - 1)
    text = line[start:end].translate(_FOLDS)
    if first is None or last is None:
        return Line(text)
    return Line(
        text,
        first.left,
        last.right,
        min(first.bottom, last.bottom),
        max(first.top, last.top),
    )


def _line(words: list[Line]) -> Line:
    """Join the words of a line; a wide gap starts a new cell."""
    groups = [[words[0]]]
    height = max(word.height for word in words)
    for word in words[1:]:
        before = groups[-1][-1]
        if height > 0 and word.left - before.right > _GUTTER * height:
            groups.append([])
        groups[-1].append(word)
    cells = tuple(_joined(group) for group in groups)
    return replace(_joined(words), cells=cells) if len(cells) > 1 else cells[0]


def _joined(words: list[Line]) -> Line:
    placed = [word for word in words if word.top > word.bottom]
    text = " ".join(word.text for word in words)
    if not placed:
        return Line(text)
    return Line(
        text,
        min(word.left for word in placed),
        max(word.right for word in placed),
        min(word.bottom for word in placed),
        max(word.top for word in placed),
    )


def _by_columns(lines: list[Line]) -> list[Line]:
    """Part lines that run over two columns of prose, and read the left column first."""
    pairs = [
        line.cells
        for line in lines
        if len(line.cells) == 2 and min(len(cell.text) for cell in line.cells) >= 15
    ]
    if len(pairs) < 4 or len(pairs) < 0.4 * len(lines):
        return lines
    middle = median((left.right + right.left) / 2 for left, right in pairs)
    ordered: list[Line] = []
    left_column: list[Line] = []
    right_column: list[Line] = []
    for line in lines:
        if len(line.cells) == 2 and line.cells[0].right <= middle <= line.cells[1].left:
            left_column.append(line.cells[0])
            right_column.append(line.cells[1])
        elif line.right <= middle:
            left_column.append(line)
        elif line.left >= middle:
            right_column.append(line)
        else:
            ordered += [*left_column, *right_column, line]
            left_column, right_column = [], []
    return [*ordered, *left_column, *right_column]
