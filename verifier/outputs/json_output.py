"""Results for programs: one JSON document a run, described by check.schema.json.

The version counts up when a field changes its meaning or goes; new fields may come without that.
Offsets count characters of the report (as decoded) or of a source's text, from 0; lines, columns
and pages count from 1.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from verifier.dismissals import DismissalProblem
from verifier.model import (
    Asked,
    CheckResult,
    Citation,
    CitationCheck,
    Claim,
    Conflict,
    Evidence,
    Finding,
    NotCheckable,
    Outcome,
    RemoteUse,
    SourceSpan,
    SourceStatus,
    Verdict,
)
from verifier.offsets import LineIndex
from verifier.outputs.summary import ReportCheck, total

VERSION = 1
SCHEMA = "check.schema.json"

Json = dict[str, Any]


def render(
    reports: Sequence[ReportCheck], settings: Sequence[Json], exit_code: int, version: str
) -> str:
    """The run as JSON text.

    Args:
        settings: the settings of each report, in the same order.
        exit_code: what the command returns.
        version: of llmfeeder.
    """
    return json.dumps(document(reports, settings, exit_code, version), ensure_ascii=False, indent=2)


def document(
    reports: Sequence[ReportCheck], settings: Sequence[Json], exit_code: int, version: str
) -> Json:
    """The run as plain dictionaries and lists; see `render`."""
    whole = total(reports)
    return {
        "format": "llmfeeder-check",
        "version": VERSION,
        "tool": {"name": "llmfeeder", "version": version},
        "exit_code": exit_code,
        "total": {
            "reports": whole.reports,
            "checked": whole.checked,
            "claims": whole.claims,
            "counts": _counts(whole.counts),
            "faithfulness": whole.faithfulness,
        },
        "reports": [_report(report, used) for report, used in zip(reports, settings, strict=True)],
    }


@cache
def schema() -> Json:
    """The JSON Schema (draft 2020-12) of `document`."""
    text = resources.files(__package__).joinpath(SCHEMA).read_text("utf-8")
    loaded: Json = json.loads(text)
    return loaded


def _report(report: ReportCheck, settings: Json) -> Json:
    result = report.result
    head: Json = {
        "report": report.name,
        "outcome": result.outcome.value if result else "failed",
        "message": report.why_not,
        "note": report.note,
        "settings": settings,
    }
    lines = LineIndex.of(report.text)
    return {
        **head,
        **_result(result or CheckResult(report.name, Outcome.NO_CLAIMS), lines),
        "dismissal_problems": [_dismissal(item, lines) for item in report.dismissal_problems],
        "outdated_dismissals": list(report.outdated),
    }


def _result(result: CheckResult, lines: LineIndex) -> Json:
    return {
        "judge": result.judge,
        "remote": _remote(result.remote),
        "claims": len(result.findings),
        "counts": _counts(result.counts()),
        "faithfulness": result.faithfulness,
        "skipped_lines": result.skipped_lines,
        "findings": [_finding(finding, lines) for finding in result],
        "not_checkable": [_not_checkable(sentence) for sentence in result.not_checkable],
        "sources": [_source(source) for source in result.sources],
    }


def _counts(counts: dict[Verdict, int]) -> dict[str, int]:
    return {verdict.value: number for verdict, number in counts.items()}


def _finding(finding: Finding, lines: LineIndex) -> Json:
    claim = finding.claim
    return {
        "claim": _claim(claim, lines),
        "verdict": finding.verdict.value,
        "score": round(finding.score, 4),
        "reason": finding.reason,
        "evidence": [_evidence(item) for item in finding.evidence],
        "conflicts": [_conflict(conflict) for conflict in finding.conflicts],
        "uncovered": [
            {"start": start, "end": end, "text": claim.text[start:end]}
            for start, end in finding.uncovered
        ],
        "citations": [_citation(check.citation, check) for check in finding.citation_checks]
        or [_citation(citation, None) for citation in claim.citations],
        "dismissed": finding.dismissal.reason if finding.dismissal else None,
        "notes": list(finding.notes),
        "asked": _asked(finding.asked),
    }


def _asked(asked: Asked | None) -> Json | None:
    if asked is None:
        return None
    return {"state": asked.state.value, "why": asked.why, "cached": asked.cached}


def _remote(use: RemoteUse | None) -> Json | None:
    if use is None:
        return None
    return {
        "provider": use.provider,
        "model": use.model,
        "host": use.host,
        "asked": use.asked,
        "cached": use.cached,
        "not_needed": use.not_needed,
        "failed": use.failed,
        "quotes_rejected": use.quotes_rejected,
        "overruled": use.overruled,
        "instructions": list(use.instructions),
        "input_tokens": use.input_tokens,
        "output_tokens": use.output_tokens,
        "cost": use.cost,
        "failures": [{"why": why, "claims": count} for why, count in use.failures.items()],
    }


def _claim(claim: Claim, lines: LineIndex) -> Json:
    end_line, end_column = lines.position(claim.end)
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "line": claim.line,
        "column": claim.column,
        "end_line": end_line,
        "end_column": end_column,
        "headings": list(claim.headings),
    }


def _span(span: SourceSpan) -> Json:
    return {
        "source": span.source_id,
        "locator": span.locator(),
        "text": span.text,
        "start": span.start,
        "end": span.end,
        "line": span.place.line,
        "column": span.place.column,
        "end_line": span.end_place.line,
        "end_column": span.end_place.column,
        "page": span.place.page,
        "label": span.place.label,
    }


def _evidence(item: Evidence) -> Json:
    return {
        "role": item.role.value,
        "score": round(item.score, 4),
        "span": _span(item.span),
        "matched": [list(stretch) for stretch in item.matched],
    }


def _conflict(conflict: Conflict) -> Json:
    return {
        "kind": conflict.kind.value,
        "message": conflict.message,
        "text": conflict.text,
        "start": conflict.start,
        "end": conflict.end,
        "source": _span(conflict.source),
        "support": _span(conflict.support) if conflict.support else None,
    }


def _citation(citation: Citation, check: CitationCheck | None) -> Json:
    return {
        "kind": citation.kind.value,
        "start": citation.start,
        "end": citation.end,
        "key": citation.key,
        "target": citation.target,
        "page": citation.page,
        "anchor": citation.anchor,
        "state": check.state.value if check else None,
        "source": check.source_id if check else "",
        "message": check.message if check else "",
        "better": _span(check.better) if check and check.better else None,
    }


def _dismissal(problem: DismissalProblem, lines: LineIndex) -> Json:
    line, column = lines.position(problem.start)
    place = {"start": problem.start, "end": problem.end, "line": line, "column": column}
    return {**place, "message": problem.message}


def _not_checkable(sentence: NotCheckable) -> Json:
    return {
        "text": sentence.text,
        "start": sentence.start,
        "end": sentence.end,
        "line": sentence.line,
        "column": sentence.column,
        "reason": sentence.reason,
    }


def _source(source: SourceStatus) -> Json:
    return {
        "id": source.id,
        "state": source.state.value,
        "reason": source.reason,
        "size": source.size,
        "path": source.path,
    }
