"""Rises and falls against "did not change" and against two numbers."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text


def finding(claim: str, source: str) -> Finding:
    return check_text(claim, {"s.txt": source}, Settings(judge="rules")).findings[0]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Water levels fell in the upper basin.", "Water levels did not change in either basin."),
        ("Water levels rose in the upper basin.", "Water levels remained unchanged in the basin."),
        ("Water levels did not change in the basin.", "Water levels rose in the upper basin."),
        (
            "The number of students fell to 6,420.",
            "In autumn the college had 6,420 students, against 5,980 a year before.",
        ),
        (
            "Membership of the rowing club rose to 310.",
            "Membership of the rowing club is 310, compared with 355 in spring.",
        ),
    ],
)
def test_a_wrong_direction_is_contradicted(claim: str, source: str) -> None:
    result = finding(claim, source)
    assert result.verdict is Verdict.CONTRADICTED
    assert result.conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        # The right direction; a change too small to matter; somebody else's; the earlier number.
        (
            "Membership of the rowing club fell to 310.",
            "Membership of the rowing club is 310, compared with 355 in spring.",
        ),
        ("Water levels fell in the basin.", "Water levels did not change significantly."),
        ("Water levels fell in the basin.", "The fish stocks in the basin did not change."),
        ("Water levels did not fall in the basin.", "Water levels did not change in the basin."),
        (
            "Membership of the rowing club had fallen to 355.",
            "Membership of the rowing club is 310, compared with 355 in spring.",
        ),
    ],
)
def test_what_may_be_so_is_not_contradicted(claim: str, source: str) -> None:
    assert finding(claim, source).verdict is not Verdict.CONTRADICTED
