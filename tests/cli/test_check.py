"""`llmfeeder check` as people use it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from typer.testing import Result

from verifier.outputs.json_output import schema

Run = Callable[..., Result]

SUPPORTED = "The mill in Oldbury employs 140 people."


# ---- what is checked against what ------------------------------------------------------------


def test_a_faithful_report_is_fine(project: Path, run: Run) -> None:
    result = run("check", "good.md", "--sources", "sources", "--judge", "rules")
    assert result.exit_code == 0
    assert result.stdout.startswith("every claim is supported\n\n1 claim  1 supported")
    assert result.stdout.endswith("faithfulness 1.00   (rules judge, 1 source, 1 skipped line)\n")
    assert result.stderr == ""


def test_an_unsupported_claim_is_shown_with_its_place(project: Path, run: Run) -> None:
    result = run("check", "both.md", "-s", "sources/mill.txt")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "claims needing attention"
    assert lines[1].startswith("UNSUPPORTED")
    assert lines[1].endswith("both.md:5:1")
    assert "2 claims  1 supported  0 partial  1 unsupported  0 contradicted" in lines[-1]
    assert "faithfulness 0.50" in lines[-1]


def test_sources_beside_the_report_are_the_default(project: Path, run: Run) -> None:
    (project / "deep").mkdir()
    (project / "sources").rename(project / "deep" / "sources")
    (project / "good.md").rename(project / "deep" / "good.md")
    assert run("check", "deep/good.md").exit_code == 0


def test_sources_in_the_working_folder_come_next(project: Path, run: Run) -> None:
    (project / "deep").mkdir()
    (project / "good.md").rename(project / "deep" / "good.md")
    assert run("check", "deep/good.md").exit_code == 0


def test_the_nearest_sources_above_the_report_are_taken(project: Path, run: Run) -> None:
    reports = project / "one" / "reports"
    reports.mkdir(parents=True)
    (project / "good.md").rename(reports / "good.md")
    (project / "sources").rename(project / "one" / "sources")
    (project / "sources").mkdir()
    result = run("check", "one/reports/good.md", "--quiet")
    assert (result.exit_code, result.stdout) == (0, "1.00\n")


def test_a_report_elsewhere_does_not_belong_to_the_project_here(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "other").mkdir()
    (project / "other" / "llmfeeder.toml").write_text('sources = ["nowhere"]\n')
    monkeypatch.chdir(project / "other")
    assert run("check", str(project / "good.md")).exit_code == 0
    assert run("check", "../good.md").exit_code == 0


def test_several_sources(project: Path, run: Run) -> None:
    (project / "more.txt").write_text("Penguins are faster than most seals in cold water.")
    result = run("check", "both.md", "-s", "sources", "-s", "more.txt")
    assert result.exit_code == 0
    assert "2 sources" in result.stdout


def test_settings_choose_the_sources(project: Path, run: Run) -> None:
    (project / "sources").rename(project / "papers")
    (project / "llmfeeder.toml").write_text("sources = ['papers']\nfail_on = 'none'\n")
    result = run("check", "both.md")
    assert result.exit_code == 0
    assert "UNSUPPORTED" in result.stdout


def test_settings_name_the_reports(project: Path, run: Run) -> None:
    (project / "pyproject.toml").write_text(
        "[tool.llmfeeder]\nreports = ['*.md']\nexclude = ['bad.md']\n"
    )
    result = run("check", "--quiet", "--fail-on", "none")
    assert result.exit_code == 0
    assert result.stdout == "0.67\n"


def test_settings_exclude_sources(project: Path, run: Run) -> None:
    (project / "sources" / "old").mkdir()
    (project / "sources" / "old" / "seals.txt").write_text("Penguins are faster than most seals.")
    assert "2 sources" in run("check", "good.md").stdout
    (project / "llmfeeder.toml").write_text("exclude = ['old/']\n")
    result = run("check", "good.md", "--verbose")
    assert "judge, 1 source," in result.stdout
    assert "skipped files\nold/seals.txt   excluded by the settings\n" in result.stdout


def test_the_command_line_goes_before_the_settings(project: Path, run: Run) -> None:
    (project / "llmfeeder.toml").write_text("fail_on = 'none'\nfail_under = 0.9\n")
    assert run("check", "both.md", "--fail-under", "0.5").exit_code == 0
    assert run("check", "both.md", "--fail-under", "0.5", "--fail-on", "unsupported").exit_code == 1


# ---- several reports -------------------------------------------------------------------------


def test_each_report_has_a_section_and_there_is_a_total(project: Path, run: Run) -> None:
    result = run("check", "good.md", "bad.md")
    assert result.exit_code == 1
    assert result.stdout.startswith("good.md\nevery claim is supported\n")
    assert "\n\nbad.md\nclaims needing attention\nUNSUPPORTED" in result.stdout
    assert result.stdout.endswith("(2 reports)\n")
    assert "\ntotal\n2 claims  1 supported" in result.stdout


def test_a_quoted_glob_goes_into_folders(project: Path, run: Run) -> None:
    for folder in ("a/b", "node_modules/x"):
        (project / folder).mkdir(parents=True)
        (project / folder / "deep.md").write_text(SUPPORTED)
    result = run("check", "**/*.md", "--quiet", "--json", "out.json")
    assert result.exit_code == 1
    reports = json.loads((project / "out.json").read_text())["reports"]
    names = [report["report"] for report in reports]
    assert names == [str(Path("a/b/deep.md")), "bad.md", "both.md", "good.md"]


def test_a_report_named_twice_is_checked_once(project: Path, run: Run) -> None:
    result = run("check", "good.md", "./good.md", "g*.md")
    assert "total" not in result.stdout


def test_the_worst_exit_code_wins(project: Path, run: Run) -> None:
    (project / "empty.md").write_text("")
    assert run("check", "good.md", "bad.md").exit_code == 1
    result = run("check", "good.md", "bad.md", "empty.md")
    assert result.exit_code == 2
    assert "1 report of 3 not checked" in result.stdout


def test_reports_of_different_projects_keep_their_own_settings(project: Path, run: Run) -> None:
    for name, text in (("strict", "fail_under = 1.0"), ("lax", "fail_on = 'none'")):
        (project / name).mkdir()
        (project / name / "llmfeeder.toml").write_text(f"sources = '../sources'\n{text}\n")
        (project / name / "report.md").write_text((project / "both.md").read_text())
    assert run("check", "lax/report.md").exit_code == 0
    assert run("check", "strict/report.md", "--fail-on", "none").exit_code == 1


# ---- standard input and literal texts --------------------------------------------------------


def test_standard_input(project: Path, run: Run) -> None:
    result = run("check", "-", stdin=f"{SUPPORTED}\n\nPenguins are faster than seals.\n")
    assert result.exit_code == 1
    assert "stdin:3:1" in result.stdout


def test_a_literal_text(project: Path, run: Run) -> None:
    assert run("check", SUPPORTED).exit_code == 0
    result = run("check", "Penguins are faster than seals.")
    assert result.exit_code == 1
    assert "text:1:1" in result.stdout


def test_a_literal_text_of_several_lines(project: Path, run: Run) -> None:
    assert "2 claims" in run("check", f"{SUPPORTED}\n\nIt makes paper *daily*").stdout


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("godo.md", "godo.md: no such file; did you mean good.md?"),
        ("zzzzzz.md", "zzzzzz.md: no such file"),
        ("my godo.md", "my godo.md: no such file"),
        ("nowhere/good.md", "nowhere/good.md: no such file"),
        ("sources", "sources is a folder; name its reports"),
        ("x*.md", "no file matches 'x*.md'"),
        ("", "the text to check is empty"),
        ("   ", "the text to check is empty"),
    ],
)
def test_what_names_no_report_is_an_error(
    project: Path, run: Run, argument: str, message: str
) -> None:
    result = run("check", argument)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


# ---- figures and limits ----------------------------------------------------------------------


def test_quiet_prints_one_figure(project: Path, run: Run) -> None:
    assert run("check", "both.md", "--quiet").stdout == "0.50\n"
    assert run("check", "both.md", "good.md", "-q").stdout == "0.67\n"


def test_verbose_prints_every_claim_and_why_others_are_none(project: Path, run: Run) -> None:
    (project / "good.md").write_text(f"{SUPPORTED}\n\nWhy does it employ them?\n")
    (project / "sources" / ".env").write_text("TOKEN=1")
    result = run("check", "good.md", "--verbose")
    assert result.exit_code == 0
    assert "other claims\nSUPPORTED" in result.stdout
    assert 'mill.txt:1:1   "The mill in Oldbury employs 140 people' in result.stdout
    assert "Why does it employ them?" in result.stdout


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 1),
        (("--fail-on", "none"), 0),
        (("--fail-on", "contradicted"), 0),
        (("--fail-on", "contradicted,unsupported"), 1),
        (("--fail-on", "Partial, Unsupported"), 1),
        (("--fail-on", "none", "--fail-under", "0.5"), 0),
        (("--fail-on", "none", "--fail-under", "0.51"), 1),
        (("--fail-on", "none", "--fail-under", "1"), 1),
        (("--fail-on", "none", "--fail-under", "0"), 0),
    ],
)
def test_limits(project: Path, run: Run, options: tuple[str, ...], code: int) -> None:
    result = run("check", "both.md", *options)
    assert result.exit_code == code
    assert ("is under the limit of" in result.stderr) == (code == 1 and "--fail-under" in options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--fail-on", "wrong"), "--fail-on is 'wrong'; it must be one of"),
        (("--fail-on", "supported"), "--fail-on is 'supported'"),
        (("--fail-on", ""), "--fail-on names no verdict; write none"),
        (("--fail-on", " , "), "--fail-on names no verdict"),
        (("--fail-on", "contradictd"), "did you mean contradicted?"),
        (("--fail-under", "90"), "for 90 % write 0.9"),
        (("--fail-under", "many"), "--fail-under must be a number from 0 to 1"),
        (("--fail-under", "nan"), "it must be from 0 to 1"),
        (("--sensitivity", "lax"), "--sensitivity is 'lax'"),
        (("--judge", "oracle"), "--judge is 'oracle'"),
        (("--verbose", "--quiet"), "exclude each other"),
        (("--json", "-", "--quiet"), "exclude each other"),
        (("--sources", "sorces"), "sorces: no such file or folder; did you mean sources?"),
        (("--json", "no/such/folder.json"), "cannot be written"),
        (("--unknown",), "No such option"),
    ],
)
def test_wrong_usage_is_exit_code_2(
    project: Path, run: Run, options: tuple[str, ...], message: str
) -> None:
    result = run("check", "good.md", *options)
    assert result.exit_code == 2
    assert message in " ".join((result.stderr + result.stdout).split())


def test_no_report_says_what_to_do(project: Path, run: Run) -> None:
    result = run("check")
    assert result.exit_code == 2
    assert "llmfeeder check report.md" in result.stderr


# ---- JSON ------------------------------------------------------------------------------------


def test_json_on_standard_output_stands_alone(project: Path, run: Run) -> None:
    result = run("check", "both.md", "--json", "-")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    jsonschema.validate(document, schema())
    assert document["exit_code"] == 1
    assert document["reports"][0]["settings"]["fail_on"] == ["contradicted", "unsupported"]
    assert document["reports"][0]["settings"]["sources"] == [str(project / "sources")]


def test_json_in_a_file_leaves_the_terminal_as_it_is(project: Path, run: Run) -> None:
    with_file = run("check", "both.md", "--json", "out.json")
    assert with_file.stdout == run("check", "both.md").stdout
    document = json.loads((project / "out.json").read_text("utf-8"))
    finding = document["reports"][0]["findings"][0]
    text = (project / "both.md").read_text()
    claim = finding["claim"]
    assert text[claim["start"] : claim["end"]] == claim["text"] == SUPPORTED
    span = finding["evidence"][0]["span"]
    source = (project / "sources" / "mill.txt").read_text()
    assert source[span["start"] : span["end"]] == span["text"]


def test_json_tells_of_reports_that_failed(project: Path, run: Run) -> None:
    (project / "noise.md").write_bytes(bytes(range(256)) * 20)
    result = run("check", "good.md", "noise.md", "--json", "-")
    assert result.exit_code == 2
    document = json.loads(result.stdout)
    jsonschema.validate(document, schema())
    assert [report["outcome"] for report in document["reports"]] == ["checked", "failed"]
    assert "noise.md was not checked" in result.stderr


def test_options_reach_the_engine_and_the_json(project: Path, run: Run) -> None:
    (project / "table.md").write_text(
        "| mill | people |\n|---|---|\n| Oldbury | 140 |\n\nThe mill makes paper for newspapers.\n"
    )
    options = ("--tables", "--sensitivity", "strict", "--judge", "rules", "--fail-on", "none")
    document = json.loads(run("check", "table.md", "--json", "-", *options).stdout)
    (report,) = document["reports"]
    assert report["claims"] > 1
    used = report["settings"]
    assert (used["tables"], used["sensitivity"], used["judge"]) == (True, "strict", "rules")
    assert used["fail_on"] == []
    plain = json.loads(run("check", "table.md", "--json", "-", "--no-tables").stdout)
    assert plain["reports"][0]["claims"] == 1


def test_overrides_hold_for_the_reports_they_name(project: Path, run: Run) -> None:
    (project / "drafts").mkdir()
    (project / "drafts" / "bad.md").write_text((project / "bad.md").read_text())
    (project / "llmfeeder.toml").write_text(
        "[[overrides]]\npaths = ['drafts/**']\nfail_on = 'none'\n"
        "severities = { unsupported = 'hint' }\n"
    )
    assert run("check", "bad.md").exit_code == 1
    assert run("check", "drafts/bad.md").exit_code == 0
    assert run("check", "drafts/bad.md", "--fail-on", "unsupported").exit_code == 1
    both = run("check", "bad.md", "drafts/bad.md", "--format", "rdjson")
    assert both.exit_code == 1
    shown = [found["severity"] for found in json.loads(both.stdout)["diagnostics"]]
    assert shown == ["WARNING", "INFO"]
