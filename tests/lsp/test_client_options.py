"""What a client asks for at the start; nothing odd in it may end the session."""

from __future__ import annotations

from pathlib import Path

import pytest

from lsp_server.client_options import ClientOptions


def test_what_a_client_asks_for() -> None:
    given = {"trusted": False, "stateChanges": True, "exactLinks": True, "extracted": "/store"}
    assert ClientOptions.of(given) == ClientOptions(
        trusted=False, state_changes=True, exact_links=True, extracted=Path("/store")
    )


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        "x",
        {},
        {"trusted": "no"},
        {"stateChanges": 1},
        {"extracted": ""},
        {"extracted": 3},
    ],
)
def test_anything_else_is_as_by_default(given: object) -> None:
    assert ClientOptions.of(given) == ClientOptions()
