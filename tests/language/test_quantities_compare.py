"""How a claim's quantity stands to a source's, as people would judge it."""

from __future__ import annotations

import pytest

from verifier.language.quantities import Relation, compare, find_quantities

EQUAL, ROUNDED, CONTAINED = Relation.EQUAL, Relation.ROUNDED, Relation.CONTAINED
TIGHTER, DISJOINT = Relation.TIGHTER, Relation.DISJOINT
OTHER_UNIT, INCOMPARABLE = Relation.DIFFERENT_UNIT, Relation.INCOMPARABLE


def relation(claim: str, source: str) -> Relation:
    (one,), (other,) = find_quantities(claim), find_quantities(source)
    return compare(one, other)


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("about 310 people", "312 people", ROUNDED),
        ("about 300 people", "312 people", ROUNDED),
        ("about 200 people", "312 people", DISJOINT),
        ("more than 300 people", "312 people", CONTAINED),
        ("312 people", "more than 300 people", TIGHTER),
        ("300 people", "more than 300 people", TIGHTER),
        ("10-20 minutes", "15 minutes", CONTAINED),
        ("15 minutes", "10-20 minutes", TIGHTER),
        ("at least 30 sites", "30 sites", CONTAINED),
        ("2.1 billion", "2,134 million", ROUNDED),
        ("85 %", "85.19 %", ROUNDED),
        ("8,000 voters", "8,234 voters", DISJOINT),
        ("8 thousand voters", "8,234 voters", ROUNDED),
        ("1.005 million", "1.009 million", DISJOINT),
        ("12 %", "12 percentage points", OTHER_UNIT),
        ("€4.2bn", "$4.2bn", OTHER_UNIT),
        ("5 million dollars", "US$5m", EQUAL),
        ("a third of the voters", "33 %", ROUNDED),
        ("a third of the voters", "40 %", DISJOINT),
        ("100 miles", "161 km", ROUNDED),
        ("98.6 °F", "37 °C", EQUAL),
        ("1 year", "12 months", EQUAL),
        ("5 kg", "5 km", INCOMPARABLE),
        ("port 8000", "port 3000", DISJOINT),
        ("510 million", "410 million", DISJOINT),
    ],
)
def test_relation(claim: str, source: str, expected: Relation) -> None:
    assert relation(claim, source) is expected
