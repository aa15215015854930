"""A server with a client, and a project to work in."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from pygls.io_ import run_async
from pytest_lsp import ClientServerConfig, LanguageClient

from lsp_server.logs import ClientLog
from lsp_server.registration import create_server
from lsp_server.server import Server
from tests.lsp.editor import PROJECT, Editor, make_client


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the project."""
    root = tmp_path / "project"
    shutil.copytree(PROJECT, root)
    return root


@pytest_asyncio.fixture
async def editor(
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[Editor]:
    """A client and a server on one event loop, joined by a socket; only the engine is apart."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    here, there = socket.socketpair()
    server, listening, writer = await _serve(there)
    client = make_client()
    reader, client_writer = await asyncio.open_connection(sock=here)
    client.protocol.set_writer(client_writer)
    talking = asyncio.create_task(
        run_async(client._stop_event, reader, client.protocol, None, client.report_server_error)
    )
    editor = Editor(client, root, server)
    client.editor = editor  # type: ignore[attr-defined]
    caplog.set_level(logging.INFO, "lsp_server")
    log = ClientLog(server)
    logging.getLogger("lsp_server").addHandler(log)
    yield editor
    logging.getLogger("lsp_server").removeHandler(log)
    await client.shutdown_session()
    for stream in (client_writer, writer):
        stream.close()
        await stream.wait_closed()
    await asyncio.gather(talking, listening)


async def _serve(sock: socket.socket) -> tuple[Server, asyncio.Task[None], asyncio.StreamWriter]:
    server = create_server()
    server.protocol.end = lambda: None  # type: ignore[method-assign]
    reader, writer = await asyncio.open_connection(sock=sock)
    server.protocol.set_writer(writer)
    stop = asyncio.Event()
    task = asyncio.create_task(
        run_async(stop, reader, server.protocol, None, server.report_server_error)  # type: ignore[arg-type]
    )
    return server, task, writer


@pytest_asyncio.fixture
async def process(root: Path, tmp_path: Path) -> AsyncIterator[Editor]:
    """A client whose server runs in a process of its own, over standard input and output."""
    environment = dict(os.environ, XDG_CACHE_HOME=str(tmp_path / "cache"))
    config = ClientServerConfig(
        server_command=[sys.executable, "-m", "lsp_server", "--log-level", "info"],
        client_factory=make_client,
        server_env=environment,
    )
    client = await config.start()
    assert isinstance(client, LanguageClient)
    editor = Editor(client, root)
    client.editor = editor  # type: ignore[attr-defined]
    yield editor
    if client._server is not None and client._server.returncode is None:
        await client.shutdown_session()
    await client.stop()  # type: ignore[no-untyped-call]
