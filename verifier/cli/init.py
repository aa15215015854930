"""`llmfeeder init`: a settings file for this folder, with every setting and what it is for."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

_SOURCES = ("sources", "references", "docs/sources", "source", "refs", "material", "papers", "data")
_REPORTS = ("reports", "report", "drafts", "texts", "articles")
_NOT_REPORTS = frozenset(("readme", "changelog", "contributing", "license", "code_of_conduct"))


def init(
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Ask nothing; take what was found.")
    ] = False,
) -> None:
    """Write llmfeeder.toml for this folder.

    Looks for reports and sources, asks whether it found the right ones, and writes the settings
    with a comment each.
    """
    from verifier.cli.writing import write_file
    from verifier.errors import LLMFeederError
    from verifier.project import OWN_FILE, find_project

    here = Path.cwd()
    project = find_project(here)
    if project.file is not None and project.root == here:
        raise LLMFeederError(f"{project.file} is there already; edit it, or remove it first")
    sources, reports = found_sources(here), found_reports(here)
    if not yes and sys.stdin.isatty():
        sources = _asked("Folder or file that holds the sources", sources, "sources")
        reports = _asked("Reports to check, as a glob", reports, "*.md")
    write_file(here / OWN_FILE, settings_text(sources, reports), "init")
    typer.echo(f"wrote {OWN_FILE}: sources {_shown(sources)}, reports {_shown(reports)}")
    missing = [name for name in sources if not (here / name).exists()]
    if missing or not sources:
        typer.echo(f"put the source documents into {missing[0] if missing else 'sources'}/")


def _asked(question: str, found: list[str], fallback: str) -> list[str]:
    answer = typer.prompt(question, default=", ".join(found) or fallback)
    return [part.strip() for part in str(answer).split(",") if part.strip()]


def _shown(values: list[str]) -> str:
    return ", ".join(values) or "not found"


def found_sources(folder: Path) -> list[str]:
    """The folders of `folder` that look like those of the sources; the first one that is there."""
    return [name for name in _SOURCES if (folder / name).is_dir()][:1]


def found_reports(folder: Path) -> list[str]:
    """A glob of the files of `folder` that look like reports."""
    for name in _REPORTS:
        if any((folder / name).rglob("*.md")):
            return [f"{name}/**/*.md"]
    files = sorted(path for path in folder.glob("*.md") if path.stem.lower() not in _NOT_REPORTS)
    if len(files) == 1 or len(files) < len(list(folder.glob("*.md"))):
        return [path.name for path in files]
    return ["*.md"] if files else []


def settings_text(sources: list[str], reports: list[str]) -> str:
    """The settings file: what was found, and every other setting as a comment with its default."""
    from dataclasses import asdict

    from verifier.project import ABOUT, ProjectSettings

    given = {"sources": sources, "reports": reports}
    lines = ["# Settings of LLMFeeder. Paths and globs count from this file's folder.\n"]
    for name, default in asdict(ProjectSettings()).items():
        value = given.get(name) or default
        mark = "" if given.get(name) else "# "
        lines.append(f"\n# {ABOUT[name]}\n{mark}{name} = {_toml(value, name)}\n")
    return "".join(lines)


def _toml(value: Any, name: str) -> str:
    if name == "overrides":
        return '[{ paths = ["drafts/**"], fail_on = "none" }]'
    if value is None:
        return "0.9" if name == "fail_under" else '""'
    if isinstance(value, dict):
        return '{ unsupported = "error" }'
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
