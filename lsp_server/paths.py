"""File URIs <-> paths, and how paths lie to each other."""

from __future__ import annotations

from pathlib import Path

from pygls import uris


def to_path(uri: str) -> Path | None:
    """The file that `uri` names; None for one that is no file ("untitled:...")."""
    path = uris.to_fs_path(uri)
    return Path(path) if path else None


def to_uri(path: str | Path) -> str:
    """The URI of the file at `path`."""
    return uris.from_fs_path(str(path)) or ""


def is_within(path: Path, folder: Path) -> bool:
    """Whether `path` is `folder` or lies below it, links and ".." resolved."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def is_home_sized(folder: Path) -> bool:
    """Whether `folder` is a home folder or above one: too much to be a project."""
    try:
        home = Path.home().resolve()
    except RuntimeError:
        return folder.parent == folder
    return home.is_relative_to(folder.resolve())


def is_source(path: str, sources: tuple[str, ...]) -> bool:
    """Whether the file at `path` is one of `sources` or lies below one."""
    file = Path(path)
    return any(file == Path(source) or Path(source) in file.parents for source in sources)
