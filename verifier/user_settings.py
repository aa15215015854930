"""The user's own settings, kept outside of every project: the remote judge is switched on here.

They stand in config.toml in the user's configuration folder. No file of a project and no key in the
environment can do what they can: send claims and passages to a model.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.errors import SettingsError

if TYPE_CHECKING:
    from verifier.remote import Remote

FILE = "config.toml"
TABLE = "remote"
_NUMBERS = ("timeout", "max_cost")
_COUNTS = ("parallel", "retries", "max_answer", "max_claims", "max_tokens")
_TEXTS = ("judge", "model", "provider", "endpoint", "price")
_KEYS = (*_TEXTS, *_COUNTS, *_NUMBERS)
_SECRETS = ("key", "api_key", "apikey", "token", "secret", "password")


@dataclass(frozen=True, slots=True)
class UserSettings:
    """What the user's own file says.

    Attributes:
        path: where it is, or would be.
        judge: "llm" or "hybrid" where every check of this user asks a model; else "".
        remote: the values of its table [remote] by name, without the judge.
    """

    path: Path
    judge: str = ""
    remote: Mapping[str, Any] = field(default_factory=dict)


def user_file() -> Path:
    """Where the user's own settings stand."""
    from platformdirs import user_config_path

    return user_config_path("llmfeeder", appauthor=False) / FILE


def load_user_settings(path: Path | None = None) -> UserSettings:
    """The user's own settings; empty where there is no file.

    Raises:
        SettingsError: the file cannot be read, or something in it is wrong.
    """
    path = path or user_file()
    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return UserSettings(path)
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: cannot be read: {error}") from error
    try:
        return _read(path, data)
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from error


def _read(path: Path, data: Mapping[str, Any]) -> UserSettings:
    unknown = sorted(data.keys() - {TABLE})
    if unknown:
        raise ValueError(f"unknown setting {unknown[0]!r}; there is only the table [{TABLE}]")
    table = data.get(TABLE, {})
    if not isinstance(table, dict):
        raise ValueError(f"{TABLE} must be a table")
    values = {name: read_value(name, value) for name, value in table.items()}
    return UserSettings(path, str(values.pop("judge", "")), values)


def read_value(name: str, value: object) -> object:
    """The checked value of the remote setting `name`.

    Raises:
        ValueError: there is no such setting, or it cannot hold that value.
    """
    from verifier.remote import MODES, Price

    if name.lower() in _SECRETS:
        raise ValueError(
            f"{name}: keys are not kept in settings; they come from the environment or a keyring"
        )
    if name not in _KEYS:
        raise ValueError(f"unknown setting {TABLE}.{name}; known are {', '.join(_KEYS)}")
    kinds, what = _kinds(name)
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise ValueError(f"{TABLE}.{name} must be {what}")
    if name == "judge" and value not in MODES:
        raise ValueError(f"{TABLE}.judge is {value!r}; it must be {' or '.join(MODES)}")
    if name == "price":
        try:
            return Price.parse(str(value))
        except ValueError as error:
            raise ValueError(f"{TABLE}.price {error}") from error
    return value


def _kinds(name: str) -> tuple[tuple[type, ...], str]:
    """The types that the remote setting `name` can have, and what people call them."""
    if name in _TEXTS:
        return (str,), "a text"
    return ((int,), "a whole number") if name in _COUNTS else ((int, float), "a number")


def remote_of(given: Mapping[str, Any], user: Mapping[str, Any], mode: str) -> Remote:
    """The remote judge of a run.

    Args:
        given: what was said for this run alone, by names of `Remote`.
        user: what the user's own settings say; where another service or model is given, what they
            say of theirs does not count.
        mode: "llm" or "hybrid".

    Raises:
        SettingsError: a value that cannot be used, or no model.
    """
    from verifier.remote import Remote

    kept = dict(user)
    if "provider" in given and given["provider"] != user.get("provider", "openai"):
        kept = {n: v for n, v in kept.items() if n not in ("endpoint", "model", "price")}
    is_other_model = "model" in given and given["model"] != user.get("model")
    if is_other_model or _address({**kept, **given}) != _address(user):
        kept.pop("price", None)
    values = {"model": "", **kept, **given, "mode": mode}
    return Remote(**values)


def _address(values: Mapping[str, Any]) -> str:
    from verifier.remote import address_of

    return address_of(values.get("provider", "openai"), values.get("endpoint", ""))
