"""The value types that flow between the parts: documents, claims, evidence, findings.

All are frozen. Offsets count characters and half-open spans are [start, end); lines, columns, pages
and rows count from 1, as people do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from verifier.offsets import LineIndex, OffsetMap


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


# ---- sources ---------------------------------------------------------------------------------


class BlockKind(StrEnum):
    """What a stretch of a source is; sentences and passages never cross a block's border."""

    PROSE = "prose"
    ROW = "row"
    CODE = "code"
    HEADING = "heading"
    REFERENCES = "references"
    BOILERPLATE = "boilerplate"

    @property
    def is_evidence(self) -> bool:
        """Whether a claim may rest on such a block."""
        return self in (BlockKind.PROSE, BlockKind.ROW, BlockKind.CODE)


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch [start, end) of a document's text that is one paragraph, table row or heading.

    Attributes:
        title: the headings above it, outermost first, joined by " > "; "" where there are none.
    """

    start: int
    end: int
    kind: BlockKind = BlockKind.PROSE
    title: str = ""


@dataclass(frozen=True, slots=True)
class Landmark:
    """A name for the stretch [start, end) of a document's text: a CSV cell, a JSON path."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a character of a document's text stands in the original file.

    Attributes:
        line, column: in a text-like file; None in a PDF.
        page: in a PDF; None elsewhere.
        label: the cell ("row 3, column margin") or path ("$.trial.sites"), if the format has any.
    """

    line: int | None = None
    column: int | None = None
    page: int | None = None
    label: str = ""


@dataclass(frozen=True)
class SourceDocument:
    """A source file as text, with the way back to the original.

    Attributes:
        id: name of the source: its path relative to the sources folder, with "/".
        text: the text that claims are checked against.
        kind: the format's name, such as "text", "html" or "pdf".
        path: absolute path of the file, "" for a source given in memory.
        raw: the file's decoded content, equal to `text` where nothing had to be undone; "" for PDF.
        offsets: map from `text` to `raw`; None for PDF.
        blocks: the blocks of `text`, ascending, not overlapping.
        pages: offset in `text` at which each page starts; empty where there are no pages.
        landmarks: named stretches, ascending by start, innermost last.
        digest: hash of the file's bytes.
        remark: what people should know about how it was read, such as a guessed encoding; or "".
    """

    id: str
    text: str
    kind: str = "text"
    path: str = ""
    raw: str = ""
    offsets: OffsetMap | None = None
    blocks: tuple[Block, ...] = ()
    pages: tuple[int, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    digest: str = ""
    remark: str = ""

    def span(self, start: int, end: int) -> SourceSpan:
        """The span [start, end) of `text`, which must not be empty."""
        return SourceSpan(
            self.id, start, end, self.text[start:end], self.place(start), self.end_place(end)
        )

    def place(self, offset: int) -> Place:
        """Where the character at `offset` stands in the original file."""
        return self._place(offset, self.offsets.raw_start(offset) if self.offsets else None)

    def end_place(self, end: int) -> Place:
        """The place just behind the character at `end` - 1, on that character's page."""
        return self._place(end - 1, self.offsets.raw_end(end) if self.offsets else None)

    def _place(self, offset: int, raw: int | None) -> Place:
        page = bisect_right(self.pages, offset) if self.pages else None
        label = self._label(offset)
        if raw is None:
            return Place(page=page, label=label)
        line, column = self.lines.position(raw)
        return Place(line, column, page, label)

    def _label(self, offset: int) -> str:
        at = bisect_right(self.landmarks, offset, key=lambda landmark: landmark.start)
        around = (mark for mark in reversed(self.landmarks[:at]) if offset < mark.end)
        return next((mark.label for mark in around), "")

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of `raw`."""
        return LineIndex.of(self.raw)


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A stretch of a source's text; `text` is exactly the document's text[start:end].

    Attributes:
        place: where it starts in the original file.
        end_place: where it ends there.
    """

    source_id: str
    start: int
    end: int
    text: str
    place: Place = Place()
    end_place: Place = Place()

    @property
    def page(self) -> int | None:
        """The page it starts on, where the source has pages."""
        return self.place.page

    def locator(self) -> str:
        """The place as people write it: "q3.txt:9:31", "study.pdf p.4"."""
        if self.place.page is not None:
            return f"{self.source_id} p.{self.place.page}"
        if self.place.line is None:
            return self.source_id
        return f"{self.source_id}:{self.place.line}:{self.place.column}"


class SourceState(StrEnum):
    """What became of a file of the sources folder."""

    INDEXED = "indexed"
    SKIPPED = "skipped"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """What became of one source, and why.

    Attributes:
        reason: why it was skipped or could not be read; a remark, or "", where it was indexed.
        size: of the file, in bytes.
    """

    id: str
    state: SourceState
    reason: str = ""
    size: int = 0
    path: str = ""


# ---- claims ----------------------------------------------------------------------------------


class CitationKind(StrEnum):
    """How a report points at a source."""

    FOOTNOTE = "footnote"
    PANDOC = "pandoc"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Citation:
    """A pointer from the report to a source; [start, end) are offsets into the raw report.

    Attributes:
        key: the footnote's label, the citation key or the link's target.
        target: what the pointer names: the key, the link's target, or the footnote's text.
        page: the page it names, if any.
        anchor: the fragment behind the link's target, without "#".
    """

    kind: CitationKind
    start: int
    end: int
    key: str
    target: str
    page: int | None = None
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the report.

    Attributes:
        text: the judged text: the sentence without markup, its line breaks as spaces.
        start, end: the sentence in the raw report, markup included.
        line, column: of `start`.
        offsets: map from `text` to the raw report.
        headings: the headings above it, outermost first.
        previous: the judged text of the sentence before it in the same block, "" for the first.
        citations: the citations inside it or right behind it.
    """

    text: str
    start: int
    end: int
    line: int = 1
    column: int = 1
    offsets: OffsetMap = field(default=OffsetMap((), (), (), (), 0), repr=False)
    headings: tuple[str, ...] = ()
    previous: str = ""
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class NotCheckable:
    """A sentence of the report that makes no statement the sources could support.

    Attributes:
        reason: why, as a phrase for people ("a question", "about the text itself").
    """

    text: str
    start: int
    end: int
    line: int
    column: int
    reason: str


# ---- findings --------------------------------------------------------------------------------


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
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two pieces that cannot both be true, or of which the claim's says more than the source's.

    Attributes:
        start, end: the claim's piece, in the claim's judged text.
        text: that piece.
        source: the source's piece.
        message: the disagreement in one clause, for people.
    """

    kind: ConflictKind
    start: int
    end: int
    text: str
    source: SourceSpan
    message: str


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
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What the sources say about one claim.

    Attributes:
        score: calibrated probability that the claim is supported, 0 to 1.
        reason: why the verdict is what it is, in one sentence for people.
        evidence: best first; for an unsupported claim the nearest passage.
        conflicts: what contradicts the claim, or what it overstates.
        uncovered: the parts of the claim's judged text that no source covers.
        citation_checks: what became of the claim's own citations.
        dismissal: the writer's reason to let it pass, if any.
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

    @property
    def needs_attention(self) -> bool:
        """Whether a writer should look at it."""
        return self.verdict is not Verdict.SUPPORTED and self.dismissal is None

    def uncovered_texts(self) -> tuple[str, ...]:
        """The parts of the claim that no source covers, as text."""
        return tuple(self.claim.text[start:end] for start, end in self.uncovered)


class Outcome(StrEnum):
    """Whether a text was checked at all; "not checked" never looks like "no problems"."""

    CHECKED = "checked"
    NO_CLAIMS = "no claims"
    NO_SOURCES = "no sources"


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
    """

    report: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    not_checkable: tuple[NotCheckable, ...] = ()
    skipped_lines: int = 0
    sources: tuple[SourceStatus, ...] = ()
    judge: str = "offline"

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
