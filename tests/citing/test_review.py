"""Citations and dismissals through the whole engine."""

from __future__ import annotations

from pathlib import Path

from verifier import Checker, CitationState, check_text

SOURCES = {
    "q3.txt": "Free cash flow was 410 million dollars for the quarter.\n",
    "plant.txt": "The company opened a second plant in Lyon in September 2024.\n",
}


def states(report: str, sources: dict[str, str] | None = None) -> list[list[CitationState]]:
    result = check_text(report, sources or SOURCES)
    return [[check.state for check in finding.citation_checks] for finding in result]


def test_a_right_and_a_wrong_footnote() -> None:
    report = (
        "Free cash flow was 410 million dollars for the quarter.[^1] "
        "The company opened a second plant in Lyon in September 2024.[^1]\n\n[^1]: q3.txt\n"
    )
    assert states(report) == [[CitationState.SUPPORTS], [CitationState.ELSEWHERE]]


def test_a_pandoc_key_a_link_and_a_missing_source() -> None:
    report = (
        "Free cash flow was 410 million dollars for the quarter [@q3].\n\n"
        "The company opened a second plant in Lyon in September 2024 ([plant](plant.txt)).\n\n"
        "Free cash flow was 410 million dollars for the quarter [@nobody].\n"
    )
    assert states(report) == [
        [CitationState.SUPPORTS],
        [CitationState.SUPPORTS],
        [CitationState.MISSING],
    ]


def test_citations_move_with_the_text_although_findings_are_kept(tmp_path: Path) -> None:
    (tmp_path / "q3.txt").write_text(SOURCES["q3.txt"], "utf-8")
    checker = Checker(tmp_path)
    report = "Free cash flow was 410 million dollars for the quarter.[^1]\n\n[^1]: q3.txt\n"
    checker.check_text(report)
    moved = "It was a good year.\n\n" + report
    (finding,) = (f for f in checker.check_text(moved) if f.claim.citations)
    (check,) = finding.citation_checks
    assert moved[check.citation.start : check.citation.end] == "[^1]"


def test_a_dismissed_finding_needs_no_attention() -> None:
    report = "The board resigned in May. <!-- llmfeeder: ignore unsupported -- known to us -->\n"
    result = check_text(report, SOURCES)
    (finding,) = result.findings
    assert finding.dismissal is not None
    assert finding.dismissal.reason == "known to us"
    assert result.problems() == []
