"""Numbers that a claim works out from the source's: supported where it says so, and rightly."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text

SOURCE = (
    "Turnover of the Ostend mill was 250 million euros in 2023, up from 200 million euros. "
    "It employs 420 men and 310 women in the valley. "
    "Of its 60 looms, 45 were replaced."
)


def finding(claim: str, source: str = SOURCE, sensitivity: str = "balanced") -> Finding:
    settings = Settings(judge="rules", sensitivity=sensitivity)  # type: ignore[arg-type]
    return check_text(claim, {"mill.txt": source}, settings).findings[0]


@pytest.mark.parametrize(
    ("claim", "working"),
    [
        (
            "Turnover of the Ostend mill rose by 25 percent in 2023.",
            "25 percent is the change from 200 million euros to 250 million euros",
        ),
        (
            "Turnover of the Ostend mill rose by 50 million euros in 2023.",
            "50 million euros is the difference between 250 million euros and 200 million euros",
        ),
        (
            "The mill employs a total of 730 men and women in the valley.",
            "730 is the sum of 420 and 310",
        ),
    ],
)
def test_a_number_that_follows_is_supported_with_its_working(claim: str, working: str) -> None:
    result = finding(claim)
    assert result.verdict is Verdict.SUPPORTED
    assert working in result.reason


@pytest.mark.parametrize(
    "claim",
    [
        "Turnover of the Ostend mill fell by 25 percent in 2023.",
        "Turnover of the Ostend mill fell by 50 million euros in 2023.",
        "Turnover of the Ostend mill was 50 million euros in 2023.",
        "Turnover of the Ostend mill rose by 35 percent in 2023.",
        "The mill employs 730 women in the valley.",
    ],
)
def test_another_direction_or_another_reckoning_is_not_supported(claim: str) -> None:
    assert finding(claim).verdict is not Verdict.SUPPORTED


def test_a_number_that_is_denied_is_not_worked_out() -> None:
    claim = "Turnover of the Ostend mill did not rise by 25 percent in 2023."
    assert "is the change" not in finding(claim).reason


WARDS = (
    "The hospital has 12 wards with 25 beds each. Of the 500 staff, 40 percent work at night. "
    "Membership stood at 8,210 three months earlier."
)


@pytest.mark.parametrize(
    ("claim", "working"),
    [
        ("The hospital has 300 beds on 12 wards.", "300 is 12 times 25"),
        ("200 of the 500 staff work at night.", "200 is 40 percent of 500"),
    ],
)
def test_so_many_times_so_much_and_a_share_of_a_whole(claim: str, working: str) -> None:
    result = finding(claim, WARDS)
    assert result.verdict is Verdict.SUPPORTED
    assert working in result.reason


def test_a_number_to_each_is_no_rival_of_a_number_of_all() -> None:
    assert finding("The hospital has 310 beds.", WARDS).verdict is not Verdict.CONTRADICTED
    claim = "The hospital has 12 wards with 30 beds each."
    assert finding(claim, WARDS).verdict is Verdict.CONTRADICTED


def test_a_number_before_another_one_counts_nothing_of_it() -> None:
    claim = "Membership stood at 8,210 members three months earlier."
    assert finding(claim, WARDS).verdict is Verdict.SUPPORTED
