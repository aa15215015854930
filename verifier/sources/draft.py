"""A document in the making: the readers add blocks, each with the way back to the raw text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct, field

from verifier.model import Block, BlockKind, Landmark
from verifier.offsets import OffsetMap, TextBuilder
from verifier.patterns import pattern

Piece = tuple[str, int, int]
"""Derived text and the raw [start, end) that it stands for."""

# White space that is not one blank or line break; first a plain set, by which the search is fast.
_ODD_GAP = pattern(r"[ \t\r\n\f\v](?:[ \t\r\n\f\v]+|(?<=[\t\r\f\v]))")
_LINE_TEXT = pattern(r"\S(?:[^\r\n]*\S)?")
_WHITE = pattern(r"\s+")
_BLANKS = " \t\r\n\f\v"

_REFERENCES = pattern(
    r"(?:\d+\.?\s+|[IVX]+\.\s+)?(?:references|bibliography|works cited|literature cited|"
    r"reference list|list of references|references and notes|literatur|literaturverzeichnis|"
    r"références|bibliographie|referencias|bibliografía|bibliografia)\s*:?",
    re.IGNORECASE,
)
_CONTENTS = pattern(r"(?:table of )?contents|inhalt(?:sverzeichnis)?|on this page", re.I)
_BOILERPLATE = pattern(
    r"(?:©|\(c\) ?\d{4}|copyright (?:©|\(c\)|\d{4})).{0,160}"
    r"|.{0,120}\ball rights reserved\.?"
    r"|skip to (?:main |the )?(?:content|navigation)|back to top|share (?:this|on) .{0,60}"
    r"|(?:we|this (?:web)?site) uses? cookies.{0,200}|(?:accept|reject|manage) (?:all )?cookies"
    r"|the wayback machine\s*[-–—]\s*https?://\S+.{0,60}"
    r"|.{1,150}(?:\.{4,}|(?:\. ){4,})\s*\d+",
    re.IGNORECASE | re.DOTALL,
)


class Extract(Struct, frozen=True):
    """What a reader made of a raw text.

    Attributes:
        text, offsets, blocks, pages, landmarks: as in `SourceDocument`.
        remark: what people should know about the reading; or "".
    """

    text: str
    offsets: OffsetMap | None
    blocks: tuple[Block, ...]
    landmarks: tuple[Landmark, ...] = ()
    pages: tuple[int, ...] = ()
    remark: str = ""


class Draft(Struct):
    """Collects blocks in the order of the raw text, and knows the headings above each."""

    builder: TextBuilder = field(default_factory=TextBuilder)
    blocks: list[Block] = field(default_factory=list)
    landmarks: list[Landmark] = field(default_factory=list)
    remark: str = ""
    _headings: list[tuple[int, str]] = field(default_factory=list)
    _raw_end: int = 0
    _title: str = ""
    _forced: BlockKind | None = None

    def heading(self, pieces: Iterable[Piece], level: int) -> None:
        """Add a heading; it stands above every block up to the next one of its level or higher."""
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        self._settle()
        kept = stripped(pieces)
        if self.block(kept, BlockKind.HEADING):
            self._headings.append((level, _joined(kept)))
            self._settle()

    def block(
        self,
        pieces: Iterable[Piece],
        kind: BlockKind = BlockKind.PROSE,
        title: str | None = None,
        depth: int = 0,
    ) -> tuple[int, int] | None:
        """Add one block, without the blanks around it.

        Args:
            pieces: what it is made of.
            kind, depth: as in `Block`.
            title: as in `Block`; the headings that were added, when None.

        Returns:
            its [start, end) in the derived text; None where there was nothing in it.
        """
        kept = stripped(pieces)
        if not kept:
            return None
        self._separate(kept[0][1])
        start = len(self.builder)
        self.builder.extend(kept)
        end = len(self.builder)
        self._raw_end = max(self._raw_end, kept[-1][2])
        kind = self._kind(kind, kept, end - start)
        above = self._title if title is None else title
        self.blocks.append(Block(start, end, kind, above, depth))
        return start, end

    def mark(self, start: int, end: int, label: str) -> None:
        """Name the stretch [start, end) of the derived text."""
        if end > start:
            self.landmarks.append(Landmark(start, end, label))

    def extract(self) -> Extract:
        """What was collected."""
        return Extract(
            self.builder.text(),
            self.builder.offsets(),
            tuple(self.blocks),
            tuple(self.landmarks),
            remark=self.remark,
        )

    @property
    def title(self) -> str:
        """The headings above the next block, outermost first, joined by " > "."""
        return self._title

    def _settle(self) -> None:
        self._title = " > ".join(text for _, text in self._headings)
        self._forced = None
        for _, text in self._headings:
            if _REFERENCES.fullmatch(text):
                self._forced = BlockKind.REFERENCES
            elif _CONTENTS.fullmatch(text):
                self._forced = BlockKind.BOILERPLATE

    def _kind(self, kind: BlockKind, kept: list[Piece], length: int) -> BlockKind:
        if kind is BlockKind.HEADING or kind is BlockKind.BOILERPLATE:
            return kind
        if self._forced is not None:
            return self._forced
        if length <= 320 and kind is BlockKind.PROSE and is_boilerplate(_joined(kept)):
            return BlockKind.BOILERPLATE
        return kind

    def _separate(self, raw_start: int) -> None:
        """Part two blocks by line breaks: as many as the raw gap has characters, where it may."""
        if self.blocks:
            gap_start = min(self._raw_end, raw_start)
            self.builder.add("\n\n" if raw_start - gap_start > 1 else "\n", gap_start, raw_start)


def is_boilerplate(text: str) -> bool:
    """Whether a whole block says nothing of its own: copyright, cookies, a line of contents."""
    return _BOILERPLATE.fullmatch(text) is not None


def is_references(text: str) -> bool:
    """Whether a heading of this text stands above a reference list."""
    return _REFERENCES.fullmatch(text.strip()) is not None


def collapse(raw: str, start: int, end: int) -> list[Piece]:
    """The pieces of raw [start, end) with each run of ASCII white space as one blank."""
    text = raw[start:end].replace("\n", " ")
    if "  " not in text and not any(gap in text for gap in "\t\r\f\v"):
        return [(text, start, end)] if text else []
    pieces, at = [], start
    for gap in _ODD_GAP.finditer(raw, start, end):
        gap_start, gap_end = gap.span()
        if gap_start > at:
            pieces.append((raw[at:gap_start].replace("\n", " "), at, gap_start))
        pieces.append((" ", gap_start, gap_end))
        at = gap_end
    if at < end:
        pieces.append((raw[at:end].replace("\n", " "), at, end))
    return pieces


def single_blanks(pieces: list[Piece]) -> list[Piece]:
    """The pieces with no two blanks next to each other over the borders of pieces."""
    kept: list[Piece] = []
    for text, start, end in pieces:
        if text.startswith(" ") and kept and kept[-1][0].endswith(" "):
            width = len(text) - len(text.lstrip(" "))
            verbatim = len(text) == end - start
            text, start = text[width:], start + width if verbatim else start
            if not text:
                continue
        kept.append((text, start, end))
    return kept


def verbatim(raw: str, start: int, end: int) -> list[Piece]:
    """The one piece of raw [start, end), taken over unchanged."""
    return [(raw[start:end], start, end)]


def aligned(value: str, raw: str, start: int, end: int) -> list[Piece]:
    """The pieces of `value`, which raw [start, end) says in another writing (folded, escaped).

    Words of the value that stand in the raw text map to themselves, in order; the rest maps as a
    whole to the stretch between its neighbours.
    """
    at = raw.find(value, start, end)
    if at >= 0:
        return collapse(raw, at, at + len(value))
    lines = _aligned_lines(value, raw, start, end)
    if lines is not None:
        return lines
    pieces: list[Piece] = []
    cursor, pending = start, ""
    for word in re.findall(r"\s+|\S+", value):
        found = -1 if word.isspace() else raw.find(word, cursor, end)
        if word.isspace() or found < 0:
            pending += " " if word.isspace() else word
            continue
        if pending:
            pieces.append((pending, cursor, found))
            pending = ""
        pieces.append((word, found, found + len(word)))
        cursor = found + len(word)
    if pending:
        pieces.append((pending, cursor, end))
    return pieces


def _aligned_lines(value: str, raw: str, start: int, end: int) -> list[Piece] | None:
    """As `aligned`, for a value that differs in the white space between lines only; else None."""
    pieces: list[Piece] = []
    at, cursor = 0, start
    for line in _LINE_TEXT.finditer(raw, start, end):
        text, low, high = line[0], *line.span()
        if not value.startswith(text, at):
            gap = _WHITE.match(value, at)
            if gap is None or not pieces or not value.startswith(text, gap.end()):
                return None
            pieces.append((" ", cursor, low))
            at = gap.end()
        pieces.append((text, low, high))
        at, cursor = at + len(text), high
    return None if value[at:].strip() else pieces


def _joined(pieces: list[Piece]) -> str:
    return "".join(text for text, _, _ in pieces)


def stripped(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces without the blanks at either end of all."""
    kept = [piece for piece in pieces if piece[0]]
    while kept and not kept[0][0].strip(_BLANKS):
        kept.pop(0)
    while kept and not kept[-1][0].strip(_BLANKS):
        kept.pop()
    if kept:
        kept[0] = _cut_left(kept[0])
        kept[-1] = _cut_right(kept[-1])
    return kept


def _cut_left(piece: Piece) -> Piece:
    text, start, end = piece
    cut = len(text) - len(text.lstrip(_BLANKS))
    if not cut:
        return piece
    return text[cut:], start + cut if len(text) == end - start else start, end


def _cut_right(piece: Piece) -> Piece:
    text, start, end = piece
    cut = len(text) - len(text.rstrip(_BLANKS))
    if not cut:
        return piece
    return text[:-cut], start, end - cut if len(text) == end - start else end
