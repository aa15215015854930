"""Options that commands share, and what those of `check` say, read as the settings files are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from verifier.cli.remote import RemoteRun

PROVIDERS = ("openai", "anthropic", "groq", "together", "openrouter", "ollama", "llamacpp")


def one_of(*values: str) -> Callable[[str], list[str]]:
    """Completes an option that takes one of `values`."""
    return lambda incomplete: [value for value in values if value.startswith(incomplete)]


SensitivityOption = Annotated[
    str | None,
    typer.Option(
        metavar="LEVEL",
        autocompletion=one_of("cautious", "balanced", "strict"),
        help="How much is flagged: cautious, balanced or strict.  [default: cautious]",
        show_default=False,
    ),
]
TablesOption = Annotated[
    bool | None,
    typer.Option(
        "--tables/--no-tables",
        help="Whether table rows are claims.  [default: no-tables]",
        show_default=False,
    ),
]


def given(
    fail_on: str | None,
    fail_under: str | None,
    sensitivity: str | None,
    judge: str | None,
    tables: bool | None,
) -> dict[str, Any]:
    """The settings that the options name, read as the settings file's are."""
    from verifier.project import KEYS

    raw: dict[str, object] = {
        "fail_on": fail_on,
        "fail_under": None if fail_under is None else _number(fail_under),
        "sensitivity": sensitivity,
        "judge": None if judge in _REMOTE else judge,
        "tables": tables,
    }
    return {
        name: _option(name, KEYS[name], value) for name, value in raw.items() if value is not None
    }


_REMOTE = ("llm", "hybrid")


def remote_run(judge: str | None, dry_run: bool, **values: object) -> RemoteRun | None:
    """The remote judge, where the options or the user's own settings ask for it."""
    from verifier.user_settings import user_file

    asks = judge in _REMOTE or dry_run or any(value is not None for value in values.values())
    if not asks and (judge is not None or not user_file().is_file()):
        return None
    from verifier.cli.remote import wanted

    return wanted(judge, values, dry_run)


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _option(name: str, reader: Callable[[object], object], value: object) -> object:
    try:
        return reader(value)
    except ValueError as error:
        option = "--" + name.replace("_", "-")
        raise typer.BadParameter(f"{option} {error}") from error
