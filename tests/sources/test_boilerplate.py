"""Blocks that say nothing of their own are no evidence."""

from __future__ import annotations

import pytest

from verifier.model import BlockKind
from verifier.sources.plain import read_plain


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("© 2024 Example Press", BlockKind.BOILERPLATE),
        ("We use cookies to make this site better.", BlockKind.BOILERPLATE),
        ("Introduction ............ 12", BlockKind.BOILERPLATE),
        (
            "The Wayback Machine - https://web.archive.org/web/20190430/https://example.org/film-in-may",
            BlockKind.BOILERPLATE,
        ),
        ("The Wayback Machine keeps copies of many pages.", BlockKind.PROSE),
        ("The film is described at https://example.org/film-in-may.", BlockKind.PROSE),
    ],
)
def test_what_is_boilerplate(line: str, expected: BlockKind) -> None:
    text = f"The film was shown in May.\n\n{line}\n\nIt was shown again in June."
    kinds = [block.kind for block in read_plain(text).blocks]
    assert kinds == [BlockKind.PROSE, expected, BlockKind.PROSE]
