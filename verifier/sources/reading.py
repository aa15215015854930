"""Many source files -> documents: the extraction cache, reading processes, progress."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.errors import Cancelled
from verifier.model import SourceDocument, SourceState, SourceStatus
from verifier.sources.collect import SourceFile
from verifier.sources.formats import Format, format_of
from verifier.sources.read import (
    digest_of,
    document_from_bytes,
    explain,
    failure,
    is_pdf,
    read_regular,
)

if TYPE_CHECKING:
    from verifier.cache import Cache
    from verifier.sources.workers import ReadingProcesses

RISKY_BYTES = 10_000_000
_SETTLED_NS = 2_000_000_000

Result = SourceDocument | SourceStatus
Progress = Callable[[int, int, str], None]


def read_documents(
    files: Sequence[SourceFile],
    cache: Cache | None = None,
    on_progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[list[SourceDocument], list[SourceStatus]]:
    """Read `files`, each by its format.

    PDFs and very large files are read in processes of their own, under limits of time and memory.

    Args:
        files: what to read.
        cache: keeps what was extracted; None keeps nothing.
        on_progress: told how many files are done, how many there are, and the one just done.
        cancelled: asked between files, and while reading processes work.

    Returns:
        The documents, and the status of every file, both in the order of `files`.

    Raises:
        Cancelled: `cancelled` said so.
    """
    results = read_results(files, cache, on_progress, cancelled)
    documents = [result for result in results if isinstance(result, SourceDocument)]
    return documents, [_status(f, r) for f, r in zip(files, results, strict=True)]


def read_results(
    files: Sequence[SourceFile],
    cache: Cache | None = None,
    on_progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Result]:
    """As `read_documents`, but for each file its document, or the status that says why not."""
    run = _Run(files, cache, on_progress, cancelled)
    # PDFs come first: their processes work while this one reads the rest.
    order = sorted(
        range(len(files)), key=lambda index: format_of(files[index].id) is not Format.PDF
    )
    try:
        for index in order:
            run.read(index, files[index])
        run.await_others()
    finally:
        run.close()
    return [run.results[index] for index in range(len(files))]


def _status(file: SourceFile, result: Result) -> SourceStatus:
    if isinstance(result, SourceStatus):
        return result
    return SourceStatus(file.id, SourceState.INDEXED, result.remark, file.size, str(file.path))


class _Run:
    """One call of `read_documents`."""

    def __init__(
        self,
        files: Sequence[SourceFile],
        cache: Cache | None,
        on_progress: Progress | None,
        cancelled: Callable[[], bool],
    ) -> None:
        self.files = files
        self.cache = cache
        self.on_progress = on_progress
        self.cancelled = cancelled
        self.results: dict[int, Result] = {}
        self._manifest = _Manifest(files, cache) if cache else None
        self._others: ReadingProcesses | None = None

    def read(self, index: int, file: SourceFile) -> None:
        """Read a file from the cache or in this process, or have another one read it."""
        if self.cancelled():
            raise Cancelled
        digest = self._manifest.digest(file) if self._manifest else None
        result = self._cached(file, digest) if digest else None
        if result is None:
            result = self._fresh(file)
        if result is not None:
            self._done(index, file, result)
            return
        if self._others is None:
            from verifier.sources.workers import ReadingProcesses

            self._others = ReadingProcesses()
        self._others.submit(index, file)

    def _fresh(self, file: SourceFile) -> Result | None:
        """Read the file's bytes, and parse them unless they were parsed before or are risky."""
        try:
            data, state = read_regular(str(file.path))
        except OSError as error:
            return failure(file, explain(error))
        digest = digest_of(data)
        if self._manifest:
            self._manifest.note(file, state, digest)
        result = self._cached(file, digest)
        if result is None and not is_pdf(file, data) and len(data) <= RISKY_BYTES:
            result = document_from_bytes(file, data)
            self._keep(file, digest, result)
        return result

    def await_others(self) -> None:
        """Wait for the files that other processes read, and note what this run has learnt."""
        for index, result, lasting in self._others.results(self.cancelled) if self._others else ():
            file = self.files[index]
            digest = self._manifest.noted(file) if self._manifest else None
            if lasting and digest:
                self._keep(file, digest, result)
            self._done(index, file, result)
        if self._manifest:
            self._manifest.keep()

    def close(self) -> None:
        """End the other processes."""
        if self._others:
            self._others.close()

    def _done(self, index: int, file: SourceFile, result: Result) -> None:
        self.results[index] = result
        if self.on_progress:
            self.on_progress(len(self.results), len(self.files), file.id)

    def _cached(self, file: SourceFile, digest: str) -> Result | None:
        data = self.cache.get("documents", _key(file, digest)) if self.cache else None
        if data is None:
            return None
        from verifier.sources.stored import load

        return load(data, file)

    def _keep(self, file: SourceFile, digest: str, result: Result) -> None:
        if self.cache:
            from verifier.sources.stored import dump

            try:
                self.cache.put("documents", _key(file, digest), dump(result))
            except UnicodeEncodeError:  # a lone surrogate, which MessagePack cannot hold
                return


def _key(file: SourceFile, digest: str) -> str:
    """What an extraction depends on: the content, the reader, and the name that picks it."""
    from verifier.sources.stored import READER_VERSION

    form = format_of(file.id)
    engine = ""
    if form is Format.PDF:
        from verifier.sources.pdf import engine_name

        engine = engine_name()
    suffix = Path(file.id).suffix.lower()
    return f"{READER_VERSION} {form} {suffix} {engine} {digest}"


class _Manifest:
    """Which content each file had when it was last read, by its size and times.

    A file that was changed less than two seconds before it was read is not trusted: another change
    within the clock's step would leave no trace.
    """

    def __init__(self, files: Sequence[SourceFile], cache: Cache) -> None:
        self._cache = cache
        self._key = _common_folder(files)
        self._known = self._loaded()
        self._fresh: dict[str, list[int | str]] = {}
        self._digests: dict[str, str] = {}
        self._kept = 0

    def _loaded(self) -> dict[str, list[int | str]]:
        import msgspec

        data = self._cache.get("manifests", self._key)
        if data is None:
            return {}
        try:
            return msgspec.msgpack.decode(data, type=dict[str, list[int | str]])
        except msgspec.MsgspecError:
            return {}

    def digest(self, file: SourceFile) -> str | None:
        """The digest of the file's content, if it is as it was when it was last read."""
        path = str(file.path)
        entry = self._known.get(path)
        if entry is None:
            return None
        try:
            state = os.stat(path)  # noqa: PTH116 - many files, each asked once
        except OSError:
            return None
        digest = str(entry[-1])
        if entry[:-1] != _times(state):
            return None
        self._fresh[path] = entry
        self._digests[path] = digest
        self._kept += 1
        return digest

    def note(self, file: SourceFile, state: os.stat_result, digest: str) -> None:
        """Remember the content of a file that was in `state` when it was read."""
        path = str(file.path)
        self._digests[path] = digest
        newest = max(state.st_mtime_ns, state.st_ctime_ns if os.name == "posix" else 0)
        if newest < time.time_ns() - _SETTLED_NS:
            self._fresh[path] = [*_times(state), digest]

    def noted(self, file: SourceFile) -> str | None:
        """The digest of a file that was read in this run."""
        return self._digests.get(str(file.path))

    def keep(self) -> None:
        """Write it down, if anything is new."""
        if self._fresh == self._known:
            return
        import msgspec

        self._cache.put("manifests", self._key, msgspec.msgpack.encode(self._fresh))


def _common_folder(files: Sequence[SourceFile]) -> str:
    try:
        return os.path.commonpath([file.path.absolute().parent for file in files])
    except ValueError:  # no files, or files on several drives
        return ""


def _times(state: os.stat_result) -> list[int | str]:
    return [state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino]
