"""Which files are sources: walks the named folders and says why a file was left out."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection as AnyCollection
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct, field

from verifier.errors import SourcesError
from verifier.model import SourceState, SourceStatus
from verifier.sources.exclusions import (
    dependency_folder,
    is_junk,
    is_secret,
)
from verifier.sources.formats import Format, format_of, unsupported
from verifier.sources.ignored import GitIgnore

MAX_BYTES = 50_000_000
MAX_PDF_BYTES = 200_000_000


class SourceFile(Struct, frozen=True):
    """A file to read as a source.

    Attributes:
        id: its path relative to the named folder, with "/"; its name where it was named itself;
            with more of its path in front where two named folders hold the same name.
        path: where it is.
        size: in bytes.
        mtime_ns: when it was last changed.
    """

    id: str
    path: Path
    size: int
    mtime_ns: int


class Collection(Struct, frozen=True):
    """What the named paths hold: the files to read, and those left out, each with the reason."""

    files: tuple[SourceFile, ...]
    skipped: tuple[SourceStatus, ...]


def collect(paths: Iterable[Path], report_paths: AnyCollection[Path] = ()) -> Collection:
    """The source files under `paths`, folders and files, ordered by id.

    Never among them: secrets, hidden files, version control and dependency folders, files of
    formats that are no text, links that leave their folder, what is no regular file, files over
    the size limit, `report_paths`, and what .gitignore hides where a named folder is the root of
    a repository. Each one that somebody might miss is in `skipped`.

    Raises:
        SourcesError: a path does not exist, or is neither file nor folder.
    """
    reports = {os.path.realpath(path) for path in report_paths}
    walks, seen = [], set[str]()
    for path in paths:
        root = os.path.realpath(path)
        if root not in seen:
            seen.add(root)
            walks.append(_walked(path, root, reports))
    return _named_apart(walks)


class _Walk(Struct):
    """What one named path holds: names relative to it."""

    root: str
    reports: set[str]
    named_file: bool = False
    files: list[tuple[str, str, os.stat_result]] = field(default_factory=list)
    skipped: list[tuple[str, SourceState, str, int]] = field(default_factory=list)

    def skip(
        self,
        name: str,
        reason: str,
        size: int = 0,
        state: SourceState = SourceState.SKIPPED,
    ) -> None:
        self.skipped.append((name, state, reason, size))


def _walked(path: Path, root: str, reports: set[str]) -> _Walk:
    try:
        mode = Path(root).stat().st_mode
    except FileNotFoundError:
        raise SourcesError(
            f"{path}: there is no such file or folder; name an existing one with --sources"
        ) from None
    except OSError as error:
        raise SourcesError(f"{path}: cannot be read: {error.strerror}") from error
    walk = _Walk(root, reports)
    if stat.S_ISDIR(mode):
        _walk_folder(walk)
    elif stat.S_ISREG(mode):
        walk.named_file = True
        if is_secret(path.name) or is_secret(Path(root).name):
            walk.skip(path.name, _PRIVATE)
        else:
            _take(walk, path.name, root)
    else:
        raise SourcesError(f"{path}: is neither a file nor a folder")
    return walk


_PRIVATE = "may hold secrets: never read"


def _walk_folder(walk: _Walk) -> None:
    ignore = GitIgnore.of_repository(walk.root)
    pending = [""]
    while pending:
        prefix = pending.pop()
        folder = f"{walk.root}/{prefix}"
        for entry in _entries(walk, folder, prefix):
            name = f"{prefix}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if _enters(walk, entry, name, ignore):
                    pending.append(f"{name}/")
            elif entry.is_symlink():
                _take_link(walk, entry.path, name)
            else:
                _take_entry(walk, entry.path, name, ignore)


def _entries(walk: _Walk, folder: str, prefix: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        reason = f"folder cannot be read: {(error.strerror or 'unknown reason').lower()}"
        walk.skip(prefix or "./", reason, state=SourceState.UNREADABLE)


def _enters(walk: _Walk, entry: os.DirEntry[str], name: str, ignore: GitIgnore | None) -> bool:
    """Whether to walk the folder; where not, says why once for all it holds."""
    reason = dependency_folder(entry.path)
    if not reason and entry.name.startswith("."):
        reason = "hidden folder"
    if not reason and ignore and ignore.hides(f"{name}/"):
        reason = "hidden by .gitignore"
    if reason:
        walk.skip(f"{name}/", reason)
    return not reason


def _take_link(walk: _Walk, path: str, name: str) -> None:
    """A link to a place inside the folder is found there; one to a file outside is left out."""
    target = os.path.realpath(path)
    if not Path(target).exists():
        walk.skip(name, "broken link")
    elif os.path.commonpath([target, walk.root]) != walk.root:
        walk.skip(name, "link that leaves the folder")
    elif Path(target).is_file() and is_secret(Path(target).name):
        walk.skip(name, _PRIVATE)


def _take_entry(walk: _Walk, path: str, name: str, ignore: GitIgnore | None) -> None:
    base = name.rpartition("/")[2]
    if is_secret(base):
        walk.skip(name, _PRIVATE)
    elif base.startswith("."):
        if not is_junk(base):
            walk.skip(name, "hidden file")
    elif is_junk(base):
        return
    elif ignore and ignore.hides(name):
        walk.skip(name, "hidden by .gitignore")
    else:
        _take(walk, name, path)


def _take(walk: _Walk, name: str, path: str) -> None:
    try:
        state = Path(path).stat()
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        walk.skip(name, f"cannot be read: {reason}", state=SourceState.UNREADABLE)
        return
    limit = MAX_PDF_BYTES if format_of(name) is Format.PDF else MAX_BYTES
    reason = unsupported(name)
    if not stat.S_ISREG(state.st_mode):
        walk.skip(name, "not a regular file")
    elif os.path.realpath(path) in walk.reports:
        walk.skip(name, "the report itself, which is no source of its own", state.st_size)
    elif reason:
        walk.skip(name, reason, state.st_size)
    elif state.st_size > limit:
        walk.skip(name, f"larger than {limit // 1_000_000} MB", state.st_size)
    else:
        walk.files.append((name, path, state))


# ---- ids -------------------------------------------------------------------------------------


def _named_apart(walks: list[_Walk]) -> Collection:
    """One collection of all walks; a file that two of them hold counts once."""
    _drop_doubles(walks)
    prefixes = _prefixes(walks)
    files, skipped = [], []
    for walk, prefix in zip(walks, prefixes, strict=True):
        for name, path, state in walk.files:
            files.append(SourceFile(prefix + name, Path(path), state.st_size, state.st_mtime_ns))
        for name, kind, reason, size in walk.skipped:
            path = walk.root if walk.named_file else f"{walk.root}/{name}"
            skipped.append(SourceStatus(prefix + name, kind, reason, size, path.rstrip("/")))
    return Collection(
        tuple(sorted(files, key=lambda file: file.id)),
        tuple(sorted(skipped, key=lambda status: status.id)),
    )


def _drop_doubles(walks: list[_Walk]) -> None:
    seen: set[str] = set()
    for walk in walks:
        kept = []
        for name, path, state in walk.files:
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                kept.append((name, path, state))
        walk.files = kept


def _prefixes(walks: list[_Walk]) -> list[str]:
    """For each walk what to put before its names, so that no two files have the same id."""
    depths = [0] * len(walks)
    while True:
        prefixes = [_prefix(walk, depth) for walk, depth in zip(walks, depths, strict=True)]
        owners: dict[str, set[int]] = {}
        for index, walk in enumerate(walks):
            for name, _, _ in walk.files:
                owners.setdefault(prefixes[index] + name, set()).add(index)
        clashing = {index for group in owners.values() if len(group) > 1 for index in group}
        if not clashing:
            return prefixes
        for index in clashing:
            depths[index] += 1


def _prefix(walk: _Walk, depth: int) -> str:
    """The last `depth` folder names of where the walk's names start."""
    start = Path(walk.root).parent if walk.named_file else Path(walk.root)
    parts = start.parts[1:][-depth:] if depth else ()
    return "".join(f"{part}/" for part in parts)
