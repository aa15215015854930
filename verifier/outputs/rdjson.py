"""Reviewdog's diagnostic format, `rdjson`: comments of a review, by any of its reporters.

Source: Reviewdog Diagnostic Format. Its columns count bytes of UTF-8, from 1.
"""

from __future__ import annotations

import json
from typing import Any

from verifier.model import Place
from verifier.outputs.annotations import Annotation, Related, open_annotations
from verifier.outputs.layout import clean
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck
from verifier.severities import Severity

_SEVERITIES: dict[Severity, str] = {"error": "ERROR", "warning": "WARNING"}

Json = dict[str, Any]


def render(run: Run) -> str:
    """The run as one JSON document; a report that was not checked is a diagnostic without place."""
    found: list[Json] = []
    for report in run.reports:
        if report.failed:
            location = {"path": run.path(report.name)}
            text = f"not checked: {report.why_not}"
            found.append({"message": text, "location": location, "severity": "ERROR"})
        found += [_diagnostic(item, report, run) for item in open_annotations(report, run)]
    document = {"source": {"name": "llmfeeder"}, "diagnostics": found}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _diagnostic(item: Annotation, report: ReportCheck, run: Run) -> Json:
    location = {
        "path": run.path(report.name),
        "range": {
            "start": _position(report.text, item.start, item.line, item.column),
            "end": _position(report.text, item.end, item.end_line, item.end_column),
        },
    }
    made: Json = {
        "message": f"{item.title}: {item.message}",
        "location": location,
        "severity": _SEVERITIES.get(item.severity, "INFO"),
        "code": {"value": item.rule},
    }
    if item.related:
        paths = report.source_paths()
        made["relatedLocations"] = [_related(one, paths, run) for one in item.related]
    return made


def _position(text: str, offset: int, line: int, column: int) -> dict[str, int]:
    before = text[offset - column + 1 : offset]
    return {"line": line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}


def _related(related: Related, paths: dict[str, str], run: Run) -> Json:
    span = related.span
    path = run.path(paths.get(span.source_id) or span.source_id)
    location: Json = {"path": path}
    if span.place.line is not None:
        location["range"] = {"start": _line(span.place), "end": _line(span.end_place)}
    where = clean(span.locator())
    return {"message": f"{clean(related.message)} ({where})", "location": location}


def _line(place: Place) -> dict[str, int]:
    """The line alone: columns count the bytes of a file that is not at hand."""
    return {"line": place.line or 1}
