"""`llmfeeder doctor`: what is in force here, for when a check surprises."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from verifier.model import SourceStatus
    from verifier.outputs.layout import Line
    from verifier.project import Project

_LIBRARIES = ("markdown-it-py", "tantivy", "pypdf", "sentencex", "rich", "typer", "pygls")
_OPTIONAL = {"pypdfium2": ("pdf", "reads PDFs faster"), "openai": ("llm", "asks a model")}
_LABEL = 17


def doctor(
    report: Annotated[
        Path | None,
        typer.Argument(help="The report whose settings to show.", show_default=False),
    ] = None,
    sources: Annotated[
        list[Path] | None,
        typer.Option(
            "--sources",
            "-s",
            metavar="PATH",
            help="Source file or folder; may be repeated.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show settings, sources and versions.

    The settings in force and where each comes from; the sources, with what was skipped and why;
    the versions of everything that takes part.
    """
    from verifier.cli import screen
    from verifier.cli.group import COULD_NOT_CHECK, complain
    from verifier.cli.inputs import Input, read_inputs
    from verifier.cli.run import folder_of
    from verifier.errors import LLMFeederError
    from verifier.project import find_project

    screen.show(_versions())
    try:
        item: Input | None = read_inputs([str(report)])[0] if report else None
        project = find_project(folder_of(item) if item else Path.cwd())
        project = project.for_report(item.path if item else None)
        screen.show(_settings(project))
        statuses = _show_sources(item, project, sources or [])
    except LLMFeederError as error:
        complain(str(error))
        raise typer.Exit(COULD_NOT_CHECK) from error
    if not any(status.state == "indexed" for status in statuses):
        complain("no readable source: a check would stop here")
        raise typer.Exit(COULD_NOT_CHECK)


def _row(label: str, text: str, note: str = "") -> Line:
    from verifier.outputs.layout import Piece, clean

    pieces = [Piece(label.ljust(_LABEL), "bold"), Piece(clean(text))]
    return (*pieces, Piece(f"   {clean(note)}", "dim")) if note else tuple(pieces)


def _versions() -> Iterator[Line]:
    import platform
    import sys

    from verifier import __version__

    yield _row("llmfeeder", __version__, str(Path(__file__).resolve().parent.parent))
    yield _row("python", platform.python_version(), f"{sys.executable}, {platform.platform()}")
    yield _row("libraries", ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES))
    for name, (extra, use) in _OPTIONAL.items():
        version = _version(name)
        missing = f"not installed; pip install 'llmfeeder[{extra}]' {use}"
        yield _row("optional", f"{name} {version}" if version else f"{name}: {missing}")
    yield _judge()
    yield _cache()
    yield from _remote()
    yield ()


def _judge() -> Line:
    from verifier.judges.entailed import why_unavailable

    missing = why_unavailable()
    return _row("offline judge", f"rules alone: {missing}" if missing else "rules and a model")


def _cache() -> Line:
    from verifier.cache import FOLDER_VARIABLE, Cache

    cache = Cache.default()
    if cache is None:
        return _row("cache", "off", f"by {FOLDER_VARIABLE}")
    if not _is_writable(cache.path):
        return _row("cache", str(cache.path), "cannot be written to, so nothing is kept")
    return _row("cache", str(cache.path), f"{cache.size() / 1_000_000:,.1f} MB; safe to delete")


def _is_writable(folder: Path) -> bool:
    """Whether files can be put into the folder, which need not be there yet."""
    place = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    return place.is_dir() and os.access(place, os.W_OK)


def _remote() -> Iterator[Line]:
    """The model that this user's checks ask, if any; whether there is a key, and never the key."""
    from verifier.judges.llm.keys import about_key
    from verifier.user_settings import load_user_settings, remote_of

    user = load_user_settings()
    if not user.remote.get("model"):
        yield _row("remote judge", "none; nothing is sent anywhere", f"no model in {user.path}")
        return
    remote = remote_of({}, user.remote, user.judge or "llm")
    asked = f"asked by every check ({user.judge})" if user.judge else "asked with --judge only"
    yield _row("remote judge", f"{remote.model} at {remote.host}, {asked}", str(user.path))
    yield _row("  key", about_key(remote))


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _settings(project: Project) -> Iterator[Line]:
    from dataclasses import asdict

    from verifier.setting_places import OVERRIDES

    yield _row("settings", str(project.file) if project.file else "no settings file; all default")
    for name, value in asdict(project.values).items():
        if name == OVERRIDES:
            value = tuple(", ".join(override.paths) for override in project.values.overrides)
        yield _row(f"  {name}", _written(value), f"({project.origin(name)})")
    yield ()


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} = {item}" for name, item in value.items()) or "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)


def _show_sources(item: Any, project: Project, named: Sequence[Path]) -> Sequence[SourceStatus]:
    from verifier.cli import screen
    from verifier.cli.progress import ReadingBar
    from verifier.cli.run import choose_sources, existing, open_checker

    chosen = choose_sources(item, project, existing(named))
    with ReadingBar() as bar:
        statuses = open_checker(chosen, project, bar).sources
    screen.show([_row("sources", ", ".join(str(path) for path in chosen))])
    longest = max((len(status.id) for status in statuses), default=0)
    screen.show(_source(status, min(longest, 40)) for status in statuses)
    return statuses


def _source(status: SourceStatus, width: int) -> Line:
    from verifier.outputs.layout import Piece, clean

    size = f"{status.size / 1000:,.1f} kB" if status.size else ""
    reason = f"   {clean(status.reason)}" if status.reason else ""
    return (
        Piece(f"  {status.state}".ljust(_LABEL), "bold"),
        Piece(clean(status.id).ljust(width)),
        Piece(f"{size:>12}", "dim"),
        Piece(reason),
    )
