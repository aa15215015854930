"""Work off the event loop: one piece at a time, with progress, and ended when nobody waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import anyio
from anyio import from_thread, to_thread
from anyio.lowlevel import EventLoopToken, checkpoint, current_token

from verifier.errors import Cancelled
from verifier.mcp_server.service import Watch

T = TypeVar("T")
Report = Callable[[float, float | None, str | None], Coroutine[Any, Any, None]]
"""Sends a progress notification: done, total, message."""

_PAUSE = 0.2  # seconds between two notifications


class Worker:
    """Runs pieces of work in a thread, one after the other: the engine knows no threads."""

    def __init__(self) -> None:
        self._turn = anyio.Lock()

    async def run(self, work: Callable[[Watch], T], report: Report) -> T:
        """What `work` gives. When the caller is cancelled, the work ends before this returns."""
        results: list[T] = []
        errors: list[Exception] = []

        def captured(waiter: _Waiter) -> None:
            # An error that left the thread would come out of the group as a group of errors.
            try:
                results.append(work(waiter))
            except Exception as error:
                errors.append(error)

        async with self._turn:
            waiter = _Waiter(report, current_token())
            async with anyio.create_task_group() as group:
                group.start_soon(waiter.until_cancelled)
                await to_thread.run_sync(captured, waiter)
                group.cancel_scope.cancel()
        if errors and isinstance(errors[0], Cancelled):
            await checkpoint()
        if errors:
            raise errors[0]
        return results[0]


class _Waiter:
    """The task that waits for a thread's work, as the threads of that work see it."""

    def __init__(self, report: Report, loop: EventLoopToken) -> None:
        self._report = report
        self._loop = loop
        self._told = time.monotonic()
        self._steps = 0
        self._stopped = threading.Event()

    async def until_cancelled(self) -> None:
        """Wait beside the task, and note when it is cancelled."""
        try:
            await anyio.sleep_forever()
        finally:
            self._stopped.set()

    def cancelled(self) -> bool:
        """Whether the waiting task was cancelled."""
        return self._stopped.is_set()

    def progress(self, done: int, total: int, name: str) -> None:
        """Tell the client, now and then, how many sources are read."""
        self._steps = done
        if self._is_time() or done == total:
            self._tell(total, f"read {name}")

    def checking(self) -> None:
        """Tell the client, now and then, that claims are being checked."""
        self._steps += 1
        if self._is_time():
            self._tell(None, "checking claims")

    def asking(self, done: int, total: int) -> None:
        """Tell the client, now and then, how many questions to a remote model are answered."""
        self._steps += 1
        if self._is_time():
            self._tell(None, f"{done} of {total} questions answered")

    def _is_time(self) -> bool:
        return time.monotonic() - self._told >= _PAUSE

    def _tell(self, total: int | None, message: str) -> None:
        self._told = time.monotonic()
        if not self.cancelled():
            from_thread.run(self._report, float(self._steps), total, message, token=self._loop)
