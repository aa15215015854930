"""`init`: what it finds, and that the file it writes is valid and complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from verifier.project import KEYS, OWN_FILE, parse


def test_it_writes_what_it_finds(project: Path, run: Run) -> None:
    (project / "README.md").write_text("# The project\n")
    assert run("init", "--yes").exit_code == 0
    text = (project / OWN_FILE).read_text()
    parsed = parse(text, OWN_FILE)
    assert parsed.problems == ()
    assert parsed.values.sources == ("sources",)
    assert parsed.values.reports == ("bad.md", "both.md", "good.md")
    assert run("check").exit_code == 1


def test_every_comment_is_a_valid_setting(project: Path, run: Run) -> None:
    run("init", "--yes")
    lines = (project / OWN_FILE).read_text().splitlines()
    opened = [line.removeprefix("# ") if " = " in line else "" for line in lines]
    parsed = parse("\n".join(opened), OWN_FILE)
    assert parsed.problems == ()
    assert parsed.given == set(KEYS)


def test_a_folder_without_anything_still_gets_a_file(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("init")
    assert result.exit_code == 0
    assert "put the source documents into sources/" in result.stdout


def test_settings_that_are_there_stay(project: Path, run: Run) -> None:
    (project / OWN_FILE).write_text("tables = true\n")
    result = run("init", "--yes")
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert (project / OWN_FILE).read_text() == "tables = true\n"
