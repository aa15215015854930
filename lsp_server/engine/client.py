"""The server's side of the pipe: starts the engine, asks it, starts it again after a crash."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from lsp_server.engine.messages import (
    HEADER_SIZE,
    Answer,
    Cancel,
    Cancelled,
    Check,
    Checked,
    Failed,
    Hello,
    Progress,
    Refresh,
    Refreshed,
    Render,
    Rendered,
    Request,
    answer_decoder,
    body_size,
    frame,
)

log = logging.getLogger(__name__)

MAX_CRASHES = 3
CRASH_WINDOW = 60.0


class EngineError(Exception):
    """A request that the engine could not do; the text is for people."""


class EngineCrashed(EngineError):
    """The engine's process ended in the middle of the request."""


@dataclass
class _Pending:
    answer: asyncio.Future[Checked | Refreshed | Rendered]
    on_progress: Callable[[Progress], None]


_A = TypeVar("_A", Checked, Refreshed, Rendered)


class Engine:
    """The engine's process, as the event loop sees it.

    Args:
        hello: the first message to every process.
        on_crash: told of each crash, with whether the engine is started again.
        on_start: messages that bring a new process up to date.
        command: how to start it.
    """

    def __init__(
        self,
        hello: Hello,
        on_crash: Callable[[str, bool], None],
        on_start: Callable[[], list[Request]] = list,
        command: tuple[str, ...] = (sys.executable, "-m", "lsp_server.engine"),
    ) -> None:
        self._hello = hello
        self._on_crash = on_crash
        self._on_start = on_start
        self._command = command
        self._ids = itertools.count(1)
        self._pending: dict[int, _Pending] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._crashes: deque[float] = deque(maxlen=MAX_CRASHES)
        self._starting = asyncio.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The running process's id."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Start the process if there is none.

        Raises:
            EngineError: it crashed too often, or it cannot be started.
        """
        async with self._starting:
            if self._process is not None:
                return
            if self._closed:
                raise EngineError("the server is shutting down")
            if self.has_given_up:
                raise EngineError("the engine crashed repeatedly and is no longer started")
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                )
            except OSError as error:
                raise EngineError(f"the engine cannot be started: {error}") from error
            self._process = process
            self._send(self._hello)
            for message in self._on_start():
                self._send(message)
            self._spawn(self._read(process))
            self._spawn(self._log(process))
            log.info("the engine runs as process %d", process.pid)

    @property
    def has_given_up(self) -> bool:
        """Whether it crashed so often that it is not started any more."""
        full = len(self._crashes) == MAX_CRASHES
        return full and self._crashes[-1] - self._crashes[0] < CRASH_WINDOW

    def forgive(self) -> None:
        """Forget the crashes so far, because the user asks for another try."""
        self._crashes.clear()

    async def check(
        self, request: Check, on_progress: Callable[[Progress], None] = lambda _: None
    ) -> Checked:
        """Check a report; cancelling the await gives the request up.

        Raises:
            EngineError: it could not be done.
            asyncio.CancelledError: it was given up.
        """
        return await self._ask(request, on_progress, Checked)

    async def refresh(
        self, request: Refresh, on_progress: Callable[[Progress], None] = lambda _: None
    ) -> Refreshed:
        """Look for changed sources; see `check`."""
        return await self._ask(request, on_progress, Refreshed)

    async def render(self, request: Render) -> Rendered:
        """Make a page of a finished check; see `check`."""
        return await self._ask(request, lambda _: None, Rendered)

    def next_id(self) -> int:
        """An id for a new request."""
        return next(self._ids)

    def tell(self, message: Request) -> None:
        """Send a message that has no answer; a process that is not there is told on start."""
        if self._process is not None:
            self._send(message)

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        if (process := self._process) is not None:
            self._process = None
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        for task in list(self._tasks):
            task.cancel()

    def kill(self) -> None:
        """End the process at once, without waiting."""
        self._closed = True
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _ask(
        self,
        request: Check | Refresh | Render,
        on_progress: Callable[[Progress], None],
        kind: type[_A],
    ) -> _A:
        await self.start()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Checked | Refreshed | Rendered] = loop.create_future()
        self._pending[request.id] = _Pending(answer, on_progress)
        try:
            self._send(request)
            result = await answer
        except asyncio.CancelledError:
            self.tell(Cancel(request.id))
            raise
        finally:
            self._pending.pop(request.id, None)
        if not isinstance(result, kind):
            raise EngineError(f"the engine answered with a {type(result).__name__}")
        return result

    def _send(self, message: Request) -> None:
        process = self._process
        if process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(frame(message))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        stream = process.stdout
        if stream is None:
            return
        try:
            while True:
                header = await stream.readexactly(HEADER_SIZE)
                body = await stream.readexactly(body_size(header))
                self._dispatch(answer_decoder.decode(body))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        except ValueError as error:
            log.error("The engine's answer cannot be read: %s", error)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        self._ended(await process.wait())

    def _dispatch(self, answer: Answer) -> None:
        pending = self._pending.get(answer.id)
        if pending is None:
            return
        if isinstance(answer, Progress):
            pending.on_progress(answer)
        elif pending.answer.done():
            pass
        elif isinstance(answer, Failed):
            if answer.details:
                log.error("The engine failed:\n%s", answer.details)
            pending.answer.set_exception(EngineError(answer.message))
        elif isinstance(answer, Cancelled):
            pending.answer.cancel()
        else:
            pending.answer.set_result(answer)

    def _ended(self, code: int) -> None:
        if self._closed:
            return
        self._process = None
        self._crashes.append(time.monotonic())
        reason = f"signal {-code}" if code < 0 else f"exit code {code}"
        for pending in list(self._pending.values()):
            if not pending.answer.done():
                pending.answer.set_exception(EngineCrashed(f"the engine crashed ({reason})"))
        self._on_crash(reason, not self.has_given_up)

    async def _log(self, process: asyncio.subprocess.Process) -> None:
        """Keep what the engine and its libraries print in the server's log."""
        stream = process.stderr
        while stream is not None and (line := await _line(stream)):
            log.warning("engine: %s", line.decode("utf-8", "replace").rstrip())

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _line(stream: asyncio.StreamReader) -> bytes:
    """The next line, or as much of an overlong one as the stream's buffer holds."""
    try:
        return await stream.readline()
    except ValueError:
        return await stream.read(1 << 16)
