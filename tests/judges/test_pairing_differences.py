"""What the source says of one thing, told of the other one that its sentence names."""

from __future__ import annotations

import pytest

from verifier import Settings, Verdict, check_text


def verdict(claim: str, source: str) -> Verdict:
    return check_text(claim, {"s.txt": source}, Settings(judge="rules")).findings[0].verdict


PRICES = "Adults pay 12 pounds and children pay 7 pounds."
ORDERED = "Adults and children pay 12 pounds and 7 pounds respectively."
BUILT = "The mill was built in 1902 and the barn in 1950."
CODES = "Return values: 0 for a normal exit, 1 for other problems, 2 to indicate a corrupt file."
SALES = "Sales rose to 12 million euros in Peru and profit to 3 million euros."
BARN = "The barn, a listed house, was sold for 12 pounds in May and resold for 15 pounds in June."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Children pay 12 pounds.", PRICES),
        ("The barn was built in 1902.", BUILT),
        ("Profit rose to 12 million euros.", SALES),
        ("A return value of 1 indicates a corrupt file.", CODES),
        ("The barn has a small garden.", "The barn has a large garden, the mill a small garden."),
        ("Sales rose in Peru.", "Sales rose in Chile and fell in Peru."),
        (
            "In 2021 the mill had 33 rooms.",
            "In 2020 the mill had 33 rooms and in 2021 it had 40 rooms.",
        ),
        (
            "The Peru unit earned 3 million euros.",
            "The Chile unit earned 3 million euros, while the Peru unit earned 5 million euros.",
        ),
    ],
)
def test_the_others_number_is_contradicted(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Adults pay 12 pounds.", PRICES),
        ("Children pay 7 pounds.", PRICES),
        ("Children pay 7 pounds.", ORDERED),
        ("Adults pay 12 pounds.", ORDERED),
        ("The mill was built in 1902.", BUILT),
        ("Profit was 3 million euros.", SALES),
        ("A return value of 2 indicates a corrupt file.", CODES),
        ("The mill has a small garden.", "The barn has a large garden, the mill a small garden."),
        ("Sales fell in Peru.", "Sales rose in Chile and fell in Peru."),
        ("The blue team won in May.", "The red team lost in May, and the blue team won."),
        (
            "The trial enrolled 60 men.",
            "The trial enrolled 100 patients, 40 of them women and 60 men.",
        ),
        (
            "The group paid 5 million euros for the mill.",
            "The group, which had 3 million euros in cash, paid 5 million euros for the mill.",
        ),
        ("The barn was sold for 12 pounds in May.", BARN),
        ("The barn was resold in June.", BARN),
        (
            "The mill has 33 rooms, more than the barn.",
            "The mill has 33 rooms and the barn has 24 rooms.",
        ),
        (
            "The mill was built in 1902.",
            "The mill in Oldbury, a listed house, was built in 1902, and closed in 1950.",
        ),
    ],
)
def test_the_things_own_number_is_borne_out(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.SUPPORTED
