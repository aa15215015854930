"""Tokens: where they are, and what is known of their words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.language.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "norms"),
    [
        ("AT&T's U.S. unit", ["at&t", "u.s", ".", "unit"]),
        ("It didn’t fall.", ["it", "did", "fall", "."]),
        ("do n't", ["do", "not"]),
        ("1,234.5 and 3-1", ["1,234.5", "and", "3", "-", "1"]),
        ("O'Brien can't", ["obrien", "can"]),
    ],
)
def test_norms(text: str, norms: list[str]) -> None:
    assert [token.word.norm for token in tokenize(text)] == norms


def test_negated_contractions_are_marked() -> None:
    assert [token.word.negated for token in tokenize("It didn't, it won’t")] == [
        False,
        True,
        False,
        False,
        True,
    ]


def test_forms_of_a_word_share_a_stem() -> None:
    assert len({token.word.stem for token in tokenize("approve approves approved")}) == 1


@given(st.text())
def test_tokens_are_where_they_say(text: str) -> None:
    end = 0
    for token in tokenize(text):
        assert end <= token.start < token.end <= len(text)
        assert not text[end : token.start].strip()
        assert token.word.norm
        end = token.end
    assert not text[end:].strip()
