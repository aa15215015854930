"""`llmfeeder doctor` says what is in force and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from verifier import __version__
from verifier.judges import entailed
from verifier.project import KEYS

Run = Callable[..., Result]


def test_settings_sources_and_versions(project: Path, run: Run) -> None:
    (project / "llmfeeder.toml").write_text("fail_under = 0.8\n")
    (project / "sources" / "scan.pdf").write_bytes(b"%PDF-1.7 broken")
    result = run("doctor")
    assert result.exit_code == 0
    assert f"llmfeeder        {__version__}" in result.stdout
    assert f"settings         {project / 'llmfeeder.toml'}" in result.stdout
    assert "fail_under     0.8   (llmfeeder.toml)" in result.stdout
    assert "judge          offline   (default)" in result.stdout
    assert all(f"  {key} " in result.stdout for key in KEYS)
    assert "indexed        mill.txt" in result.stdout
    assert "unreadable     scan.pdf " in result.stdout
    assert "pypdf" in result.stdout


def test_it_tells_whether_there_is_a_model(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entailed, "why_unavailable", lambda: None)
    assert "offline judge    rules and a model\n" in run("doctor").stdout
    monkeypatch.setattr(entailed, "why_unavailable", lambda: "numpy not installed")
    assert "offline judge    rules alone: numpy not installed\n" in run("doctor").stdout


def test_no_readable_source_is_exit_code_2(project: Path, run: Run) -> None:
    (project / "sources" / "mill.txt").unlink()
    result = run("doctor")
    assert result.exit_code == 2
    assert "no readable source" in result.stderr
    assert "python " in result.stdout


def test_broken_settings_are_told_after_the_versions(project: Path, run: Run) -> None:
    (project / "llmfeeder.toml").write_text("judge = 'x'\n")
    result = run("doctor")
    assert result.exit_code == 2
    assert "llmfeeder.toml:1:1: judge is 'x'" in result.stderr
    assert "libraries" in result.stdout


def test_the_settings_of_a_report(project: Path, run: Run) -> None:
    (project / "deep").mkdir()
    (project / "deep" / "llmfeeder.toml").write_text("sources = '../sources'\n")
    (project / "deep" / "r.md").write_text("Text.")
    result = run("doctor", "deep/r.md")
    assert result.exit_code == 0
    assert "sources        ../sources   (llmfeeder.toml)" in result.stdout
    assert run("doctor", "deep/x.md").exit_code == 2


def test_the_cache_is_named(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", str(project.parent / "kept"))
    assert run("check", "good.md").exit_code == 0
    assert f"cache            {project.parent / 'kept'}   " in run("doctor").stdout
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", str(project / "good.md" / "cache"))
    assert "cannot be written to" in run("doctor").stdout
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", "off")
    assert "cache            off" in run("doctor").stdout
