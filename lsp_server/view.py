"""A report as the editor has it together with what the last check said: what features draw from.

Between two checks the text moves on. Claims in front of and behind what was edited keep their
findings, at their new places; a claim that the edit touched has none until it is checked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from lsp_server.convert import PositionMap
from lsp_server.dismissals import Outdated
from lsp_server.engine.messages import Checked, FileRange
from lsp_server.engine.spans import span_key
from verifier.model import Finding, SourceSpan
from verifier.settings import CitationStyle


class Phase(Enum):
    """How far the check of a report has come; each is shown as what it is."""

    NONE = "no sources here"
    WAITING = "not checked yet"
    RUNNING = "checking"
    DONE = "checked"
    STOPPED = "the check was cancelled"
    FAILED = "not checked"


@dataclass(frozen=True, slots=True)
class Placed:
    """A finding with the place of its claim in the current text."""

    finding: Finding
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the places of an old text map to a new one that differs in one stretch.

    Attributes:
        prefix: how many characters both begin with.
        suffix: offset in the old text from which both end alike.
        delta: how far the end has moved.
    """

    prefix: int
    suffix: int
    delta: int

    @classmethod
    def of(cls, old: str, new: str) -> Alignment:
        """Compare two texts."""
        if old == new:
            return cls(len(old), len(old), 0)
        prefix = _common(old, new)
        shorter = min(len(old), len(new)) - prefix
        tail = _common(old[len(old) - shorter :][::-1], new[len(new) - shorter :][::-1])
        return cls(prefix, len(old) - tail, len(new) - len(old))

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The new place of the old [start, end); None if what changed touches it."""
        if end <= self.prefix:
            return start, end
        if start >= self.suffix:
            return start + self.delta, end + self.delta
        return None


def _common(left: str, right: str) -> int:
    """How many characters both texts begin with, found by halving."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True)
class View:
    """One state of an open report.

    Attributes:
        map: the current text.
        version: the client's number for it.
        checked: the last result, of `checked_text`; None before the first.
        checked_at: when that was, in seconds since the epoch.
        phase: how far the current check has come.
        note: why it was not checked, for people.
        refining: whether a slower judge still looks at the result.
        citation_style: how inserted citations are written.
        outdated: the dismissals of the dismissals file that no longer hold for it.
        exact_links: whether links name the exact range, not only the line.
    """

    uri: str
    path: str
    map: PositionMap
    version: int | None = None
    checked: Checked | None = None
    checked_text: str = ""
    checked_at: float = 0.0
    phase: Phase = Phase.WAITING
    note: str = ""
    refining: bool = False
    citation_style: CitationStyle = "auto"
    outdated: tuple[Outdated, ...] = ()
    exact_links: bool = False

    @cached_property
    def alignment(self) -> Alignment:
        """From the text that was checked to the current one."""
        return Alignment.of(self.checked_text, self.map.text)

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """The findings that still hold, in the text's order."""
        return tuple(self._placed())

    def _placed(self) -> Iterator[Placed]:
        for finding in self.checked.result.findings if self.checked else ():
            place = self.alignment.span(finding.claim.start, finding.claim.end)
            if place is not None:
                yield Placed(finding, *place)

    @property
    def is_current(self) -> bool:
        """Whether the last result is one of the current text."""
        return self.checked is not None and self.checked_text == self.map.text

    def at(self, offset: int) -> Placed | None:
        """The finding of the claim at `offset`; the place just behind a claim counts too."""
        inside = [found for found in self.placed if found.start <= offset < found.end]
        behind = [found for found in self.placed if found.end == offset]
        return next(iter(inside or behind), None)

    def within(self, start: int, end: int) -> list[Placed]:
        """The findings of the claims that [start, end) touches."""
        return [found for found in self.placed if found.start <= end and start <= found.end]

    def raw_span(self, placed: Placed, start: int, end: int) -> tuple[int, int]:
        """The current place of [start, end) of the claim's judged text."""
        raw_start, raw_end = placed.finding.claim.offsets.raw_span(start, end)
        shift = placed.start - placed.finding.claim.start
        return raw_start + shift, raw_end + shift

    def location(self, span: SourceSpan) -> FileRange | None:
        """Where `span` can be opened."""
        return self.checked.locations.get(span_key(span)) if self.checked else None
