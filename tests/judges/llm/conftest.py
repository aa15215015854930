"""A stand-in endpoint, and a network in which there is nothing else."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.judges.llm.stand_in import KEY, StandIn
from verifier.remote import OWN_KEY


class Network:
    """Which addresses were spoken to; every one but those allowed is refused."""

    def __init__(self) -> None:
        self.allowed: set[int] = set()
        self.reached: list[Any] = []
        self.refused: list[Any] = []

    def check(self, address: Any) -> None:
        port = address[1] if isinstance(address, tuple) else None
        if isinstance(address, tuple) and address[0] == "127.0.0.1" and port in self.allowed:
            self.reached.append(address)
            return
        self.refused.append(address)
        raise ConnectionRefusedError(f"nothing may be sent to {address}")


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """Every socket but those to allowed ports fails to connect, and no name is looked up."""
    network = Network()
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    look_up = socket.getaddrinfo

    def guarded(self: socket.socket, address: Any) -> None:
        network.check(address)
        connect(self, address)

    def guarded_ex(self: socket.socket, address: Any) -> int:
        network.check(address)
        return connect_ex(self, address)

    def resolve(host: Any, *arguments: Any, **options: Any) -> Any:
        if host not in ("127.0.0.1", "localhost"):
            network.refused.append(host)
            raise socket.gaierror(f"nothing may be asked for {host}")
        return look_up(host, *arguments, **options)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket.socket, "connect_ex", guarded_ex)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    return network


@pytest.fixture
def stand_in(network: Network, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """An endpoint that may be spoken to, with a key for it in the environment."""
    server = StandIn()
    network.allowed.add(server.port)
    monkeypatch.setenv(OWN_KEY, KEY)
    yield server
    server.close()
