"""Work off the event loop: one piece at a time, with progress, and ended when nobody waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any, TypeVar

import anyio
from anyio import from_thread, to_thread

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
        async with self._turn:
            try:
                return await to_thread.run_sync(work, _Waiter(report))
            except Cancelled:
                await anyio.lowlevel.checkpoint()
                raise


class _Waiter:
    """The task that waits for a thread's work, as that thread sees it."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._told = time.monotonic()
        self._read = 0

    def progress(self, done: int, total: int, name: str) -> None:
        """Tell the client, now and then, how many sources are read."""
        self._read = done
        if self._is_time() or done == total:
            self._tell(done, total, f"read {name}")

    def checking(self, number: int) -> None:
        """Tell the client, now and then, which claim is being checked."""
        if self._is_time():
            self._tell(self._read + number, None, f"checking claim {number}")

    def _is_time(self) -> bool:
        return time.monotonic() - self._told >= _PAUSE

    def _tell(self, done: int, total: int | None, message: str) -> None:
        self._told = time.monotonic()
        if self.cancelled():
            return
        try:
            from_thread.run(self._report, float(done), total, message)
        except (asyncio.CancelledError, CancelledError):
            return  # The work is asked next whether to go on.

    def cancelled(self) -> bool:
        """Whether the waiting task was cancelled."""
        try:
            from_thread.check_cancelled()
        except (asyncio.CancelledError, CancelledError):
            return True
        return False
