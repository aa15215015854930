"""JUnit: what fails the check fails, what is dismissed is skipped."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from tests.outputs.conftest import run_of
from verifier.model import CheckResult, Dismissal, Finding, Outcome, Verdict
from verifier.outputs.junit import render
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck


def test_suites_and_their_figures(run: Run) -> None:
    root = ElementTree.fromstring(render(run))  # noqa: S314 - our own output
    assert root.attrib == {
        "name": "llmfeeder", "tests": "10", "failures": "3", "errors": "1", "skipped": "0",
    }  # fmt: skip
    first, second = root
    assert first.get("name") == "report.md"
    failure = first.findall("testcase/failure")[0]
    assert failure.get("type") == "unsupported"
    assert "nothing about: quarterly dividend, 12 cents" in (failure.text or "")
    assert second[0][0].get("message") == "gone.md: no such file"


def test_a_verdict_that_does_not_fail_the_check_passes(
    contradicted: Finding, unsupported: Finding
) -> None:
    partial = replace(contradicted, verdict=Verdict.PARTIAL)
    gone = replace(unsupported, dismissal=Dismissal("known"))
    result = CheckResult("r.md", Outcome.CHECKED, (partial, gone))
    root = ElementTree.fromstring(render(run_of(ReportCheck("r.md", result))))  # noqa: S314
    assert (root.get("failures"), root.get("skipped")) == ("0", "1")
    out = root.find("testsuite/testcase/system-out")
    assert out is not None
    assert (out.text or "").startswith("partial\n")
