"""What counts as a date, which days it means, and how two dates compare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.language.dates import (
    DateBound,
    DateInterval,
    DateRelation,
    Day,
    Granularity,
    compare_dates,
    find_dates,
)

SAME, CONTAINS, CONTAINED = DateRelation.SAME, DateRelation.CONTAINS, DateRelation.CONTAINED
DISJOINT, INCOMPARABLE = DateRelation.DISJOINT, DateRelation.INCOMPARABLE


def only(text: str) -> DateInterval:
    found = find_dates(text)
    assert len(found) == 1, [text[d.start : d.end] for d in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "kind", "first", "last"),
    [
        ("12 March 2021", Granularity.DAY, (2021, 3, 12), (2021, 3, 12)),
        ("March 12th, 2021", Granularity.DAY, (2021, 3, 12), (2021, 3, 12)),
        ("the 12th of March, 2021", Granularity.DAY, (2021, 3, 12), (2021, 3, 12)),
        ("on 2021-03-12", Granularity.DAY, (2021, 3, 12), (2021, 3, 12)),
        ("on 31/12/2021", Granularity.DAY, (2021, 12, 31), (2021, 12, 31)),
        ("am 12.03.2021", Granularity.DAY, (2021, 3, 12), (2021, 3, 12)),
        ("Sept. 3, 2020", Granularity.DAY, (2020, 9, 3), (2020, 9, 3)),
        ("12-14 March 2021", Granularity.SPAN, (2021, 3, 12), (2021, 3, 14)),
        ("February 2024", Granularity.MONTH, (2024, 2, 1), (2024, 2, 29)),
        ("in December, 2019", Granularity.MONTH, (2019, 12, 1), (2019, 12, 31)),
        ("in february 2012", Granularity.MONTH, (2012, 2, 1), (2012, 2, 29)),
        ("may 2020", Granularity.MONTH, (2020, 5, 1), (2020, 5, 31)),
        ("Q3 2025", Granularity.QUARTER, (2025, 7, 1), (2025, 9, 30)),
        ("third quarter of 2025", Granularity.QUARTER, (2025, 7, 1), (2025, 9, 30)),
        ("2025 third quarter", Granularity.QUARTER, (2025, 7, 1), (2025, 9, 30)),
        ("the first half of 2024", Granularity.HALF, (2024, 1, 1), (2024, 6, 30)),
        ("H2 2024", Granularity.HALF, (2024, 7, 1), (2024, 12, 31)),
        ("in 2021", Granularity.YEAR, (2021, 1, 1), (2021, 12, 31)),
        ("in 1756", Granularity.YEAR, (1756, 1, 1), (1756, 12, 31)),
        ("44 BC", Granularity.YEAR, (-43, 1, 1), (-43, 12, 31)),
        ("AD 79", Granularity.YEAR, (79, 1, 1), (79, 12, 31)),
        ("2019-2021", Granularity.SPAN, (2019, 1, 1), (2021, 12, 31)),
        ("from 2019 to 2021", Granularity.SPAN, (2019, 1, 1), (2021, 12, 31)),
        ("between 2010 and 2015", Granularity.SPAN, (2010, 1, 1), (2015, 12, 31)),
        ("from March to May 2020", Granularity.SPAN, (2020, 3, 1), (2020, 5, 31)),
        ("the 1990s", Granularity.DECADE, (1990, 1, 1), (1999, 12, 31)),
        ("the early 2020s", Granularity.DECADE, (2020, 1, 1), (2023, 12, 31)),
        ("the '90s", Granularity.DECADE, (1990, 1, 1), (1999, 12, 31)),
        ("the 1800s", Granularity.CENTURY, (1800, 1, 1), (1899, 12, 31)),
        ("the 18th century", Granularity.CENTURY, (1700, 1, 1), (1800, 12, 31)),
        ("nineteenth-century", Granularity.CENTURY, (1800, 1, 1), (1900, 12, 31)),
        ("the twenty-first century", Granularity.CENTURY, (2000, 1, 1), (2100, 12, 31)),
    ],
)
def test_days(
    text: str, kind: Granularity, first: tuple[int, int, int], last: tuple[int, int, int]
) -> None:
    date = only(text)
    assert (date.granularity, date.first, date.last) == (kind, Day(*first), Day(*last))
    assert date.has_year
    assert not date.fiscal


@pytest.mark.parametrize(
    "text",
    [
        "It may increase.", "They march on.", "April said so.", "May told us", "an august body",
        "She sat in the sun.", "the second goal", "wait a second", "over 2000 people",
        "1500 patients", "$2000", "2000 km", "about 1900 soldiers", "COVID-19", "port 2019x",
        "section 1984.5", "3:1", "10-20",
        "coronavirus disease 2019", "a 2000-member club", "half of the votes",
        "the mRNA-1273 vaccine",
    ],
)  # fmt: skip
def test_no_date(text: str) -> None:
    assert find_dates(text) == ()


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("since 2015", DateBound.SINCE),
        ("before 1990", DateBound.BEFORE),
        ("prior to 1990", DateBound.BEFORE),
        ("after May 2020", DateBound.AFTER),
        ("until 2019", DateBound.UNTIL),
        ("by 2030", DateBound.BY),
        ("in 2030", DateBound.ON),
    ],
)
def test_bound(text: str, bound: DateBound) -> None:
    assert only(text).bound is bound


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 5 p.m. sharp", (1020,)),
        ("at 5 pm", (1020,)),
        ("at 5:30 p.m.", (1050,)),
        ("at 17:00", (1020,)),
        ("at 5 o'clock", (300, 1020)),
        ("at 12 a.m.", (0,)),
    ],
)
def test_time_of_day(text: str, minutes: tuple[int, ...]) -> None:
    date = only(text)
    assert (date.granularity, date.minutes) == (Granularity.TIME, minutes)


@pytest.mark.parametrize(
    ("text", "fiscal"),
    [("fiscal 2024", True), ("fiscal year 2024", True), ("FY24", True), ("FY 2024", True),
     ("the third quarter of fiscal 2024", True), ("in 2024", False)],
)  # fmt: skip
def test_fiscal(text: str, fiscal: bool) -> None:
    assert only(text).fiscal is fiscal


def test_year_unstated() -> None:
    date = only("on 12 March")
    assert not date.has_year
    assert date.first[1:] == (3, 12)


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("12 March 2021", "March 12th, 2021", SAME),
        ("12 March 2021", "on 2021-03-12", SAME),
        ("in 2021", "12 March 2021", CONTAINS),
        ("12 March 2021", "in 2021", CONTAINED),
        ("in 2021", "in 2023", DISJOINT),
        ("Q3 2025", "in August 2025", CONTAINS),
        ("Q3 2025", "third quarter of 2025", SAME),
        ("Q3 2025", "Q2 2025", DISJOINT),
        ("Q3", "third quarter of 2025", CONTAINS),
        ("Q3", "Q2 2025", DISJOINT),
        ("the 1990s", "in 1994", CONTAINS),
        ("the 1990s", "in 2004", DISJOINT),
        ("the 18th century", "in 1756", CONTAINS),
        ("12 March", "12 March 2021", CONTAINS),
        ("12 March 2021", "12 March", DateRelation.OVERLAPS),
        ("12 March", "15 March 2021", DISJOINT),
        ("in March", "15 March 2021", CONTAINS),
        ("in March", "in 2021", INCOMPARABLE),
        ("fiscal 2024", "in 2024", INCOMPARABLE),
        ("fiscal 2024", "FY24", SAME),
        ("12/03/2021", "3 December 2021", SAME),
        ("12/03/2021", "12 March 2021", SAME),
        ("12/03/2021", "12 April 2021", DISJOINT),
        ("13/03/2021", "12 March 2021", DISJOINT),
        ("since 2015", "since 2015", SAME),
        ("since 2015", "in 2013", DISJOINT),
        ("before 1990", "in 1985", CONTAINS),
        ("before 1990", "in 1995", DISJOINT),
        ("after 1990", "in 1995", CONTAINS),
        ("2019-2021", "from 2019 to 2021", SAME),
        ("in 1953", "(1914–1953)", CONTAINS),
        ("in 1930", "(1914–1953)", DateRelation.OVERLAPS),
        ("in 1994", "in the 1990s", CONTAINED),
        ("at 5 p.m.", "at 17:00", SAME),
        ("at 5 o'clock", "at 17:00", SAME),
        ("at 5 p.m.", "at 6 p.m.", DISJOINT),
        ("at 5 p.m.", "in 2021", INCOMPARABLE),
        ("circa 1850", "in 1851", INCOMPARABLE),
        ("44 BC", "in 1944", DISJOINT),
    ],
)
def test_relation(claim: str, source: str, expected: DateRelation) -> None:
    assert compare_dates(only(claim), only(source)) is expected


PIECES = [
    "12", "1", "2021", "March", "May", " ", "-", "–", "/", ".", "th", " of ", "Q3", " quarter",
    "third ", "century", "s", "'", ":30", " p.m.", "early ", "BC", "AD ", "FY24", "fiscal ", ", ",
    "from ", " to ", "and", "31", "February", "29", "1900", "0000", "since ", "İ",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=40))
def test_dates_lie_in_the_text_in_order_and_equal_themselves(text: str) -> None:
    reached = 0
    for date in find_dates(text):
        assert reached <= date.start < date.end <= len(text)
        reached = date.end
        assert date.first <= date.last
        assert compare_dates(date, date) is SAME
