"""A claim that goes on where its source stops."""

from __future__ import annotations

import pytest

from verifier import Settings, Verdict, check_text

NOTICE = "Either party may terminate after the first 12 months by giving two months written notice."


@pytest.mark.parametrize(
    ("claim", "added"),
    [
        (f"{NOTICE[:-1]} in recorded delivery.", "recorded delivery"),
        (f"{NOTICE[:-1]}, helped by lower steel prices.", "helped by lower steel prices"),
    ],
)
def test_what_is_added_is_named(claim: str, added: str) -> None:
    settings = Settings(judge="rules", sensitivity="balanced")
    found = check_text(claim, {"lease.txt": NOTICE}, settings).findings[0]
    assert found.verdict is Verdict.PARTIAL
    assert added in found.reason


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (NOTICE, NOTICE.replace("notice.", "notice in recorded delivery.")),
        # The sentence goes on, so that the rest may be another wording of what follows.
        (
            f"{NOTICE[:-1]} in recorded delivery.",
            NOTICE.replace("notice.", "notice sent by registered post."),
        ),
        (f"{NOTICE[:-1]} or paying a fine.", NOTICE),
        # One word is no phrase.
        (
            "The ferry to the island was cancelled on Monday morning yet again.",
            "The ferry to the island was cancelled on Monday morning.",
        ),
    ],
)
def test_other_endings(claim: str, source: str) -> None:
    settings = Settings(judge="rules", sensitivity="balanced")
    assert check_text(claim, {"s.txt": source}, settings).findings[0].verdict is Verdict.SUPPORTED
