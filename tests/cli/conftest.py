"""A small project to check, and the command to check it with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from verifier.cli import app

SOURCE = (
    "The mill in Oldbury employs 140 people. It was built in 1911 by the Harrow brothers.\n\n"
    "The mill makes paper for newspapers. Water comes from the river Arrow.\n"
)
GOOD = "The mill in Oldbury employs 140 people.\n"
BAD = "Penguins are faster than most seals in cold water.\n"

Run = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, made the working folder, with good.md, bad.md, both.md and sources/mill.txt."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    (folder / "sources").mkdir(parents=True)
    (folder / "sources" / "mill.txt").write_text(SOURCE)
    (folder / "good.md").write_text(f"# Good\n\n{GOOD}")
    (folder / "bad.md").write_text(f"# Bad\n\n{BAD}")
    (folder / "both.md").write_text(f"# Both\n\n{GOOD}\n{BAD}")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run() -> Run:
    """Runs `llmfeeder` in this process with the given arguments."""

    def call(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=stdin)

    return call
