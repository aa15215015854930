"""`llmfeeder mcp`: the MCP server, for agents that check what they wrote."""

from __future__ import annotations

import logging
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verifier.cli.options import SensitivityOption, TablesOption

if TYPE_CHECKING:
    from verifier.mcp_server.roots import Roots
    from verifier.project import Project
    from verifier.settings import Settings

EXAMPLES = """\
Examples:

\b
  llmfeeder mcp --sources papers/
  llmfeeder mcp --sources papers/ --sources data/figures.csv --http 8765
  claude mcp add llmfeeder -- llmfeeder mcp --sources papers/

\b
Without --sources, the settings' sources may be read, or the workspace that the
client offers as its roots. Nothing outside of these is ever read.
"""


def mcp(
    sources: Annotated[
        list[Path] | None,
        typer.Option(
            "--sources",
            "-s",
            metavar="PATH",
            help="File or folder that may be read; may be repeated.",
            show_default=False,
        ),
    ] = None,
    http: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT",
            help="Serve streamable HTTP there instead of standard input and output. "
            "The host is 127.0.0.1 unless given; port 0 takes a free one.",
            show_default=False,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="With --http: let other machines in that reach this one by NAME. "
            "They need no password; may be repeated.",
            show_default=False,
        ),
    ] = None,
    sensitivity: SensitivityOption = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who judges: rules or offline.  [default: offline]",
            show_default=False,
        ),
    ] = None,
    tables: TablesOption = None,
) -> None:
    """Serve agents over the Model Context Protocol.

    They check texts against the sources, look up what the sources say, and read them. Nothing is
    changed, and nothing leaves this machine.
    """
    from verifier.cli.run import existing
    from verifier.project import find_project

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    address = _address(http, allow_host or []) if http is not None else None
    if allow_host and address is None:
        raise typer.BadParameter("--allow-host needs --http")
    named = existing(sources or ())
    project = find_project(Path.cwd())
    given = {"sensitivity": sensitivity, "judge": judge, "tables": tables}
    settings = _settings(project, {k: v for k, v in given.items() if v is not None})
    _require_sdk()
    roots = _roots(project, named)
    if address is None:
        _serve_stdio(settings, roots)
    else:
        _serve_http(settings, roots, address, allow_host or [])


def _require_sdk() -> None:
    """Raise where the extra is not installed.

    Raises:
        LLMFeederError: says what to install.
    """
    from verifier.errors import LLMFeederError

    for module in ("mcp.server", "mcp_types", "uvicorn"):
        try:
            import_module(module)
        except ImportError as error:
            raise LLMFeederError(
                f"the MCP server needs {error.name or module}, which is not installed: "
                "pip install 'llmfeeder[mcp]'"
            ) from error


def _settings(project: Project, given: dict[str, Any]) -> Settings:
    """The settings in force; dismissals of a file are about reports, and a call's text is none."""
    values = replace(project.values, **given)
    return replace(replace(project, values=values).engine_settings(), dismissals="")


def _roots(project: Project, named: tuple[Path, ...]) -> Roots:
    """What the user named: on the command line, else in the settings.

    Raises:
        SourcesError: the settings name what does not exist.
    """
    from verifier.cli.run import choose_sources
    from verifier.mcp_server.roots import Roots

    if not named and not project.values.sources:
        return Roots()
    return Roots.of_paths(choose_sources(None, project, named))


def _serve_stdio(settings: Settings, roots: Roots) -> None:
    import anyio

    from verifier.mcp_server.server import create_server
    from verifier.mcp_server.serving import serve_stdio

    anyio.run(serve_stdio, create_server(settings, roots))


def _serve_http(
    settings: Settings, roots: Roots, address: tuple[str, int], names: list[str]
) -> None:
    import anyio

    from verifier.errors import LLMFeederError
    from verifier.mcp_server.server import create_server
    from verifier.mcp_server.serving import is_loopback, listen, serve_http, url_of

    if not roots.places:
        raise LLMFeederError("--http needs --sources PATH: what clients over HTTP may read")
    host, port = address
    if not is_loopback(host) and not names:
        raise LLMFeederError(
            f"--http {host}:{port} would let other machines in; if that is meant, "
            "say by which name they reach this one: --allow-host NAME"
        )
    with listen(host, port) as listener:
        if names:
            read = ", ".join(map(str, roots.places))
            typer.echo(f"Warning: whoever reaches {', '.join(names)} can read {read}", err=True)
        typer.echo(f"serving {url_of(listener)}; Ctrl-C ends it", err=True)
        server = create_server(settings, roots, ask_roots=False)
        anyio.run(serve_http, server, listener, names)


def _address(value: str, names: list[str]) -> tuple[str, int]:
    host, _, port = value.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise typer.BadParameter(f"--http is {value!r}; it must be PORT or HOST:PORT, such as 8765")
    if any(not name or set(name) & set("/:@* ") for name in names):
        raise typer.BadParameter(
            "--allow-host takes a host's name alone, such as build.example.org"
        )
    return host.strip("[]") or "127.0.0.1", int(port)
