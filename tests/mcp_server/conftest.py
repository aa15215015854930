"""A folder of sources, and the SDK's own client connected to the server in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ListRootsFnT

from verifier import Settings
from verifier.judges import Judge
from verifier.mcp_server.roots import Roots
from verifier.mcp_server.server import create_server

SAMPLES = Path(__file__).parents[2] / "samples"
MILL = (
    "The mill in Oldbury employs 140 people. It was built in 1911 by the Harrow brothers.\n\n"
    "The mill makes paper for newspapers. Water comes from the river Arrow.\n"
)
TOWN = "Oldbury has two bakeries and a library. The library opens at nine.\n"
DRAFT = (
    "# Draft\n\nThe mill in Oldbury employs 150 people. The library opens at nine.\n"
    "Penguins are faster than most seals in cold water. Is this a question?\n"
)
ERAS = ("legacy", "auto")
"""The two ways to open a connection: the handshake of 2025, and the one that has none of 2026."""

Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A workspace with sources/mill.txt, sources/more/town.txt and a file that holds a key."""
    folder = tmp_path / "work" / "sources"
    (folder / "more").mkdir(parents=True)
    (folder / "mill.txt").write_text(MILL)
    (folder / "more" / "town.txt").write_text(TOWN)
    (folder / ".env").write_text("KEY=hush\n")
    return folder


@pytest.fixture
def connect(sources: Path) -> Connect:
    """Connects a client to a server that may read `sources`, or what the test says."""

    @asynccontextmanager
    async def connected(
        roots: Roots | None = None,
        settings: Settings | None = None,
        mode: str = "legacy",
        ask_roots: bool = True,
        list_roots: ListRootsFnT | None = None,
        judge: Judge | None = None,
    ) -> AsyncIterator[Client]:
        named = Roots.of_paths([sources]) if roots is None else roots
        server = create_server(settings or Settings(), named, ask_roots, judge)
        async with Client(server, mode=mode, list_roots_callback=list_roots) as client:
            yield client

    return connected


async def result_of(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured result of a call that must go well; the client checks it by its schema."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    structured: dict[str, Any] = result.structured_content
    return structured


async def refusal_of(client: Client, tool: str, **arguments: Any) -> str:
    """What a call that must be refused says."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.structured_content is None
    return text_of(result)


def text_of(result: Any) -> str:
    """The result as clients show it that know no structured ones."""
    (content,) = result.content
    text: str = content.text
    return text
