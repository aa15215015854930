"""Text of documents for a page: as long as it was, so that offsets hold, nothing misleading."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

# A parser of HTML drops or changes these; direction marks could make a quote read otherwise.
_REPLACED = {
    **dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)], "\ufffd"),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFFFE, 0xFFFF], "\ufffd"),
    0x09: "\t",
    0x0A: "\n",
    0x0B: " ",
    0x0C: " ",
    0x85: " ",
}


def shown(text: str) -> str:
    """`text` with each character as the page can show it; CRLF becomes a blank and a line feed."""
    return text.replace("\r\n", " \n").replace("\r", "\n").translate(_REPLACED)


@dataclass(frozen=True, slots=True)
class Utf16:
    """Offsets of a text as scripts count them: in UTF-16 units.

    Attributes:
        wide: offsets of the characters that take two units, ascending.
    """

    wide: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Utf16:
        """Index `text`."""
        if text.isascii():
            return cls(())
        return cls(tuple(at for at, char in enumerate(text) if char > "\uffff"))

    def offset(self, at: int) -> int:
        """The offset of the character at `at`, in UTF-16 units."""
        return at + bisect_left(self.wide, at)
