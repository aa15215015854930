"""Offsets into a text <-> the protocol's positions and ranges."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from lsp_server.textmap import TextMap


@dataclass(frozen=True)
class PositionMap(TextMap):
    """A document's text in the protocol's terms."""

    def position(self, offset: int) -> types.Position:
        """The position of the character at `offset`; an offset outside the text is clamped."""
        return types.Position(*self.place(offset))

    def range(self, start: int, end: int) -> types.Range:
        """The range of the characters [start, end)."""
        return types.Range(self.position(start), self.position(end))

    def offset(self, position: types.Position) -> int:
        """The offset at `position`, clamped as `offset_at` says."""
        return self.offset_at(position.line, position.character)
