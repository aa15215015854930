"""Runs the checker over a labelled set."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from verifier.checker import Checker
from verifier.evaluation.answers import Answer, Span
from verifier.evaluation.sets import LabelledClaim, LabelledSet
from verifier.model import EvidenceRole, Finding, Place, SourceSpan, Verdict
from verifier.offsets import LineIndex
from verifier.settings import Settings


@dataclass(frozen=True, slots=True)
class Checked:
    """A labelled claim, the checker's findings on it, and the answer made of them."""

    claim: LabelledClaim
    findings: tuple[Finding, ...]
    answer: Answer


def run(
    labelled: LabelledSet,
    settings: Settings,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Checked]:
    """Check every record of `labelled`, in the set's order.

    The records of one document share a checker, as the claims of one report do.

    Args:
        progress: told how many records are done, after each document.
    """
    groups: dict[str, list[LabelledClaim]] = {}
    for claim in labelled.claims:
        groups.setdefault(claim.document, []).append(claim)
    checked: dict[str, Checked] = {}
    for group in groups.values():
        checker = Checker(dict(group[0].sources), settings)
        lines = {name: LineIndex.of(text) for name, text in group[0].sources.items()}
        for claim in group:
            checked[claim.id] = _check(claim, checker, lines)
        progress(len(checked))
    return [checked[claim.id] for claim in labelled.claims]


def _check(claim: LabelledClaim, checker: Checker, lines: dict[str, LineIndex]) -> Checked:
    started = time.perf_counter()
    result = checker.check_text(claim.claim)
    seconds = time.perf_counter() - started
    findings = result.findings
    answer = Answer(
        id=claim.id,
        document=claim.document,
        label=claim.label,
        verdict=worst(finding.verdict for finding in findings),
        score=min((finding.score for finding in findings), default=None),
        kind=claim.kind,
        claims=len(findings),
        seconds=seconds,
        spans=_spans((f.evidence[0].span for f in findings if f.evidence), lines),
        all_spans=_spans((span for f in findings for span in _supporting(f)), lines),
        evidence_sets=claim.evidence_sets,
    )
    return Checked(claim, findings, answer)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of a text: that of its worst claim, supported where no claim was found."""
    return max(verdicts, key=lambda verdict: verdict.severity, default=Verdict.SUPPORTED)


def _supporting(finding: Finding) -> list[SourceSpan]:
    return [e.span for e in finding.evidence if e.role is EvidenceRole.SUPPORTS]


def _spans(spans: Iterable[SourceSpan], lines: dict[str, LineIndex]) -> tuple[Span, ...]:
    return tuple(_raw_span(span, lines[span.source_id]) for span in spans)


def _raw_span(span: SourceSpan, lines: LineIndex) -> Span:
    """`span` in the source as the set holds it: its tables and markup are still in there."""
    start, end = _offset(span.place, lines), _offset(span.end_place, lines)
    if start is None or end is None:
        return Span(span.source_id, span.start, span.end)
    return Span(span.source_id, start, end)


def _offset(place: Place, lines: LineIndex) -> int | None:
    if place.line is None or place.column is None:
        return None
    return lines.starts[place.line - 1] + place.column - 1
