"""What the sources say about a report: verdicts, evidence, conflicts, and the result of a check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from verifier.model.asking import Asked, RemoteUse
from verifier.model.claims import Citation, Claim, NotCheckable
from verifier.model.sources import SourceSpan, SourceStatus


class Verdict(StrEnum):
    """What the sources say about a claim."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"

    @property
    def severity(self) -> int:
        """0 for supported, rising to 3 for contradicted."""
        return _SEVERITIES[self]


_SEVERITIES = {verdict: severity for severity, verdict in enumerate(Verdict)}


class ConflictKind(StrEnum):
    """What two conflicting pieces disagree in."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    ANTONYM = "antonym"
    ROLE = "role"
    QUANTIFIER = "quantifier"
    MODALITY = "modality"
    CAUSE = "cause"
    QUOTATION = "quotation"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two pieces that cannot both be true, or of which the claim's says more than the source's.

    Attributes:
        start, end: the claim's piece, in the claim's judged text.
        text: that piece.
        source: the source's piece.
        message: the disagreement in one clause, for people.
        support: where the sources disagree with each other, the piece of another source that bears
            the claim out; else None.
    """

    kind: ConflictKind
    start: int
    end: int
    text: str
    source: SourceSpan
    message: str
    support: SourceSpan | None = None


class EvidenceRole(StrEnum):
    """What a piece of evidence does for the claim."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    NEAREST = "nearest"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of a source that bears on a claim.

    Attributes:
        span: the passage.
        role: what it does for the claim.
        score: probability that the claim follows from it, 0 to 1.
        matched: the parts of the source's text, as offsets into it, that match the claim.
    """

    span: SourceSpan
    role: EvidenceRole
    score: float
    matched: tuple[tuple[int, int], ...] = ()


class CitationState(StrEnum):
    """What became of a citation that the report already has."""

    SUPPORTS = "supports"
    ELSEWHERE = "supported elsewhere"
    WRONG_PAGE = "wrong page"
    CONTRADICTS = "contradicts"
    SILENT = "does not say so"
    MISSING = "source missing"
    UNREADABLE = "source unreadable"


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """Whether a citation of the report bears out the claim it stands with.

    Attributes:
        source_id: the source it names; "" where there is no such source.
        better: the passage to cite instead, where there is one.
        message: the outcome in one clause, for people.
    """

    citation: Citation
    state: CitationState
    source_id: str
    message: str
    better: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class Dismissal:
    """A writer's decision that a finding needs no attention.

    Attributes:
        reason: the writer's words; never empty.
        origin: where it stands: in a comment of the report, the dismissals file or the baseline.
    """

    reason: str
    origin: Literal["comment", "file", "baseline"] = "comment"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the sources say about one claim.

    Attributes:
        score: calibrated probability that the claim is supported, 0 to 1.
        reason: why the verdict is what it is, in one sentence for people.
        evidence: best first; for an unsupported claim the nearest passage.
        conflicts: what contradicts the claim, what it overstates, or where sources disagree on it.
        uncovered: the parts of the claim's judged text that no source covers.
        citation_checks: what became of the claim's own citations.
        dismissal: the writer's reason to let it pass, if any.
        notes: remarks beside the reason, for people: what else the writer should know.
        asked: what became of the question to a remote model; None where there is none to ask.
    """

    claim: Claim
    verdict: Verdict
    score: float
    reason: str
    evidence: tuple[Evidence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    uncovered: tuple[tuple[int, int], ...] = ()
    citation_checks: tuple[CitationCheck, ...] = ()
    dismissal: Dismissal | None = None
    notes: tuple[str, ...] = ()
    asked: Asked | None = None

    @property
    def needs_attention(self) -> bool:
        """Whether a writer should look at it."""
        return self.verdict is not Verdict.SUPPORTED and self.dismissal is None

    @property
    def is_disputed(self) -> bool:
        """Whether one source bears the claim out and another one contradicts it."""
        return any(conflict.support is not None for conflict in self.conflicts)

    def uncovered_texts(self) -> tuple[str, ...]:
        """The parts of the claim that no source covers, as text."""
        return tuple(self.claim.text[start:end] for start, end in self.uncovered)


class Outcome(StrEnum):
    """Whether a text was checked at all; "not checked" never looks like "no problems"."""

    CHECKED = "checked"
    NO_CLAIMS = "no claims"
    NO_SOURCES = "no sources"
    NOTHING_CHANGED = "nothing changed"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What became of one report.

    Attributes:
        report: name of the report, as the user gave it.
        findings: one a claim, in the report's order; empty unless `outcome` is CHECKED.
        not_checkable: the sentences that were left out, each with the reason.
        skipped_lines: lines of the report that hold no claim: headings, code, front matter.
        sources: what became of every source.
        judge: who judged.
        remote: what a remote model was asked; None where there is none to ask.
    """

    report: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    not_checkable: tuple[NotCheckable, ...] = ()
    skipped_lines: int = 0
    sources: tuple[SourceStatus, ...] = ()
    judge: str = "offline"
    remote: RemoteUse | None = None

    @property
    def faithfulness(self) -> float | None:
        """(supported + half of partial) / claims; None where nothing was checked."""
        if not self.findings:
            return None
        counts = self.counts()
        whole = counts[Verdict.SUPPORTED] + counts[Verdict.PARTIAL] / 2
        return whole / len(self.findings)

    def counts(self) -> dict[Verdict, int]:
        """How many claims have each verdict; every verdict is a key."""
        counts = dict.fromkeys(Verdict, 0)
        for finding in self.findings:
            counts[finding.verdict] += 1
        return counts

    def problems(self) -> list[Finding]:
        """The findings that need attention, worst first."""
        flagged = [finding for finding in self.findings if finding.needs_attention]
        return sorted(flagged, key=lambda f: (-f.verdict.severity, f.score, f.claim.start))

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)
