"""Every format, over the same runs: one set of figures, and no text that escapes."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outputs.conftest import HOSTILE, hostile, run_of
from verifier.model import CheckResult, Claim, Dismissal, Finding, Outcome, Verdict
from verifier.outputs import html
from verifier.outputs.annotations import TITLES
from verifier.outputs.formats import FORMATS, renderer
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck

FLAGGED = [verdict for verdict in Verdict if verdict is not Verdict.SUPPORTED]


def counts_of(name: str, text: str) -> Counter[str]:
    """How many findings of each verdict need attention, as the format `name` shows them."""
    counts = _COUNTED[name](text)
    return Counter({verdict: counts[verdict] for verdict in FLAGGED if counts[verdict]})


def _terminal(text: str) -> Counter[str]:
    return Counter(word.lower() for word in re.findall(r"^([A-Z]+) +\d\.\d\d", text, re.MULTILINE))


def _json(text: str) -> Counter[str]:
    findings = [item for report in json.loads(text)["reports"] for item in report["findings"]]
    shown = [item for item in findings if item["verdict"] != "supported"]
    return Counter(item["verdict"] for item in shown if item["dismissed"] is None)


def _sarif(text: str) -> Counter[str]:
    results = json.loads(text)["runs"][0]["results"]
    return Counter(item["ruleId"] for item in results if not item["suppressions"])


def _github(text: str) -> Counter[str]:
    kinds = {title: kind for kind, title in TITLES.items()}
    found = re.findall(r"^::\w+ [^:]*line=[^:]*title=([^:]*)::", text, re.MULTILINE)
    return Counter(kinds[title] for title in found)


def _junit(text: str) -> Counter[str]:
    root = ElementTree.fromstring(text)  # noqa: S314 - our own output
    passed = [item.text or "" for item in root.iter("system-out")]
    failures = Counter(item.get("type", "") for item in root.iter("failure"))
    return failures + Counter(item.split("\n")[0] for item in passed)


def _markdown(text: str) -> Counter[str]:
    marks = {"✖": "contradicted", "▲": "unsupported", "◐": "partial"}
    return Counter(marks[mark] for mark in re.findall(r"^- ([✖▲◐]) ", text, re.MULTILINE))


def _rdjson(text: str) -> Counter[str]:
    found = json.loads(text)["diagnostics"]
    return Counter(item["code"]["value"] for item in found if "code" in item)


_COUNTED = {
    "terminal": _terminal,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
    "junit": _junit,
    "markdown": _markdown,
    "rdjson": _rdjson,
}


@given(st.lists(st.tuples(st.sampled_from(list(Verdict)), st.booleans()), max_size=12))
def test_the_formats_agree_on_what_needs_attention(drawn: list[tuple[Verdict, bool]]) -> None:
    text = "".join(f"Claim number {number}.\n" for number in range(len(drawn)))
    findings = []
    for number, (verdict, dismissed) in enumerate(drawn):
        start = text.index(f"Claim number {number}.")
        claim = Claim(f"Claim number {number}.", start, start + 15, number + 1)
        note = Dismissal("known") if dismissed and verdict is not Verdict.SUPPORTED else None
        findings.append(Finding(claim, verdict, 0.5, "because", dismissal=note))
    result = CheckResult("r.md", Outcome.CHECKED, tuple(findings))
    run = run_of(ReportCheck("r.md", result, text=text))
    expected = Counter(finding.verdict.value for finding in result.problems())
    for name in FORMATS:
        assert counts_of(name, renderer(name)(run)) == expected, name
    shown = re.findall(r'<a class="claim (\w+)"', html.render(run))
    assert Counter(verdict for verdict in shown if verdict != "supported") == expected


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "json"])
def test_what_was_not_checked_is_said(run: Run, name: str) -> None:
    text = renderer(name)(run)
    assert "no such file" in text.replace("\\", "")


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("name", FORMATS)
def test_any_text_can_be_shown(report: ReportCheck, name: str, text: str) -> None:
    made = renderer(name)(replace_settings(run_of(hostile(report, text))))
    assert counts_of(name, made) == Counter(contradicted=1)


def replace_settings(run: Run) -> Run:
    return replace(run, settings=[{"fail_on": ["contradicted"]}] * len(run.reports))


def test_a_severity_that_is_off_takes_the_kind_out(report: ReportCheck) -> None:
    run = replace(run_of(report), severities={"unsupported": "off", "contradicted": "warning"})
    github = renderer("github")(run)
    assert "::error" not in github
    assert github.count("::warning") == 2
    assert counts_of("sarif", renderer("sarif")(run)) == Counter(contradicted=2)
