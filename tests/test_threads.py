"""Several pieces of work at a time, in order, and stopped at once."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Event, Lock

import pytest

from verifier.errors import Cancelled
from verifier.threads import in_parallel


def test_the_results_keep_the_order_and_progress_counts_up() -> None:
    gates = [Event() for _ in range(5)]
    gates[4].set()

    def work(number: int, stopped: Callable[[], bool]) -> int:
        gates[number].wait()
        if number:
            gates[number - 1].set()
        return number * number

    told: list[tuple[int, int]] = []
    done = in_parallel(work, range(5), 5, progress=lambda *now: told.append(now))
    assert done == [0, 1, 4, 9, 16]
    assert told[-1] == (5, 5)
    assert sorted(told) == told


def test_never_more_than_the_limit_at_a_time() -> None:
    lock, now, most = Lock(), [0], [0]
    together = Barrier(3)

    def work(number: int, stopped: Callable[[], bool]) -> None:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        together.wait()  # all three must be under way before any goes on
        with lock:
            now[0] -= 1

    in_parallel(work, range(9), 3)
    assert most == [3]


def test_a_stop_waits_for_nobody_and_begins_nothing_new() -> None:
    begun: list[int] = []
    busy, never, ended = Event(), Event(), Event()

    def work(number: int, stopped: Callable[[], bool]) -> None:
        begun.append(number)
        busy.set()
        never.wait()
        assert stopped()
        ended.set()

    def cancelled() -> bool:
        return busy.is_set()

    with pytest.raises(Cancelled):
        in_parallel(work, range(4), 1, cancelled=cancelled)
    never.set()
    ended.wait()
    assert begun == [0]


def test_the_first_failure_is_raised() -> None:
    def work(number: int, stopped: Callable[[], bool]) -> None:
        raise ValueError(f"number {number}")

    with pytest.raises(ValueError, match="number 0"):
        in_parallel(work, range(3), 1)


def test_nothing_to_do() -> None:
    assert in_parallel(lambda item, stopped: item, [], 4) == []
