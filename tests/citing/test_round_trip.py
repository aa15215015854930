"""What was inserted is read back: every inserted citation is found, and bears out its claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier import Checker, CheckResult, CitationState
from verifier.citing import (
    Edit,
    Reference,
    Style,
    apply_edits,
    cite_all,
    passages_to_cite,
    reference_to,
    resolver_for,
)

SAMPLES = sorted(
    path.parent for path in (Path(__file__).parents[2] / "samples").glob("*/report.md")
)


def edits_for(text: str, result: CheckResult, checker: Checker, style: Style) -> list[Edit]:
    """The edits that cite every supported claim that needs it."""
    documents = [d for s in result.sources if (d := checker.document(s.id)) is not None]
    resolver = resolver_for(text, result.report, documents)
    paths = {document.id: document.path for document in documents}
    claims: list[tuple[int, Reference]] = []
    for finding in result.findings:
        for span in passages_to_cite(finding):
            key = resolver.key_of(span.source_id)
            reference = reference_to(span, result.report, paths[span.source_id], key)
            claims.append((finding.claim.end, reference))
    return cite_all(text, claims, style)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_citing_everything_once_is_enough(sample: Path, style: Style) -> None:
    checker = Checker(sample / "sources")
    report = sample / "report.md"
    text = report.read_bytes().decode("utf-8")
    before = checker.check_text(text, str(report))
    edits = edits_for(text, before, checker, style)
    assert edits
    after = apply_edits(text, edits)
    result = checker.check_text(after, str(report))
    assert [f.claim.text for f in result.findings] == [f.claim.text for f in before.findings]
    assert [f.verdict for f in result.findings] == [f.verdict for f in before.findings]
    for old, new in zip(before.findings, result.findings, strict=True):
        if passages_to_cite(old):
            states = [check.state for check in new.citation_checks]
            assert CitationState.SUPPORTS in states, new.claim.text
    assert edits_for(after, result, checker, style) == []


SENTENCE = "Free cash flow was 410 million dollars in May."
SOURCES = {
    "q3.txt": f"{SENTENCE}\n\nThe harbour froze in winter. Nobody could leave it for weeks.\n"
}
PLACES = [
    "{}",
    "{}\n",
    "# Title\n\n{}\nThe harbour froze in winter.\n",
    "The harbour froze in winter. {} Nobody could leave it for weeks.",
    "- {}\n- The harbour froze in winter.\n",
    "1. {}\n\n   Nobody could leave it for weeks.\n",
    "- [x] {}\n",
    "> {}\n> The harbour froze in winter.\n",
    "**{}**\n",
    "*{}* The harbour froze in winter.",
    "The plan was clear: **{}**",
    "“{}”\n",
    "{} <!-- a remark -->\n",
    "{}[^n]\n\n[^n]: A remark.\n",
    "{}\r\n\r\nThe harbour froze in winter.\r\n",
    "{}\n\n```\ncode\n```\n",
    "---\ntitle: x\n---\n\n{}\n",
    "😀 \u2028{}\n",
    "Seen `code` twice. {}\n",
]


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("place", PLACES)
def test_a_citation_is_read_back_wherever_the_claim_stands(place: str, style: Style) -> None:
    checker = Checker(SOURCES)
    text = place.format(SENTENCE)
    before = checker.check_text(text, "r.md")
    claims = {
        finding.claim.end: reference_to(span, "r.md", "", "q3")
        for finding in before.findings
        for span in passages_to_cite(finding)
    }
    after = apply_edits(text, cite_all(text, list(claims.items()), style))
    result = checker.check_text(after, "r.md")
    assert [f.claim.text for f in result.findings] == [f.claim.text for f in before.findings]
    (finding,) = (f for f in result.findings if SENTENCE[:-1] in f.claim.text)
    states = [check.state for check in finding.citation_checks]
    assert states == [CitationState.SUPPORTS], after
