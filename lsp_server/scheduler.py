"""Work that waits for a quiet moment: one task a key, a newer one replaces the older."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)


class Scheduler:
    """Runs at most one task a key, on the running event loop."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def schedule(self, key: str, delay: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do `work` after `delay` seconds, instead of what `key` has waiting or running."""
        self.cancel(key)
        task = asyncio.create_task(_later(delay, work), name=key)
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._ended(key, done))

    def cancel(self, key: str) -> None:
        """Give up what `key` has waiting or running."""
        task = self._tasks.pop(key, None)
        if task is not None:
            task.cancel()

    def cancel_all(self) -> None:
        """Give up everything."""
        for key in list(self._tasks):
            self.cancel(key)

    def is_busy(self, key: str) -> bool:
        """Whether `key` has anything waiting or running."""
        return key in self._tasks

    def __len__(self) -> int:
        return len(self._tasks)

    def _ended(self, key: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", key, exc_info=error)


async def _later(delay: float, work: Callable[[], Awaitable[None]]) -> None:
    if delay > 0:
        await asyncio.sleep(delay)
    await work()
