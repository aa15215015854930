"""The citations of a whole report: each named source found, and asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from verifier.citing.bibliography import read_bibliography
from verifier.citing.check import check_citations
from verifier.citing.resolve import Catalogue, Resolver
from verifier.model import Claim, Finding, SourceDocument, SourceStatus


def resolver_for(
    text: str,
    report: str,
    documents: Iterable[SourceDocument],
    statuses: Iterable[SourceStatus] = (),
) -> Resolver:
    """The resolver for the citations of the report `text`, kept at the path `report`."""
    works = read_bibliography(text, Path(report).absolute().parent)
    return Resolver(Catalogue.of(documents, statuses), report, works)


def review_citations(
    findings: Sequence[Finding],
    resolver: Callable[[], Resolver],
    ask: Callable[[Claim, str], Finding],
) -> tuple[Finding, ...]:
    """`findings` with what became of their claims' citations.

    Args:
        findings: of one report.
        resolver: makes its resolver, if it has any citation.
        ask: what one source alone says on a claim, by the source's id.
    """
    if not any(finding.claim.citations for finding in findings):
        return tuple(findings)
    names = resolver()

    def reviewed(finding: Finding) -> Finding:
        claim = finding.claim
        if not claim.citations:
            return finding
        resolved = [names.resolve(citation) for citation in claim.citations]
        checks = check_citations(finding, resolved, partial(ask, claim), names.page_counts)
        return replace(finding, citation_checks=checks)

    return tuple(map(reviewed, findings))
