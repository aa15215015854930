"""Sorted tables, whose words are looked up where they stand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verifier.language.tables import Table

WORDS = st.text("abz-", min_size=1, max_size=6)


@given(st.dictionaries(WORDS, st.text("xyz\t", max_size=900), max_size=12), WORDS)
def test_finds_what_a_dictionary_finds(rows: dict[str, str], other: str) -> None:
    lines = sorted(f"{word}\t{rest}\n".encode() for word, rest in rows.items())
    made = Table(b"".join(lines))
    assert {word: made.get(word) for word in rows} == rows
    assert made.get(other) == rows.get(other)


def test_a_word_that_no_line_can_hold() -> None:
    made = Table(b"a\tx\n")
    assert made.get("é") is None
    assert made.get("\ud800") is None
    assert made.get("") is None
    assert Table(b"").get("a") is None
