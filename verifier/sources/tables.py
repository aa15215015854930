"""CSV and TSV -> one row block a record: "header: value; header: value"."""

from __future__ import annotations

import re
from collections import Counter

from verifier.model import BlockKind
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece, collapse
from verifier.sources.words import words_of_name

_DELIMITERS = ",;\t|"
_SAMPLE_RECORDS = 50
_VALUE = pattern(r"[-+−]?[\d.,'  ]*\d[\d.,]*\s*\S{0,3}|\d{4}-\d\d(?:-\d\d)?.*|\d+[/.]\d+[/.]\d+")
_NO_VALUE = frozenset(("", "-", "–", "—", "na", "n/a", "nan", "null", "none"))

Cell = tuple[int, int]


def read_csv(raw: str) -> Extract:
    """The document of a CSV text; its delimiter is told from its first records."""
    return _read(raw, _delimiter(raw))


def read_tsv(raw: str) -> Extract:
    """The document of a table with tabs between its cells."""
    return _read(raw, "\t")


def _read(raw: str, delimiter: str) -> Extract:
    draft = Draft()
    records = _records(raw, delimiter)
    columns = (
        max(Counter(len(cells) for cells in records).items(), key=lambda c: (c[1], c[0]))[0]
        if records
        else 0
    )
    first = _first_row(draft, raw, records, columns)
    header = _header(raw, records[first:])
    for number, cells in enumerate(records[first:], first + 1):
        if header and number == first + 1:
            draft.block(_headings(raw, cells), BlockKind.HEADING)
        else:
            _add_row(draft, raw, cells, header, number)
    return draft.extract()


def _first_row(draft: Draft, raw: str, records: list[list[Cell]], columns: int) -> int:
    """Index of the record where the table starts; what stands above it is prose."""
    for index, cells in enumerate(records):
        if len(cells) >= min(columns, 2) and not raw.startswith("#", cells[0][0]):
            return index
        draft.block(collapse(raw, cells[0][0], cells[-1][1]))
    return len(records)


def _records(raw: str, delimiter: str) -> list[list[Cell]]:
    """The records as raw spans of their cells, quotes included; blank lines are left out."""
    match_at = _cell_pattern(delimiter).match
    records: list[list[Cell]] = []
    cells: list[Cell] = []
    at, end = 0, len(raw)
    while at < end:
        match = match_at(raw, at)
        if match is None:
            break
        span = match.span(1)
        cells.append(span)
        at = match.end()
        if match[2] != delimiter:
            if len(cells) > 1 or span[1] > span[0]:
                records.append(cells)
            cells = []
    if cells:
        records.append([*cells, (end, end)])
    return records


def _cell_pattern(delimiter: str) -> re.Pattern[str]:
    """A cell and what ends it; a quote that is never closed is an ordinary character."""
    mark = re.escape(delimiter)
    blank = " *" if delimiter != " " else ""
    return re.compile(
        rf'{blank}("(?:[^"]|"")*"(?=\ *(?:{mark}|[\r\n]|\Z))|[^{mark}\r\n]*)'
        rf"\ *({mark}|\r\n|\r|\n|\Z)"
    )


def _delimiter(raw: str) -> str:
    """The candidate that gives most records the same number of cells, more than one."""
    sample = raw[:20_000]
    best, best_score = ",", 0.0
    for candidate in _DELIMITERS:
        counts = [len(cells) for cells in _records(sample, candidate)[:_SAMPLE_RECORDS]]
        if counts:
            width, votes = Counter(counts).most_common(1)[0]
            score = votes / len(counts) + min(width, 20) / 100 if width > 1 else 0.0
            if score > best_score:
                best, best_score = candidate, score
    return best


def _header(raw: str, records: list[list[Cell]]) -> list[str]:
    """The names of the columns; [] where the first record is data like the others."""
    if len(records) < 2:
        return []
    names = [_text(raw, cell) for cell in records[0]]
    told = [name for name in names if name]
    if not told or len(set(told)) < len(told):
        return []
    if any(_VALUE.fullmatch(name) and not _is_year(name) for name in told):
        return []
    if all(_is_year(name) for name in told):
        return []
    return [words_of_name(name) for name in names]


def _is_year(text: str) -> bool:
    return re.fullmatch(r"(?:1[5-9]|20|21)\d\d", text) is not None


def _text(raw: str, cell: Cell) -> str:
    return " ".join("".join(text for text, _, _ in _pieces(raw, cell)).split())


def _pieces(raw: str, cell: Cell) -> list[Piece]:
    """The pieces of a cell without its quotes."""
    start, end = cell
    if end - start < 2 or raw[start] != '"' or raw[end - 1] != '"':
        return collapse(raw, start, end)
    start, end = start + 1, end - 1
    pieces: list[Piece] = []
    while True:
        quote = raw.find('""', start, end)
        if quote < 0:
            return [*pieces, *collapse(raw, start, end)]
        pieces += [*collapse(raw, start, quote), ('"', quote, quote + 2)]
        start = quote + 2


def _headings(raw: str, cells: list[Cell]) -> list[Piece]:
    pieces: list[Piece] = []
    for cell in cells:
        if pieces:
            pieces.append(("; ", pieces[-1][2], cell[0]))
        pieces += _pieces(raw, cell)
    return pieces


def _add_row(draft: Draft, raw: str, cells: list[Cell], header: list[str], number: int) -> None:
    pieces: list[Piece] = []
    marks: list[tuple[int, int, str]] = []
    length = raw_end = 0
    for column, cell in enumerate(cells):
        value = _pieces(raw, cell)
        shown = sum(len(text) for text, _, _ in value)
        if not shown or raw[cell[0] : cell[1]].strip().lower() in _NO_VALUE:
            continue
        name = header[column] if column < len(header) else ""
        label = f"{name}: " if name else ""
        if pieces:
            label = "; " + label
        if label:
            pieces.append((label, raw_end if pieces else value[0][1], value[0][1]))
        pieces += value
        raw_end = value[-1][2]
        marks.append((length, length + len(label) + shown, name or str(column + 1)))
        length += len(label) + shown
    span = draft.block(pieces, BlockKind.ROW)
    if span:
        for start, end, name in marks:
            draft.mark(span[0] + start, span[0] + end, f"row {number}, column {name}")
