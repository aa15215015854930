"""`check` with formats, a page, a baseline, a revision and dismissals."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import BAD, Run


def test_formats_go_to_files_and_the_terminal_stays(project: Path, run: Run) -> None:
    result = run("check", "both.md", "--format", "sarif=a.sarif", "--format", "junit=a.xml")
    assert result.exit_code == 1
    assert result.stdout.startswith("claims needing attention")
    assert json.loads((project / "a.sarif").read_text())["version"] == "2.1.0"
    assert (project / "a.xml").read_text().startswith("<?xml")


def test_a_format_on_standard_output_is_alone_there(project: Path, run: Run) -> None:
    result = run("check", "both.md", "--format", "rdjson", "--format", "sarif=a.sarif")
    assert len(json.loads(result.stdout)["diagnostics"]) == 1


def test_output_names_the_file_of_the_format_without_one(project: Path, run: Run) -> None:
    run("check", "both.md", "--format", "markdown", "--output", "a.md")
    assert (project / "a.md").read_text().startswith("## 1 claim needs attention")


def test_wrong_formats_are_told_before_anything_is_checked(project: Path, run: Run) -> None:
    for arguments, message in {
        ("--format", "xml"): "must be one of terminal, json",
        ("--format", "sarif", "--format", "junit"): "several formats go to standard output",
        ("--format", "sarif="): "names no file",
        ("--output", "x"): "--output needs a --format",
        ("--open",): "--open needs --report",
        ("--update-baseline",): "--update-baseline needs --baseline",
    }.items():
        result = run("check", "both.md", *arguments)
        assert result.exit_code == 2
        assert message in " ".join(result.stderr.replace("│", " ").split())


def test_the_page_is_written(project: Path, run: Run) -> None:
    assert run("check", "both.md", "--report", "out.html").exit_code == 1
    page = (project / "out.html").read_text()
    assert "The mill makes paper for newspapers" in page
    assert page.count('<a class="claim ') == 2


def test_a_file_that_cannot_be_written_is_an_error(project: Path, run: Run) -> None:
    result = run("check", "good.md", "--format", "sarif=none/a.sarif")
    assert result.exit_code == 2
    assert "--format sarif none/a.sarif: cannot be written" in result.stderr


def test_a_baseline_accepts_todays_findings_and_no_others(project: Path, run: Run) -> None:
    options = ("--baseline", "known.json")
    assert "make it with --update-baseline" in run("check", "both.md", *options).stderr
    assert run("check", "both.md", *options, "--update-baseline").exit_code == 0
    result = run("check", "both.md", *options)
    assert result.exit_code == 0
    assert "1 in the baseline" in result.stdout
    report = project / "both.md"
    report.write_text("# More\n\nThe lighthouse keeper owns nine boats.\n\n" + report.read_text())
    result = run("check", "both.md", *options)
    assert result.exit_code == 1
    assert "lighthouse" in result.stdout
    assert "Penguins" not in result.stdout
    first = (project / "known.json").read_text()
    assert run("check", "good.md", *options, "--update-baseline").exit_code == 0
    assert (project / "known.json").read_text() == first


def git(*arguments: str) -> None:
    author = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *author, *arguments], check=True, capture_output=True)  # noqa: S607


def test_since_checks_only_claims_in_changed_lines(project: Path, run: Run) -> None:
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    result = run("check", "both.md", "--since", "HEAD")
    assert result.exit_code == 0
    assert "no claim stands in a line that changed" in result.stdout
    report = project / "both.md"
    report.write_text(report.read_text() + "\nThe lighthouse keeper owns nine boats.\n")
    (project / "new.md").write_text(BAD)
    result = run("check", "both.md", "--since", "HEAD")
    assert "1 claim " in result.stdout
    assert "lighthouse" in result.stdout
    assert "Penguins" in run("check", "new.md", "--since", "HEAD").stdout
    result = run("check", "both.md", "--since", "--output=x")
    assert result.exit_code == 2
    assert not (project / "x").exists()


def test_since_takes_the_name_of_a_report_as_it_is(project: Path, run: Run) -> None:
    (project / "report1.md").write_text("The first one.\n")
    (project / "report[1].md").write_text(BAD)
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    (project / "report1.md").write_text("Something else.\n")
    result = run("check", "report[1].md", "--since", "HEAD")
    assert "no claim stands in a line that changed" in result.stdout


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--report", "both.md"), "--report both.md"),
        (("--report", "./deep/../both.md"), "--report deep/../both.md"),
        (("--json", "both.md"), "--format json both.md"),
        (("--format", "markdown", "--output", "both.md"), "--format markdown both.md"),
        (("--baseline", "both.md", "--update-baseline"), "--baseline both.md"),
        (("-s", "sources/mill.txt", "--json", "sources/mill.txt"), "--format json sources/mill"),
    ],
)
def test_what_is_checked_is_never_written_over(
    project: Path, run: Run, options: tuple[str, ...], named: str
) -> None:
    (project / "deep").mkdir()
    files = [project / "both.md", project / "sources" / "mill.txt"]
    before = [file.read_text() for file in files]
    result = run("check", "both.md", *options)
    assert result.exit_code == 2
    assert [file.read_text() for file in files] == before
    assert named in result.stderr
    assert "would be written over" in result.stderr


def test_since_outside_of_a_repository_is_an_error(project: Path, run: Run) -> None:
    result = run("check", "both.md", "--since", "HEAD")
    assert result.exit_code == 2
    assert "--since, in" in result.stderr


def test_strict_fails_on_dismissals_that_dismiss_nothing(project: Path, run: Run) -> None:
    report = project / "good.md"
    report.write_text(report.read_text().rstrip() + " <!-- llmfeeder: ignore -- why -->\n")
    result = run("check", "good.md")
    assert result.exit_code == 0
    assert "dismisses nothing" in result.stdout
    assert run("check", "good.md", "--strict").exit_code == 1


@pytest.mark.parametrize("option", ["--quiet", "--format=github", "--json=-"])
def test_strict_says_why_it_fails_whatever_is_printed(project: Path, run: Run, option: str) -> None:
    run("dismiss", "both.md:5", "--reason", "known")
    report = project / "both.md"
    text = report.read_text().replace("Penguins", "Puffins")
    report.write_text(f"{text.rstrip()}\n\n<!-- llmfeeder: ignore -- why -->\n")
    options = ("both.md", "--fail-on", "none", option)
    result = run("check", *options, "--strict")
    assert result.exit_code == 1
    inline, outdated = result.stderr.splitlines()
    assert inline.startswith("both.md:7:1: ")
    assert "no longer makes this claim: Penguins" in outdated
    assert run("check", *options).stderr == ""


def test_hostile_files_come_out_as_text_in_every_format(project: Path, run: Run) -> None:
    evil = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
    (project / "sources" / "<b>evil & co</b>.md".replace("/", "_")).write_text(
        f"The tower {evil} in Oldbury is 40 metres high.\n"
    )
    (project / "evil.md").write_text(f"The tower {evil} in Oldbury is 90 metres high.\n")
    targets = ("sarif", "github", "junit", "markdown", "rdjson", "json")
    options = [f"--format={name}=out.{name}" for name in targets]
    result = run("check", "evil.md", *options, "--report", "out.html")
    assert result.exit_code in (1, 2)
    page = (project / "out.html").read_text()
    assert "<img" not in page
    assert "<b>" not in page
    assert page.count("<script") == 2
    for name in targets:
        assert (project / f"out.{name}").stat().st_size
    ElementTree.parse(project / "out.junit")  # noqa: S314 - our own output
