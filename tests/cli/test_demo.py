"""`llmfeeder demo` needs no argument and no particular folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from verifier.cli.demo import samples_folder
from verifier.errors import LLMFeederError

Run = Callable[..., Result]
ROOT = Path(__file__).parents[2]


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


def test_samples_and_weights_come_with_the_wheel(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    samples = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("samples/*/sources/*.*")}
    assert len(samples) == 7
    assert {f"verifier/{name}" for name in samples} <= set(names)
    assert "verifier/outputs/check.schema.json" in names
    weights = {p.relative_to(ROOT).as_posix() for p in ROOT.glob("verifier/judges/weights/*")}
    assert weights <= set(names)
    assert "verifier/judges/data/score.json" in names


def test_samples_inside_the_package_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "verifier" / "samples" / "one"
    installed.mkdir(parents=True)
    (installed / "report.md").write_text("x")
    monkeypatch.setattr("verifier.cli.demo.__file__", str(tmp_path / "verifier" / "cli" / "x.py"))
    assert samples_folder() == tmp_path / "verifier" / "samples"
    (installed / "report.md").unlink()
    with pytest.raises(LLMFeederError, match="install llmfeeder again"):
        samples_folder()
