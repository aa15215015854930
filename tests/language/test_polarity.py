"""What a negation reaches, and what only looks like one."""

from __future__ import annotations

import pytest

from verifier.language.polarity import negated_tokens, negations
from verifier.language.tokens import tokenize


def negated(text: str) -> set[str]:
    tokens = tokenize(text)
    pairs = zip(tokens, negated_tokens(len(tokens), negations(tokens)), strict=True)
    return {token.word.norm for token, is_negated in pairs if is_negated}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The council did not approve the merger.", "approve"),
        ("The council didn't approve the merger.", "approve"),
        ("There were no deaths in either group.", "deaths"),
        ("It is powered by a generator rather than solar panels.", "solar"),
        ("The file failed to load.", "load"),
        ("Scale up has not yet been demonstrated.", "demonstrated"),
        ("She denies the charge.", "charge"),
        ("It works without a licence.", "licence"),
    ],
)
def test_reach(text: str, word: str) -> None:
    assert word in negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "No doubt, deployment succeeded.",
        "It is not only cheap but fast.",
        "No fewer than 30 people attended.",
        "Fraud cannot be ruled out.",
        "Without doubt the best result.",
        "It was none other than the mayor.",
        "It observes the presence or the absence of some values.",
        "It runs with or without a licence.",
    ],
)
def test_false_friends(text: str) -> None:
    assert negations(tokenize(text)) == ()


def test_a_negation_stays_in_its_clause() -> None:
    words = negated("It does not include the tram, which the council deferred.")
    assert "include" in words
    assert "deferred" not in words
    assert "grew" not in negated("Sales did not fall, but margins grew.")


def test_a_second_negation_takes_the_first_back() -> None:
    assert "attend" in negated("He did not attend.")
    assert "attend" not in negated("He did not fail to attend.")
