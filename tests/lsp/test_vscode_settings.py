"""The VS Code extension offers exactly the settings that the server reads, as it reads them."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import pytest

from lsp_server.settings import ClientSettings, Severities, read_settings
from verifier import __version__
from verifier.remote import MODES, PROVIDERS, Remote
from verifier.severities import Severity

EXTENSION = Path(__file__).parents[2] / "vscode-extension"
CLIENT_ONLY = {"serverPath", "interpreter", "trace.server"}
USER_ONLY = {"serverPath", "interpreter", "allowOutsideSources"}
"""What a workspace must not decide, besides the remote judge: what is run, and what is reached."""


def package() -> dict[str, Any]:
    value: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    return value


def offered() -> dict[str, dict[str, Any]]:
    """The extension's settings, by their name behind "llmfeeder."."""
    return {
        name.removeprefix("llmfeeder."): entry
        for group in package()["contributes"]["configuration"]
        for name, entry in group["properties"].items()
    }


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def read() -> dict[str, tuple[object, object]]:
    """The type and the default of each setting that the server reads."""
    hints = get_type_hints(ClientSettings)
    found: dict[str, tuple[object, object]] = {}
    for item in fields(ClientSettings):
        if item.name not in ("severity", "remote"):
            found[camel(item.name)] = hints[item.name], item.default
    for item in fields(Severities):
        found[f"severity.{item.name}"] = Severity, item.default
    return found | remote()


def remote() -> dict[str, tuple[object, object]]:
    """The same for the remote judge; its settings are those of the user's own file."""
    hints = get_type_hints(Remote)
    found: dict[str, tuple[object, object]] = {
        "remote.judge": (Literal[("off", *MODES)], "off"),
        "remote.provider": (Literal[tuple(PROVIDERS)], "openai"),
        "remote.model": (str, ""),
        "remote.price": (str, ""),
    }
    for item in fields(Remote):
        if item.name not in ("mode", "provider", "model", "price"):
            found[f"remote.{camel(item.name)}"] = hints[item.name], item.default
    return found


def test_the_names_are_the_same() -> None:
    assert set(offered()) - CLIENT_ONLY == set(read())


@pytest.mark.parametrize("name", sorted(read()))
def test_the_defaults_are_the_same(name: str) -> None:
    default = read()[name][1]
    assert offered()[name]["default"] == (list(default) if isinstance(default, tuple) else default)


@pytest.mark.parametrize("name", sorted(read()))
def test_the_values_are_the_same(name: str) -> None:
    choices = allowed(read()[name][0])
    entry = offered()[name]
    assert set(entry.get("enum", ())) == choices
    assert len(entry.get("enumDescriptions", ())) == len(entry.get("enum", ()))


def allowed(kind: object) -> set[object]:
    """The values that `kind` lists; empty for a kind that lists none."""
    parts = get_args(kind)
    if all(part is None or isinstance(part, str) for part in parts):
        return set(parts)
    found: set[object] = {v for part in parts for v in get_args(part) if isinstance(v, str)}
    return found | {None} if found and type(None) in parts else found


def test_the_server_takes_every_default_and_every_choice() -> None:
    for name, entry in offered().items():
        if name in CLIENT_ONLY:
            continue
        for value in [entry["default"], *entry.get("enum", ())]:
            outer, _, inner = name.partition(".")
            given = {inner: value} if inner else value
            if outer == "remote":
                given = {"judge": "llm", **given, "model": "small"}
            assert read_settings({outer: given}).problems == []


def test_the_remote_judge_is_off_until_the_user_names_a_way_and_a_model() -> None:
    defaults = {name.partition(".")[2]: offered()[name]["default"] for name in remote()}
    assert read_settings({"remote": defaults}).settings.remote is None
    chosen = read_settings({"remote": {**defaults, "judge": "hybrid", "model": "small"}})
    assert chosen.problems == []
    assert chosen.settings.remote == Remote("small", "hybrid")


def test_every_setting_is_described() -> None:
    for name, entry in offered().items():
        assert entry.get("markdownDescription"), name


def test_a_workspace_decides_nothing_that_is_the_users() -> None:
    scopes = {name: entry["scope"] for name, entry in offered().items()}
    own = {name for name, scope in scopes.items() if scope in ("machine", "application")}
    assert own == USER_ONLY | set(remote())


def test_an_untrusted_workspace_sets_nothing() -> None:
    trust = package()["capabilities"]["untrustedWorkspaces"]
    assert trust["supported"] == "limited"
    assert set(trust["restrictedConfigurations"]) == {f"llmfeeder.{name}" for name in offered()}


def test_the_extension_and_the_server_in_it_have_one_version() -> None:
    assert package()["version"] == __version__
