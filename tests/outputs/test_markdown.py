"""The Markdown summary: rendered, it holds the texts as they are and nothing active."""

from __future__ import annotations

from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from tests.outputs.conftest import HOSTILE, hostile, run_of
from verifier.model import Outcome
from verifier.outputs.markdown import render
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck


def test_the_figures_come_first(run: Run) -> None:
    lines = render(run).splitlines()
    assert lines[0] == "## 3 claims need attention, 1 report not checked: faithfulness 0.67"
    assert lines[4] == r"| report.md | 9 | 6 | 0 | 1 | 2 | 0 | 0.67 |"
    assert lines[5].startswith("| gone.md | not checked: gone.md\\: no such file |")
    assert lines[6] == "| **total** | 9 | 6 | 0 | 1 | 2 | 0 | 0.67 |"


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_text_is_active(report: ReportCheck, text: str) -> None:
    html = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(
        render(run_of(hostile(report, text)))
    )
    for tag in ("<a ", "<img", "<script", "<b>", "<code", "<em"):
        assert tag not in html
    assert html.count("<table>") == 1
    assert html.count("<tr>") == 2
    assert "@team" not in html


def test_it_fits_a_comment_and_says_what_it_left_out(report: ReportCheck) -> None:
    assert report.result is not None
    many = replace(report.result, findings=report.result.findings * 200)
    text = render(run_of(replace(report, result=many)))
    assert len(text) < 65_536
    assert "more remarks; run llmfeeder" in text


def test_a_report_that_was_not_checked_is_no_praise(report: ReportCheck) -> None:
    assert report.result is not None
    fine = replace(report, result=replace(report.result, findings=report.result.findings[:1]))
    gone = ReportCheck("gone.md", error="gone.md: no such file")
    heading = render(run_of(fine, gone)).splitlines()[0]
    assert heading == "## No claim needs attention, 1 report not checked: faithfulness 1.00"
    assert render(run_of(fine)).startswith("## No claim needs attention: ")


def test_nothing_checked_is_no_praise(report: ReportCheck) -> None:
    assert report.result is not None
    empty = replace(report.result, findings=(), outcome=Outcome.NO_CLAIMS)
    assert render(run_of(replace(report, result=empty))).startswith("## No claim was checked\n")
