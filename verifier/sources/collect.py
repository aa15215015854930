"""Which files are sources: walks the named folders and says why a file was left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from verifier.model import SourceStatus

Skipped = SourceStatus


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read as a source.

    Attributes:
        id: its path relative to the named folder, with "/"; its name where it was named itself.
        path: where it is.
        size: in bytes.
        mtime_ns: when it was last changed.
    """

    id: str
    path: Path
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Collection:
    """What the named paths hold: the files to read, and those left out, each with the reason."""

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


def collect(paths: Iterable[Path]) -> Collection:
    """The source files under `paths`, folders and files, ordered by id."""
    files = []
    for root in paths:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.is_file():
                status = path.stat()
                source_id = path.relative_to(root).as_posix() if root.is_dir() else path.name
                files.append(SourceFile(source_id, path, status.st_size, status.st_mtime_ns))
    return Collection(tuple(files), ())
