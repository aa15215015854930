"""The parts of a link's target, whatever a writer has put there."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit


def parts_of(target: str) -> SplitResult:
    """The parts of the address `target`; one that is none counts as a host without a path."""
    try:
        return urlsplit(target)
    except ValueError:  # such as http://[draft]/
        return SplitResult("", target, "", "", "")
