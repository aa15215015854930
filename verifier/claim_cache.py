"""Findings kept from one check to the next, as long as what they rest on stays the same.

A finding rests on the passages that were searched for its claim. When the sources change, the
searches are made again, which is cheap; only a claim whose searches now find something else has to
be judged again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from threading import Lock
from typing import Protocol

from msgspec import Struct

from verifier.model import Claim, Finding
from verifier.retrieval import Passage

Trail = tuple[tuple[str, str, Hashable], ...]

_MOST_FINDINGS = 50_000


class _Entry(Struct, frozen=True):
    finding: Finding
    trail: Trail
    generation: int


class Search(Protocol):
    """Searches the sources."""

    def __call__(self, query: str, context: str = "") -> Sequence[Passage]:
        """Passages that could bear on `query`; `context` is what stands before it."""
        ...


class Recorder:
    """A search that remembers what it was asked and what it found."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._trail: list[tuple[str, str, Hashable]] = []

    def __call__(self, query: str, context: str = "") -> Sequence[Passage]:
        """Search for `query`; see `Search`."""
        passages = self._search(query, context)
        self._trail.append((query, context, _fingerprint(passages)))
        return passages

    @property
    def trail(self) -> Trail:
        """Each query and context with a fingerprint of what they found, in order."""
        return tuple(self._trail)


class ClaimCache:
    """Findings by claim, the least recently used dropped first; may be shared among threads."""

    def __init__(self) -> None:
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, claim: Claim, scope: Hashable, generation: int, search: Search) -> Finding | None:
        """The finding for `claim`, if judging it again could only give the same.

        Args:
            claim: its place in the report may have changed.
            scope: what else the finding depends on, such as the sources left out.
            generation: number of the sources' present state.
            search: searches them.
        """
        key = _key(claim, scope)
        with self._lock:
            entry = self._entries.get(key)
        if entry is None:
            return None
        if entry.generation != generation:
            if any(_fingerprint(search(q, context)) != found for q, context, found in entry.trail):
                with self._lock:
                    self._entries.pop(key, None)
                return None
            entry = _Entry(entry.finding, entry.trail, generation)
        self._keep(key, entry)
        return replace(entry.finding, claim=claim)

    def put(self, finding: Finding, scope: Hashable, generation: int, trail: Trail) -> None:
        """Keep `finding`, which rests on the searches in `trail`."""
        self._keep(_key(finding.claim, scope), _Entry(finding, trail, generation))

    def _keep(self, key: Hashable, entry: _Entry) -> None:
        with self._lock:
            self._entries[key] = entry
            self._entries.move_to_end(key)
            if len(self._entries) > _MOST_FINDINGS:
                self._entries.popitem(last=False)


def _key(claim: Claim, scope: Hashable) -> Hashable:
    cited = tuple((c.kind, c.key, c.target, c.page, c.anchor) for c in claim.citations)
    return claim.text, claim.previous, claim.headings, cited, scope


def _fingerprint(passages: Sequence[Passage]) -> Hashable:
    return tuple((p.document.id, p.document.digest, p.start, p.end, p.focus) for p in passages)
