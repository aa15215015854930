"""Piecewise maps from a derived text back to the text it was made from.

Markdown without its markup, HTML without its tags, a paragraph joined over its lines: each keeps
one of these, so that every span of the derived text can be shown where the user has it. Offsets
count characters (code points), as Python strings do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from msgspec import Struct, field


class OffsetMap(Struct, frozen=True, gc=False):
    """Monotone map from offsets of a derived text to offsets of its raw text.

    The derived text is a run of pieces. A verbatim piece maps character by character; any other
    (an entity, a joined line break) maps as a whole.

    Attributes:
        starts: derived offset at which each piece starts, ascending, the first one 0.
        raw_starts: raw offset at which each piece starts.
        raw_ends: raw offset at which each piece ends.
        verbatim: whether each piece was taken over unchanged.
        length: length of the derived text.
    """

    starts: tuple[int, ...]
    raw_starts: tuple[int, ...]
    raw_ends: tuple[int, ...]
    verbatim: tuple[bool, ...]
    length: int

    @classmethod
    def identity(cls, length: int, shift: int = 0) -> OffsetMap:
        """The map of a text that was taken over unchanged, from raw offset `shift` on."""
        return cls((0,), (shift,), (shift + length,), (True,), length)

    def raw_start(self, offset: int) -> int:
        """Raw offset at which the derived character at `offset` starts.

        Raises:
            IndexError: `offset` lies outside the derived text.
        """
        if not 0 <= offset < self.length:
            raise IndexError(f"offset {offset} lies outside a text of {self.length} characters")
        piece = bisect_right(self.starts, offset) - 1
        if self.verbatim[piece]:
            return self.raw_starts[piece] + offset - self.starts[piece]
        return self.raw_starts[piece]

    def raw_end(self, offset: int) -> int:
        """Raw offset just behind the derived character at `offset` - 1.

        Raises:
            IndexError: `offset` is not a possible end of a non-empty span.
        """
        if not 0 < offset <= self.length:
            raise IndexError(f"no span ends at {offset} in a text of {self.length} characters")
        piece = bisect_right(self.starts, offset - 1) - 1
        if self.verbatim[piece]:
            return self.raw_starts[piece] + offset - self.starts[piece]
        return self.raw_ends[piece]

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Raw [start, end) of the non-empty derived span [start, end)."""
        return self.raw_start(start), self.raw_end(end)

    def cut(self, start: int, end: int) -> OffsetMap:
        """The map of the derived substring [start, end)."""
        builder = TextBuilder()
        piece = bisect_right(self.starts, start) - 1
        at = start
        while at < end:
            stop = min(end, self._piece_end(piece))
            builder.add_length(
                stop - at, self.raw_start(at), self.raw_end(stop), self.verbatim[piece]
            )
            at, piece = stop, piece + 1
        return builder.offsets()

    def _piece_end(self, piece: int) -> int:
        return self.starts[piece + 1] if piece + 1 < len(self.starts) else self.length


class TextBuilder(Struct):
    """Collects the pieces of a derived text together with where each came from."""

    _texts: list[str] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _raw_starts: list[int] = field(default_factory=list)
    _raw_ends: list[int] = field(default_factory=list)
    _verbatim: list[bool] = field(default_factory=list)
    _length: int = 0

    def __len__(self) -> int:
        return self._length

    def add(self, text: str, raw_start: int, raw_end: int, verbatim: bool | None = None) -> None:
        """Append `text`, which stands for raw [raw_start, raw_end).

        Unless `verbatim` says otherwise, a text as long as what it stands for counts as taken
        over unchanged; a line break shown as a blank is the exception to name.
        """
        if text:
            if verbatim is None:
                verbatim = len(text) == raw_end - raw_start
            self._texts.append(text)
            self.add_length(len(text), raw_start, raw_end, verbatim)

    def extend(self, pieces: Iterable[tuple[str, int, int]]) -> None:
        """Append many pieces, each a text with the raw [start, end) it stands for."""
        starts, raw_starts, raw_ends = self._starts, self._raw_starts, self._raw_ends
        verbatims, length = self._verbatim, self._length
        for text, raw_start, raw_end in pieces:
            if not text:
                continue
            verbatim = len(text) == raw_end - raw_start
            if verbatim and verbatims and verbatims[-1] and raw_ends[-1] == raw_start:
                raw_ends[-1] = raw_end
            else:
                starts.append(length)
                raw_starts.append(raw_start)
                raw_ends.append(raw_end)
                verbatims.append(verbatim)
            self._texts.append(text)
            length += len(text)
        self._length = length

    def add_map(self, text: str, offsets: OffsetMap) -> None:
        """Append `text` with its own map, whose raw offsets lie behind those so far."""
        self._texts.append(text)
        stops = (*offsets.starts[1:], offsets.length)
        pieces = zip(
            offsets.starts,
            stops,
            offsets.raw_starts,
            offsets.raw_ends,
            offsets.verbatim,
            strict=True,
        )
        for start, stop, raw_start, raw_end, verbatim in pieces:
            self.add_length(stop - start, raw_start, raw_end, verbatim)

    def add_length(self, length: int, raw_start: int, raw_end: int, verbatim: bool) -> None:
        """Append a piece of which only the length matters."""
        continues = bool(self._starts) and self._raw_ends[-1] == raw_start
        if verbatim and continues and self._verbatim[-1]:
            self._raw_ends[-1] = raw_end
        else:
            self._starts.append(self._length)
            self._raw_starts.append(raw_start)
            self._raw_ends.append(raw_end)
            self._verbatim.append(verbatim)
        self._length += length

    def text(self) -> str:
        """The derived text so far."""
        return "".join(self._texts)

    def offsets(self) -> OffsetMap:
        """The map of the derived text so far."""
        return OffsetMap(
            tuple(self._starts),
            tuple(self._raw_starts),
            tuple(self._raw_ends),
            tuple(self._verbatim),
            self._length,
        )


class LineIndex(Struct, frozen=True, gc=False):
    """Where the lines of a text start; only CRLF, LF and CR end a line, as editors count.

    Attributes:
        starts: offset of the first character of each line, the first one 0.
    """

    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> LineIndex:
        """Index `text`."""
        starts = [0]
        at = text.find("\n")
        if "\r" not in text:
            while at >= 0:
                starts.append(at + 1)
                at = text.find("\n", at + 1)
            return cls(tuple(starts))
        for offset, char in enumerate(text):
            if char == "\n" or (char == "\r" and text[offset + 1 : offset + 2] != "\n"):
                starts.append(offset + 1)
        return cls(tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1, of the character at `offset`."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1
