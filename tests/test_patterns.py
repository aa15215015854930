"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from verifier.patterns import pattern


def test_works_as_the_compiled_one_does() -> None:
    lazy = pattern(r"(?P<word>[a-z]+)\s*", re.IGNORECASE)
    assert [found["word"] for found in lazy.finditer("Two words")] == ["Two", "words"]
    assert lazy.sub("-", "Two words!") == "--!"
    assert lazy.fullmatch("two words") is None
    assert lazy.flags & re.IGNORECASE


def test_is_compiled_only_when_it_is_used() -> None:
    broken = pattern("(")
    with pytest.raises(re.error, match="unterminated"):
        broken.match("")
