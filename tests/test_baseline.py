"""The baseline: what it accepts stays accepted through edits, and nothing else is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.baseline import accepted, dump, entries, load
from verifier.errors import SettingsError
from verifier.model import Claim, Finding, Verdict


def finding(claim: str, verdict: Verdict, at: int = 0) -> Finding:
    return Finding(Claim(claim, at, at + len(claim)), verdict, 0.1, "so")


FINDINGS = st.lists(
    st.builds(
        finding,
        st.sampled_from(["A.", "B.", "C  d."]),
        st.sampled_from(Verdict),
        st.integers(0, 99),
    )
)


def open_ones(findings: list[Finding]) -> list[Finding]:
    return [item for item in findings if item.needs_attention]


@given(FINDINGS, st.randoms())
def test_what_was_accepted_stays_so_wherever_it_stands(
    findings: list[Finding], random: object
) -> None:
    known = entries(findings)
    moved = [finding(item.claim.text, item.verdict, item.claim.start + 7) for item in findings]
    random.shuffle(moved)  # type: ignore[attr-defined]
    assert open_ones(accepted(moved, known)) == []


@given(FINDINGS, FINDINGS)
def test_only_what_is_new_is_reported(before: list[Finding], new: list[Finding]) -> None:
    marked = accepted([*before, *new], entries(before))
    claims = Counter(" ".join(item.claim.text.split()) for item in open_ones(marked))
    most = Counter(" ".join(item.claim.text.split()) for item in open_ones([*before, *new]))
    most.subtract(claim for claim, _ in entries(before))
    assert all(claims[claim] >= number for claim, number in most.items())
    assert len(open_ones(marked)) <= len(open_ones([*before, *new]))


def test_a_worse_verdict_is_new_and_a_better_one_is_not() -> None:
    known = entries([finding("A.", Verdict.UNSUPPORTED)])
    assert open_ones(accepted([finding("A.", Verdict.CONTRADICTED)], known)) != []
    assert open_ones(accepted([finding("A.", Verdict.PARTIAL)], known)) == []


def test_equal_claims_count() -> None:
    known = entries([finding("A.", Verdict.PARTIAL)])
    assert len(open_ones(accepted([finding("A.", Verdict.PARTIAL)] * 2, known))) == 1


@settings(deadline=None)
@given(FINDINGS)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, findings: list[Finding]
) -> None:
    file = tmp_path_factory.mktemp("b") / "b.json"
    known = {"r.md": entries(findings)}
    file.write_text(dump(known), "utf-8")
    assert load(file) == ({} if not known["r.md"] else known)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not valid JSON"),
        ("{}", "no baseline of llmfeeder"),
        ('{"format": "llmfeeder-baseline", "version": 1, "reports": {"r": [{}]}}', "damaged"),
    ],
)
def test_a_damaged_file_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "b.json"
    file.write_text(text)
    with pytest.raises(SettingsError, match=message):
        load(file)


def test_a_missing_file_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--update-baseline"):
        load(tmp_path / "none.json")
