"""How a claim's quantity stands to a source's, as people would judge it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

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
        # hedges
        ("about 310 people", "312 people", ROUNDED),
        ("about 300 people", "312 people", ROUNDED),
        ("about 200 people", "312 people", DISJOINT),
        ("312 people", "about 310 people", TIGHTER),
        ("310 people", "about 310 people", ROUNDED),
        ("nearly 300 people", "298 people", ROUNDED),
        ("nearly 300 people", "310 people", DISJOINT),
        ("just over 300 people", "305 people", ROUNDED),
        ("almost half of voters", "48 % of voters", ROUNDED),
        ("almost half of voters", "52 % of voters", DISJOINT),
        # versions
        ("versions older than 1.39", "versions prior to 1.39", EQUAL),
        ("versions older than 1.39", "versions before 1.39", EQUAL),
        ("before version 1.39", "versions older than 1.39", EQUAL),
        ("version 3.11 or newer", "version 3.11 and later", EQUAL),
        ("version 3.9", "version 3.11 or later", DISJOINT),
        ("version 3.12", "version 3.9 or later", CONTAINED),
        ("version 1.4", "version 1.39", DISJOINT),
        ("versions newer than 1.39", "versions older than 1.39", DISJOINT),
        ("versions older than 1.9", "versions older than 1.39", INCOMPARABLE),
        ("women older than 39", "women over 39", EQUAL),
        ("women older than 39.5 years", "women aged over 39.5 years", EQUAL),
        # limits
        ("up to eight filters", "up to four filters", TIGHTER),
        ("at least 5 litres", "at least 10 litres", TIGHTER),
        ("at least 300 people", "at least 312 people", CONTAINED),
        ("more than 300 people", "more than 500 people", CONTAINED),
        ("at most 20 kg", "up to 20 kg", EQUAL),
        # bounds
        ("more than 300 people", "312 people", CONTAINED),
        ("312 people", "more than 300 people", TIGHTER),
        ("300 people", "more than 300 people", ROUNDED),
        ("more than 300 people", "300 people", TIGHTER),
        ("more than 250 people", "250 or more people", ROUNDED),
        ("20 minutes", "up to 20 minutes", TIGHTER),
        ("more than 300 people", "more than 300 people", EQUAL),
        ("over 300 people", "more than 300 people", EQUAL),
        ("more than 300 people", "more than 200 people", TIGHTER),
        ("more than 300 people", "250 people", DISJOINT),
        ("at least 30 sites", "30 sites", CONTAINED),
        ("at least 30 sites", "no fewer than 30 sites", EQUAL),
        ("up to 20 minutes", "15 minutes", CONTAINED),
        ("up to 20 minutes", "25 minutes", DISJOINT),
        ("fewer than 20 minutes", "more than 30 minutes", DISJOINT),
        ("hundreds of people", "312 people", CONTAINED),
        ("thousands of people", "312 people", DISJOINT),
        # ranges
        ("10-20 minutes", "15 minutes", CONTAINED),
        ("15 minutes", "10-20 minutes", TIGHTER),
        ("25 minutes", "10-20 minutes", DISJOINT),
        ("10 to 20 minutes", "10–20 minutes", EQUAL),
        ("between 10 and 20 minutes", "600 to 1,200 seconds", EQUAL),
        ("10 to 12 %", "9.8 % to 12.1 %", ROUNDED),
        ("ranging from 10 to 20 minutes", "between 10 and 20 minutes", EQUAL),
        # rounding
        ("2.1 billion", "2,134 million", ROUNDED),
        ("2,134 million", "2.1 billion", TIGHTER),
        ("2.1 billion", "2,210 million", DISJOINT),
        ("85 %", "85.19 %", ROUNDED),
        ("85 %", "85.9 %", ROUNDED),
        ("85 %", "84.6 %", ROUNDED),
        ("85 %", "86.2 %", DISJOINT),
        ("8,000 voters", "8,234 voters", DISJOINT),
        ("8 thousand voters", "8,234 voters", ROUNDED),
        ("about 8,000 voters", "8,234 voters", ROUNDED),
        ("8,234 voters", "8,000 voters", TIGHTER),
        ("43,000 voters", "43,044 voters", ROUNDED),
        ("43,044 voters", "43,000 voters", TIGHTER),
        ("1,005,000 voters", "1,009,000 voters", DISJOINT),
        ("32,000 voters", "30,000 voters", DISJOINT),
        ("1.005 million", "1.009 million", DISJOINT),
        ("510 million", "410 million", DISJOINT),
        ("67 million people", "999 million people", DISJOINT),
        # shares and points
        ("12 %", "12 percentage points", OTHER_UNIT),
        ("25 basis points", "0.25 percentage points", EQUAL),
        ("a third of the voters", "33 %", ROUNDED),
        ("a third of the voters", "40 %", DISJOINT),
        ("one in five voters", "20 % of voters", EQUAL),
        ("three-quarters of voters", "75 %", EQUAL),
        # money
        ("€4.2bn", "$4.2bn", OTHER_UNIT),
        ("$4.2bn", "4,200 million dollars", EQUAL),
        ("5 million dollars", "US$5m", EQUAL),
        ("A$5m", "US$5m", OTHER_UNIT),
        ("A$5m", "$5m", EQUAL),
        ("$5 a month", "$5 a year", OTHER_UNIT),
        ("$0.13 per share", "$0.15 per share", DISJOINT),
        # units
        ("100 miles", "161 km", ROUNDED),
        ("160 km", "100 miles", ROUNDED),
        ("150 km", "100 miles", DISJOINT),
        ("62 miles", "100 km", ROUNDED),
        ("6 feet", "1.83 m", ROUNDED),
        ("98.6 °F", "37 °C", EQUAL),
        ("a warming of 2 °C", "a warming of 3.6 °F", ROUNDED),
        ("9,800 degrees", "9,800 °F", EQUAL),
        ("9,800 degrees", "5,430 °C", INCOMPARABLE),
        ("1 year", "12 months", EQUAL),
        ("1 year", "365 days", ROUNDED),
        ("52 weeks", "1 year", ROUNDED),
        ("90 minutes", "1.5 hours", EQUAL),
        ("two decades", "20 years", EQUAL),
        ("36 km/h", "10 m/s", EQUAL),
        ("5 kB", "5 KiB", DISJOINT),
        ("3 mA per cm2", "3 mA/cm2", EQUAL),
        ("120 mg/dl", "6.7 mmol/L", OTHER_UNIT),
        ("5 kg", "5 km", INCOMPARABLE),
        # keys, ranks, scores, signs
        ("port 8000", "port 3000", DISJOINT),
        ("port 8000", "8000 people", INCOMPARABLE),
        ("the third album", "the fourth album", DISJOINT),
        ("the third album", "the fourth single", INCOMPARABLE),
        ("the third Avengers film", "the nineteenth Marvel film", INCOMPARABLE),
        ("the third studio album", "the third album", EQUAL),
        ("a 3-1 win", "won 3–1", EQUAL),
        ("a 1-3 loss", "won 3–1", EQUAL),
        ("a 3-1 win", "a 2-1 win", DISJOINT),
        ("-5 °C", "5 °C", DISJOINT),
        ("a change of 5 %", "a change of -5 %", INCOMPARABLE),
        ("sales doubled", "a twofold rise", EQUAL),
        ("sales doubled", "sales tripled", DISJOINT),
    ],
)
def test_relation(claim: str, source: str, expected: Relation) -> None:
    assert relation(claim, source) is expected


NUMBERS = st.integers(1, 10**9)
WORDS_BELOW_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def spelled(number: int) -> str:
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if number >= size:
            rest = f" {spelled(number % size)}" if number % size else ""
            return f"{spelled(number // size)} {name}{rest}"
    if number >= 100:
        rest = f" and {spelled(number % 100)}" if number % 100 else ""
        return f"{spelled(number // 100)} hundred{rest}"
    if number >= 20:
        rest = f"-{WORDS_BELOW_TWENTY[number % 10]}" if number % 10 else ""
        return f"{TENS[number // 10]}{rest}"
    return WORDS_BELOW_TWENTY[number]


def lakhs(number: int) -> str:
    head, tail = str(number)[:-3], str(number)[-3:]
    groups = []
    while head:
        groups.append(head[-2:])
        head = head[:-2]
    return ",".join([*reversed(groups), tail])


SPELLINGS: dict[str, Callable[[int], str]] = {
    "comma": lambda n: f"{n:,}",
    "no-break blank": lambda n: f"{n:,}".replace(",", "\u00a0"),
    "thin blank": lambda n: f"{n:,}".replace(",", "\u2009"),
    "apostrophe": lambda n: f"{n:,}".replace(",", "'"),
    "decimals": lambda n: f"{n:,}.0",
    "words": spelled,
    "lakhs": lakhs,
    "thousands": lambda n: f"{Decimal(n) / 1000:f} thousand",
    "millions": lambda n: f"{Decimal(n) / 10**6:f} million",
    "billions": lambda n: f"{Decimal(n) / 10**9:f}bn",
    "scientific": lambda n: f"{Decimal(n) / 10**3:f} x 10^3",
}


@given(NUMBERS, st.sampled_from(sorted(SPELLINGS)), st.sampled_from(sorted(SPELLINGS)))
def test_one_number_in_any_lawful_spelling_is_equal(number: int, one: str, other: str) -> None:
    claim, source = SPELLINGS[one](number), SPELLINGS[other](number)
    assert relation(f"{claim} voters", f"{source} voters") is EQUAL


UNITS = {
    "km": Decimal(1000), "m": Decimal(1), "cm": Decimal("0.01"), "miles": Decimal("1609.344"),
    "feet": Decimal("0.3048"), "yards": Decimal("0.9144"),
}  # fmt: skip


@given(
    st.integers(1, 10**6), st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS)),
    st.integers(0, 3),
)  # fmt: skip
def test_a_converted_and_rounded_length_is_borne_out(
    number: int, one: str, other: str, places: int
) -> None:
    converted = Decimal(number) * UNITS[one] / UNITS[other]
    rounded = round(converted, places)
    assume(rounded and abs(rounded - converted) <= converted / 20)
    assert relation(f"{rounded:f} {other}", f"{number} {one}").supports


@given(st.decimals("0.1", "99999", places=4), st.integers(0, 3))
def test_rounding_to_fewer_decimals_is_borne_out(number: Decimal, places: int) -> None:
    assume(number >= 1)
    assert relation(f"{round(number, places):f} %", f"{number:f} %").supports


HEDGES = ["", "about ", "nearly ", "more than ", "at least ", "up to ", "fewer than ", "just over "]
STATED = st.builds(
    lambda hedge, number, unit: f"{hedge}{number} {unit}",
    st.sampled_from(HEDGES),
    st.integers(1, 400) | st.sampled_from([100, 1000, 8000]),
    st.sampled_from(["km", "m", "miles", "people", "%", "dollars", "minutes", "hours"]),
)


@given(STATED, STATED)
def test_swapping_never_turns_equal_into_conflict(one: str, other: str) -> None:
    forth, back = relation(one, other), relation(other, one)
    assert (forth is EQUAL) == (back is EQUAL)
    conflicts = {Relation.DISJOINT, Relation.DIFFERENT_UNIT}
    assert not (forth is EQUAL and back in conflicts)
    if INCOMPARABLE in (forth, back):
        assert forth is back


@given(STATED)
def test_a_quantity_equals_itself(text: str) -> None:
    assert relation(text, text) is EQUAL
