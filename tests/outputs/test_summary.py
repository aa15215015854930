"""Totals, figures and the words for "not checked"."""

from __future__ import annotations

import pytest

from verifier.model import CheckResult, NotCheckable, Outcome, SourceState, SourceStatus
from verifier.outputs.summary import ReportCheck, counted, figure, total


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (None, "-"),
        (0.0, "0.00"),
        (1.0, "1.00"),
        (2 / 3, "0.67"),
        (0.999, "0.99"),
        (0.001, "0.01"),
        (0.995, "0.99"),
    ],
)
def test_only_a_perfect_share_reads_as_one(share: float | None, expected: str) -> None:
    assert figure(share) == expected


def test_the_total_weighs_claims_and_not_reports(report: ReportCheck) -> None:
    empty = ReportCheck("empty.md", CheckResult("empty.md", Outcome.NO_CLAIMS))
    whole = total([report, report, empty, ReportCheck("gone.md", error="gone")])
    assert (whole.reports, whole.checked, whole.claims) == (4, 2, 18)
    assert whole.faithfulness == pytest.approx(12 / 18)


def test_nothing_checked_has_no_total() -> None:
    assert total([ReportCheck("gone.md", error="gone")]).faithfulness is None


def test_a_report_says_why_it_was_not_checked() -> None:
    left_out = (NotCheckable("Why?", 0, 4, 1, 1, "a question"),)
    no_claims = CheckResult("r.md", Outcome.NO_CLAIMS, not_checkable=left_out)
    broken = SourceStatus("a.pdf", SourceState.UNREADABLE, "encrypted")
    no_sources = CheckResult("r.md", Outcome.NO_SOURCES, sources=(broken,))
    assert "1 sentence not checkable" in ReportCheck("r.md", no_claims).why_not
    assert "unreadable" in ReportCheck("r.md", no_sources).why_not
    assert ReportCheck("r.md", error="r.md: no such file").why_not == "r.md: no such file"


def test_numbers_agree_with_their_nouns() -> None:
    assert [counted(n, "claim") for n in (0, 1, 1200)] == ["0 claims", "1 claim", "1,200 claims"]
