"""Names as machines write them -> words: `maxRetries`, `free_cash_flow`, `rate-limit`."""

from __future__ import annotations

from functools import lru_cache

from verifier.patterns import pattern

_MACHINE = pattern(r"[A-Za-z0-9_.\-]+")
_JOINT = pattern(r"[_\-]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=4096)
def words_of_name(name: str) -> str:
    """The words of a key or column name; a name that has blanks already is left alone.

    "maxRetries" -> "max retries", "free_cash_flow" -> "free cash flow", "Margin (%)" unchanged.
    """
    if not _MACHINE.fullmatch(name) or not any(char.isalpha() for char in name):
        return " ".join(name.split())
    words = [word for word in _JOINT.split(name) if word]
    if len(words) < 2:
        return name
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
