"""Broken reports, sources and settings: a clear message, the right exit code, nothing lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]

CLAIM = "The mill in Oldbury employs 140 people."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "it holds no claim"),
        (b"\n\n  \n", "it holds no claim"),
        (b"# Only\n\n## Headings\n", "it holds no claim"),
        (b"```\ncode only\n```\n", "it holds no claim"),
        (b"Why is that?\n\nWho knows?\n", "2 sentences not checkable"),
        (bytes(range(256)) * 40, "binary file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00\x01" * 400, "binary file"),
    ],
)
def test_a_report_without_claims_is_loud(
    project: Path, run: Run, content: bytes, message: str
) -> None:
    (project / "odd.md").write_bytes(content)
    result = run("check", "odd.md")
    assert result.exit_code == 2
    assert result.stdout.startswith("NOT CHECKED")
    assert message in result.stdout
    assert "faithfulness" not in result.stdout
    quiet = run("check", "odd.md", "--quiet")
    assert (quiet.exit_code, quiet.stdout) == (2, "")
    assert message in quiet.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1"])
def test_other_encodings_are_read(project: Path, run: Run, encoding: str) -> None:
    text = f"# Übersicht über die Mühle\n\n{CLAIM} Das Café öffnet täglich früh am Morgen.\n"
    (project / "odd.md").write_bytes(text.encode(encoding))
    result = run("check", "odd.md", "--verbose")
    assert result.exit_code in (0, 1)
    assert CLAIM in result.stdout
    assert "Café" in result.stdout
    assert ("note: odd.md: read as" in result.stdout) == (encoding in ("utf-16-le", "latin-1"))


def test_a_huge_report_is_refused(project: Path, run: Run) -> None:
    with (project / "huge.md").open("wb") as file:
        file.truncate(40_000_000)
    result = run("check", "huge.md")
    assert result.exit_code == 2
    assert "larger than" in result.stdout


def test_a_report_of_one_very_long_line_is_checked(project: Path, run: Run) -> None:
    (project / "long.md").write_text(f"{CLAIM} " * 300)
    result = run("check", "long.md")
    assert result.exit_code == 0
    assert "300 claims  300 supported" in result.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_report_that_may_not_be_read(project: Path, run: Run) -> None:
    (project / "good.md").chmod(0)
    result = run("check", "good.md")
    assert result.exit_code == 2
    assert "cannot be read" in result.stdout


def test_broken_bytes_on_standard_input(project: Path, run: Run) -> None:
    result = run("check", "-", stdin=b"\x00\x01\x02\x03" * 100)
    assert result.exit_code == 2
    assert "binary file" in result.stdout


def test_nothing_on_standard_input(project: Path, run: Run) -> None:
    result = run("check", "-", stdin="")
    assert result.exit_code == 2
    assert "it holds no claim" in result.stdout


# ---- sources ---------------------------------------------------------------------------------


def test_no_sources_folder_says_where_it_looked(project: Path, run: Run) -> None:
    (project / "sources" / "mill.txt").unlink()
    (project / "sources").rmdir()
    result = run("check", "good.md")
    assert result.exit_code == 2
    assert f"there is no {project / 'sources'}" in result.stdout
    assert "--sources" in result.stdout


def test_an_empty_sources_folder_is_no_success(project: Path, run: Run) -> None:
    (project / "sources" / "mill.txt").unlink()
    result = run("check", "good.md")
    assert result.exit_code == 2
    assert "NOT CHECKED" in result.stdout
    assert "its sources hold no text to check it against\n" in result.stdout
    (project / "sources" / "photo.png").write_bytes(b"\x89PNG")
    assert "against (1 file skipped; --verbose lists them)" in run("check", "good.md").stdout
    assert "skipped files\nphoto.png" in run("check", "good.md", "-v").stdout


def test_sources_that_are_all_unreadable_are_no_success(project: Path, run: Run) -> None:
    (project / "sources" / "mill.txt").unlink()
    (project / "sources" / "scan.pdf").write_bytes(b"%PDF-1.7 broken")
    result = run("check", "good.md")
    assert result.exit_code == 2
    assert "unreadable sources\nscan.pdf" in result.stdout
    assert "its source is unreadable" in result.stdout


def test_an_unreadable_source_among_others_is_shown(project: Path, run: Run) -> None:
    (project / "sources" / "scan.pdf").write_bytes(b"%PDF-1.7 broken")
    result = run("check", "good.md")
    assert result.exit_code == 0
    assert "unreadable sources\nscan.pdf" in result.stdout
    assert "1 source, 1 unreadable" in result.stdout


# ---- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sources = ", "llmfeeder.toml:1:"),
        ("souces = 'x'", "llmfeeder.toml:1:1: unknown setting 'souces'; did you mean sources?"),
        ("fail_under = 90", "for 90 % write 0.9"),
        ("sources = 'papers'", "sources names"),
        ("[tool.llmfeeder]\nsources = 'x'", "without [tool.llmfeeder]"),
    ],
)
def test_half_a_settings_file(project: Path, run: Run, text: str, message: str) -> None:
    (project / "llmfeeder.toml").write_text(text)
    result = run("check", "good.md")
    assert result.exit_code == 2
    assert message in result.stderr + result.stdout


def test_settings_whose_reports_match_nothing(project: Path, run: Run) -> None:
    (project / "llmfeeder.toml").write_text("reports = 'texts/*.md'")
    result = run("check")
    assert result.exit_code == 2
    assert "matches no file" in " ".join(result.stderr.split())
