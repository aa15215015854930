"""Workflow commands: at the place, and with nothing in them that starts another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.outputs.conftest import HOSTILE, hostile, run_of
from verifier.outputs.github import render
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck


def test_one_line_a_finding_at_its_place(run: Run) -> None:
    lines = render(run).splitlines()
    assert lines[0].startswith(
        "::error file=report.md,line=14,endLine=14,col=1,endColumn=56,"
        "title=Contradicted by the sources::Free cash flow was 510 million dollars"
    )
    assert '%0Aq3-earnings.txt:9:31   "Free cash flow was 410 million dollars"%0A' in lines[0]
    assert lines[2].startswith("::warning file=report.md,line=14,endLine=14,col=57,")
    assert lines[3] == (
        "llmfeeder: report.md: 9 claims, 6 supported, 0 partial, 1 unsupported, 2 contradicted, "
        "faithfulness 0.67"
    )
    assert lines[4] == "::error file=gone.md,title=Not checked::gone.md: no such file"


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_starts_a_command_of_its_own(report: ReportCheck, text: str) -> None:
    made = render(run_of(hostile(report, text)))
    commands = [line for line in made.splitlines() if line.lstrip().startswith("::")]
    assert len(commands) == 1
    assert "\r" not in made


def test_text_from_standard_input_has_no_file(report: ReportCheck) -> None:
    assert "file=" not in render(run_of(replace(report, name="stdin", is_file=False)))


def test_a_report_above_is_named_from_the_repository(report: ReportCheck) -> None:
    below = replace(run_of(replace(report, name="../report.md")), folder=Path("/repo/deep"))
    assert render(below).startswith("::error file=report.md,")
