"""What counts as a quantity, how far it reaches in the text, and what it is worth."""

from __future__ import annotations

import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.language.quantities import Bound, Dimension, Quantity, find_quantities


def only(text: str) -> Quantity:
    found = find_quantities(text)
    assert len(found) == 1, [text[q.start : q.end] for q in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234,567 voters", "1234567"),
        ("1 234 567 voters", "1234567"),
        ("1\u202f234\u202f567 voters", "1234567"),
        ("1\u00a0234 voters", "1234"),
        ("1.234.567 voters", "1234567"),
        ("1'234'567 voters", "1234567"),
        ("12,34,567 voters", "1234567"),
        ("1.234,56 voters", "1234.56"),
        ("1,234.56 voters", "1234.56"),
        ("1,234 voters", "1234"),
        ("12,5 litres", "12.5"),
        ("0,75 litres", "0.75"),
        ("-5 voters", "-5"),
        ("−5 voters", "-5"),
        ("minus 5 voters", "-5"),
        ("+3 voters", "3"),
        ("twenty-one voters", "21"),
        ("twenty one voters", "21"),
        ("three hundred and twelve voters", "312"),
        ("two thousand three hundred voters", "2300"),
        ("two thousand and five voters", "2005"),
        ("one hundred thousand voters", "100000"),
        ("two and a half million voters", "2500000"),
        ("a hundred and twenty voters", "120"),
        ("a dozen voters", "12"),
        ("two dozen voters", "24"),
        ("half a million voters", "500000"),
        ("a quarter of a million voters", "250000"),
        ("2.1 billion voters", "2100000000"),
        ("2.1bn voters", "2100000000"),
        ("3.5k users", "3500"),
        ("5m users", "5000000"),
        ("20M users", "20000000"),
        ("15 lakh voters", "1500000"),
        ("2 crore voters", "20000000"),
        ("2½ hours", "9000"),
        (".5 litres", "0.5"),
        ("5 Monate", "13149000"),
        ("3.2 x 10^6 cells", "3200000"),
        ("3.2 × 10⁶ cells", "3200000"),
        ("1e-5 cells", "0.00001"),
        ("5 hundred voters", "500"),
    ],
)
def test_value(text: str, value: str) -> None:
    quantity = only(text)
    assert quantity.low == quantity.high == quantity.value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "dimension", "unit", "low"),
    [
        ("20 minutes", Dimension.TIME, "min", "1200"),
        ("a 20-minute walk", Dimension.TIME, "min", "1200"),
        ("half an hour", Dimension.TIME, "h", "1800"),
        ("2 hours and 30 minutes", Dimension.TIME, "h", "9000"),
        ("5 feet 7 inches", Dimension.LENGTH, "ft", "1.7018"),
        ("a 300-km road", Dimension.LENGTH, "km", "300000"),
        ("5 m wide", Dimension.LENGTH, "m", "5"),
        ("the 100m final", Dimension.LENGTH, "m", "100"),
        ("12 square kilometres", Dimension.AREA, "km²", "12000000"),
        ("12 km2 of forest", Dimension.AREA, "km²", "12000000"),
        ("3 litres", Dimension.VOLUME, "l", "3"),
        ("50 kg", Dimension.MASS, "kg", "50"),
        ("20 pounds of fish", Dimension.MASS, "lb", "9.0718474"),
        ("36 km/h", Dimension.SPEED, "km/h", "10"),
        ("36 kilometres per hour", Dimension.SPEED, "km/h", "10"),
        ("98.6 °F", Dimension.TEMPERATURE, "°F", "310.15"),
        ("37 degrees Celsius", Dimension.TEMPERATURE, "°C", "310.15"),
        ("5 kWh", Dimension.ENERGY, "kWh", "18000000"),
        ("5 MW", Dimension.POWER, "MW", "5000000"),
        ("5 mW", Dimension.POWER, "mW", "0.005"),
        ("120 mmHg", Dimension.PRESSURE, "mmHg", "15998.6864898"),
        ("5 kB", Dimension.DATA, "kB", "5000"),
        ("5 KiB", Dimension.DATA, "KiB", "5120"),
        ("100 Mbps", Dimension.DATA_RATE, "Mbit/s", "12500000"),
        ("50 Hz", Dimension.FREQUENCY, "Hz", "50"),
        ("120 mg/dl", Dimension.CONCENTRATION, "mg/dl", "0.0012"),
        ("5 mmol/L", Dimension.MOLARITY, "mmol/l", "0.005"),
        ("3 mA per cm2", Dimension.COMPOUND, "mA/cm²", "30"),
        ("12 %", Dimension.PERCENT, "%", "12"),
        ("12 percent", Dimension.PERCENT, "%", "12"),
        ("12 per cent", Dimension.PERCENT, "%", "12"),
        ("12 percentage points", Dimension.POINTS, "pp", "12"),
        ("12 pp", Dimension.POINTS, "pp", "12"),
        ("25 bps", Dimension.POINTS, "bp", "0.25"),
        ("25 basis points", Dimension.POINTS, "bp", "0.25"),
        ("5 ‰", Dimension.PERCENT, "‰", "0.5"),
        ("a quarter of the voters", Dimension.PERCENT, "%", "25"),
        ("three-quarters of the voters", Dimension.PERCENT, "%", "75"),
        ("half of the voters", Dimension.PERCENT, "%", "50"),
        ("one in five voters", Dimension.PERCENT, "%", "20"),
        ("9 out of 10 voters", Dimension.PERCENT, "%", "90"),
        ("$5m", Dimension.MONEY, "$", "5000000"),
        ("US$5 million", Dimension.MONEY, "USD", "5000000"),
        ("C$5", Dimension.MONEY, "CAD", "5"),
        ("€4.2bn", Dimension.MONEY, "EUR", "4200000000"),
        ("1.234,56 Euro", Dimension.MONEY, "EUR", "1234.56"),
        ("5 million pounds sterling", Dimension.MONEY, "GBP", "5000000"),
        ("a fine of 20 pounds", Dimension.MONEY, "GBP", "20"),
        ("CHF 300", Dimension.MONEY, "CHF", "300"),
        ("₹5 crore", Dimension.MONEY, "INR", "50000000"),
        ("20m euros", Dimension.MONEY, "EUR", "20000000"),
        ("$.50", Dimension.MONEY, "$", "0.5"),
        ("3,5 Mrd. Euro", Dimension.MONEY, "EUR", "3500000000"),
        ("1.5 MtCO2", Dimension.MASS, "Mt", "1500000000"),
        ("12 Prozentpunkte", Dimension.POINTS, "pp", "12"),
        ("50 cents", Dimension.MONEY, "", "0.5"),
        ("sales doubled", Dimension.RATIO, "x", "2"),
        ("a twofold rise", Dimension.RATIO, "x", "2"),
        ("three times as many", Dimension.RATIO, "x", "3"),
        ("2x faster", Dimension.RATIO, "x", "2"),
        ("won three times", Dimension.COUNT, "", "3"),
        ("the team won 3–1", Dimension.SCORE, "3-1", "1"),
        ("a 9-3 vote", Dimension.SCORE, "9-3", "3"),
        ("the 12th minute", Dimension.ORDINAL, "", "12"),
        ("their twenty-first album", Dimension.ORDINAL, "", "21"),
        ("listens on port 8000", Dimension.IDENTIFIER, "", "8000"),
        ("aged 65", Dimension.TIME, "yr", "2051244000"),
    ],
)
def test_dimension_and_unit(text: str, dimension: Dimension, unit: str, low: str) -> None:
    quantity = only(text)
    assert (quantity.dimension, quantity.unit) == (dimension, unit)
    assert quantity.low is not None
    assert abs(quantity.low - Decimal(low)) < Decimal("1e-6")


@pytest.mark.parametrize(
    "text",
    [
        "It happened in 2021.", "From 2019 to 2021, in May and on 12 March 2021.",
        "The 1990s and the 18th century", "in Q3 and Q4", "about COVID-19", "H2O and CO2",
        "version v2.0.1", "Python 3.11 runs it.", "at 5 p.m. or 17:00 h", "under § 12(3)",
        "see Table 3 and Figure 2", "on page 12", "as shown before [12]", "as shown [3, 4]",
        "as shown [5–7]", "member 101", "Flight 370 vanished", "along Route 66", "in Room 12",
        "The Boeing 747 landed.", "She bought an iPhone 15.", "call 555-1234-567",
        "ISBN 978-3-16-148410-0", "https://example.org/2/34", "mail a4@example.org now",
        "one of the men", "no one knew", "they helped one another", "one should know",
        "the one that got away", "in the second quarter of 2021", "agent 007", "SARS-CoV-2",
        "1. Install the tool.", "Fortune 500", "a third party",
        "his better half", "a half-life", "wait a second, please", "It may march in August.",
        "R2D2 and 4x4", "build 1a2b3c", "the G7 and the B2B market", "the 401(k) plan",
        "in his 30's", "the Big Four", "24/7",
    ],
)  # fmt: skip
def test_no_quantity(text: str) -> None:
    assert find_quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "bound", "low", "high"),
    [
        ("about 310 voters", Bound.ABOUT, "294.5", "325.5"),
        ("around 300 voters", Bound.ABOUT, "250", "350"),
        ("some 300 voters", Bound.ABOUT, "250", "350"),
        ("~300 voters", Bound.ABOUT, "250", "350"),
        ("300 or so voters", Bound.ABOUT, "250", "350"),
        ("nearly 300 voters", Bound.ALMOST, "250", "300"),
        ("just over 300 voters", Bound.JUST_OVER, "300", "350"),
        ("more than 300 voters", Bound.MORE_THAN, "300", None),
        ("> 300 voters", Bound.MORE_THAN, "300", None),
        ("well over 300 voters", Bound.MORE_THAN, "300", None),
        ("not more than 300 voters", Bound.AT_MOST, None, "300"),
        ("no fewer than 300 voters", Bound.AT_LEAST, "300", None),
        ("at least 300 voters", Bound.AT_LEAST, "300", None),
        ("300 or more voters", Bound.AT_LEAST, "300", None),
        ("300+ voters", Bound.AT_LEAST, "300", None),
        ("≥300 voters", Bound.AT_LEAST, "300", None),
        ("up to 300 voters", Bound.AT_MOST, None, "300"),
        ("fewer than 300 voters", Bound.LESS_THAN, None, "300"),
        ("between 10 and 20 voters", Bound.BETWEEN, "10", "20"),
        ("10-20 voters", Bound.BETWEEN, "10", "20"),
        ("10–20 voters", Bound.BETWEEN, "10", "20"),
        ("10 to 20 voters", Bound.BETWEEN, "10", "20"),
        ("two or three voters", Bound.BETWEEN, "2", "3"),
        ("10 to 20 million voters", Bound.BETWEEN, "10000000", "20000000"),
        ("10±2 voters", Bound.BETWEEN, "8", "12"),
        ("hundreds of voters", Bound.SOME, "100", None),
        ("tens of thousands of voters", Bound.SOME, "10000", None),
        ("mehr als 300 km", Bound.MORE_THAN, "300000", None),
        ("exactly 300 voters", Bound.EXACT, "300", "300"),
    ],
)
def test_bounds(text: str, bound: Bound, low: str | None, high: str | None) -> None:
    quantity = only(text)
    assert quantity.bound is bound
    assert quantity.low == (None if low is None else Decimal(low))
    assert quantity.high == (None if high is None else Decimal(high))
    assert quantity.low_open == (bound is Bound.MORE_THAN)
    assert quantity.high_open == (bound is Bound.LESS_THAN)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("It has more than 300 km of road.", ["more than 300 km"]),
        ("revenue rose from 10 to 20 per cent", ["10", "20 per cent"]),
        ("net income rose 96% to $98.9 million", ["96%", "$98.9 million"]),
        ("$1.07 per diluted share on sales of $1.8 billion",
         ["$1.07 per diluted share", "$1.8 billion"]),
        ("147,027 and over two million", ["147,027", "over two million"]),
        ("3, 5 and 7 per cent", ["3", "5", "7 per cent"]),
        ("$0.21 versus $0.02 a year ago", ["$0.21", "$0.02"]),
        ("In 2019, 300 people came.", ["300"]),
        ("It costs US$5 million a year.", ["US$5 million a year"]),
    ],
)  # fmt: skip
def test_extent(text: str, pieces: list[str]) -> None:
    assert [text[q.start : q.end] for q in find_quantities(text)] == pieces


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("310 adult participants were enrolled", "participant"),
        ("two of the three judges", "judge"),
        ("150 COVID-19 vaccine candidates", "candidate"),
        ("a three-member board", "member"),
        ("one goal in injury time", "goal"),
        ("12 people", "person"),
        ("It had 8,210 three months earlier", ""),
        ("12 twenty-foot containers", "container"),
        ("their third studio album was", "studio album"),
        ("a population of 8,000", "population"),
        ("a third of the voters", "voter"),
    ],
)
def test_noun(text: str, noun: str) -> None:
    assert find_quantities(text)[-1 if "judges" in text else 0].noun == noun


def test_listed_numbers_share_their_unit() -> None:
    found = find_quantities("It grew 3, 5 and 7 per cent.")
    assert [q.dimension for q in found] == [Dimension.PERCENT] * 3


def test_resolution_is_half_the_last_place() -> None:
    assert only("$2.1 billion").resolution == Decimal("0.05e9")


PIECES = [
    "5", "12,5", "1 234", "about ", "-", "–", " to ", " and ", "%", " km", "$", "one ", "twenty-",
    "half ", "a ", " million", "third ", "[", "]", "(", ".", " per ", "2019", "May ", ":", "/", "½",
    "x10^", "°C", "±", " or more", "§", "#", "COVID-", "\u202f", "İ", "’", "second ", "e5", "€",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=60))
def test_spans_lie_in_the_text_in_order_and_intervals_are_intervals(text: str) -> None:
    reached = 0
    for quantity in find_quantities(text):
        assert reached <= quantity.start <= quantity.number_start
        assert quantity.number_start < quantity.number_end <= quantity.end <= len(text)
        reached = quantity.end
        if quantity.low is not None and quantity.high is not None:
            assert quantity.low <= quantity.high
        assert quantity.resolution >= 0


HOSTILE = [
    "1,", "1 ", "1-", "1'", "twenty ", "one and a half ", "a.b@", "www.", "$", "(1", "[1,", "3, ",
    "5 km to ", "5 feet ", "million ", "1/2 ", "one hundred and ", "2019-", "1:2", "-", "about ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_work_grows_with_the_text(piece: str) -> None:
    def calls(length: int) -> int:
        count = 0

        def note(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            find_quantities(piece * (length // len(piece)))
        finally:
            sys.setprofile(None)
        return count

    calls(500)
    assert calls(6_000) < 6 * max(calls(1_500), 500)
