"""Keeps reading processes: gives them files, ends those that take too long, and goes on."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

import verifier
from verifier.errors import Cancelled
from verifier.model import SourceDocument, SourceStatus
from verifier.sources.collect import SourceFile
from verifier.sources.read import failure

TIME_LIMIT = 60.0
"""Seconds that one file may take."""

_MAX_WORKERS = 4
_COMMAND = ("-m", "verifier.sources.worker")
_POLL = 0.1

Result = SourceDocument | SourceStatus
_Item = tuple[int, SourceFile]
_Answer = tuple[int, Result, bool]


class ReadingProcesses:
    """Reads files in processes of their own, while the caller does something else.

    Args:
        time_limit: seconds that one file may take.
    """

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit
        self._waiting: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[_Answer | BaseException] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._count = 0

    def submit(self, index: int, file: SourceFile) -> None:
        """Have `file` read; `index` is a number of the caller's."""
        self._count += 1
        self._waiting.put((index, file))
        if len(self._workers) < min(os.cpu_count() or 1, _MAX_WORKERS, self._count):
            worker = _Worker(self._time_limit)
            self._workers.append(worker)
            arguments = (worker, self._waiting, self._answers)
            threading.Thread(target=_serve, args=arguments, daemon=True).start()

    def results(self, cancelled: Callable[[], bool] = lambda: False) -> Iterator[_Answer]:
        """Each file's number, what became of it, and whether that would come out so again.

        Raises:
            Cancelled: `cancelled`, asked while waiting, said so.
        """
        while self._count:
            if cancelled():
                raise Cancelled
            try:
                answer = self._answers.get(timeout=_POLL)
            except queue.Empty:
                continue
            if isinstance(answer, BaseException):
                raise answer
            self._count -= 1
            yield answer

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            self._waiting.put(None)
            worker.stop()


def _serve(
    worker: _Worker,
    waiting: queue.SimpleQueue[_Item | None],
    answers: queue.SimpleQueue[_Answer | BaseException],
) -> None:
    try:
        while (item := waiting.get()) is not None and not worker.stopped:
            index, file = item
            answers.put((index, *worker.read(file)))
    except BaseException as error:
        answers.put(error)


class _Worker:
    """One reading process, started when first needed and again after it was lost."""

    def __init__(self, time_limit: float) -> None:
        self._time_limit = time_limit
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self.stopped = False

    def read(self, file: SourceFile) -> tuple[Result, bool]:
        """What became of `file`, and whether that would come out the same the next time."""
        import msgspec

        from verifier.sources.stored import load
        from verifier.sources.worker import read_frame, write_frame

        request = (file.id, str(file.path.absolute()), file.size, file.mtime_ns)
        expired = threading.Event()
        process = self._running()
        if process is None:
            return failure(file, "no process could be started to read it"), False

        def expire() -> None:
            expired.set()
            process.kill()

        timer = threading.Timer(self._time_limit, expire)
        timer.start()
        try:
            write_frame(cast("BinaryIO", process.stdin), msgspec.msgpack.encode(request))
            answer = read_frame(cast("BinaryIO", process.stdout))
        except OSError:
            answer = None
        finally:
            timer.cancel()
        result = load(answer, file) if answer is not None else None
        if result is not None:
            return result, True
        self._discard()
        if expired.is_set():
            return failure(file, f"took longer than {self._time_limit:g} seconds to read"), False
        return failure(file, "the reader crashed on it: it may be broken or malicious"), False

    def stop(self) -> None:
        """End the process for good."""
        with self._lock:
            self.stopped = True
        self._discard()

    def _running(self) -> subprocess.Popen[bytes] | None:
        with self._lock:
            if self._process is None and not self.stopped:
                self._process = _started()
            return self._process

    def _discard(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream:
                    stream.close()


def _started() -> subprocess.Popen[bytes] | None:
    """A new reading process; it finds this package where we found it, and nothing else first."""
    home = str(Path(verifier.__file__).parent.parent)
    paths = [home, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    try:
        return subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-P", *_COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
    except OSError:
        return None
