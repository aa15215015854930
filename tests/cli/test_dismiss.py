"""`dismiss`: into the file, into the report, listed and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import SOURCE, Run
from verifier.dismissals_file import load

FILE = "llmfeeder-dismissals.toml"


def test_dismissed_until_taken_back(project: Path, run: Run) -> None:
    result = run("dismiss", "both.md:5", "--reason", "Known from the zoo.")
    assert result.stdout.startswith("dismissed: Penguins are faster")
    checked = run("check", "both.md", "--strict")
    assert checked.exit_code == 0
    assert "1 dismissed" in checked.stdout
    assert "1  both.md  unsupported  Penguins" in run("dismiss", "--list").stdout
    assert run("dismiss", "--undo", "1").exit_code == 0
    assert run("check", "both.md").exit_code == 1
    assert "nothing is dismissed" in run("dismiss", "--list").stdout


def test_the_file_keeps_what_people_wrote(project: Path, run: Run) -> None:
    run("dismiss", "bad.md:3", "--reason", "one")
    file = project / FILE
    file.write_text(file.read_text() + "\n# reviewed by Ada\n")
    run("dismiss", "both.md:5", "--reason", "two")
    assert "# reviewed by Ada" in file.read_text()
    assert [entry.reason for entry in load(file)] == ["one", "two"]
    run("dismiss", "--undo", "2")
    assert [entry.reason for entry in load(file)] == ["one"]


def test_a_file_written_on_windows_keeps_its_mark_and_line_ends(project: Path, run: Run) -> None:
    run("dismiss", "bad.md:3", "--reason", "one")
    file = project / FILE
    before = b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n")
    file.write_bytes(before)
    assert run("dismiss", "both.md:5", "--reason", "two").exit_code == 0
    assert file.read_bytes().startswith(before.rstrip())
    assert run("dismiss", "--undo", "2").exit_code == 0
    assert file.read_bytes().rstrip() == before.rstrip()
    assert [entry.reason for entry in load(file)] == ["one"]


def test_what_cannot_be_taken_back_by_its_header_stays(project: Path, run: Run) -> None:
    text = (
        'dismissal = [{ report = "r.md", claim = "x", verdict = "partial", reason = "y" }]\n'
        "# [[dismissal]]\n"
    )
    (project / FILE).write_text(text)
    result = run("dismiss", "--undo", "1")
    assert result.exit_code == 2
    assert f"{FILE}: its dismissals do not all stand under [[dismissal]]" in result.stderr
    assert (project / FILE).read_text() == text


def test_it_ends_when_the_claim_changes_and_strict_fails(project: Path, run: Run) -> None:
    run("dismiss", "both.md:5", "--reason", "known")
    report = project / "both.md"
    report.write_text(report.read_text().replace("most seals", "all seals"))
    result = run("check", "both.md", "--fail-on", "none")
    assert result.exit_code == 0
    assert "the report no longer makes this claim" in result.stdout
    assert f"{FILE}:4" in result.stdout
    assert run("check", "both.md", "--fail-on", "none", "--strict").exit_code == 1


def test_it_ends_when_the_evidence_changes(project: Path, run: Run) -> None:
    text = "The mill in Oldbury employs 150 people.\n"
    (project / "wrong.md").write_text(text)
    assert run("dismiss", "wrong.md:1", "--reason", "the newer figure").exit_code == 0
    assert run("check", "wrong.md").exit_code == 0
    (project / "sources" / "mill.txt").write_text(SOURCE.replace("140", "135"))
    result = run("check", "wrong.md")
    assert result.exit_code == 1
    assert "what the verdict rests on has changed" in result.stdout


def test_inline_writes_a_comment(project: Path, run: Run) -> None:
    assert run("dismiss", "both.md:5:1", "--reason", "known", "--inline").exit_code == 0
    text = (project / "both.md").read_text()
    assert "cold water. <!-- llmfeeder: ignore unsupported -- known -->" in text
    assert not (project / FILE).exists()
    assert run("check", "both.md", "--strict").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["both.md:5"], "a dismissal needs its reason"),
        (["both.md", "--reason", "x"], "name the line too"),
        (["both.md:3", "--reason", "x"], "no finding at both.md:3; there are:"),
        (["good.md:3", "--reason", "x"], "none of its claims needs attention"),
        (["both.md:5", "--verdict", "partail", "--reason", "x"], "did you mean partial?"),
        (["both.md:5", "--verdict", "partial", "--reason", "x"], "none of its claims is partial"),
        (["bo*.md:5", "--reason", "x"], "bo*.md: no such file"),
        (["godo.md:5", "--reason", "x"], "godo.md: no such file; did you mean good.md?"),
        (["Penguins are fast.:1", "--reason", "x"], "Penguins are fast.: no such file"),
        (["sources:1", "--reason", "x"], "sources is a folder"),
        (["--undo", "3"], "there is no dismissal 3"),
        ([], "give a place, --list or --undo"),
    ],
)
def test_what_cannot_be_done_is_said(
    project: Path, run: Run, arguments: list[str], message: str
) -> None:
    result = run("dismiss", *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())


def test_a_verdict_is_named_as_check_shows_it(project: Path, run: Run) -> None:
    result = run("dismiss", "both.md:5", "--verdict", "UNSUPPORTED", "--reason", "x")
    assert result.exit_code == 0


def test_several_findings_on_a_line_are_listed(project: Path, run: Run) -> None:
    text = "Penguins are fast in cold water. The lighthouse keeper owns nine boats.\n"
    (project / "two.md").write_text(text)
    result = run("dismiss", "two.md:1", "--reason", "x")
    assert "two.md:1:34  unsupported  The lighthouse keeper" in result.stderr
    assert run("dismiss", "two.md:1:34", "--reason", "x").exit_code == 0


def test_a_damaged_file_is_told_and_kept(project: Path, run: Run) -> None:
    (project / FILE).write_text("[[dismissal]]\n")
    result = run("check", "good.md")
    assert result.exit_code == 2
    assert f"{FILE}:1: a dismissal needs its report" in result.stderr
    assert run("dismiss", "both.md:5", "--reason", "x").exit_code == 2
    assert (project / FILE).read_text() == "[[dismissal]]\n"
