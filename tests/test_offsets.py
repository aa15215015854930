"""Maps from derived to raw text: what was taken over maps back to the same characters."""

from hypothesis import given
from hypothesis import strategies as st

from verifier.offsets import LineIndex, OffsetMap, TextBuilder

# Pieces of a raw text, each with what the derived text shows for it (None: the piece itself).
pieces = st.lists(st.tuples(st.text("ab\n&;🦊", min_size=1), st.none() | st.text("xy", max_size=3)))


def build(parts: list[tuple[str, str | None]]) -> tuple[str, str, OffsetMap]:
    builder, raw = TextBuilder(), ""
    for source, shown in parts:
        builder.add(source if shown is None else shown, len(raw), len(raw) + len(source))
        raw += source
    return raw, builder.text(), builder.offsets()


@given(pieces)
def test_every_character_maps_into_its_piece(parts: list[tuple[str, str | None]]) -> None:
    raw, text, offsets = build(parts)
    assert offsets.length == len(text)
    ends = [offsets.raw_end(i + 1) for i in range(len(text))]
    starts = [offsets.raw_start(i) for i in range(len(text))]
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    for char, start, end in zip(text, starts, ends, strict=True):
        assert char in "xy" or raw[start:end] == char


@given(pieces, st.data())
def test_a_cut_maps_as_the_whole_does(
    parts: list[tuple[str, str | None]], data: st.DataObject
) -> None:
    _, text, offsets = build(parts)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    cut = offsets.cut(start, end)
    assert cut.length == end - start
    for at in range(start, end):
        low, high = cut.raw_span(at - start, at - start + 1)
        assert (low, high) == offsets.raw_span(at, at + 1)


@given(st.text("a\r\n\u2028\x0c"))
def test_only_line_ends_of_editors_end_a_line(text: str) -> None:
    index = LineIndex.of(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert len(index.starts) == len(lines)
    for start, line in zip(index.starts, lines, strict=True):
        assert text[start : start + len(line)] == line


def test_positions_count_from_one() -> None:
    assert LineIndex.of("ab\ncd").position(4) == (2, 2)
