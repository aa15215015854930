"""Work that waits for others, several pieces at a time, and stops at once when told to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Event, Thread
from typing import Generic, TypeVar

from verifier.errors import Cancelled

_T = TypeVar("_T")
_R = TypeVar("_R")

_LOOK_SECONDS = 0.1
"""How often it is asked whether to stop."""


def in_parallel(
    work: Callable[[_T, Callable[[], bool]], _R],
    items: Sequence[_T],
    limit: int,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    outlasts: bool = True,
) -> list[_R]:
    """`work` done on every item, at most `limit` at a time; the results in the items' order.

    After an end ahead of time nothing new begins; `work` gets a function that tells it to stop.

    Args:
        work: takes an item and that function; runs in a thread of its own.
        items: what to work on.
        limit: how many at a time, at least 1.
        cancelled: asked all along, in the caller's thread.
        progress: told how many items are done, and how many there are, in the caller's thread.
        outlasts: whether what is under way then may outlast the call; else it is waited for, as is
            right for short work in libraries that a program's end must not overtake.

    Raises:
        Cancelled: `cancelled` said so.
        Exception: the first that `work` raised.
    """
    crew = _Crew(work, items)
    told = 0
    try:
        crew.start(limit)
        while told < len(items):
            done = crew.look(told)
            if cancelled():
                raise Cancelled
            if done > told:
                told = done
                progress(told, len(items))
    finally:
        crew.stop.set()
        if not outlasts:
            crew.join()
    return [crew.results[number] for number in range(len(items))]


class _Crew(Generic[_T, _R]):
    """The threads at work, and what they have done so far."""

    def __init__(self, work: Callable[[_T, Callable[[], bool]], _R], items: Sequence[_T]) -> None:
        self._work = work
        self._items = items
        self._waiting = deque(range(len(items)))
        self._errors: list[BaseException] = []
        self._changed = Condition()
        self._threads: list[Thread] = []
        self.results: dict[int, _R] = {}
        self.stop = Event()

    def start(self, limit: int) -> None:
        """Begin with `limit` threads, none of which keeps the program from ending."""
        for _ in range(min(limit, len(self._items))):
            self._threads.append(Thread(target=self._run, daemon=True))
            self._threads[-1].start()

    def join(self) -> None:
        """Wait until no thread is at work."""
        for thread in self._threads:
            thread.join()

    def look(self, told: int) -> int:
        """How many results there are, as soon as they are more than `told`, or after a while.

        Raises:
            BaseException: the first that the work raised.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._errors or len(self.results) > told, _LOOK_SECONDS)
            if self._errors:
                raise self._errors[0]
            return len(self.results)

    def _run(self) -> None:
        while not self.stop.is_set() and self._waiting:
            try:
                number = self._waiting.popleft()
            except IndexError:  # another thread was quicker
                return
            try:
                result = self._work(self._items[number], self.stop.is_set)
            except BaseException as error:
                with self._changed:
                    self._errors.append(error)
                    self._changed.notify()
                return
            with self._changed:
                self.results[number] = result
                self._changed.notify()
