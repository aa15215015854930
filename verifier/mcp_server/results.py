"""What the tools answer: the types of their structured results, and findings turned into them.

Offsets count characters (Unicode code points) from 0, and [start, end) leaves the end out.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from pydantic import BaseModel, Field

from verifier.mcp_server.advice import edit_of, what_to_change
from verifier.model import (
    CitationCheck,
    Conflict,
    Evidence,
    Finding,
    NotCheckable,
    SourceSpan,
    SourceStatus,
)
from verifier.outputs.summary import wrong_citations
from verifier.support import Support

LONGEST_TEXT = 600
"""Characters of a claim or quote that a result shows; the offsets are those of the whole."""

PassageT = TypeVar("PassageT", bound="Passage")
Outcome = Literal["checked", "no claims", "no readable source"]
VerdictName = Literal["supported", "partial", "unsupported", "contradicted"]


class Passage(BaseModel):
    """A stretch of a source's text."""

    source: str = Field(description="Name of the source.")
    locator: str = Field(description="The place as people write it, to cite it by.")
    start: int = Field(description="Offset into the source's extracted text.")
    end: int
    quote: str = Field(description="Its characters, verbatim.")
    cut: bool | None = Field(
        None, description="True where the quote is only the beginning of [start, end)."
    )


class EvidencePassage(Passage):
    """A passage that bears on a claim."""

    role: Literal["supports", "contradicts", "nearest"]


class Disagreement(BaseModel):
    """Two pieces that do not go together."""

    kind: str = Field(description="What they disagree in: number, date, name, negation, ...")
    claim_says: str
    source_says: Passage


class CitationRemark(BaseModel):
    """What is wrong with a citation that the text has at this claim."""

    start: int = Field(description="Offset of the citation in the checked text.")
    end: int
    message: str
    better: Passage | None = Field(None, description="What to cite instead.")


class ClaimResult(BaseModel):
    """What the sources say about one claim of the text."""

    number: int = Field(description="Counts the claims in the order of the text, from 1.")
    text: str = Field(description="The claim as it was judged, without markup.")
    start: int = Field(description="Offset of the sentence in the checked text.")
    end: int
    line: int
    verdict: VerdictName
    score: float = Field(description="Probability that the claim is supported, 0 to 1.")
    reason: str = Field(description="Why, in words.")
    evidence: list[EvidencePassage] = Field(description="Best first.")
    conflicts: list[Disagreement] | None = None
    uncovered: list[str] | None = Field(None, description="Parts that no source covers.")
    citations: list[CitationRemark] | None = None
    dismissed: str | None = Field(None, description="The writer's reason to let it pass.")


class ExactEdit(BaseModel):
    """A replacement of the characters [start, end) of the checked text."""

    start: int
    end: int
    new_text: str


class Attention(BaseModel):
    """A claim to mend."""

    number: int = Field(description="The claim's number.")
    verdict: VerdictName
    text: str = Field(description="The claim.")
    start: int = Field(description="Offset of the sentence in the checked text.")
    end: int
    change: str = Field(description="What to change, in plain words.")
    edit: ExactEdit | None = Field(
        None, description="The change as an edit, where the source's value alone mends the claim."
    )


class Counts(BaseModel):
    """Claims by verdict, of the whole text."""

    supported: int
    partial: int
    unsupported: int
    contradicted: int


class SentenceWithoutClaim(BaseModel):
    """A sentence that states nothing that a source could support."""

    text: str
    start: int
    end: int
    reason: str


class SourceNote(BaseModel):
    """A source that was not read."""

    source: str
    state: Literal["skipped", "unreadable"]
    reason: str


class SourceCounts(BaseModel):
    """What became of the sources."""

    read: int
    skipped: int
    unreadable: int


class CheckReport(BaseModel):
    """The check of a text: figures of the whole text, and a page of its claims, worst first."""

    outcome: Outcome = Field(
        description='Only "checked" means that something was checked; else faithfulness is null.'
    )
    summary: str = Field(description="The outcome in one or two sentences.")
    faithfulness: float | None = Field(
        description="(supported + half of partial) / claims, 0 to 1; null where nothing was checked"
    )
    claims_total: int
    counts: Counts
    needs_attention_total: int
    needs_attention: list[Attention] = Field(
        description="The claims of this page to mend, worst first, each with what to change."
    )
    claims: list[ClaimResult] = Field(
        description="A page of the claims: those to mend first, worst first; then the others."
    )
    sentences_without_claim: list[SentenceWithoutClaim] | None = None
    sources: SourceCounts
    sources_not_read: list[SourceNote] | None = None
    judge: str
    next_offset: int | None = Field(
        description="Call again with this offset for what is left out; null if nothing is."
    )
    left_out: str | None = Field(None, description="What this page leaves out, in words.")


class SupportPassage(Passage):
    """A sentence of a source that bears on the statement."""

    context: str = Field(description="The sentence with its neighbours, verbatim.")
    coverage: float = Field(description="Share of the statement that it covers, 0 to 1.")
    missing: list[str] = Field(description="Parts of the statement that it does not mention.")


class SupportReport(BaseModel):
    """The passages nearest to a statement; no verdict."""

    outcome: Literal["found", "nothing found", "no readable source"]
    summary: str
    passages: list[SupportPassage] = Field(description="Best first.")
    sources: SourceCounts
    sources_not_read: list[SourceNote] | None = None
    left_out: str | None = Field(None, description="What was left out, and how to get it.")


# ---- from the model ---------------------------------------------------------------------------


def shortened(text: str, most: int = LONGEST_TEXT) -> str:
    """The text, or its beginning with a mark."""
    return text if len(text) <= most else f"{text[: most - 6]} [...]"


def claim_result(number: int, finding: Finding) -> ClaimResult:
    """The finding on the claim with this number."""
    claim = finding.claim
    return ClaimResult(
        number=number,
        text=shortened(claim.text),
        start=claim.start,
        end=claim.end,
        line=claim.line,
        verdict=finding.verdict.value,
        score=round(finding.score, 2),
        reason=shortened(finding.reason),
        evidence=[_evidence(item) for item in finding.evidence],
        conflicts=[_disagreement(item) for item in finding.conflicts] or None,
        uncovered=[shortened(piece) for piece in finding.uncovered_texts()] or None,
        citations=[_citation_remark(check) for check in wrong_citations(finding)] or None,
        dismissed=finding.dismissal.reason if finding.dismissal else None,
    )


def attention(number: int, finding: Finding, text: str) -> Attention:
    """What to change about the claim with this number of the raw `text`."""
    edit = edit_of(text, finding)
    return Attention(
        number=number,
        verdict=finding.verdict.value,
        text=shortened(finding.claim.text),
        start=finding.claim.start,
        end=finding.claim.end,
        change=what_to_change(finding),
        edit=ExactEdit(start=edit.start, end=edit.end, new_text=edit.text) if edit else None,
    )


def support_passage(found: Support) -> SupportPassage:
    """A sentence that was found, without a verdict."""
    return _passage(
        SupportPassage,
        found.span,
        context=shortened(found.passage.text, 2 * LONGEST_TEXT),
        coverage=round(found.coverage, 2),
        missing=[shortened(piece) for piece in found.missing],
    )


def sentence_without_claim(sentence: NotCheckable) -> SentenceWithoutClaim:
    """A sentence that was not checked."""
    return SentenceWithoutClaim(
        text=shortened(sentence.text, LONGEST_TEXT // 4),
        start=sentence.start,
        end=sentence.end,
        reason=sentence.reason,
    )


def source_note(status: SourceStatus) -> SourceNote:
    """A source that was not read."""
    state: Literal["skipped", "unreadable"] = (
        "unreadable" if status.state.value == "unreadable" else "skipped"
    )
    return SourceNote(source=shortened(status.id), state=state, reason=shortened(status.reason))


def _evidence(item: Evidence) -> EvidencePassage:
    return _passage(EvidencePassage, item.span, role=item.role.value)


def _disagreement(conflict: Conflict) -> Disagreement:
    return Disagreement(
        kind=conflict.kind.value,
        claim_says=shortened(conflict.text),
        source_says=_passage(Passage, conflict.source),
    )


def _citation_remark(check: CitationCheck) -> CitationRemark:
    return CitationRemark(
        start=check.citation.start,
        end=check.citation.end,
        message=shortened(check.message),
        better=_passage(Passage, check.better) if check.better else None,
    )


def _passage(kind: type[PassageT], span: SourceSpan, **more: Any) -> PassageT:
    return kind(
        source=span.source_id,
        locator=span.locator(),
        start=span.start,
        end=span.end,
        quote=span.text[:LONGEST_TEXT],
        cut=True if len(span.text) > LONGEST_TEXT else None,
        **more,
    )
