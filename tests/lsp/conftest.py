"""A running server with a client, and a project to work in."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.editor import PROJECT, Editor, make_client


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the project."""
    root = tmp_path / "project"
    shutil.copytree(PROJECT, root)
    return root


@pytest_asyncio.fixture
async def editor(root: Path, tmp_path: Path) -> AsyncIterator[Editor]:
    """A client whose server runs, before `initialize`."""
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
    await client.shutdown_session()
    await client.stop()  # type: ignore[no-untyped-call]
