"""Settings files: what they say, what is wrong in them and where."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.errors import SettingsError
from verifier.model import Verdict
from verifier.project import (
    ABOUT,
    KEYS,
    OWN_FILE,
    PYPROJECT,
    Override,
    ProjectSettings,
    find_project,
    parse,
)
from verifier.setting_values import read_share, read_verdicts

FULL = """\
sources = ["docs/sources", "data.csv"]
reports = ["reports/**/*.md"]
exclude = ["drafts/"]
fail_on = ["contradicted"]
fail_under = 0.8
judge = "rules"
sensitivity = "strict"
tables = true
severities = { unsupported = "error" }
dismissals = "known.toml"
citation_style = "pandoc"
overrides = [{ paths = "drafts/**", fail_on = "none" }]
"""
FULL_VALUES = ProjectSettings(
    ("docs/sources", "data.csv"),
    ("reports/**/*.md",),
    ("drafts/",),
    (Verdict.CONTRADICTED,),
    0.8,
    "rules",
    "strict",
    True,
    {"unsupported": "error"},
    "known.toml",
    "pandoc",
    (Override(("drafts/**",), {"fail_on": ()}),),
)


# ---- parse -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"), [(FULL, OWN_FILE), ("[tool.llmfeeder]\n" + FULL, PYPROJECT)]
)
def test_every_setting_is_read(text: str, name: str) -> None:
    parsed = parse(text, name)
    assert parsed.values == FULL_VALUES
    assert parsed.given == set(KEYS)
    assert not parsed.problems


def test_every_setting_says_what_it_is_for() -> None:
    assert all(ABOUT.values())


def test_an_empty_table_means_the_defaults() -> None:
    parsed = parse("[tool.llmfeeder]\n", PYPROJECT)
    assert parsed.values == ProjectSettings()
    assert parsed.concerns_us


def test_a_pyproject_of_others_is_none_of_our_business() -> None:
    for text in ("", "[tool.ruff]\nline-length = 100\n", "[project\nbroken"):
        assert not parse(text, PYPROJECT).concerns_us


def test_a_single_string_will_do_for_a_list() -> None:
    assert parse('sources = "docs"', OWN_FILE).values.sources == ("docs",)
    assert parse('fail_on = "partial, unsupported"', OWN_FILE).values.fail_on == (
        Verdict.UNSUPPORTED,
        Verdict.PARTIAL,
    )


@pytest.mark.parametrize(
    ("text", "name", "place", "message"),
    [
        ("sourcse = []", OWN_FILE, (1, 1, 8), "unknown setting 'sourcse'; did you mean sources?"),
        ("fail-on = []", OWN_FILE, (1, 1, 8), "unknown setting 'fail-on'; did you mean fail_on?"),
        ("\nzzz = 1", OWN_FILE, (2, 1, 4), "unknown setting 'zzz'; known are sources, reports,"),
        ("# a\n  judge = 'ai'", OWN_FILE, (2, 3, 8), "judge is 'ai'; it must be one of rules"),
        (
            "sensitivity = 'ballanced'",
            OWN_FILE,
            (1, 1, 12),
            "(did you mean balanced?)",
        ),
        ("sources = [1]", OWN_FILE, (1, 1, 8), "sources must be a list of strings"),
        ("sources = ['']", OWN_FILE, (1, 1, 8), "sources holds an empty string"),
        ("tables = 'yes'", OWN_FILE, (1, 1, 7), "tables must be true or false"),
        ("fail_under = 90", OWN_FILE, (1, 1, 11), "for 90 % write 0.9"),
        ("fail_under = -0.1", OWN_FILE, (1, 1, 11), "it must be from 0 to 1"),
        ("fail_under = true", OWN_FILE, (1, 1, 11), "must be a number from 0 to 1"),
        ("fail_on = ['wrong']", OWN_FILE, (1, 1, 8), "fail_on is 'wrong'"),
        ("fail_on = ['supported']", OWN_FILE, (1, 1, 8), "fail_on is 'supported'"),
        ("sources = [", OWN_FILE, (1, 12, 13), "not valid TOML"),
        ("x = 1\nsources = ", OWN_FILE, (2, 11, 12), "not valid TOML: Invalid value"),
        ("[tool.llmfeeder]\nx = 1", OWN_FILE, (1, 2, 6), "without [tool.llmfeeder]"),
        ("[llmfeeder]\n", PYPROJECT, (1, 2, 11), "must be [tool.llmfeeder]"),
        ("[tool]\nllmfeeder = 3", PYPROJECT, (1, 1, 2), "tool.llmfeeder must be a table"),
        (
            "[tool.a]\njudge = 1\n[tool.llmfeeder]\n'judge' = 1\n[tool.b]\njudge = 1",
            PYPROJECT,
            (4, 1, 8),
            "judge is 1",
        ),
        (
            "[tool.llmfeeder]\n[tool.llmfeeder.colours]\na = 1",
            PYPROJECT,
            (2, 2, 24),
            "unknown setting 'colours'",
        ),
        ("[[overrides]]\ntables = true", OWN_FILE, (1, 3, 12), "an override needs its paths"),
        ("overrides = 1", OWN_FILE, (1, 1, 10), "overrides must be tables, each with its paths"),
        (
            "judge = 'rules'\n[[overrides]]\npaths = 'a'\n[[overrides]]\npaths = 'b'\njudge = 1",
            OWN_FILE,
            (6, 1, 6),
            "judge is 1",
        ),
        (
            "[tool.llmfeeder]\n[[tool.llmfeeder.overrides]]\npaths = 'a'\nsensitivty = 'strict'",
            PYPROJECT,
            (4, 1, 11),
            "sensitivty is no setting of an override; did you mean sensitivity?",
        ),
        (
            "[[overrides]]\npaths = 'a'\n[overrides.severities]\npartial = 'loud'",
            OWN_FILE,
            (3, 12, 22),
            "severities names what is 'loud'",
        ),
        (
            "[[overrides]]\npaths = 'a'\nsources = 'b'",
            OWN_FILE,
            (3, 1, 8),
            "sources is one for all reports; an override takes paths, fail_on,",
        ),
        (
            "overrides = [{ paths = [1] }]",
            OWN_FILE,
            (1, 1, 10),
            "paths must be a list of strings",
        ),
        (
            "[tool]\nllmfeeder = {judge = 1}",
            PYPROJECT,
            (1, 1, 2),
            "judge is 1",
        ),
    ],
)
def test_a_problem_has_its_place_and_its_remedy(
    text: str, name: str, place: tuple[int, int, int], message: str
) -> None:
    (problem,) = parse(text, name).problems
    assert message in problem.message
    if "not valid" not in message:
        assert (problem.line, problem.column, problem.end_column) == place
    else:
        assert problem.line == place[0]


def test_all_problems_are_told_and_the_rest_is_kept() -> None:
    parsed = parse("judge = 1\ntables = true\nfail_under = 7\n", OWN_FILE)
    assert [problem.line for problem in parsed.problems] == [1, 3]
    assert parsed.values.tables
    assert parsed.values.judge == "offline"


@given(st.text())
def test_any_text_is_settings_or_a_problem(text: str) -> None:
    for name in (OWN_FILE, PYPROJECT):
        for problem in parse(text, name).problems:
            assert problem.line >= 1
            assert problem.message


def test_verdicts_of_a_limit() -> None:
    assert read_verdicts("none") == ()
    assert read_verdicts([]) == ()
    assert read_verdicts("Partial,contradicted") == (Verdict.CONTRADICTED, Verdict.PARTIAL)
    for wrong in ("none,partial", 3, ["x"]):
        with pytest.raises(ValueError, match=r"must be|none"):
            read_verdicts(wrong)


def test_shares() -> None:
    assert (read_share(0), read_share(1), read_share(0.5)) == (0.0, 1.0, 0.5)
    for wrong in (float("nan"), 101, "half", None):
        with pytest.raises(ValueError, match="must be"):
            read_share(wrong)


# ---- finding ---------------------------------------------------------------------------------


def test_the_nearest_file_upwards_holds(tmp_path: Path) -> None:
    (tmp_path / PYPROJECT).write_text("[tool.llmfeeder]\nsources = 'papers'\n")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "a" / PYPROJECT).write_text("[tool.ruff]\n")
    project = find_project(inner)
    assert project.file == tmp_path / PYPROJECT
    assert project.sources == (tmp_path / "papers",)
    assert project.origin("sources") == PYPROJECT
    assert project.origin("judge") == "default"


def test_our_own_file_goes_first(tmp_path: Path) -> None:
    (tmp_path / PYPROJECT).write_text("[tool.llmfeeder]\ntables = false\n")
    (tmp_path / OWN_FILE).write_text("tables = true\n")
    assert find_project(tmp_path).values.tables
    assert find_project(tmp_path).engine_settings().tables


def test_without_a_file_all_is_default(tmp_path: Path) -> None:
    project = find_project(tmp_path)
    assert (project.file, project.values) == (None, ProjectSettings())


def test_problems_come_as_path_line_column(tmp_path: Path) -> None:
    (tmp_path / OWN_FILE).write_text("\njudge = 'x'\nsourses = []\n")
    with pytest.raises(SettingsError) as caught:
        find_project(tmp_path)
    lines = str(caught.value).splitlines()
    assert lines[0].startswith(f"{tmp_path / OWN_FILE}:2:1: judge is 'x'")
    assert lines[1].startswith(f"{tmp_path / OWN_FILE}:3:1: unknown setting")


def test_a_file_that_is_no_utf8_is_an_error(tmp_path: Path) -> None:
    (tmp_path / OWN_FILE).write_bytes("sources = ['caf\xe9']".encode("latin-1"))
    with pytest.raises(SettingsError, match="not UTF-8"):
        find_project(tmp_path)


def test_a_broken_pyproject_of_others_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / PYPROJECT).write_bytes("[project]\nname = 'caf\xe9'".encode("latin-1"))
    assert find_project(tmp_path).file is None
    (tmp_path / PYPROJECT).write_bytes("[tool.llmfeeder]\nx = 'caf\xe9'".encode("latin-1"))
    with pytest.raises(SettingsError, match="not UTF-8"):
        find_project(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / OWN_FILE).write_text("")
    (tmp_path / OWN_FILE).chmod(0)
    with pytest.raises(SettingsError, match="cannot be read"):
        find_project(tmp_path)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / OWN_FILE).write_text("\ufefftables = true\n", "utf-8")
    assert find_project(tmp_path).values.tables


# ---- overrides -------------------------------------------------------------------------------

OVERRIDDEN = """\
tables = true
severities = { partial = "hint" }

[[overrides]]
paths = ["drafts/**", "notes/*.md"]
fail_on = "none"
sensitivity = "strict"
severities = { unsupported = "hint" }

[[overrides]]
paths = "drafts/final/"
fail_on = ["partial"]
severities = { unsupported = "error" }
"""


def test_overrides_hold_for_their_reports_and_later_ones_win(tmp_path: Path) -> None:
    (tmp_path / OWN_FILE).write_text(OVERRIDDEN)
    project = find_project(tmp_path)
    draft = project.for_report(tmp_path / "drafts" / "a" / "r.md").values
    assert (draft.fail_on, draft.sensitivity, draft.tables) == ((), "strict", True)
    assert draft.severities == {"partial": "hint", "unsupported": "hint"}
    final = project.for_report(tmp_path / "drafts" / "final" / "r.md")
    assert (final.values.fail_on, final.values.sensitivity) == ((Verdict.PARTIAL,), "strict")
    assert final.values.severities == {"partial": "hint", "unsupported": "error"}
    assert final.origin("sensitivity") == OWN_FILE
    assert final.engine_settings().sensitivity == "strict"
    for other in ("r.md", "notes/deep/r.md", "other/drafts/r.md", "../drafts/r.md"):
        assert project.for_report(tmp_path / other) == project
    assert project.for_report(None) == project
