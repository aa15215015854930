"""docs/mcp.md: its configurations start the server, and its examples are the real answers.

A call is followed by what it gives: as text, as JSON or both. UPDATE_GOLDEN=1 writes these anew.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.mcp_server.conftest import SAMPLES, Connect, text_of
from verifier.cli import app
from verifier.mcp_server import arguments, command, pages, results, service, serving, tools
from verifier.mcp_server.roots import Roots

PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
# What differs between calibrations and installations.
_VOLATILE = re.compile(
    r'''(?<="score": )[\d.]+|(?<=supported )\d\.\d+|\w+(?= judge)|(?<="judge": )"\w+"'''
)
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    return _BLOCK.findall(PAGE.read_text("utf-8"))


def servers() -> list[dict[str, Any]]:
    found = [json.loads(text) for kind, text in blocks() if kind == "json"]
    maps = [item.get("mcpServers") or item.get("servers") for item in found]
    return [server for servers in maps if servers for server in servers.values()]


def test_the_configurations_start_the_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    served: list[Roots] = []
    monkeypatch.setattr(command, "_serve_stdio", lambda _settings, roots: served.append(roots))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sources").mkdir()
    for server in servers():
        assert Path(server["command"]).name == "llmfeeder"
        given = [argument.replace("${workspaceFolder}", ".") for argument in server["args"]]
        given = [argument.replace("/home/you/thesis/", "") for argument in given]
        assert CliRunner().invoke(app, given).exit_code == 0
    assert served == [Roots(((tmp_path / "sources").resolve(),))] * 4


def calls() -> list[tuple[dict[str, Any], dict[str, str]]]:
    """Each call of the page with the blocks behind it that show its answer."""
    found: list[tuple[dict[str, Any], dict[str, str]]] = []
    for kind, text in blocks():
        content = json.loads(text) if kind == "json" else {}
        if "arguments" in content:
            found.append((content, {}))
        elif found:
            found[-1][1].setdefault(kind, text)
    return found


async def test_the_examples_are_the_real_answers(connect: Connect) -> None:
    roots = Roots.of_paths([SAMPLES / "quarterly-results" / "sources"])
    shown = calls()
    assert [call["name"] for call, _ in shown] == ["verify_against_text", "find_support"]
    async with connect(roots) as client:
        for call, answers in shown:
            result = await client.call_tool(call["name"], call["arguments"])
            real = {
                "text": text_of(result) + "\n",
                "json": json.dumps(result.structured_content, ensure_ascii=False, indent=2) + "\n",
            }
            for kind, text in answers.items():
                if _VOLATILE.sub("-", text) != _VOLATILE.sub("-", real[kind]):
                    assert os.environ.get("UPDATE_GOLDEN"), real[kind]
                    block = f"```{kind}\n{text}```"
                    page = PAGE.read_text("utf-8")
                    PAGE.write_text(page.replace(block, f"```{kind}\n{real[kind]}```", 1), "utf-8")


def test_the_page_names_every_tool_and_limit() -> None:
    page = PAGE.read_text("utf-8")
    assert [tool.name for tool in tools.TOOLS if f"\n| `{tool.name}` |" not in page] == []
    limits = (
        f"| `text` | {arguments.MOST_TEXT:,} characters |",
        f"| `passages` | {arguments.MOST_PASSAGES}, with {arguments.MOST_PASSAGE_TEXT:,} ",
        f"| `statement` | {arguments.MOST_STATEMENT:,} characters |",
        f"| request over HTTP | {serving.LARGEST_BODY // 1_000_000} MB |",
        f"longer than {pages.MOST_CHARACTERS:,} characters of JSON",
        f"reading gives {service.MOST_READ:,} characters at most",
        f"with more than {results.LONGEST_TEXT} characters",
    )
    flat = " ".join(page.split())
    assert [limit for limit in limits if " ".join(limit.split()) not in flat] == []
