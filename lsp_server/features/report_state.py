"""`llmfeeder/report`: all that is known of an open report, for clients with views of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lsprotocol import types

from lsp_server.engine.messages import FileRange
from lsp_server.features import texts
from lsp_server.paths import to_uri
from lsp_server.session import Report
from lsp_server.view import Placed, View
from verifier.model import Evidence, EvidenceRole, Finding, SourceSpan, SourceStatus, Verdict
from verifier.remote import Remote

REPORT = "llmfeeder/report"
CHANGED = "llmfeeder/changed"

Json = dict[str, Any]


def report_state(report: Report, view: View) -> Json:
    """The state of `report`, of which `view` is the current text, as JSON.

    The keys are listed in docs/editors/protocol.md.
    """
    result = report.checked.result if report.checked else None
    shown = [placed for placed in view.placed if placed.finding.dismissal is None]
    return {
        "uri": report.uri,
        "version": view.version,
        "phase": report.phase.name.lower(),
        "note": report.note,
        "refining": report.refining,
        "remote": remote_state(report.project.remote if report.project else None),
        "outcome": result.outcome.value if result else None,
        "current": view.is_current,
        "checkedAt": round(report.checked_at * 1000) if report.checked else None,
        "counts": {
            verdict.value: sum(placed.finding.verdict is verdict for placed in shown)
            for verdict in Verdict
        },
        "dismissed": len(view.placed) - len(shown),
        "folders": list(report.project.sources) if report.project else [],
        "settingsFile": str(report.file.path) if report.file else None,
        "claims": [_claim(view, placed) for placed in view.placed],
        "sources": [_source(status) for status in result.sources] if result else [],
    }


def remote_state(remote: Remote | None) -> Json | None:
    """The remote judge that a report's claims are sent to, as JSON."""
    if remote is None:
        return None
    return {
        "judge": remote.mode,
        "provider": remote.provider,
        "model": remote.model,
        "host": remote.host,
        "local": remote.is_local,
    }


def _claim(view: View, placed: Placed) -> Json:
    finding = placed.finding
    return {
        "text": finding.claim.text,
        "verdict": finding.verdict.value,
        "score": round(finding.score, 4),
        "reason": finding.reason,
        "dismissed": finding.dismissal.reason if finding.dismissal else None,
        "range": _range(view.map.range(placed.start, placed.end)),
        "passages": [_passage(view, finding, evidence) for evidence in _evidence(finding)],
    }


def _evidence(finding: Finding) -> Iterable[Evidence]:
    """The passages that bear on the claim; a conflict outside all of them is one of its own."""
    yield from finding.evidence
    for conflict in finding.conflicts:
        if not any(_holds(evidence.span, conflict.source) for evidence in finding.evidence):
            yield Evidence(conflict.source, EvidenceRole.CONTRADICTS, 0.0)


def _passage(view: View, finding: Finding, evidence: Evidence) -> Json:
    span = evidence.span
    place = view.location(span)
    path = view.checked.paths.get(span.source_id, "") if view.checked else ""
    conflicts = [c.source for c in finding.conflicts if _holds(span, c.source)]
    marks = [spot for conflict in conflicts if (spot := view.location(conflict)) is not None]
    return {
        "locator": span.locator(),
        "label": span.place.label,
        "page": span.place.page,
        "role": evidence.role.value,
        "text": texts.shorten(span.text),
        "uri": to_uri(place.path) if place else None,
        "range": _file_range(place) if place else None,
        "conflicts": [_file_range(mark) for mark in marks],
        "original": to_uri(path) if place and path and place.path != path else None,
    }


def _holds(outer: SourceSpan, inner: SourceSpan) -> bool:
    same = outer.source_id == inner.source_id
    return same and outer.start <= inner.start and inner.end <= outer.end


def _source(status: SourceStatus) -> Json:
    return {
        "id": status.id,
        "state": status.state.value,
        "reason": status.reason,
        "size": status.size,
        "uri": to_uri(status.path) if status.path else None,
    }


def _file_range(place: FileRange) -> Json:
    return _range(texts.to_range(place))


def _range(place: types.Range) -> Json:
    return {
        "start": {"line": place.start.line, "character": place.start.character},
        "end": {"line": place.end.line, "character": place.end.character},
    }
