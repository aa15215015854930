"""Comparatives: with what they compare, and told from the other end."""

from __future__ import annotations

import pytest

from verifier import Settings, Verdict, check_text

SPEED = "The steam tram is a little slower to start than the bus, but a lot faster than the ferry."


def verdict(claim: str, source: str) -> Verdict:
    return check_text(claim, {"s.txt": source}, Settings(judge="rules")).findings[0].verdict


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The steam tram is slower to start than the ferry.", SPEED),
        ("The steam tram is faster to start than the bus.", SPEED),
        ("The mill is less expensive than the barn.", "The mill is more expensive than the barn."),
        ("The barn is taller than the mill.", "The mill is taller than the barn."),
        ("The barn is more expensive than the mill.", "The mill is more expensive than the barn."),
        ("A task maps to several stored objects.", "A task maps to a single stored object."),
    ],
)
def test_the_opposite_of_the_same_things_is_contradicted(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The steam tram is faster than the ferry.", SPEED),
        ("The steam tram is slower to start than the bus.", SPEED),
        ("The ferry is slower than the steam tram.", SPEED),
        ("The barn is cheaper than the mill.", "The mill is more expensive than the barn."),
        ("The barn is taller than the mill.", "The mill is shorter than the barn."),
    ],
)
def test_other_things_or_the_other_end_are_borne_out(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.SUPPORTED


def test_another_comparison_is_no_contradiction() -> None:
    source = "The mill in Oldbury is shorter than the barn."
    assert verdict("The mill in Oldbury is taller than the inn.", source) is not (
        Verdict.CONTRADICTED
    )
