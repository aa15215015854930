"""Work off the event loop: progress, cancelling, one piece at a time."""

from __future__ import annotations

import subprocess
import sys
import threading

import anyio
import pytest

from tests.mcp_server.conftest import DRAFT, ERAS, Connect, result_of
from verifier.errors import Cancelled
from verifier.mcp_server.service import Watch
from verifier.mcp_server.work import Worker


async def deaf(_done: float, _total: float | None, _message: str | None) -> None:
    pass


@pytest.mark.parametrize("mode", ERAS)
async def test_reading_the_sources_is_told(connect: Connect, mode: str) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with connect(mode=mode) as client:
        arguments = {"text": DRAFT}
        await client.call_tool("verify_against_sources", arguments, progress_callback=on_progress)
        assert (2.0, 2.0, "read more/town.txt") in told
        assert [done for done, *_ in told] == sorted({done for done, *_ in told})
        told.clear()
        await client.call_tool("verify_against_sources", arguments, progress_callback=on_progress)
        assert not any("read" in (message or "") for *_, message in told)


async def test_progress_goes_up_and_comes_now_and_then() -> None:
    told: list[float] = []

    async def report(done: float, _total: float | None, _message: str | None) -> None:
        told.append(done)

    def work(watch: Watch) -> None:
        for done in range(1, 5001):
            watch.progress(done, 5000, "a.txt")

    await Worker().run(work, report)
    assert told == sorted(set(told))
    assert told[-1] == 5000
    assert len(told) < 1000


async def test_claims_go_on_where_the_sources_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.mcp_server.work._PAUSE", 0)
    told: list[tuple[float, float | None, str | None]] = []

    async def report(done: float, total: float | None, message: str | None) -> None:
        told.append((done, total, message))

    def work(watch: Watch) -> None:
        watch.progress(1, 2, "a.txt")
        watch.progress(2, 2, "b.txt")
        watch.checking()
        watch.asking(1, 7)

    await Worker().run(work, report)
    assert told == [
        (1.0, 2, "read a.txt"),
        (2.0, 2, "read b.txt"),
        (3.0, None, "checking claims"),
        (4.0, None, "1 of 7 questions answered"),
    ]


async def test_other_threads_of_the_work_may_ask_and_tell() -> None:
    told: list[float] = []

    async def report(done: float, _total: float | None, _message: str | None) -> None:
        told.append(done)

    def work(watch: Watch) -> bool:
        asked: list[bool] = []

        def inner() -> None:
            asked.append(watch.cancelled())
            watch.progress(1, 1, "a.txt")

        thread = threading.Thread(target=inner)
        thread.start()
        thread.join()
        return asked[0]

    assert await Worker().run(work, report) is False
    assert told == [1.0]


async def test_an_error_of_the_work_comes_out_as_it_is() -> None:
    def work(_watch: Watch) -> None:
        raise ZeroDivisionError

    worker = Worker()
    with pytest.raises(ZeroDivisionError):
        await worker.run(work, deaf)
    assert await worker.run(lambda _watch: 5, deaf) == 5


class Endless:
    """Work that ends only when nobody waits any more."""

    def __init__(self) -> None:
        self.begun = anyio.Event()
        self.ended = threading.Event()

    def __call__(self, watch: Watch) -> None:
        anyio.from_thread.run_sync(self.begun.set)
        while not watch.cancelled():
            watch.progress(1, 2, "a.txt")
            threading.Event().wait(0.001)
        watch.progress(2, 2, "b.txt")
        self.ended.set()
        raise Cancelled


async def test_cancelled_work_has_ended_before_the_next_begins() -> None:
    worker, endless = Worker(), Endless()
    async with anyio.create_task_group() as group:
        group.start_soon(worker.run, endless, deaf)
        await endless.begun.wait()
        group.cancel_scope.cancel()
    assert endless.ended.is_set()
    assert await worker.run(lambda _watch: 5, deaf) == 5


async def test_waiting_for_ones_turn_can_be_cancelled() -> None:
    worker, endless = Worker(), Endless()
    async with anyio.create_task_group() as group:
        group.start_soon(worker.run, endless, deaf)
        await endless.begun.wait()
        with anyio.move_on_after(0.01) as scope:
            await worker.run(lambda _watch: 5, deaf)
        assert scope.cancelled_caught
        group.cancel_scope.cancel()


@pytest.mark.parametrize("mode", ERAS)
async def test_a_call_that_the_client_gives_up_is_ended(
    connect: Connect, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = Endless()

    def check_text(_self: object, _text: str, *, cancelled: object, **_more: object) -> None:
        class Asked:
            def progress(self, *_: object) -> None: ...

            def checking(self) -> None: ...

            def asking(self, _done: int, _total: int) -> None: ...

            def cancelled(self) -> bool:
                assert callable(cancelled)
                return bool(cancelled())

        endless(Asked())

    async with connect(mode=mode) as client:
        with monkeypatch.context() as patched:
            patched.setattr("verifier.checker.Checker.check_text", check_text)
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "verify_against_sources", {"text": DRAFT})
                await endless.begun.wait()
                group.cancel_scope.cancel()
            # The next piece waits until the one before it has ended.
            await result_of(client, "find_support", statement="The mill is old.")
            assert endless.ended.is_set()
        assert (await result_of(client, "verify_against_sources", text=DRAFT))["claims_total"] == 3


async def test_calls_at_the_same_time_all_get_their_answer(connect: Connect) -> None:
    found: dict[int, str] = {}
    async with connect() as client, anyio.create_task_group() as group:

        async def call(number: int) -> None:
            text = f"The mill in Oldbury employs {number} people."
            result = await result_of(client, "verify_against_sources", text=text)
            found[number] = result["claims"][0]["text"]

        for number in range(136, 145):
            group.start_soon(call, number)
    assert found == {n: f"The mill in Oldbury employs {n} people." for n in range(136, 145)}


def test_the_engine_is_loaded_only_when_it_is_used() -> None:
    code = (
        "import sys; from verifier.mcp_server.server import create_server; "
        "from verifier.mcp_server.roots import Roots; from verifier import Settings; "
        "create_server(Settings(), Roots()); "
        "print({'verifier.checker', 'verifier.judges', 'tantivy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
