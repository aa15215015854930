"""The JSON document: valid by its schema, and true to the findings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from verifier.dismissals import DismissalProblem
from verifier.model import CheckResult, Finding, Outcome
from verifier.outputs.json_output import document, render, schema
from verifier.outputs.summary import ReportCheck

SETTINGS = {
    "file": None,
    "sources": ["sources"],
    "judge": "offline",
    "sensitivity": "cautious",
    "tables": False,
    "exclude": [],
    "fail_on": ["contradicted"],
    "fail_under": None,
}


def made(*reports: ReportCheck) -> dict[str, Any]:
    result = document(reports, [SETTINGS] * len(reports), 1, "1.0.0")
    jsonschema.validate(result, schema())
    return result


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def test_the_schema_names_every_field(report: ReportCheck) -> None:
    closed = json.loads(json.dumps(schema()).replace('"required"', '"unevaluatedX": 1, "required"'))
    for part in (closed, *closed["$defs"].values()):
        if part.get("type") == "object":
            part["additionalProperties"] = False
    jsonschema.validate(document([report], [SETTINGS], 1, "1.0.0"), closed)


def test_a_claim_has_its_place_and_a_conflict_both_sides(report: ReportCheck) -> None:
    finding = made(report)["reports"][0]["findings"][7]
    claim, conflict = finding["claim"], finding["conflicts"][0]
    assert report.text[claim["start"] : claim["end"]] == claim["text"]
    assert (claim["line"], claim["column"]) == (14, 1)
    assert (claim["end_line"], claim["end_column"]) == (14, 56)
    assert claim["text"][conflict["start"] : conflict["end"]] == "510 million dollars"
    assert conflict["source"]["text"] == "410 million dollars"
    assert conflict["source"]["locator"] == "q3-earnings.txt:9:50"
    assert finding["evidence"][0]["span"]["line"] == 9


def test_dismissals_that_need_attention_are_told(report: ReportCheck) -> None:
    problem = DismissalProblem(8, 16, "it dismisses nothing")
    idle = replace(report, dismissal_problems=(problem,), outdated=("d.toml:4: gone: x",))
    told = made(idle)["reports"][0]
    assert told["dismissal_problems"] == [
        {"start": 8, "end": 16, "line": 3, "column": 1, "message": "it dismisses nothing"}
    ]
    assert told["outdated_dismissals"] == ["d.toml:4: gone: x"]
    assert made(report)["reports"][0]["dismissal_problems"] == []


def test_uncovered_parts_are_given_as_text(report: ReportCheck) -> None:
    finding = made(report)["reports"][0]["findings"][6]
    assert [part["text"] for part in finding["uncovered"]] == ["quarterly dividend", "12 cents"]


def test_figures(report: ReportCheck) -> None:
    result = made(report)
    assert result["total"]["faithfulness"] == pytest.approx(2 / 3)
    assert result["reports"][0]["counts"]["contradicted"] == 2
    assert result["exit_code"] == 1


def test_what_was_not_checked_has_no_figures(report: ReportCheck) -> None:
    empty = ReportCheck("empty.md", CheckResult("empty.md", Outcome.NO_CLAIMS))
    result = made(empty, ReportCheck("gone.md", error="gone.md: binary file"))
    assert [item["outcome"] for item in result["reports"]] == ["no claims", "failed"]
    assert [item["faithfulness"] for item in result["reports"]] == [None, None]
    assert result["reports"][1]["message"] == "gone.md: binary file"
    assert result["total"]["faithfulness"] is None


def test_text_is_kept_as_it_is(report: ReportCheck, supported: Finding) -> None:
    rendered = render([report], [SETTINGS], 0, "1.0.0")
    assert json.loads(rendered) == document([report], [SETTINGS], 0, "1.0.0")
