"""Findings made by hand, so that these tests depend on no judge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from verifier.model import (
    CheckResult,
    Claim,
    Conflict,
    ConflictKind,
    Dismissal,
    Evidence,
    EvidenceRole,
    Finding,
    Outcome,
    SourceDocument,
    SourceSpan,
    SourceState,
    SourceStatus,
    Verdict,
)
from verifier.offsets import OffsetMap
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck

SOURCE_TEXT = (
    "Results\n\n\n\n\n\n\n"
    "The company announced in July that it expects for the whole year a\n"
    "revenue of 7 billion dollars. Free cash flow was 410 million dollars. The end."
)
REPORT_TEXT = (
    "# Cash\n\nRevenue will be 7 billion dollars.\n"
    + "\n" * 10
    + "Free cash flow was 510 million dollars for the quarter. "
    "The company announced a quarterly dividend of 12 cents per share.\n"
)


@pytest.fixture
def source() -> SourceDocument:
    offsets = OffsetMap.identity(len(SOURCE_TEXT))
    return SourceDocument("q3-earnings.txt", SOURCE_TEXT, raw=SOURCE_TEXT, offsets=offsets)


def span_of(document: SourceDocument, text: str) -> SourceSpan:
    start = document.text.index(text)
    return document.span(start, start + len(text))


def claim_of(text: str, line: int = 1) -> Claim:
    start = REPORT_TEXT.find(text)
    offsets = OffsetMap.identity(len(text), max(start, 0))
    column = start - REPORT_TEXT.rfind("\n", 0, max(start, 0))
    return Claim(text, max(start, 0), max(start, 0) + len(text), line, column, offsets)


@pytest.fixture
def contradicted(source: SourceDocument) -> Finding:
    claim = claim_of("Free cash flow was 510 million dollars for the quarter.", 14)
    conflict = Conflict(
        ConflictKind.NUMBER,
        19,
        38,
        "510 million dollars",
        span_of(source, "410 million dollars"),
        "claim says 510 million dollars, the source says 410 million dollars",
    )
    passage = span_of(source, "Free cash flow was 410 million dollars.")
    evidence = (Evidence(passage, EvidenceRole.CONTRADICTS, 0.04, ((0, 18),)),)
    return Finding(claim, Verdict.CONTRADICTED, 0.04, conflict.message, evidence, (conflict,))


@pytest.fixture
def unsupported(source: SourceDocument) -> Finding:
    text = "The company announced a quarterly dividend of 12 cents per share."
    nearest = span_of(source, "The company announced in July")
    return Finding(
        claim_of(text, 14),
        Verdict.UNSUPPORTED,
        0.11,
        "no source says so",
        (Evidence(nearest, EvidenceRole.NEAREST, 0.11),),
        uncovered=((24, 42), (46, 54)),
    )


@pytest.fixture
def supported(source: SourceDocument) -> Finding:
    passage = span_of(source, "revenue of 7 billion dollars")
    evidence = (Evidence(passage, EvidenceRole.SUPPORTS, 0.97),)
    return Finding(
        claim_of("Revenue will be 7 billion dollars.", 3), Verdict.SUPPORTED, 0.97, "", evidence
    )


@pytest.fixture
def report(contradicted: Finding, unsupported: Finding, supported: Finding) -> ReportCheck:
    findings = (*[supported] * 6, unsupported, contradicted, contradicted)
    sources = (SourceStatus("q3-earnings.txt", SourceState.INDEXED, size=10),)
    result = CheckResult("report.md", Outcome.CHECKED, findings, (), 3, sources)
    return ReportCheck("report.md", result, text=REPORT_TEXT)


@pytest.fixture
def run(report: ReportCheck, tmp_path: Path) -> Run:
    """A report with every kind of annotation, and one that could not be read."""
    return run_of(report, ReportCheck("gone.md", error="gone.md: no such file"), folder=tmp_path)


def run_of(*reports: ReportCheck, folder: Path = Path("/repo"), **options: Any) -> Run:
    settings = [{"fail_on": ["contradicted", "unsupported"]}] * len(reports)
    return Run(reports, settings, 1, "1.0.0", folder, folder, **options)


def hostile(report: ReportCheck, text: str) -> ReportCheck:
    """`report` with `text` as its name, its text, and every text of its findings."""
    assert report.result is not None
    span = SourceSpan(text, 0, len(text), text)
    finding = Finding(
        Claim(text, 0, len(text), 1, 1, OffsetMap.identity(len(text))),
        Verdict.CONTRADICTED,
        0.1,
        text,
        (Evidence(span, EvidenceRole.CONTRADICTS, 0.1),),
        (Conflict(ConflictKind.NAME, 0, len(text), text, span, text),),
    )
    dismissed = replace(finding, dismissal=Dismissal(text))
    sources = (SourceStatus(text, SourceState.UNREADABLE, text),)
    result = CheckResult(text, Outcome.CHECKED, (finding, dismissed), sources=sources)
    return ReportCheck(text, result, text=text)


HOSTILE = (
    '<script>alert(1)</script></script><!--<img src=x onerror="alert(1)">',
    "::error file=a::b\r\n::set-output name=x::y%0A\u2028",
    "]]>&amp;\x00\x1b[31m\ud800\ufffe</testcase>",
    "[x](javascript:alert(1)) | @team <b> `code` **x** ![](http://x)",
    "\u202ereversed\u2066",
)
