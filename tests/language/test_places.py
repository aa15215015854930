"""Tests of places with several names."""

from __future__ import annotations

import pytest

from verifier import Verdict, check_text
from verifier.language.places import places_in
from verifier.language.tokens import tokenize
from verifier.settings import Settings


def groups(text: str) -> set[int]:
    return {group for place in places_in(text, tokenize(text)) for group in place.groups}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("San Jose, CA", "San Jose, California"),
        ("Boston, Mass., in 1950", "Boston, Massachusetts, in 1950"),
        ("Portland, OR", "Portland in Oregon"),
        ("the U.S.", "the United States"),
        ("the US market", "the American market"),
        ("the USA", "America"),
        ("the U.K.", "Great Britain"),
        ("an EU law", "a law of the European Union"),
    ],
)
def test_other_names_of_one_place(one: str, other: str) -> None:
    assert groups(one) & groups(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("West Virginia", "Virginia"),
        ("South America", "the United States"),
        ("in 500 BC", "in British Columbia"),
        ("the Ma family", "Massachusetts"),
        ("they told us", "the United States"),
        ("a turkey", "Türkiye"),
        ("the UK", "the US"),
        ("the EU", "the UK"),
    ],
)
def test_other_places(one: str, other: str) -> None:
    assert not groups(one) & groups(other)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The company is based in San Jose, California.", "The company is based in San Jose, CA."),
        ("The law was passed by the U.S.", "The law was passed by the United States."),
        (
            "Exports to America rose by 5 percent.",
            "Exports to the United States rose by 5 percent.",
        ),
        ("The law was passed by the United States.", "The law was passed by the US."),
    ],
)
def test_a_claim_may_use_the_other_name(claim: str, source: str) -> None:
    found = check_text(claim, {"s.txt": source}, Settings(judge="rules")).findings[0]
    assert found.verdict is Verdict.SUPPORTED
    assert not found.uncovered


def test_another_place_is_still_another() -> None:
    source = {"s.txt": "Exports to the UK rose by 5 percent."}
    settings = Settings(judge="rules")
    found = check_text("Exports to the EU rose by 5 percent.", source, settings).findings[0]
    assert found.verdict is Verdict.CONTRADICTED
