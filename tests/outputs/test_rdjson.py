"""rdjson: columns count bytes."""

from __future__ import annotations

import json

from tests.outputs.conftest import run_of
from verifier.model import CheckResult, Claim, Finding, Outcome, Verdict
from verifier.outputs.rdjson import render
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck


def test_columns_count_the_bytes_of_utf_8() -> None:
    text = "Été. 😀 One.\n"
    claim = Claim("One.", 7, 11, 1, 8)
    finding = Finding(claim, Verdict.UNSUPPORTED, 0.1, "no source says so")
    result = CheckResult("r.md", Outcome.CHECKED, (finding,))
    (found,) = json.loads(render(run_of(ReportCheck("r.md", result, text=text))))["diagnostics"]
    start = len("Été. 😀 ".encode()) + 1
    assert found["location"] == {
        "path": "r.md",
        "range": {"start": {"line": 1, "column": start}, "end": {"line": 1, "column": start + 4}},
    }


def test_sources_are_related_places(run: Run) -> None:
    first = json.loads(render(run))["diagnostics"][0]
    assert first["severity"] == "ERROR"
    assert first["code"] == {"value": "contradicted"}
    assert first["relatedLocations"][0]["location"]["range"]["start"] == {"line": 9}
