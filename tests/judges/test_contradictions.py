"""What is no contradiction although words of the two sides are opposites or numbers differ."""

from __future__ import annotations

import pytest

from verifier import Settings, Verdict, check_text


def verdict(claim: str, source: str) -> Verdict:
    settings = Settings(judge="rules", sensitivity="balanced")
    (found,) = check_text(claim, {"source.txt": source}, settings)
    return found.verdict


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The northern pier was closed in May.", "The southern pier was closed in May."),
        (
            "The coating protects the upper and lower decks of the ferry.",
            "The coating protects the upper decks of the ferry.",
        ),
        (
            "The paint may not be harmful to the fish.",
            "There are no paints which have been claimed to be harmful to the fish.",
        ),
        (
            "Ibsen Holt, at 31, became the youngest player to win medals.",
            "Ibsen Holt became the youngest player to win two medals.",
        ),
        ("Profit rose to $31.8 million in May.", "Profit rose to $31. 8 million in May."),
    ],
    ids=["another pier", "both", "denied in another clause", "an age", "a torn number"],
)
def test_no_contradiction(claim: str, source: str) -> None:
    assert verdict(claim, source) is not Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The pier was open in May.", "The pier was closed in May."),
        ("The coating protects the lower decks.", "The coating protects the upper decks."),
        ("The paint is not harmful to the fish.", "The paint is harmful to the fish."),
        (
            "Ibsen Holt, at 31, became the youngest player to win five medals.",
            "Ibsen Holt became the youngest player to win two medals.",
        ),
    ],
)
def test_contradictions_that_look_alike(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.CONTRADICTED
