"""Source documents: their text, its blocks, and where each character stands in the original."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from verifier.offsets import LineIndex, OffsetMap


class BlockKind(StrEnum):
    """What a stretch of a source is; sentences and passages never cross a block's border."""

    PROSE = "prose"
    ROW = "row"
    CODE = "code"
    HEADING = "heading"
    REFERENCES = "references"
    BOILERPLATE = "boilerplate"

    @property
    def is_evidence(self) -> bool:
        """Whether a claim may rest on such a block."""
        return self in (BlockKind.PROSE, BlockKind.ROW, BlockKind.CODE)


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch [start, end) of a document's text that is one paragraph, table row or heading.

    Attributes:
        title: the headings above it, outermost first, joined by " > "; "" where there are none.
        depth: 0 outside of lists; greater in a list's item, and greater still in one inside it.
    """

    start: int
    end: int
    kind: BlockKind = BlockKind.PROSE
    title: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Landmark:
    """A name for the stretch [start, end) of a document's text: a CSV cell, a JSON path."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a character of a document's text stands in the original file.

    Attributes:
        line, column: in a text-like file; None in a PDF.
        page: in a PDF; None elsewhere.
        label: the cell ("row 3, column margin") or path ("$.trial.sites"), if the format has any.
    """

    line: int | None = None
    column: int | None = None
    page: int | None = None
    label: str = ""


@dataclass(frozen=True)
class SourceDocument:
    """A source file as text, with the way back to the original.

    Attributes:
        id: name of the source: its path relative to the sources folder, with "/".
        text: the text that claims are checked against.
        kind: the format's name, such as "text", "html" or "pdf".
        path: absolute path of the file, "" for a source given in memory.
        raw: the file's decoded content, equal to `text` where nothing had to be undone; "" for PDF.
        offsets: map from `text` to `raw`; None for PDF.
        blocks: the blocks of `text`, ascending, not overlapping.
        pages: offset in `text` at which each page starts; empty where there are no pages.
        landmarks: named stretches, ascending by start, innermost last.
        digest: hash of the file's bytes.
        remark: what people should know about how it was read, such as a guessed encoding; or "".
    """

    id: str
    text: str
    kind: str = "text"
    path: str = ""
    raw: str = ""
    offsets: OffsetMap | None = None
    blocks: tuple[Block, ...] = ()
    pages: tuple[int, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    digest: str = ""
    remark: str = ""

    def span(self, start: int, end: int) -> SourceSpan:
        """The span [start, end) of `text`, which must not be empty."""
        return SourceSpan(
            self.id, start, end, self.text[start:end], self.place(start), self.end_place(end)
        )

    def place(self, offset: int) -> Place:
        """Where the character at `offset` stands in the original file."""
        return self._place(offset, self.offsets.raw_start(offset) if self.offsets else None)

    def end_place(self, end: int) -> Place:
        """The place just behind the character at `end` - 1, on that character's page."""
        return self._place(end - 1, self.offsets.raw_end(end) if self.offsets else None)

    def block_number(self, offset: int) -> int:
        """The number, in `blocks`, of the block that the character at `offset` stands in."""
        return bisect_right(self.blocks, offset, key=lambda block: block.start) - 1

    def _place(self, offset: int, raw: int | None) -> Place:
        page = bisect_right(self.pages, offset) if self.pages else None
        label = self._label(offset)
        if raw is None:
            return Place(page=page, label=label)
        line, column = self.lines.position(raw)
        return Place(line, column, page, label)

    def _label(self, offset: int) -> str:
        at = bisect_right(self.landmarks, offset, key=lambda landmark: landmark.start)
        around = (mark for mark in reversed(self.landmarks[:at]) if offset < mark.end)
        return next((mark.label for mark in around), "")

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of `raw`."""
        return LineIndex.of(self.raw)

    @cached_property
    def content(self) -> str:
        """Names its text and blocks: two documents that have both in common have the same name."""
        digest = hashlib.sha256(self.text.encode("utf-8", "surrogatepass"))
        for block in self.blocks:
            digest.update(b"%d-%d-%s " % (block.start, block.end, block.kind.encode()))
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A stretch of a source's text; `text` is exactly the document's text[start:end].

    Attributes:
        place: where it starts in the original file.
        end_place: where it ends there.
    """

    source_id: str
    start: int
    end: int
    text: str
    place: Place = Place()
    end_place: Place = Place()

    @property
    def page(self) -> int | None:
        """The page it starts on, where the source has pages."""
        return self.place.page

    def locator(self) -> str:
        """The place as people write it: "q3.txt:9:31", "study.pdf p.4"."""
        if self.place.page is not None:
            return f"{self.source_id} p.{self.place.page}"
        if self.place.line is None:
            return self.source_id
        return f"{self.source_id}:{self.place.line}:{self.place.column}"


class SourceState(StrEnum):
    """What became of a file of the sources folder."""

    INDEXED = "indexed"
    SKIPPED = "skipped"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """What became of one source, and why.

    Attributes:
        reason: why it was skipped or could not be read; a remark, or "", where it was indexed.
        size: of the file, in bytes.
    """

    id: str
    state: SourceState
    reason: str = ""
    size: int = 0
    path: str = ""
