"""Two things that a claim compares or adds up, from one sentence, from two, or from two rows."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text

PROSE = {"s.txt": "The mill has 33 rooms and the barn has 24 rooms."}
TWO_SENTENCES = {"s.txt": "The mill has 33 rooms. It is old. The barn has 24 rooms."}
TABLE = {
    "rooms.csv": "building,town,rooms,built\nmill,Oldbury,33,1902\nbarn,Ashford,24,1950\n"
    "tower,Marle,70,1988\n"
}
PRICES = {"s.txt": "Tickets cost 12 pounds for adults and 7 pounds for children."}
AREAS = {"s.txt": "The mill covers 60 square metres, the barn 120 square metres."}


def finding(claim: str, sources: dict[str, str]) -> Finding:
    return check_text(claim, sources, Settings(judge="rules")).findings[0]


@pytest.mark.parametrize("sources", [PROSE, TWO_SENTENCES, TABLE])
@pytest.mark.parametrize(
    ("claim", "working"),
    [
        ("The mill has 9 more rooms than the barn.", "9 is the difference between 33 and 24"),
        ("The barn has 9 fewer rooms than the mill.", "9 is the difference between 24 and 33"),
        ("The mill and the barn together have 57 rooms.", "57 is the sum of 33 and 24"),
        ("The mill has more rooms than the barn.", ""),
        ("The barn has fewer rooms than the mill.", ""),
    ],
)
def test_what_follows_from_two_numbers_is_supported(
    claim: str, working: str, sources: dict[str, str]
) -> None:
    found = finding(claim, sources)
    assert found.verdict is Verdict.SUPPORTED
    assert working in found.reason
    assert not found.uncovered


@pytest.mark.parametrize(
    ("claim", "sources"),
    [
        ("Adults pay 5 pounds more than children.", PRICES),
        ("Children pay 5 pounds less than adults.", PRICES),
        ("The mill is half the size of the barn.", AREAS),
        ("The barn is twice the size of the mill.", AREAS),
        ("The barn is 60 square metres larger than the mill.", AREAS),
    ],
)
def test_other_ways_to_compare(claim: str, sources: dict[str, str]) -> None:
    assert finding(claim, sources).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("sources", [PROSE, TWO_SENTENCES, TABLE])
@pytest.mark.parametrize(
    "claim",
    [
        "The barn has 9 more rooms than the mill.",
        "The mill has 8 more rooms than the barn.",
        "The mill and the barn together have 80 rooms.",
        "The barn has more rooms than the mill.",
    ],
)
def test_what_the_numbers_rule_out_is_flagged(claim: str, sources: dict[str, str]) -> None:
    found = finding(claim, sources)
    assert found.verdict in (Verdict.PARTIAL, Verdict.UNSUPPORTED)


def test_the_reason_names_both_numbers() -> None:
    found = finding("The barn has more rooms than the mill.", PROSE)
    assert found.verdict is Verdict.PARTIAL
    assert "claim says “more rooms”" in found.reason
    assert "24 for “barn” and 33 for “mill”" in found.reason


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        # Another time, several numbers, a denial: nothing is worked out.
        (
            "The mill had more guests than the barn.",
            "The mill had 500 guests in 2020. The barn had 600 guests in 1950.",
        ),
        (
            "The mill had more guests than the barn.",
            "The mill had 500 guests in May and 300 guests in June. The barn had 400 guests.",
        ),
        (
            "The mill had more guests than the barn.",
            "The mill never had 500 guests. The barn had 600 guests.",
        ),
    ],
)
def test_where_the_numbers_leave_it_open_none_conflicts(claim: str, source: str) -> None:
    assert not finding(claim, {"s.txt": source}).conflicts


def test_a_difference_is_no_rival_of_a_number() -> None:
    source = {"s.txt": "The mill in Oldbury has 33 rooms on two floors."}
    found = finding("The mill in Oldbury has 9 more rooms than the barn.", source)
    assert found.verdict is not Verdict.CONTRADICTED
