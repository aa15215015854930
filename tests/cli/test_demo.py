"""`llmfeeder demo` needs no argument and no particular folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from verifier.cli.demo import samples_folder

Run = Callable[..., Result]


def test_it_shows_every_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("demo")
    assert result.exit_code == 0
    for sample in ("quarterly-results", "software-manual", "walking-study"):
        assert f"{sample}/report.md\n" in result.stdout
    assert "(3 reports)" in result.stdout
    assert "NOT CHECKED" not in result.stdout
    assert "unreadable" not in result.stdout


def test_the_samples_of_the_checkout_are_found() -> None:
    assert (samples_folder() / "walking-study" / "sources" / "evening-walks.pdf").is_file()
