"""Offsets into a text <-> line and character in the units that a client counts in.

Offsets count characters (code points). A line ends at CRLF, LF or CR and nowhere else. Imports
nothing of the protocol: the engine's process uses it too and must start fast.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from verifier.offsets import LineIndex

Encoding = Literal["utf-8", "utf-16", "utf-32"]


@dataclass(frozen=True)
class TextMap:
    """A text with its lines, ready to convert in both directions.

    Attributes:
        text: the characters as the client has them.
        encoding: what a character count means: UTF-8 bytes, UTF-16 units or characters.
    """

    text: str
    encoding: Encoding = "utf-16"

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Offset of the first character of each line."""
        return LineIndex.of(self.text).starts

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii()

    def place(self, offset: int) -> tuple[int, int]:
        """Line and character, from 0, at `offset`; an offset outside the text is clamped."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        if self.encoding == "utf-32" or self._is_ascii:
            return line, offset - start
        return line, units(self.text[start:offset], self.encoding)

    def offset_at(self, line: int, character: int) -> int:
        """The offset at a line and character, both from 0.

        A place behind a line's end means that end, one inside a character its start, one behind
        the last line the end of the text.
        """
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[line], self.line_end(line)
        character = max(character, 0)
        if self.encoding == "utf-32" or self._is_ascii:
            return min(start + character, end)
        return start + _characters(self.text[start:end], character, self.encoding)

    def line_end(self, line: int) -> int:
        """Offset behind the last character of the line numbered `line` from 0, its end left out."""
        if line + 1 >= len(self.starts):
            return len(self.text)
        end = self.starts[line + 1] - 1
        if end > self.starts[line] and self.text[end] == "\n" and self.text[end - 1] == "\r":
            end -= 1
        return end


def units(text: str, encoding: Encoding) -> int:
    """How long `text` is in the units of `encoding`; lone surrogates count as they are written."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def _characters(line: str, count: int, encoding: Encoding) -> int:
    """How many characters of `line` lie wholly in its first `count` units."""
    used = 0
    for at, char in enumerate(line):
        used += units(char, encoding)
        if used > count:
            return at
    return len(line)
