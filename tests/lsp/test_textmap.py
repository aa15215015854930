"""Positions against the raw text, in every encoding, through every kind of line end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from lsp_server.convert import PositionMap
from lsp_server.documents import Document
from lsp_server.textmap import Encoding, units

ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])
PIECES = [
    "a",
    "é",
    "\t",
    "😀",
    "中",
    "\u2028",
    "\x0c",
    "\x85",
    "\v",
    "\r\n",
    "\n",
    "\r",
    "e\u0301",
    " ",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def lines_of(text: str) -> list[str]:
    """The lines without their ends, as the specification counts them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def encoded(text: str, encoding: str) -> int:
    widths = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
    codec, width = widths[encoding]
    return len(text.encode(codec)) // width


@given(TEXTS, ENCODINGS)
def test_a_position_says_where_a_character_is(text: str, encoding: Encoding) -> None:
    text_map = PositionMap(text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n" and offset:
            continue
        position = text_map.position(offset)
        before = lines_of(text[:offset])
        assert position.line == len(before) - 1
        assert position.character == encoded(before[-1], encoding)
        assert text_map.offset(position) == offset


@given(TEXTS, ENCODINGS, st.integers(-2, 40), st.integers(-2, 40))
def test_any_position_is_clamped_into_the_text(
    text: str, encoding: Encoding, line: int, character: int
) -> None:
    text_map = PositionMap(text, encoding)
    offset = text_map.offset_at(line, character)
    assert 0 <= offset <= len(text)
    lines = lines_of(text)
    if 0 <= line < len(lines) and character >= 0:
        reached = text_map.position(offset)
        assert reached.line == line
        assert reached.character <= character
        assert reached.character <= encoded(lines[line], encoding)


@given(st.text(max_size=20), ENCODINGS)
def test_units_are_those_of_the_encoding(text: str, encoding: Encoding) -> None:
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert units(text, encoding) == encoded(text, encoding)


@given(TEXTS, ENCODINGS, st.data())
def test_incremental_changes_keep_the_text_exact(
    text: str, encoding: Encoding, data: st.DataObject
) -> None:
    document = Document("file:///r.md", text, 1, "markdown", position_codec=PositionCodec(encoding))
    document.encoding = encoding
    expected = text
    for _ in range(3):
        start = data.draw(st.integers(0, len(expected)))
        end = data.draw(st.integers(start, len(expected)))
        new = data.draw(TEXTS)
        text_map = PositionMap(expected, encoding)
        place = text_map.range(start, end)
        start, end = text_map.offset(place.start), text_map.offset(place.end)
        document.apply_change(types.TextDocumentContentChangePartial(place, new))
        expected = expected[:start] + new + expected[end:]
        assert document.source == expected
        assert document.map.text == expected
        assert "".join(document.lines) == expected


def test_an_empty_document() -> None:
    assert PositionMap("").position(0) == types.Position(0, 0)
    assert PositionMap("").offset(types.Position(3, 3)) == 0
