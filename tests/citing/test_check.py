"""What becomes of the citations that a report already has."""

from __future__ import annotations

import pytest

from verifier.citing import Resolved, Standing, check_citations
from verifier.model import (
    Citation,
    CitationKind,
    CitationState,
    Claim,
    Evidence,
    EvidenceRole,
    Finding,
    Place,
    SourceSpan,
    Verdict,
)

CLAIM = Claim("Sales fell.", 0, 11)
CITATION = Citation(CitationKind.FOOTNOTE, 11, 15, "1", "a.pdf")


def span(source: str, page: int | None = None) -> SourceSpan:
    return SourceSpan(source, 0, 5, "Sales", Place(1, 1, page), Place(1, 6, page))


def finding(verdict: Verdict, *spans: SourceSpan, reason: str = "so") -> Finding:
    evidence = tuple(Evidence(found, EvidenceRole.SUPPORTS, 0.9) for found in spans)
    return Finding(CLAIM, verdict, 0.5, reason, evidence)


SILENT = finding(Verdict.UNSUPPORTED)


def state(
    whole: Finding,
    source: str = "a.pdf",
    alone: Finding = SILENT,
    page: int | None = None,
    standing: Standing = Standing.FOUND,
) -> CitationState | None:
    citation = Citation(CitationKind.FOOTNOTE, 11, 15, "1", source, page)
    resolved = [Resolved(citation, standing, source)]
    checks = check_citations(whole, resolved, lambda _: alone, {"a.pdf": 10})
    return checks[0].state if checks else None


def test_the_cited_source_says_so() -> None:
    assert state(finding(Verdict.SUPPORTED, span("a.pdf", 3))) is CitationState.SUPPORTS


def test_the_cited_source_says_so_although_another_one_says_it_better() -> None:
    whole = finding(Verdict.SUPPORTED, span("b.txt"))
    alone = finding(Verdict.SUPPORTED, span("a.pdf", 3))
    assert state(whole, alone=alone) is CitationState.SUPPORTS


def test_another_source_says_so() -> None:
    whole = finding(Verdict.SUPPORTED, span("b.txt"))
    resolved = [Resolved(CITATION, Standing.FOUND, "a.pdf")]
    (check,) = check_citations(whole, resolved, lambda _: SILENT, {})
    assert check.state is CitationState.ELSEWHERE
    assert check.better == span("b.txt")
    assert check.message == "a.pdf does not say so, but b.txt:1:1 does"


def test_pages_are_compared_but_printed_numbers_beyond_the_last_are_not() -> None:
    whole = finding(Verdict.SUPPORTED, span("a.pdf", 3))
    assert state(whole, page=3) is CitationState.SUPPORTS
    assert state(whole, page=4) is CitationState.WRONG_PAGE
    assert state(whole, page=312) is CitationState.SUPPORTS


def test_the_cited_source_says_otherwise_or_nothing() -> None:
    against = Finding(CLAIM, Verdict.CONTRADICTED, 0.0, "sales rose")
    assert state(finding(Verdict.UNSUPPORTED), alone=against) is CitationState.CONTRADICTS
    assert state(finding(Verdict.UNSUPPORTED)) is CitationState.SILENT


@pytest.mark.parametrize("standing", [Standing.FOUND, Standing.MISSING, Standing.UNREADABLE])
def test_what_to_cite_instead_bears_the_claim_out(standing: Standing) -> None:
    against = Finding(CLAIM, Verdict.CONTRADICTED, 0.0, "sales rose")
    for whole, better in (
        (finding(Verdict.SUPPORTED, span("b.txt")), span("b.txt")),
        (finding(Verdict.UNSUPPORTED), None),
    ):
        resolved = [Resolved(CITATION, standing, "a.pdf")]
        (check,) = check_citations(whole, resolved, lambda _: against, {})
        assert check.better == better


def test_a_source_that_says_a_part_bears_out_a_claim_that_two_support_together() -> None:
    whole = finding(Verdict.SUPPORTED, span("b.txt"), span("a.pdf", 2))
    assert state(whole) is CitationState.SUPPORTS


def test_sources_that_are_not_there_or_cannot_be_read() -> None:
    assert state(SILENT, standing=Standing.MISSING) is CitationState.MISSING
    assert state(SILENT, standing=Standing.UNREADABLE) is CitationState.UNREADABLE
    assert state(SILENT, standing=Standing.OTHER) is None
