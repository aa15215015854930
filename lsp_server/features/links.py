"""textDocument/documentLink and textDocument/definition: from a citation into its source."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from lsp_server.engine.messages import FileRange
from lsp_server.features import texts
from lsp_server.paths import to_uri
from lsp_server.view import Placed, View
from verifier.model import CitationCheck, CitationKind, SourceSpan


def document_links(view: View) -> list[types.DocumentLink]:
    """The citations as links into their sources; Markdown's own links are the client's."""
    links = []
    for placed, check, (start, end) in _citations(view):
        path = view.checked.paths.get(check.source_id) if view.checked else None
        if path and check.citation.kind is not CitationKind.LINK and start < end:
            target = to_uri(path) + _fragment(placed, check)
            links.append(types.DocumentLink(view.map.range(start, end), target, check.message))
    return links


def definition(
    view: View, offset: int, *, links: bool
) -> list[types.LocationLink] | list[types.Location] | None:
    """Where the citation at `offset` leads; on a claim's words, the passages it rests on."""
    origin, places = _targets(view, offset)
    if not places:
        return None
    if not links:
        return [texts.to_location(place) for place in places]
    return [
        types.LocationLink(
            target_uri=to_uri(place.path),
            target_range=texts.to_range(place),
            target_selection_range=texts.to_range(place),
            origin_selection_range=view.map.range(*origin),
        )
        for place in places
    ]


def _targets(view: View, offset: int) -> tuple[tuple[int, int], list[FileRange]]:
    for placed, check, place in _citations(view):
        if place[0] <= offset < place[1]:
            spans = _spans_in(placed, check.source_id)
            found = [spot for span in spans[:1] if (spot := view.location(span)) is not None]
            path = view.checked.paths.get(check.source_id) if view.checked else None
            if not found and path:
                found = [FileRange(path, 0, 0, 0, 0)]
            return place, found
    at = view.at(offset)
    if at is None:
        return (0, 0), []
    spans = [evidence.span for evidence in at.finding.evidence]
    if at.finding.conflicts:
        spans.insert(0, at.finding.conflicts[0].source)
    places = [spot for span in spans if (spot := view.location(span)) is not None]
    return (at.start, at.end), list(dict.fromkeys(places))


def _citations(view: View) -> Iterator[tuple[Placed, CitationCheck, tuple[int, int]]]:
    for placed in view.placed:
        for check in placed.finding.citation_checks:
            place = view.alignment.span(check.citation.start, check.citation.end)
            if place is not None:
                yield placed, check, place


def _spans_in(placed: Placed, source_id: str) -> list[SourceSpan]:
    finding = placed.finding
    return [e.span for e in finding.evidence if e.span.source_id == source_id]


def _fragment(placed: Placed, check: CitationCheck) -> str:
    span = next(iter(_spans_in(placed, check.source_id)), None)
    page = check.citation.page if span is None else span.place.page
    if page is not None:
        return f"#page={page}"
    return f"#L{span.place.line}" if span and span.place.line else ""
