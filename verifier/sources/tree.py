"""Trees of named values (JSON, YAML, TOML, INI, XML) -> rows "key words: value" and prose.

A row is one mapping, as far as its values are short; a long text is a block of its own. Every
stretch has its path as a landmark, every block its keys as the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct, field

from verifier.model import BlockKind
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Piece
from verifier.sources.words import words_of_name

_ROW_LIMIT = 400
_LIST_LIMIT = 300
_LONG_TEXT = 160
_PROSE = pattern(r"[.!?][\"')”’]*\s+[A-Z“\"']|[。！？]|\n\s*\S")
_SENTENCE = pattern(r"\s*[A-Z“\"'].*\w.*[.!?][\"')”’]*\s*", re.DOTALL)
_PARAGRAPH = pattern(r"\n[ \t\r]*\n\s*")
_PLAIN_KEY = pattern(r"[^\W\d][\w-]*")
_DEEP = 60

PathStyle = Literal["json", "xml"]


class Key(NamedTuple):
    """The name of a value; raw [start, end) is where it stands."""

    text: str
    start: int
    end: int


class Leaf(Struct):
    """A value without parts."""

    pieces: list[Piece]

    def text(self) -> str:
        """The value as people read it."""
        return "".join(text for text, _, _ in self.pieces)


class Item(NamedTuple):
    """A part of a branch; `key` is None in a list."""

    key: Key | None
    node: Leaf | Branch


class Branch(Struct):
    """A mapping or a list."""

    items: list[Item]
    is_list: bool = False


Node = Leaf | Branch


class _Path(Struct):
    """Where a node stands; linked upwards, so that deep trees cost no long strings."""

    up: _Path | None
    key: Key | None
    index: int
    in_list: bool
    style: PathStyle

    def label(self) -> str:
        """The path as its format writes it: "$.trial.sites[2]", "/trial/site[3]"."""
        steps: list[str] = []
        path: _Path | None = self
        while path is not None and path.up is not None and len(steps) < _DEEP:
            steps.append(path._step())
            path = path.up
        root = "$" if self.style == "json" else ""
        deeper = path is not None and path.up is not None
        return root + ("…" if deeper else "") + "".join(reversed(steps))

    def _step(self) -> str:
        if self.style == "xml":
            number = f"[{self.index}]" if self.in_list else ""
            return f"/{self.key.text if self.key else '*'}{number}"
        if self.key is None:
            return f"[{self.index}]"
        name = self.key.text
        return f".{name}" if _PLAIN_KEY.fullmatch(name) else f"[{name!r}]"

    def words(self) -> list[str]:
        """The keys from the outermost in, as words; list indices left out."""
        words: list[str] = []
        path: _Path | None = self
        while path is not None and len(words) < _DEEP:
            if path.key is not None and path.key.text:
                words.append(words_of_name(path.key.text))
            path = path.up
        return words[::-1]


class _Row(Struct):
    """The row in the making; marks are offsets into it."""

    pieces: list[Piece] = field(default_factory=list)
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    length: int = 0


class _Frame(Struct):
    """A branch that is being rendered."""

    path: _Path
    prefix: str
    once: bool
    rest: Iterator[tuple[_Path, Node]]
    row: _Row = field(default_factory=_Row)


def render(draft: Draft, root: Node, style: PathStyle = "json", title: str = "") -> None:
    """Add the blocks of the tree `root` to `draft`.

    Args:
        draft: where they go.
        root: a node whose parts stand in the order of the raw text.
        style: how paths are written.
        title: what stands above all of them.
    """
    top = _Path(None, None, 0, False, style)
    if isinstance(root, Leaf):
        _add_leaf(draft, _Frame(top, "", False, iter(())), top, root, title)
        return
    frames = [_frame(top, root, "")]
    while frames:
        frame = frames[-1]
        path, node = next(frame.rest, (None, None))
        if path is None or node is None:
            _flush(draft, frame, title)
            frames.pop()
        elif isinstance(node, Leaf):
            _add_leaf(draft, frame, path, node, title)
        elif not _add_short_list(draft, frame, path, node, title):
            _flush(draft, frame, title)
            frames.append(_frame(path, node, words_of_name(path.key.text) if path.key else ""))


def _frame(path: _Path, branch: Branch, name: str) -> _Frame:
    """Start on a branch: the parts of a named mapping repeat its name, items of a list once."""
    if not name and path.up is not None and path.up.key is not None:
        return _Frame(path, words_of_name(path.up.key.text), True, _parts(path, branch))
    return _Frame(path, "" if branch.is_list else name, False, _parts(path, branch))


def _parts(path: _Path, branch: Branch) -> Iterator[tuple[_Path, Node]]:
    if path.style == "json":
        for index, (key, node) in enumerate(branch.items):
            yield _Path(path, key, index, branch.is_list, path.style), node
        return
    totals: dict[str, int] = {}
    for key, _ in branch.items:
        name = key.text if key else ""
        totals[name] = totals.get(name, 0) + 1
    counts: dict[str, int] = {}
    for key, node in branch.items:
        name = key.text if key else ""
        counts[name] = counts.get(name, 0) + 1
        yield _Path(path, key, counts[name], totals[name] > 1, path.style), node


def _is_prose(text: str) -> bool:
    return (
        len(text) > _LONG_TEXT
        or _PROSE.search(text) is not None
        or (text.count(" ") >= 6 and _SENTENCE.fullmatch(text) is not None)
    )


def _add_leaf(draft: Draft, frame: _Frame, path: _Path, leaf: Leaf, title: str) -> None:
    text = leaf.text()
    if not text.strip():
        return
    if _is_prose(text):
        _flush(draft, frame, title)
        _add_prose(draft, path, leaf, title)
    else:
        _extend(draft, frame, path, leaf.pieces, title)


def _add_prose(draft: Draft, path: _Path, leaf: Leaf, title: str) -> None:
    label, heading = path.label(), _title(path, title)
    for pieces in _paragraphs(leaf):
        span = draft.block(pieces, BlockKind.PROSE, heading)
        if span:
            draft.mark(*span, label)


def _paragraphs(leaf: Leaf) -> Iterator[list[Piece]]:
    """The leaf's pieces parted at blank lines, its other line breaks as blanks."""
    text = leaf.text()
    cuts = [match.span() for match in _PARAGRAPH.finditer(text)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(text)]
    for start, end in zip(starts, ends, strict=True):
        yield [
            (part.replace("\n", " ").replace("\r", " ").replace("\t", " "), raw_start, raw_end)
            for part, raw_start, raw_end in cut(leaf.pieces, start, end)
        ]


def cut(pieces: list[Piece], start: int, end: int) -> list[Piece]:
    """The part [start, end) of the text that `pieces` make."""
    kept, at = [], 0
    for text, raw_start, raw_end in pieces:
        low, high = max(start - at, 0), min(end - at, len(text))
        if low < high:
            if len(text) == raw_end - raw_start:
                kept.append((text[low:high], raw_start + low, raw_start + high))
            else:
                kept.append((text[low:high], raw_start, raw_end))
        at += len(text)
    return kept


def _add_short_list(draft: Draft, frame: _Frame, path: _Path, branch: Branch, title: str) -> bool:
    """Add a list of short values as one value, "a, b, c"; False where it is no such list."""
    if not branch.is_list or path.key is None or not branch.items:
        return not branch.items
    pieces: list[Piece] = []
    length = 0
    for _, node in branch.items:
        if not isinstance(node, Leaf) or length > _LIST_LIMIT or _is_prose(node.text()):
            return False
        if pieces and node.pieces:
            pieces.append((", ", pieces[-1][2], node.pieces[0][1]))
        pieces += node.pieces
        length += sum(len(text) for text, _, _ in node.pieces)
    if length > _LIST_LIMIT:
        return False
    if pieces:
        _extend(draft, frame, path, pieces, title)
    return True


def _extend(draft: Draft, frame: _Frame, path: _Path, value: list[Piece], title: str) -> None:
    """Add "prefix key: value" to the row of `frame`."""
    if frame.row.length > _ROW_LIMIT:
        _flush(draft, frame, title)
    row = frame.row
    start = value[0][1]
    prefix = "" if frame.once and row.pieces else frame.prefix
    key = path.key
    if row.pieces:
        _append(row, "; ", row.pieces[-1][2], min(key.start if key else start, start))
    begins = row.length
    if key is None:
        name = words_of_name(path.up.key.text) if path.up and path.up.key else ""
        _append(row, f"{name}: " if name and not row.pieces else "", start, start)
    else:
        name = words_of_name(key.text) or "value"
        _append(row, f"{prefix} " if prefix and prefix != name else "", key.start, key.start)
        _append(row, name, key.start, key.end)
        _append(row, ": ", key.end, start)
    for text, raw_start, raw_end in value:
        _append(row, text, raw_start, raw_end)
    row.marks.append((begins, row.length, path.label()))


def _append(row: _Row, text: str, start: int, end: int) -> None:
    if text:
        row.pieces.append((text, start, max(start, end)))
        row.length += len(text)


def _flush(draft: Draft, frame: _Frame, title: str) -> None:
    row, frame.row = frame.row, _Row()
    if not row.pieces:
        return
    blanks = len(row.pieces[0][0]) - len(row.pieces[0][0].lstrip())
    span = draft.block(row.pieces, BlockKind.ROW, _title(frame.path, title))
    if span:
        for start, end, label in row.marks:
            draft.mark(
                max(span[0], span[0] + start - blanks), min(span[1], span[0] + end - blanks), label
            )


def _title(path: _Path, title: str) -> str:
    words = path.words()
    return " > ".join([title, *words] if title else words)
