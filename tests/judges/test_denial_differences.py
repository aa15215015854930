"""A noun phrase that the source denies, and sentences that only look like such a denial."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text


def finding(claim: str, source: str) -> Finding:
    return check_text(claim, {"s.txt": source}, Settings(judge="rules")).findings[0]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The cache format is a binding guarantee.",
            "The cache format is not a hard stability guarantee.",
        ),
        (
            "The cache format is a stability guarantee.",
            "The cache format isn't a hard stability guarantee.",
        ),
        (
            "The cache format is a guarantee of stability.",
            "The cache format is not a hard stability guarantee.",
        ),
        (
            "The service offers a binding guarantee of delivery.",
            "The service offers no firm guarantee of delivery.",
        ),
        ("The map is an official survey of the lake.", "The map is no legal survey of the lake."),
    ],
)
def test_the_noun_is_denied(claim: str, source: str) -> None:
    found = finding(claim, source)
    assert found.verdict is Verdict.PARTIAL
    assert "denies" in found.reason


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The tower is a landmark.", "The tower is not only a landmark but also a lookout."),
        ("The tower is a lookout.", "The tower is not just a landmark but also a lookout."),
        ("The behaviour is a feature.", "The behaviour is not a bug but a feature."),
        ("The behaviour is a useful feature.", "The behaviour is not a bug but a useful feature."),
        ("The plant was a coal mine.", "The plant is no longer a coal mine."),
        ("The device is not a toy.", "The device is not a mere toy."),
        ("The device is a toy.", "The device is not a mere toy."),
        ("He is a driver.", "He is not a good driver."),
        (
            "The strike is a problem for the port.",
            "The strike is not a small problem for the port.",
        ),
        (
            "The river is a natural border.",
            "The lake is not a natural border, but the river is a natural border.",
        ),
        (
            "The format is a soft guarantee.",
            "The format is not a hard guarantee but a soft guarantee.",
        ),
        (
            "The charter is a legal guarantee for members.",
            "The charter is no legal guarantee for guests, but is a legal guarantee for members.",
        ),
        (
            "The blog is a formal specification.",
            "The wiki is not a formal specification; the blog is.",
        ),
    ],
)
def test_another_thing_is_denied_or_nothing(claim: str, source: str) -> None:
    found = finding(claim, source)
    assert found.verdict is Verdict.SUPPORTED
    assert not found.conflicts


def test_a_condition_leaves_it_open() -> None:
    found = finding(
        "The charter is a legal guarantee for guests.",
        "The charter is not a strict legal guarantee for guests unless they have paid.",
    )
    assert not found.conflicts
