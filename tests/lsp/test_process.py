"""The server as a process: exit codes, the stream, crashes, and answers while the engine works."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from fpdf import FPDF
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.editor import EDITORS, Editor, make_client

CODES = ["contradicted", "unsupported", "citation-elsewhere"]


@pytest.mark.parametrize("name", EDITORS)
async def test_a_session_over_standard_input_and_output(process: Editor, name: str) -> None:
    await process.initialize(name)
    uri = process.open()
    await process.until(lambda: process.codes() == CODES)
    hover = await process.hover(uri, "Free cash flow")
    assert hover is not None
    await process.client.shutdown_session()
    server = process.client._server
    assert server is not None
    assert server.returncode == 0


async def test_exit_without_shutdown_is_an_error(process: Editor) -> None:
    await process.initialize()
    process.client.exit(None)
    server = process.client._server
    assert server is not None
    assert await server.wait() == 1


def run(messages: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "lsp_server"], input=messages, capture_output=True, timeout=120
    )


def framed(*bodies: str) -> bytes:
    return b"".join(
        b"Content-Length: %d\r\n\r\n%s" % (len(body.encode()), body.encode()) for body in bodies
    )


def test_the_end_of_the_input_ends_the_server() -> None:
    assert run(b"").returncode == 1


def test_requests_before_initialize_and_after_shutdown_are_refused() -> None:
    hover = '{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x"},"position":{"line":0,"character":0}}}'
    done = run(
        framed(
            hover % 1,
            '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x","version":1},"contentChanges":[]}}',
            '{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}',
            '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x","version":1},"contentChanges":[{"text":"x"}]}}',
            '{"jsonrpc":"2.0","id":3,"method":"shutdown","params":null}',
            hover % 4,
            '{"jsonrpc":"2.0","method":"exit","params":null}',
        )
    )
    assert done.returncode == 0
    assert b'"code": -32002' in done.stdout
    assert b'"code": -32600' in done.stdout
    assert b"showMessage" not in done.stdout


def test_nothing_but_the_protocol_reaches_standard_output() -> None:
    code = (
        "import os, sys\n"
        "from lsp_server import cli\n"
        "import lsp_server.registration as registration\n"
        "create = registration.create_server\n"
        "def noisy(**options):\n"
        "    print('noise'); os.write(1, b'more noise'); sys.stdout.flush()\n"
        "    return create(**options)\n"
        "registration.create_server = noisy\n"
        "cli.main()\n"
    )
    shutdown = framed('{"jsonrpc":"2.0","method":"exit","params":null}')
    done = subprocess.run(
        [sys.executable, "-c", code], input=shutdown, capture_output=True, timeout=120
    )
    assert done.stdout == b""
    assert b"noise" in done.stderr


async def test_a_crash_of_the_engine_is_reported_and_mended(editor: Editor) -> None:
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    assert editor.server is not None
    first = editor.server.engine.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    await editor.until(lambda: any("crashed" in m.message for m in editor.client.log_messages))
    await editor.until(lambda: editor.server and editor.server.engine.pid not in (first, None))
    editor.save()
    await editor.published_after(1)
    assert editor.codes() == CODES
    assert editor.client.messages == []


async def test_an_engine_that_keeps_crashing_is_given_up_and_the_user_told(editor: Editor) -> None:
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    assert editor.server is not None
    engine = editor.server.engine
    engine._command = (sys.executable, "-c", "import sys; sys.exit(3)")
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGKILL)
    await editor.until(lambda: editor.client.messages)
    (message,) = editor.client.messages
    assert "crashed repeatedly" in message.message
    editor.save()
    report = editor.server.session.report(uri)
    assert report is not None
    await editor.until(lambda: "crashed repeatedly" in report.note)
    hover = await editor.hover(uri, "Free cash flow")
    assert hover is not None


def write_pdf(path: Path, number: int) -> None:
    """Write a PDF whose text no other one has."""
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    pdf.add_page()
    pdf.cell(text=f"Plant {number} made {number * 7} tonnes of steel.")
    pdf.output(str(path))


async def settled(editor: Editor, uri: str) -> None:
    """Wait until nothing is scheduled for the report any more."""
    assert editor.server is not None
    async with asyncio.timeout(30):
        while editor.server.scheduler.is_busy(uri):
            await asyncio.sleep(0)


async def test_answers_come_while_the_engine_reads_and_the_user_can_stop_it(editor: Editor) -> None:
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    for number in range(200):
        write_pdf(editor.root / "sources" / f"s{number}.pdf", number)
    editor.save()
    await editor.until(lambda: editor.client.progress_reports)
    for _ in range(20):
        assert await editor.hover(uri, "Free cash flow") is not None
        assert await editor.actions(uri, "The board")
    token = next(iter(editor.client.progress_reports))
    await editor.until(lambda: editor.client.progress_reports[token])
    assert editor.server is not None
    assert editor.server.scheduler.is_busy(uri)
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    await editor.until(lambda: ended(editor.client, token))
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert "cancelled" in lens.command.title
    assert editor.server.cancel_actions == {}
    assert editor.server.work_done_progress.tokens == {}


def ended(client: LanguageClient, token: types.ProgressToken) -> bool:
    values = client.progress_reports[token]
    return bool(values) and isinstance(values[-1], types.WorkDoneProgressEnd)


async def test_five_hundred_edits_leave_nothing_behind(editor: Editor) -> None:
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    server = editor.server
    assert server is not None
    text = editor.text()
    for number in range(500):
        editor.change(text.replace("Lyon", f"Lyon {number}"))
        if number % 50 == 0:
            await editor.hover(uri, "Free cash flow")
    editor.save()
    await editor.published_after(1)
    await editor.hover(uri, "Free cash flow")
    await settled(editor, uri)
    assert len(server.protocol._request_futures) <= 2
    assert len(server.protocol._result_types) <= 2
    assert len(server.scheduler) == 0
    assert len(server._tasks) <= 2
    assert len(server.engine._pending) == 0
    assert len(server.session.reports) == 1
    editor.close()
    await editor.until(lambda: editor.codes() == [])
    assert server.session.reports == {}
    assert server.session.dirty == set()
    assert server.documents.text_documents == {}


async def test_the_log_goes_to_the_file(tmp_path: Path) -> None:
    log = tmp_path / "llmfeeder.log"
    done = subprocess.run(
        [sys.executable, "-m", "lsp_server", "--log-level", "debug", "--log-file", str(log)],
        input=framed(
            '{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}'
        ),
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert "positions in utf-16" in log.read_text("utf-8")
    wrong = subprocess.run(
        [sys.executable, "-m", "lsp_server", "--tcp", "nowhere"], capture_output=True, timeout=120
    )
    assert wrong.returncode == 2
    assert b"HOST:PORT" in wrong.stderr


async def test_over_tcp(root: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lsp_server", "--tcp", f"127.0.0.1:{port}"]
    environment = dict(os.environ, XDG_CACHE_HOME=str(tmp_path / "cache"))
    server = await asyncio.create_subprocess_exec(*command, env=environment)
    client = make_client()
    await connected(client, port)
    editor = Editor(client, root)
    client.editor = editor  # type: ignore[attr-defined]
    await editor.initialize()
    editor.open()
    await editor.until(lambda: editor.codes() == CODES)
    await client.shutdown_async(None)
    client.exit(None)
    assert await server.wait() == 0
    await client.stop()  # type: ignore[no-untyped-call]
    # The client does not close its side; left to the garbage collector, that fails another test.
    writer = client.protocol.writer
    assert isinstance(writer, asyncio.StreamWriter)
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def connected(client: LanguageClient, port: int) -> None:
    """Connect, as soon as the server listens."""
    async with asyncio.timeout(60):
        while True:
            try:
                await client.start_tcp("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                return
