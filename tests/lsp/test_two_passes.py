"""The rules answer first, and a slower judge afterwards: shown only where it says otherwise."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from lsp_server import server as server_module
from lsp_server.engine.client import Engine
from lsp_server.engine.messages import Cancel, Cancelled, Check, Checked, Project, Request
from lsp_server.engine.process import Inbox, serve
from tests.lsp.editor import Editor
from verifier.errors import Cancelled as Stopped
from verifier.model import CheckResult, Outcome
from verifier.settings import Settings

CODES = ["contradicted", "unsupported", "citation-elsewhere"]
REFINED = ["contradicted", "citation-elsewhere"]


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The gate before which the judge of `editor`'s engine waits."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    command = (sys.executable, "-m", "tests.lsp.slow_engine", str(gate))
    monkeypatch.setattr(server_module, "Engine", partial(Engine, command=command))
    monkeypatch.chdir(Path(__file__).parents[2])
    return gate


async def let_through(gate: Path) -> None:
    """Open the gate for one claim, as soon as the judge stands there."""
    await asyncio.to_thread(gate.write_bytes, b"")


def open_for_good(gate: Path) -> None:
    """From now on nobody waits at the gate, nor who stands there already."""
    hinge = gate.with_suffix(".new")
    hinge.touch()
    os.link(gate, gate.with_suffix(".old"))
    hinge.replace(gate)
    with contextlib.suppress(OSError):  # nobody stands there
        os.close(os.open(gate.with_suffix(".old"), os.O_WRONLY | os.O_NONBLOCK))


def is_final(editor: Editor, uri: str) -> bool:
    assert editor.server is not None
    report = editor.server.session.report(uri)
    return report is not None and report.checked is not None and report.checked.final


async def settled(editor: Editor, uri: str) -> None:
    assert editor.server is not None
    async with asyncio.timeout(30):
        while editor.server.scheduler.is_busy(uri):
            await asyncio.sleep(0)


async def test_the_rules_are_shown_first_and_the_judge_corrects_them(
    editor: Editor, gate: Path
) -> None:
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    assert editor.codes() == CODES
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert "the judge still reads" in lens.command.title
    open_for_good(gate)
    await editor.published_after(1)
    assert editor.codes() == REFINED
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert "the judge" not in lens.command.title


async def test_what_the_judge_confirms_is_not_published_again(editor: Editor, gate: Path) -> None:
    await editor.initialize()
    text = "\n".join(line for line in editor.text().splitlines() if "buyback" not in line)
    uri = editor.open(text=text)
    await editor.published_after(0)
    assert not is_final(editor, uri)
    open_for_good(gate)
    await settled(editor, uri)
    assert is_final(editor, uri)
    assert editor.publications() == 1


async def test_a_change_stops_the_judge_and_its_answer_is_never_shown(
    editor: Editor, gate: Path
) -> None:
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    editor.change(editor.text().replace("buyback", "repurchase of shares"))
    await editor.hover(uri, "Free cash flow")  # the change has been dealt with
    await settled(editor, uri)
    assert not is_final(editor, uri)
    assert editor.publications() == 1
    editor.save()
    await let_through(gate)  # the claim that the judge was at
    await editor.published_after(1)
    assert editor.codes() == CODES
    assert not is_final(editor, uri)
    open_for_good(gate)
    await settled(editor, uri)
    assert is_final(editor, uri)
    assert editor.publications() == 2


async def test_a_judge_that_fails_leaves_the_rules_and_says_so(editor: Editor, gate: Path) -> None:
    await editor.initialize()
    uri = editor.open(text="The board approved a crash of 90 million dollars in October.\n")
    await editor.published_after(0)
    await let_through(gate)
    await settled(editor, uri)
    assert editor.codes() == ["unsupported"]
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert "only the rules have judged: " in lens.command.title
    assert "the judge broke" in lens.command.title


# ---- the order of the engine's work ----

PROJECT = Project("/w", ("/w/sources",), Settings())


def check(number: int, *, quick: bool = False, background: bool = False) -> Check:
    return Check(number, PROJECT, "/w/r.md", "text", background, quick)


class Service:
    """Takes `claims` steps a check that is not quick; `arrives` may come in before any of them."""

    def __init__(self, claims: int, arrives: Callable[[int], None]) -> None:
        self._claims = claims
        self._arrives = arrives
        self._done: dict[int, int] = {}
        self._steps = 0

    def check(
        self,
        request: Check,
        cancelled: Callable[[], bool],
        tell: object,
        interrupted: Callable[[], bool],
    ) -> Checked:
        while not request.quick and self._done.get(request.id, 0) < self._claims:
            self._arrives(self._steps)
            self._steps += 1
            if cancelled() or interrupted():
                raise Stopped
            self._done[request.id] = self._done.get(request.id, 0) + 1
        return Checked(request.id, CheckResult("r.md", Outcome.CHECKED), {})


def answers(first: list[Request], later: dict[int, Request], claims: int = 3) -> list[object]:
    """What the engine answers when `first` waits and `later` arrives before those steps."""
    inbox, written = Inbox(), list[object]()
    for message in first:
        inbox.put(message)

    def arrives(step: int) -> None:
        if step in later:
            inbox.put(later[step])

    service = Service(claims, arrives)
    while len(inbox):
        serve(service, inbox, written.append)  # type: ignore[arg-type]
    return written


def test_a_quick_check_goes_before_a_slow_one_that_has_begun() -> None:
    written = answers([check(1), check(2, background=True)], {1: check(3, quick=True)})
    assert [answer.id for answer in written if isinstance(answer, Checked)] == [3, 1, 2]
    assert len(written) == 3


def test_a_slow_check_goes_before_the_background_only() -> None:
    written = answers([check(2, background=True)], {1: check(1), 3: check(4)})
    assert [answer.id for answer in written if isinstance(answer, Checked)] == [1, 4, 2]


def test_a_check_that_is_given_up_ends_for_good() -> None:
    written = answers([check(1)], {1: Cancel(1)})
    assert written == [Cancelled(1)]
    written = answers([check(1)], {1: check(2, quick=True), 2: Cancel(1)})
    assert [type(answer) for answer in written] == [Checked, Cancelled]
