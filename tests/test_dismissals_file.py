"""The dismissals file: what it dismisses, when that ends, and that it survives being written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.checker import Checker
from verifier.dismissals_file import (
    Entry,
    dismissed_by_file,
    dump,
    entry_for,
    evidence_of,
    load,
    outdated,
    report_name,
)
from verifier.errors import SettingsError
from verifier.model import Claim, Evidence, EvidenceRole, Finding, SourceSpan, Verdict
from verifier.settings import Settings

TEXTS = st.text(min_size=1).map(lambda text: " ".join(text.split())).filter(bool)
VERDICTS = st.sampled_from([v for v in Verdict if v is not Verdict.SUPPORTED])
ENTRIES = st.builds(Entry, TEXTS, TEXTS, VERDICTS, st.lists(TEXTS).map(tuple), TEXTS)


def finding(
    claim: str = "One.", verdict: Verdict = Verdict.UNSUPPORTED, passage: str = "Two."
) -> Finding:
    evidence = Evidence(SourceSpan("a.txt", 0, len(passage), passage), EvidenceRole.NEAREST, 0.1)
    return Finding(Claim(claim, 0, len(claim)), verdict, 0.1, "so", (evidence,))


@settings(deadline=None)
@given(st.lists(ENTRIES, max_size=4))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]
) -> None:
    file = tmp_path_factory.mktemp("d") / "d.toml"
    file.write_text(dump(entries), "utf-8")
    assert [replace(entry, line=0) for entry in load(file)] == entries


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "d.toml"
    file.write_text(dump([entry_for(finding(), "r.md", "known")] * 2), "utf-8")
    lines = file.read_text("utf-8").splitlines()
    assert [lines[entry.line - 1] for entry in load(file)] == ["[[dismissal]]"] * 2


def test_it_dismisses_that_claim_of_that_report() -> None:
    entries = [entry_for(finding(), "r.md", "known")]
    (only,) = dismissed_by_file(entries, "r.md", [finding()])
    assert only.dismissal is not None
    assert (only.dismissal.reason, only.dismissal.origin) == ("known", "file")
    assert dismissed_by_file(entries, "other.md", [finding()]) == (finding(),)
    assert outdated(entries, "r.md", [finding()]) == []


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (finding("One more."), "no longer makes this claim"),
        (finding(verdict=Verdict.CONTRADICTED), "contradicted now, no longer unsupported"),
        (finding(verdict=Verdict.SUPPORTED), "supported now, no longer unsupported"),
        (finding(passage="Three."), "what the verdict rests on has changed"),
    ],
)
def test_it_ends_when_claim_verdict_or_evidence_changes(after: Finding, why: str) -> None:
    entries = [entry_for(finding(), "r.md", "known")]
    assert dismissed_by_file(entries, "r.md", [after]) == (after,)
    ((_, message),) = outdated(entries, "r.md", [after])
    assert why in message


def test_white_space_changes_nothing() -> None:
    assert evidence_of(finding(passage="Two\n  words.")) == evidence_of(
        finding(passage="Two words.")
    )


@pytest.mark.parametrize(
    ("report", "file", "name"),
    [
        ("r.md", "d.toml", "r.md"),
        ("reports/r.md", "d.toml", "reports/r.md"),
        ("reports/r.md", "ci/d.toml", "../reports/r.md"),
        ("ci/../reports/r.md", "reports/../d.toml", "reports/r.md"),
    ],
)
def test_a_report_has_one_name_wherever_the_project_is(
    tmp_path: Path, report: str, file: str, name: str
) -> None:
    assert report_name(tmp_path / report, tmp_path / file) == name


def test_a_reason_is_required() -> None:
    with pytest.raises(ValueError, match="reason"):
        entry_for(finding(), "r.md", "  ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[dismissal]]\nreport = 'r.md'", ":1: a dismissal needs its claim"),
        ("\n[[dismissal]]\nreport='r'\nclaim='c'\nverdict='wrong'\nreason='x'", ":2: verdict must"),
        ("[[dismissal]]\nreport='r'\nclaim='c'\nverdict='partial'\nreason=' '", "needs its reason"),
        ("[[dismissal]]\nreport='r'\nclaim='c'\nverdict='partial'\nreason='x'\nz=1", "has no 'z'"),
        ("a = ", "not valid TOML"),
        ("a = 1", "nothing else"),
        ("dismissal = [1]", "needs its report"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "d.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        load(file)
    assert message in str(caught.value)


NEIGHBOURS = st.lists(
    st.sampled_from(["Snow is cold.", "# Title", "- a point", "", "Why?"]), max_size=5
)


@settings(deadline=None, max_examples=40)
@given(NEIGHBOURS, NEIGHBOURS)
def test_it_holds_while_neighbours_change(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("project")
    file, report = folder / "d.toml", folder / "r.md"
    claim = "Penguins are faster than most seals in cold water."
    checker = Checker(
        {"mill.txt": "The mill in Oldbury employs 140 people."},
        Settings(dismissals=str(file)),
        cache=None,
    )
    (flagged,) = checker.check_text(claim, str(report)).problems()
    file.write_text(dump([entry_for(flagged, report_name(report, file), "known")]), "utf-8")
    text = "\n\n".join([*before, claim, *after])
    result = checker.check_text(text, str(report))
    assert claim not in [problem.claim.text for problem in result.problems()]
    assert claim in [finding.claim.text for finding in result]
