"""What holds of every finding, whatever the text: real spans, reasons, and few false alarms."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from verifier import Checker, EvidenceRole, Finding, Settings, Verdict

COMPANIES = ["Acme", "Borealis", "Corvid Systems", "Delta Foods"]
AMOUNTS = [3, 12, 47, 120, 410, 980]
YEARS = [2009, 2015, 2018, 2021]
STATEMENTS = st.one_of(
    st.builds(
        lambda name, amount: (
            f"{name} reported revenue of {amount} million dollars for the quarter."
        ),
        st.sampled_from(COMPANIES),
        st.sampled_from(AMOUNTS),
    ),
    st.builds(
        lambda name, year: f"{name} opened a factory in Dublin in {year}.",
        st.sampled_from(COMPANIES),
        st.sampled_from(YEARS),
    ),
    st.builds(
        lambda name, amount: f"The share of {name} did not fall by {amount} percent.",
        st.sampled_from(COMPANIES),
        st.sampled_from(AMOUNTS),
    ),
    st.builds(
        lambda name, other: f"{name} may acquire {other} because its sales rose.",
        st.sampled_from(COMPANIES),
        st.sampled_from(COMPANIES),
    ),
)
SOURCES = st.lists(STATEMENTS, min_size=1, max_size=8, unique=True)
SENSITIVITIES = st.sampled_from(["cautious", "balanced", "strict"])
QUICK = settings(max_examples=25, deadline=None)


def findings(claim: str, sources: dict[str, str], sensitivity: str = "cautious") -> list[Finding]:
    checker = Checker(sources, Settings(judge="rules", sensitivity=sensitivity))  # type: ignore[arg-type]
    return list(checker.check_text(claim).findings)


@QUICK
@given(SOURCES, STATEMENTS, SENSITIVITIES)
def test_every_verdict_says_why_and_every_span_is_real(
    statements: list[str], claim: str, sensitivity: str
) -> None:
    text = " ".join(statements)
    for finding in findings(claim, {"a.txt": text}, sensitivity):
        assert finding.reason
        assert 0.0 <= finding.score <= 1.0
        for piece in finding.evidence:
            assert text[piece.span.start : piece.span.end] == piece.span.text
            for start, end in piece.matched:
                assert piece.span.start <= start < end <= piece.span.end
        for conflict in finding.conflicts:
            source = conflict.source
            assert text[source.start : source.end] == source.text
            assert finding.claim.text[conflict.start : conflict.end] == conflict.text
            assert conflict.message
        for start, end in finding.uncovered:
            assert 0 <= start < end <= len(finding.claim.text)
        if finding.verdict is Verdict.CONTRADICTED:
            assert finding.conflicts
            assert finding.evidence[0].role is EvidenceRole.CONTRADICTS
        if finding.verdict is Verdict.PARTIAL:
            assert finding.uncovered or finding.conflicts
        if finding.verdict is Verdict.UNSUPPORTED and finding.evidence:
            assert finding.evidence[0].role is EvidenceRole.NEAREST


@QUICK
@given(SOURCES, st.data(), SENSITIVITIES)
def test_a_sentence_of_the_source_is_supported(
    statements: list[str], data: st.DataObject, sensitivity: str
) -> None:
    claim = data.draw(st.sampled_from(statements))
    for finding in findings(claim, {"a.txt": " ".join(statements)}, sensitivity):
        assert finding.verdict is Verdict.SUPPORTED
        assert finding.evidence[0].span.text == claim


@QUICK
@given(st.sampled_from(COMPANIES), st.sampled_from(AMOUNTS), st.sampled_from(YEARS))
def test_lawful_rewrites_are_not_contradicted(name: str, amount: int, year: int) -> None:
    source = (
        f"{name} reported revenue of {amount} million dollars on 4 March {year}. "
        f"{name} bought Orion Tools. The pipe is {amount} km long."
    )
    for claim in (
        f"{name} reported revenue of ${amount} million in March {year}.",
        f"{name} reported revenue of {amount},000,000 dollars in {year}.",
        f"On March 4, {year}, {name} reported revenue of {amount}m dollars.",
        f"Orion Tools was bought by {name}.",
        f"The pipe is {amount},000 metres long.",
        f"The pipe is {amount} kilometres long.",
    ):
        for finding in findings(claim, {"a.txt": source}):
            assert finding.verdict is not Verdict.CONTRADICTED, (claim, finding.reason)


def test_verdicts_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "from verifier import check_text\n"
        "s = 'Acme and Delta Foods sold 410 red cars in 2019. No car was blue.'\n"
        "for c in ('Acme sold 510 red cars in 2019.', 'Acme sold cars.', 'A car was blue.',\n"
        "          'Acme sold 410 blue cars because of the red paint.'):\n"
        "    found = check_text(c, {'s': s})\n"
        "    print([(f.verdict, f.score, f.reason, f.uncovered) for f in found])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
