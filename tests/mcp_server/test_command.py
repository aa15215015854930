"""The command: its help, what it refuses and how it ends."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from verifier.cli import app
from verifier.mcp_server import command
from verifier.mcp_server.roots import Roots
from verifier.mcp_server.serving import is_loopback
from verifier.settings import Settings

Run = Callable[..., Result]
Served = list[tuple[Settings, Roots]]


@pytest.fixture
def run(sources: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `llmfeeder mcp` in the workspace."""
    monkeypatch.chdir(sources.parent)
    return lambda *arguments: CliRunner().invoke(app, ["mcp", *map(str, arguments)])


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """What would have been served over standard input and output."""
    calls: Served = []
    monkeypatch.setattr(command, "_serve_stdio", lambda *arguments: calls.append(arguments))
    return calls


def test_help_shows_examples(run: Run) -> None:
    text = run("--help").stdout
    assert "  llmfeeder mcp --sources papers/\n" in text
    assert "--allow-host" in text


def test_the_named_folders_are_served(run: Run, served: Served, sources: Path) -> None:
    assert run("--sources", "sources", "-s", sources / "mill.txt").exit_code == 0
    ((settings, roots),) = served
    assert roots == Roots((sources.resolve(), (sources / "mill.txt").resolve()))
    assert settings == Settings()


def test_without_names_it_is_for_the_client_to_say(run: Run, served: Served) -> None:
    assert run().exit_code == 0
    assert served[0][1] == Roots()


def test_the_settings_file_holds_and_options_go_before_it(
    run: Run, served: Served, sources: Path
) -> None:
    (sources.parent / "llmfeeder.toml").write_text(
        'sources = ["sources"]\nsensitivity = "strict"\ntables = true\nexclude = ["more/"]\n'
    )
    assert run("--sensitivity", "balanced").exit_code == 0
    ((settings, roots),) = served
    assert roots == Roots((sources.resolve(),))
    assert settings == Settings(sensitivity="balanced", tables=True, exclude=("more/",))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sources", "nowhere"], "--sources nowhere: no such file or folder"),
        (["--judge", "oracle"], "judge is 'oracle'; it must be one of"),
        (["--sensitivity", "loud"], "sensitivity is 'loud'; it must be one of"),
        (["-s", "sources", "--http", "x"], "it must be PORT or HOST:PORT, such as 8765"),
        (["-s", "sources", "--http", "99999"], "it must be PORT or HOST:PORT"),
        (["-s", "sources", "--http", ""], "it must be PORT or HOST:PORT"),
        (["-s", "sources", "--http", "nowhere.invalid:0", "--allow-host", "a"], "cannot listen"),
        (["-s", "sources", "--allow-host", "a"], "--allow-host needs --http"),
        (["-s", "sources", "--http", "0", "--allow-host", "http://a"], "takes a host's name alone"),
        (["-s", "sources", "--http", "0.0.0.0:0"], "would let other machines in"),
        (["-s", "sources", "--http", "[::]:0"], "would let other machines in"),
        (["--http", "0"], "--http needs --sources PATH"),
    ],
)
def test_what_cannot_be_served_says_why(run: Run, arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", " ").split())
    assert result.stdout == ""


def test_a_port_in_use_is_told(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("-s", "sources", "--http", f"127.0.0.1:{port}")
    assert result.exit_code == 2
    assert f"--http 127.0.0.1:{port}: cannot listen there" in result.stderr


def test_letting_other_machines_in_is_warned_of(
    run: Run, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[object] = []
    monkeypatch.setattr("anyio.run", lambda *arguments: ran.append(arguments))
    result = run("-s", "sources", "--http", "0.0.0.0:0", "--allow-host", "build.example.org")
    assert result.exit_code == 0
    assert "Warning: whoever reaches build.example.org can read" in result.stderr
    assert str(sources) in result.stderr
    assert len(ran) == 1


@pytest.mark.parametrize("module", ["mcp", "mcp_types", "uvicorn"])
def test_a_missing_extra_says_what_to_install(sources: Path, module: str) -> None:
    code = f"import sys; sys.modules[{module!r}] = None; from verifier.cli import app; app()"
    done = subprocess.run(
        [sys.executable, "-c", code, "mcp", "--sources", str(sources)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: the MCP server needs mcp") or module == "uvicorn"
    assert done.stderr.endswith("pip install 'llmfeeder[mcp]'\n")
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("LOCALHOST", True),
        ("0.0.0.0", False),  # noqa: S104
        ("::", False),
        ("192.168.1.7", False),
        ("localhost.evil.example", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback
