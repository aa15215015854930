"""The two ways to be reached: standard input and output, and streamable HTTP."""

from __future__ import annotations

import ipaddress
import socket
import sys
from collections.abc import Sequence
from typing import Any

from mcp.server import Server

from verifier.errors import LLMFeederError

PATH = "/mcp"
LARGEST_BODY = 16_000_000
"""Bytes of a request: room for the longest text and passages."""
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


async def serve_stdio(server: Server[Any]) -> None:
    """Serve the program that started this one; standard output carries the protocol alone."""
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def serve_http(server: Server[Any], listener: socket.socket, names: Sequence[str]) -> None:
    """Serve clients over streamable HTTP at `PATH`.

    Requests whose Host or Origin header names another machine are refused, so that no web page
    can reach the server through a name that it makes point here (DNS rebinding).

    Args:
        listener: bound to the address to serve.
        names: host names besides those of the loopback by which clients reach the server.
    """
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    port = listener.getsockname()[1]
    places = [form for host in (*_LOOPBACK, *names) for form in (f"{host}:{port}", host)]
    origins = [f"{scheme}://{place}" for place in places for scheme in ("http", "https")]
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=LARGEST_BODY,
        transport_security=TransportSecuritySettings(allowed_hosts=places, allowed_origins=origins),
    )
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on")
    await uvicorn.Server(config).serve(sockets=[listener])


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches `host`."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this address; port 0 takes a free one.

    Raises:
        LLMFeederError: the address cannot be used.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise LLMFeederError(
            f"--http {host}:{port}: cannot listen there: {error.strerror or error}"
        ) from error
    return listener


def url_of(listener: socket.socket) -> str:
    """Where clients reach the server."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"
