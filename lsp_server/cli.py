"""Starts the server: `llmfeeder lsp`, or `python -m lsp_server`."""

from __future__ import annotations

import logging
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, BinaryIO

import typer


class LogLevel(StrEnum):
    """How much is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def lsp(
    tcp: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Serve one client over TCP, for debugging."),
    ] = None,
    log_level: Annotated[LogLevel, typer.Option(help="How much is logged.")] = LogLevel.WARNING,
    log_file: Annotated[
        Path | None, typer.Option(help="Log to this file instead of standard error.")
    ] = None,
) -> None:
    """Serve an editor over the Language Server Protocol, on standard input and output."""
    address = _address(tcp) if tcp is not None else None
    _set_up_log(log_level, log_file)
    output = _protect_stdout() if address is None else None
    from lsp_server.logs import ClientLog
    from lsp_server.registration import create_server

    server = create_server()
    logging.getLogger("lsp_server").addHandler(ClientLog(server))
    if address is not None:
        server.start_tcp(*address)
    else:
        server.start_io(sys.stdin.buffer, output)
    server.protocol.end()


def main() -> None:
    """Run the server's command alone."""
    typer.run(lsp)


def _protect_stdout() -> BinaryIO:
    """Standard output for the protocol alone; whatever else is written there goes to the log."""
    real = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return real


def _address(value: str) -> tuple[str, int]:
    host, separator, port = value.rpartition(":")
    if not separator or not port.isdecimal() or not 0 < int(port) < 65536:
        raise typer.BadParameter(f"{value!r} is no HOST:PORT, such as 127.0.0.1:2087")
    return host.strip("[]") or "127.0.0.1", int(port)


def _set_up_log(level: LogLevel, file: Path | None) -> None:
    handler: logging.Handler
    try:
        handler = logging.FileHandler(file, encoding="utf-8") if file else logging.StreamHandler()
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be written: {error.strerror}") from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("lsp_server").setLevel(level.value.upper())
    # At INFO the base library logs every message whole.
    logging.getLogger("pygls").setLevel(logging.WARNING)
