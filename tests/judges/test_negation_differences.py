"""What one side denies and the other says, and denials of something else."""

from __future__ import annotations

import pytest

from verifier import Settings, Verdict, check_text


def verdict(claim: str, source: str) -> Verdict:
    return check_text(claim, {"s.txt": source}, Settings(judge="rules")).findings[0].verdict


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The plant is a steel mill.", "The plant is no longer a steel mill."),
        ("The plant is no longer a steel mill.", "The plant is still a steel mill."),
        ("The firm sells boats in Ostend.", "The firm no longer sells boats in Ostend."),
        (
            "Windows is supported by the installer.",
            "Windows is not currently supported by the installer.",
        ),
        (
            "The manual pages are repeated in the index.",
            "The manual pages are not going to be repeated in the index.",
        ),
        (
            "Singh had thrown a ball before the show.",
            "Neither Patel nor Singh had ever thrown a ball before the show.",
        ),
        ("The level is now a number, not a name.", "The level is now a name, not a number."),
        ("The bats are mammals rather than birds.", "The bats are birds rather than mammals."),
    ],
)
def test_what_the_other_side_denies_is_contradicted(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The plant was a steel mill.", "The plant is no longer a steel mill."),
        ("The firm used to sell boats in Ostend.", "The firm no longer sells boats in Ostend."),
        ("The firm no longer sells boats in Ostend.", "The firm sold boats in Ostend until 2010."),
        ("The wait lasted no longer than an hour.", "The wait lasted an hour."),
        (
            "Windows is supported by the installer.",
            "Windows was not supported by the installer before, but now it is supported.",
        ),
        (
            "Windows is not supported by the installer.",
            "Windows is not currently supported by the installer.",
        ),
        ("The level is now a name, not a number.", "The level is now a name instead of a number."),
        ("The level is a name.", "The level is now a name, not a number."),
        ("The level is not a number.", "The level is now a name, not a number."),
        ("The blog is a formal record.", "The wiki is not a formal record; the blog is."),
    ],
)
def test_what_is_not_denied_is_not_contradicted(claim: str, source: str) -> None:
    assert verdict(claim, source) is Verdict.SUPPORTED
