"""Cleaning, marking and wrapping of styled text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.outputs.layout import Piece, cells, clean, marked, text_of, wrap


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\n   two\tthree", "one two three"),
        ("no\u00a0break", "no break"),
        ("ends \n", "ends"),
        ("\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m"),
        ("bell\x07", "bell\ufffd"),
        ("\u202eright to left", "\ufffdright to left"),
        ("c1 \x9b0m", "c1 \ufffd0m"),
        ("café 日本 🎉", "café 日本 🎉"),
    ],
)
def test_nothing_reaches_the_terminal_that_it_would_obey(text: str, expected: str) -> None:
    assert clean(text) == expected


def test_marks_keep_to_their_characters_when_white_space_goes() -> None:
    line = marked("a\n\n  bad word", [(5, 8)], "red")
    assert line == (Piece("a ", ""), Piece("bad", "red"), Piece(" word", ""))


def test_wrapping_breaks_between_words_and_keeps_styles() -> None:
    line = (Piece("alpha "), Piece("beta", "red"), Piece(" gamma"))
    assert wrap(line, 10) == [(Piece("alpha "), Piece("beta", "red")), (Piece("gamma"),)]


def test_a_word_wider_than_the_line_is_broken() -> None:
    assert [text_of(part) for part in wrap((Piece("x" * 25),), 10)] == ["x" * 10, "x" * 10, "x" * 5]


def test_wide_characters_take_two_columns() -> None:
    parts = wrap((Piece("日本語の文章です"),), 6)
    assert [text_of(part) for part in parts] == ["日本語", "の文章", "です"]


def test_no_width_means_no_wrapping() -> None:
    assert wrap((Piece("word " * 100),), None) == [(Piece("word " * 100),)]


@given(st.text(), st.integers(2, 60))
def test_wrapping_loses_nothing_but_blanks(text: str, width: int) -> None:
    line = marked(text, [], "")
    parts = [text_of(part) for part in wrap(line, width)]
    assert all(cells(part) <= width for part in parts)
    assert "".join(parts).replace(" ", "") == text_of(line).replace(" ", "")
