"""A real server in a process of its own: over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp import Client, StdioServerParameters

from tests.mcp_server.conftest import DRAFT, ERAS, SAMPLES, refusal_of, result_of

COMMAND = [sys.executable, "-c", "from verifier.cli import app; app()", "mcp"]
PATIENCE = 120


async def use(client: Client, part: str = "") -> None:
    """What every transport must carry; `part` is one of the sources not asked about before."""
    assert client.server_info is not None
    assert client.server_info.name == "llmfeeder"
    assert len((await client.list_tools()).tools) == 3
    told: list[float] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    result = await client.call_tool(
        "verify_against_sources", {"text": DRAFT, "sources": part}, progress_callback=on_progress
    )
    assert result.structured_content["counts"]["contradicted"] == 1
    assert result.structured_content["sources"]["read"] in told
    said = await refusal_of(client, "verify_against_sources", text=DRAFT, sources="/etc")
    assert "lies outside" in said
    found = await result_of(client, "find_support", statement="The mill employs people.")
    assert found["passages"][0]["source"] == "mill.txt"
    found = await result_of(client, "verify_against_text", text=DRAFT, passages=["No."])
    assert found["counts"]["unsupported"] == 3
    assert len((await client.list_resources()).resources) == 2


# ---- standard input and output ------------------------------------------------------------------


@pytest.mark.parametrize("mode", ERAS)
async def test_stdio_carries_everything(sources: Path, mode: str) -> None:
    parameters = StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], "--sources", str(sources)],
        env={**os.environ},
        cwd=sources.parent,
    )
    async with asyncio.timeout(PATIENCE), Client(parameters, mode=mode) as client:
        await use(client)


def message(method: str, number: int | None = None, **params: Any) -> bytes:
    head = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(head if number is None else {**head, "id": number}).encode() + b"\n"


HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


async def test_standard_output_holds_nothing_but_the_protocol() -> None:
    folder = SAMPLES / "walking-study"  # Its PDF is read by another process.
    text = (folder / "report.md").read_text("utf-8")
    server = await asyncio.create_subprocess_exec(
        *COMMAND,
        *("--sources", str(folder / "sources")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "LLMFEEDER_CACHE_DIR": "off"},
        limit=10**7,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    assert server.stderr is not None
    async with asyncio.timeout(PATIENCE):
        server.stdin.write(message("initialize", 1, **HELLO))
        server.stdin.write(message("notifications/initialized"))
        server.stdin.write(b"this is no JSON\n")
        call = {"name": "verify_against_sources", "arguments": {"text": text}}
        server.stdin.write(message("tools/call", 2, **call))
        answers: dict[int, Any] = {}
        while 2 not in answers:
            line = await server.stdout.readline()
            assert line, (await server.stderr.read()).decode()
            answer = json.loads(line)
            assert answer["jsonrpc"] == "2.0"
            answers[answer.get("id") or 0] = answer
        assert answers[1]["result"]["serverInfo"]["name"] == "llmfeeder"
        assert answers[2]["result"]["structuredContent"]["outcome"] == "checked"
        server.stdin.close()  # The client goes; the server ends by itself.
        rest, errors = await server.communicate()
    assert server.returncode == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())
    assert b"Traceback" not in errors


# ---- HTTP ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server on a free port."""
    from tests.mcp_server.conftest import MILL, TOWN

    folder = tmp_path_factory.mktemp("served")
    (folder / "mill.txt").write_text(MILL)
    (folder / "town.txt").write_text(TOWN)
    server = subprocess.Popen(
        [*COMMAND, "--sources", str(folder), "--http", "0"], stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    try:
        line = server.stderr.readline()
        assert line.startswith("serving http://127.0.0.1:")
        yield line.split()[1].rstrip(";")
    finally:
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors
    assert server.returncode == 130


@pytest.mark.parametrize("mode", ERAS)
async def test_http_carries_everything(served: str, mode: str) -> None:
    async with asyncio.timeout(PATIENCE), Client(served, mode=mode) as client:
        await use(client, {"legacy": "mill.txt", "auto": "."}[mode])


async def test_two_clients_over_http_at_the_same_time(served: str) -> None:
    async with asyncio.timeout(PATIENCE), Client(served) as one, Client(served) as two:
        first, second = await asyncio.gather(
            result_of(one, "find_support", statement="The mill employs people."),
            result_of(two, "find_support", statement="The town has bakeries."),
        )
    assert first["passages"][0]["source"] == "mill.txt"
    assert second["passages"][0]["source"] == "town.txt"


def status(url: str, headers: dict[str, str], body: bytes = b"") -> int:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    sent = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **headers,
    }
    try:
        connection.request("POST", parts.path, body or message("initialize", 1, **HELLO), sent)
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_web_page_cannot_reach_the_server(served: str) -> None:
    """DNS rebinding: a page's own name made to point here."""
    port = urlsplit(served).port
    own = f"127.0.0.1:{port}"
    modern = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}
    assert status(served, {"Host": own}) == 200
    assert status(served, {"Host": f"localhost:{port}"}) == 200
    assert status(served, {"Host": own, "Origin": f"http://localhost:{port}"}) == 200
    for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}"):
        assert status(served, {"Host": host}) == 421
        assert status(served, {"Host": host, **modern}) == 421
    for origin in ("http://evil.example", f"http://evil.example:{port}", "null"):
        assert status(served, {"Host": own, "Origin": origin}) == 403
        assert status(served, {"Host": own, "Origin": origin, **modern}) == 403


def test_a_request_over_the_size_limit_is_refused(served: str) -> None:
    assert status(served, {}, b" " * 16_000_001) == 413


def test_other_paths_are_not_there(served: str) -> None:
    assert status(served.replace("/mcp", "/"), {}) == 404
