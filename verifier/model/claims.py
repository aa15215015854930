"""What a report says: its claims, their citations, and the sentences that claim nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from verifier.offsets import OffsetMap


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
