"""Whether the citations of a claim bear it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from verifier.citing.resolve import Resolved, Standing
from verifier.model import (
    CitationCheck,
    CitationState,
    EvidenceRole,
    Finding,
    SourceSpan,
    Verdict,
)

_ALONE = 0.5
_BORNE_OUT = (Verdict.SUPPORTED, Verdict.PARTIAL)


def check_citations(
    finding: Finding,
    resolved: Iterable[Resolved],
    ask: Callable[[str], Finding],
    page_counts: Mapping[str, int],
) -> tuple[CitationCheck, ...]:
    """What became of each citation of `finding`'s claim.

    Args:
        finding: what all sources together say.
        resolved: the claim's citations.
        ask: what one source alone says on the claim, by its id.
        page_counts: how many pages each source has, where it has pages.

    A citation that names no source, such as a link to a web page, is left out. The cited source is
    asked first; one that says a part of what several say together bears the claim out.
    """
    checks = (_check(finding, named, ask, page_counts) for named in resolved)
    return tuple(check for check in checks if check is not None)


def passages_to_cite(finding: Finding) -> tuple[SourceSpan, ...]:
    """What a supported claim should cite and does not yet; empty for any other claim.

    One passage, as a rule: the best one. Where none bears the claim out alone, the best of each
    source that says a part of it.
    """
    cited = any(check.state is CitationState.SUPPORTS for check in finding.citation_checks)
    if finding.verdict is not Verdict.SUPPORTED or cited:
        return ()
    supporting = [e for e in finding.evidence if e.role is EvidenceRole.SUPPORTS]
    if not supporting or supporting[0].score >= _ALONE:
        return tuple(evidence.span for evidence in supporting[:1])
    best: dict[str, SourceSpan] = {}
    for evidence in supporting:
        best.setdefault(evidence.span.source_id, evidence.span)
    return tuple(best.values())


def _check(
    finding: Finding,
    named: Resolved,
    ask: Callable[[str], Finding],
    page_counts: Mapping[str, int],
) -> CitationCheck | None:
    citation, source = named.citation, named.source_id
    if named.standing is Standing.OTHER:
        return None
    elsewhere = _supporting(finding) if finding.verdict in _BORNE_OUT else []
    better = elsewhere[0] if elsewhere else None
    if named.standing is Standing.MISSING:
        text = f"{named.detail} is not among the sources"
        return CitationCheck(citation, CitationState.MISSING, "", text, better)
    if named.standing is Standing.UNREADABLE:
        text = f"{source} could not be read" + (f": {named.detail}" if named.detail else "")
        return CitationCheck(citation, CitationState.UNREADABLE, source, text, better)
    own = _supporting(finding, source)
    alone = ask(source) if not own else finding
    own = own or (_supporting(alone, source) if alone.verdict in _BORNE_OUT else [])
    if own:
        return _page_check(named, own, page_counts.get(source, 0))
    if alone.verdict is Verdict.CONTRADICTED:
        where = alone.conflicts[0].source.locator() if alone.conflicts else source
        text = f"{where} says otherwise: {alone.reason}"
        return CitationCheck(citation, CitationState.CONTRADICTS, source, text, better)
    if better is not None:
        text = f"{source} does not say so, but {better.locator()} does"
        return CitationCheck(citation, CitationState.ELSEWHERE, source, text, better)
    return CitationCheck(citation, CitationState.SILENT, source, f"{source} does not say so")


def _supporting(finding: Finding, source: str | None = None) -> list[SourceSpan]:
    return [
        evidence.span
        for evidence in finding.evidence
        if evidence.role is EvidenceRole.SUPPORTS
        and (source is None or evidence.span.source_id == source)
    ]


def _page_check(named: Resolved, own: list[SourceSpan], pages: int) -> CitationCheck:
    """Compare the page; one beyond the file's last is a printed number, which we cannot compare."""
    page, source = named.citation.page, named.source_id
    if page is not None and 0 < page <= pages and not any(_is_on(span, page) for span in own):
        text = f"{source} says so on page {own[0].page}, not on page {page}"
        return CitationCheck(named.citation, CitationState.WRONG_PAGE, source, text, own[0])
    text = f"{own[0].locator()} says so"
    return CitationCheck(named.citation, CitationState.SUPPORTS, source, text)


def _is_on(span: SourceSpan, page: int) -> bool:
    first, last = span.place.page, span.end_place.page
    return first is not None and first <= page <= (last or first)
