"""A row of a table, and a claim that gives its subject another value of one of the columns.

"Oak has experimental support" beside the row "system: Oak; support: full", where other rows have
"experimental" as their support.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from verifier.judges.analysis import Analysis
from verifier.judges.differences import Difference, Force
from verifier.judges.windows import Candidate
from verifier.language.tokens import words_of
from verifier.model import BlockKind, ConflictKind
from verifier.patterns import pattern
from verifier.retrieval import Sentence

_MOST_ROWS = 100
"""Up to so many rows before and behind one are its table."""
_LONGEST_VALUE = 4
_MOST_PARTS = 2
_MOSTLY = 0.8
_PARTS = pattern(r"[^,/()|+&]+")

Words = tuple[str, ...]


class Cell(NamedTuple):
    """One cell: its place [start, end) in the row's text, and what it lists, each as its words."""

    start: int
    end: int
    parts: frozenset[Words]


Row = dict[str, Cell]
"""The cells of a row by the names of their columns, the first one being what it is about."""


def cell_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The cell of the row that has another value than the claim gives the row's subject."""
    sentence = candidate.sentence
    if sentence.block.kind is not BlockKind.ROW or claim.negations:
        return
    row = _cells(sentence.text)
    if len(row) < 2:
        return
    subject, *columns = row
    if not any(_is_said(claim, part) for part in row[subject].parts):
        return
    rows = [other for other in _table(sentence) if next(iter(other), None) == subject]
    if not _names_one(claim, row[subject], [other[subject] for other in rows]):
        return
    said = {name: found for name in columns if (found := _said(claim, name, rows))}
    wrong = [name for name, found in said.items() if not row[name].parts & found]
    if len(wrong) != 1 or not row[wrong[0]].parts or not _is_choice(wrong[0], rows):
        return
    if any(
        other[subject].parts & row[subject].parts
        and all(name in other and other[name].parts & found for name, found in said.items())
        for other in rows
    ):
        return  # Another row of the same subject bears the claim out.
    cell = row[wrong[0]]
    for start, end in sorted(_place(claim, value) for value in said[wrong[0]]):
        if start < claim.items[claim.predicate].start:
            continue  # It says which row is meant, not what is so there.
        yield Difference(
            ConflictKind.NAME,
            start,
            end,
            candidate,
            cell.start,
            cell.end,
            f"claim says {claim.text[start:end]}, "
            f"the row says {wrong[0]}: {sentence.text[cell.start : cell.end]}",
            Force.CONTRADICTION,
            1.0,
            1.0,
            settled=True,
        )


@lru_cache(maxsize=5_000)
def _cells(text: str) -> Row:
    """The cells of a row "column: value; column: value"; none where it is no such row."""
    row: Row = {}
    at = 0
    for piece in text.split("; "):
        name, colon, value = piece.partition(": ")
        if colon and name not in row:
            start = at + len(name) + 2
            parts = (tuple(w.norm for w in words_of(part)) for part in _PARTS.findall(value))
            kept = frozenset(part for part in parts if _is_word(part))
            row[name] = Cell(start, start + len(value.rstrip(".")), kept)
        at += len(piece) + 2
    return row


def _is_word(part: Words) -> bool:
    return 0 < len(part) <= _LONGEST_VALUE and any(char.isalpha() for word in part for char in word)


def _table(sentence: Sentence) -> list[Row]:
    """The rows around the sentence's own, which is among them."""
    document = sentence.document
    blocks = document.blocks
    first = last = at = document.block_number(sentence.start)
    while first > 0 and at - first < _MOST_ROWS and blocks[first - 1].kind is BlockKind.ROW:
        first -= 1
    while (
        last + 1 < len(blocks) and last - at < _MOST_ROWS and blocks[last + 1].kind is BlockKind.ROW
    ):
        last += 1
    return [_cells(document.text[b.start : b.end]) for b in blocks[first : last + 1]]


def _names_one(claim: Analysis, subject: Cell, subjects: Sequence[Cell]) -> bool:
    """Whether the claim, which names this row's subject, names no other row's."""
    parts = {part for cell in subjects for part in cell.parts}
    return all(part in subject.parts for part in parts if _is_said(claim, part))


def _said(claim: Analysis, column: str, rows: Sequence[Row]) -> frozenset[Words]:
    """The values of the column that the claim has, and no other column."""
    here = {part for row in rows if column in row for part in row[column].parts}
    said = {part for part in here if _is_said(claim, part)}
    elsewhere = {
        part
        for row in rows
        for name, cell in row.items()
        if name != column
        for part in cell.parts & said
    }
    return frozenset(said - elsewhere)


def _is_choice(column: str, rows: Sequence[Row]) -> bool:
    """Whether the column has one of a few values in each row, some of them more than once."""
    values = [row[column].parts for row in rows if column in row and row[column].parts]
    plain = sum(len(parts) <= _MOST_PARTS for parts in values)
    return plain >= _MOSTLY * len(values) and len(set(values)) < len(values)


def _is_said(claim: Analysis, part: Words) -> bool:
    return _token(claim, part) >= 0


def _token(claim: Analysis, part: Words) -> int:
    """The first token of the claim's that begins `part`; -1 where there is none."""
    norms, size = claim.norms, len(part)
    return next((at for at in range(len(norms)) if norms[at : at + size] == part), -1)


def _place(claim: Analysis, part: Words) -> tuple[int, int]:
    at = _token(claim, part)
    return claim.tokens[at].start, claim.tokens[at + len(part) - 1].end
