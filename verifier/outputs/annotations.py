"""What of a report needs attention, each at its place: what all formats for pipelines show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from verifier.model import (
    CitationCheck,
    Dismissal,
    EvidenceRole,
    Finding,
    SourceSpan,
    Verdict,
)
from verifier.offsets import LineIndex
from verifier.outputs.explanation import explanation
from verifier.outputs.layout import clean, text_of
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck, wrong_citations
from verifier.severities import Severity

Rule = Literal["contradicted", "unsupported", "partial", "citation", "dismissal"]

TITLES: dict[str, str] = {
    "contradicted": "Contradicted by the sources",
    "unsupported": "Not in the sources",
    "partial": "Partly supported",
    "citation": "Citation does not bear this out",
    "dismissal": "Dismissal without effect",
}
"""What each kind of annotation is called, for people."""

ROLES = {
    EvidenceRole.SUPPORTS: "supports it",
    EvidenceRole.CONTRADICTS: "contradicts it",
    EvidenceRole.NEAREST: "comes nearest",
}
"""What a passage does for its claim, for people."""


@dataclass(frozen=True, slots=True)
class Related:
    """A place in a source that an annotation points to, and what it is there for."""

    span: SourceSpan
    message: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """A remark on [start, end) of the raw report.

    Attributes:
        severity: never "off".
        line, column, end_line, end_column: of the place, the end exclusive.
        message: why, over several lines.
        related: what the sources say, the most telling first.
        finding: the finding it shows or belongs to; None for a dismissal.
        dismissal: why nobody needs to look at it, if so.
    """

    rule: Rule
    severity: Severity
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    related: tuple[Related, ...] = ()
    finding: Finding | None = None
    dismissal: Dismissal | None = None

    @property
    def title(self) -> str:
        """What kind of thing it is, for people."""
        return TITLES[self.rule]


def annotate(report: ReportCheck, run: Run) -> list[Annotation]:
    """What `report` holds that needs attention or was dismissed, in the order of its text."""
    if report.result is None:
        return []
    if report.severities is not None:
        run = replace(run, severities=report.severities)
    lines = LineIndex.of(report.text)
    found: list[Annotation] = []
    for finding in report.result:
        if finding.verdict is not Verdict.SUPPORTED:
            found += _verdict(finding, lines, run)
        for check in wrong_citations(finding):
            found += _citation(check, finding, lines, run)
    for problem in report.dismissal_problems:
        found += _made("dismissal", problem.start, problem.end, lines, run, problem.message)
    return sorted(found, key=lambda item: (item.start, item.end))


def open_annotations(report: ReportCheck, run: Run) -> list[Annotation]:
    """The annotations that nobody dismissed."""
    return [item for item in annotate(report, run) if item.dismissal is None]


def _verdict(finding: Finding, lines: LineIndex, run: Run) -> Iterator[Annotation]:
    rule = _RULES[finding.verdict]
    message = "\n".join(text for line in explanation(finding, False) if (text := text_of(line)))
    yield from _made(
        rule,
        finding.claim.start,
        finding.claim.end,
        lines,
        run,
        message,
        finding,
        _related(finding),
    )


_RULES: dict[Verdict, Rule] = {
    Verdict.CONTRADICTED: "contradicted",
    Verdict.UNSUPPORTED: "unsupported",
    Verdict.PARTIAL: "partial",
}


def _related(finding: Finding) -> tuple[Related, ...]:
    found = {c.source: Related(c.source, c.message) for c in finding.conflicts}
    for item in finding.evidence:
        found.setdefault(item.span, Related(item.span, ROLES[item.role]))
    return tuple(found.values())


def _citation(
    check: CitationCheck, finding: Finding, lines: LineIndex, run: Run
) -> Iterator[Annotation]:
    better = (Related(check.better, "cite this instead"),) if check.better else ()
    where = f"; better: {check.better.locator()}" if check.better else ""
    message = clean(check.message + where)
    citation = check.citation
    yield from _made("citation", citation.start, citation.end, lines, run, message, finding, better)


def _made(
    rule: Rule,
    start: int,
    end: int,
    lines: LineIndex,
    run: Run,
    message: str,
    finding: Finding | None = None,
    related: tuple[Related, ...] = (),
) -> Iterator[Annotation]:
    severity = run.severity(rule)
    if severity == "off":
        return
    dismissal = finding.dismissal if finding else None
    places = (*lines.position(start), *lines.position(end))
    yield Annotation(
        rule, severity, start, end, *places, message or TITLES[rule], related, finding, dismissal
    )
