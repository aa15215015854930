"""Where the text of a Markdown block stands in the raw report.

A Markdown parser hands on the text of a block without the markers of its containers (">", list
indentation) and with every line end as "\\n". A `Content` remembers where each line came from.
"""

from __future__ import annotations

from bisect import bisect_right

from msgspec import Struct


class Content(Struct, frozen=True):
    """The text of a block, line by line, with the way back to the raw report.

    Attributes:
        text: the block's text; lines end with "\\n".
        starts: offset in `text` at which each line starts, ascending, the first one 0.
        visible: offset in `text` of each line's first character that is no indentation.
        raws: raw offset of that character.
    """

    text: str
    starts: tuple[int, ...]
    visible: tuple[int, ...]
    raws: tuple[int, ...]

    def raw(self, offset: int) -> int:
        """Raw offset of the character at `offset`; of the end for the length of the text."""
        line = bisect_right(self.starts, offset) - 1
        return self.raws[line] + max(0, offset - self.visible[line])

    def raw_end(self, offset: int) -> int:
        """Raw offset just behind the character at `offset` - 1."""
        return self.raw(offset - 1) + 1

    def behind(self, offset: int) -> Content:
        """The content from `offset` on."""
        line = bisect_right(self.starts, offset) - 1
        first = self.raw(max(offset, self.visible[line]))
        return Content(
            self.text[offset:],
            tuple(max(0, at - offset) for at in self.starts[line:]),
            tuple(max(0, at - offset) for at in self.visible[line:]),
            (first, *self.raws[line + 1 :]),
        )

    @classmethod
    def of_lines(cls, lines: list[tuple[str, int]], text: str) -> Content:
        """The content `text` of a block.

        Args:
            lines: the block's lines with their indentation, each with the raw offset of its first
                character that is no indentation.
            text: the lines joined, without the white space around them.
        """
        joined = "\n".join(line for line, _ in lines)
        cut = joined.find(text)
        starts, visible, raws = [], [], []
        at = -cut
        for line, raw in lines:
            indent = len(line) - len(line.lstrip(" \t"))
            end = at + len(line)
            if end >= 0 and at <= len(text):
                lost = max(0, -(at + indent))
                starts.append(max(0, at))
                visible.append(max(0, at + indent))
                raws.append(raw + lost)
            at = end + 1
        return cls(text, tuple(starts), tuple(visible), tuple(raws))
