"""The sources of a check as they stand now: read once, and again only where something changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from verifier.cache import Cache
from verifier.model import SourceDocument, SourceState, SourceStatus
from verifier.sources import SourceFile, collect, document_from_text
from verifier.sources.collect import Collection
from verifier.sources.reading import read_results

Sources = str | Path | Iterable[str | Path] | Mapping[str, str]
"""A file or folder, several of them, or names with their texts."""

Progress = Callable[[int, int, str], None]
"""Told how many sources are done, how many there are, and the name of the one just done."""


class _Shelf(Struct, frozen=True):
    """What one source file gave when it was read with this size and time, or as this buffer."""

    file: SourceFile
    overlay: str | None
    result: SourceDocument | SourceStatus


class Library:
    """Reads the named sources and keeps what it read.

    Args:
        sources: files and folders, or a mapping of names to texts held in memory.
        cache: keeps extracted text between runs; None keeps nothing.
        exclude: patterns, as in .gitignore, of files that are left out, by id.
        below: files and folders; of the files under the sources only these, and those below
            them, are read. Empty reads all.

    Attributes:
        documents: what could be read, ordered by id.
        statuses: what became of every source, ordered by id.
    """

    def __init__(
        self,
        sources: Sources,
        cache: Cache | None = None,
        exclude: Sequence[str] = (),
        below: Sequence[Path] = (),
    ) -> None:
        self._texts = dict(sources) if isinstance(sources, Mapping) else None
        self._paths = [] if isinstance(sources, Mapping) else _paths(sources)
        self._cache = cache
        self._exclude = tuple(exclude)
        self._below = tuple(below)
        self._shelves: dict[Path, _Shelf] | None = None
        self.documents: tuple[SourceDocument, ...] = ()
        self.statuses: tuple[SourceStatus, ...] = ()

    @property
    def in_memory(self) -> bool:
        """Whether the sources are texts and not files."""
        return self._texts is not None

    def refresh(
        self,
        overlays: Mapping[Path, str] | None = None,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Read what is new or changed.

        Args:
            overlays: texts of unsaved buffers, by absolute path; they stand for the files.
            progress: told after each file that was read.
            cancelled: asked between files.

        Returns:
            Whether anything differs from before.

        Raises:
            SourcesError: a named source does not exist.
            Cancelled: `cancelled` said so; nothing has changed then.
        """
        if self._texts is not None:
            return self._refresh_texts(self._texts)
        overlays = overlays or {}
        collection = source_files(self._paths, self._exclude, self._below)
        before = self._shelves or {}
        shelves, stale = {}, []
        for file in collection.files:
            shelf = before.get(file.path)
            if shelf and shelf.file == file and shelf.overlay == overlays.get(file.path):
                shelves[file.path] = shelf
            elif file.path in overlays:
                shelves[file.path] = _overlaid(file, overlays[file.path])
            else:
                stale.append(file)
        results = read_results(stale, self._cache, progress, cancelled)
        for file, result in zip(stale, results, strict=True):
            shelves[file.path] = _Shelf(file, None, result)
        statuses = [*collection.skipped, *map(_status, shelves.values())]
        changed = self._shelves is None or shelves != before or not self._same_statuses(statuses)
        if changed:
            self._shelves = shelves
            read = (shelf.result for shelf in shelves.values())
            documents = [result for result in read if isinstance(result, SourceDocument)]
            self.documents = tuple(sorted(documents, key=lambda document: document.id))
            self.statuses = tuple(sorted(statuses, key=lambda status: status.id))
        return changed

    def document(self, source_id: str) -> SourceDocument | None:
        """The document of the source called `source_id`."""
        return next((d for d in self.documents if d.id == source_id), None)

    def _refresh_texts(self, texts: Mapping[str, str]) -> bool:
        if self.documents or not texts:
            return False
        self.documents = tuple(document_from_text(name, text) for name, text in texts.items())
        self.statuses = tuple(
            SourceStatus(document.id, SourceState.INDEXED, size=len(document.raw.encode()))
            for document in self.documents
        )
        return True

    def _same_statuses(self, statuses: list[SourceStatus]) -> bool:
        return self.statuses == tuple(sorted(statuses, key=lambda status: status.id))


def _paths(sources: str | Path | Iterable[str | Path]) -> list[Path]:
    if isinstance(sources, str | Path):
        return [Path(sources)]
    return [Path(source) for source in sources]


def source_files(
    sources: Sequence[Path], exclude: Sequence[str] = (), below: Sequence[Path] = ()
) -> Collection:
    """The files that a Library with these arguments reads; see `Library` and `collect`.

    Raises:
        SourcesError: a named source does not exist.
    """
    return _only(_without(collect(sources), exclude), below)


def _only(collection: Collection, places: Sequence[Path]) -> Collection:
    """What lies at or below `places`, and the left-out folders that hold these."""
    if not places:
        return collection
    real = [Path(os.path.realpath(place)) for place in places]
    files = (f for f in collection.files if any(f.path.is_relative_to(place) for place in real))
    skipped = (
        status
        for status in collection.skipped
        if any(_touches(Path(status.path), place) for place in real)
    )
    return Collection(tuple(files), tuple(skipped))


def _touches(path: Path, place: Path) -> bool:
    return path.is_relative_to(place) or place.is_relative_to(path)


def _without(collection: Collection, patterns: Sequence[str]) -> Collection:
    """The collection with the files that a pattern matches among the skipped ones."""
    if not patterns:
        return collection
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(patterns)
    kept = tuple(file for file in collection.files if not spec.match_file(file.id))
    left_out = tuple(
        SourceStatus(
            file.id, SourceState.SKIPPED, "excluded by the settings", file.size, str(file.path)
        )
        for file in collection.files
        if spec.match_file(file.id)
    )
    return Collection(kept, (*collection.skipped, *left_out))


def _overlaid(file: SourceFile, text: str) -> _Shelf:
    document = replace(document_from_text(file.id, text), path=str(file.path))
    return _Shelf(file, text, document)


def _status(shelf: _Shelf) -> SourceStatus:
    if isinstance(shelf.result, SourceStatus):
        return shelf.result
    file = shelf.file
    remark = shelf.result.remark
    return SourceStatus(file.id, SourceState.INDEXED, remark, file.size, str(file.path))
