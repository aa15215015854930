"""The examples of the documentation are run, and their output is what the pages show.

In a console block, a line that starts with "$ " is run by bash in a copy of the quarterly sample,
and the lines below it are its output; a command without output below it is only run. "..." before
a file's name stands for its folder. Scores may differ: the model's last digits depend on the
processor. UPDATE_GOLDEN=1 writes the output into the pages anew. Python
blocks of a page run together in the same place.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.project import KEYS, parse

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SCORE = re.compile(r"((?:SUPPORTED|PARTIAL|UNSUPPORTED|CONTRADICTED)(?:\\ )+)[01]\\\.\d\d")
_LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in _BLOCK.findall(page.read_text("utf-8")) if kind == language]


def pages_with(language: str) -> list[object]:
    return [pytest.param(page, id=page.name) for page in PAGES if blocks(page, language)]


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "quarterly-results"
    shutil.copytree(ROOT / "samples" / "quarterly-results", folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("LLMFEEDER_MODEL")  # the pages show what the model says too
    return folder


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_examples_run(page: Path, sample: Path) -> None:
    program = "\n".join(blocks(page, "python"))
    exec(compile(program, str(page), "exec"), {})  # noqa: S102


@pytest.mark.parametrize("page", pages_with("console"))
def test_console_examples_show_the_real_output(page: Path, sample: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command],  # noqa: S607
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "PATH": path},
                check=False,
            )
            assert "Traceback" not in done.stdout
            pattern = re.escape(shown.strip()).replace(r"\.\.\.llmfeeder", ".*llmfeeder")
            pattern = _SCORE.sub(r"\1[01]\.\\d\\d", pattern)
            if not shown.strip() or re.fullmatch(pattern, done.stdout.strip()):
                continue
            assert os.environ.get("UPDATE_GOLDEN"), done.stdout
            text = page.read_text("utf-8").replace(shown, f"{done.stdout.rstrip()}\n")
            page.write_text(text, "utf-8")


@pytest.mark.parametrize("page", pages_with("toml"))
def test_settings_examples_are_valid(page: Path) -> None:
    for block in blocks(page, "toml"):
        name = "llmfeeder.toml" if "[tool.llmfeeder]" not in block else "pyproject.toml"
        assert parse(block, name).problems == ()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = _LINK.findall(page.read_text("utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_every_setting_has_its_row() -> None:
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert [key for key in KEYS if f"\n| `{key}` |" not in page] == []


def test_every_option_of_check_is_described() -> None:
    from typer.testing import CliRunner

    from verifier.cli import app

    text = CliRunner().invoke(app, ["check", "--help"]).stdout
    page = (ROOT / "docs" / "check.md").read_text("utf-8")
    options = set(re.findall(r"--[a-z-]+", text)) - {"--help"}
    assert [option for option in sorted(options) if option not in page] == []
