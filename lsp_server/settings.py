"""What the client's settings say: `llmfeeder.*`, from initialisation and workspace/configuration.

These are the user's own. A file of the workspace is read by `lsp_server.projects` and may do less.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, get_args

import msgspec

from verifier.errors import SettingsError
from verifier.model import Verdict
from verifier.remote import Remote
from verifier.settings import JudgeName, Sensitivity
from verifier.severities import SEVERITIES, Severity
from verifier.user_settings import read_value, remote_of

SECTION = "llmfeeder"


@dataclass(frozen=True, slots=True)
class Severities:
    """How each kind of diagnostic is shown.

    Attributes:
        citation: a citation of the report that does not bear out its claim.
        uncited: a supported claim that cites nothing.
        dismissal: a dismissal that dismisses nothing or gives no reason.
    """

    contradicted: Severity = SEVERITIES["contradicted"]
    unsupported: Severity = SEVERITIES["unsupported"]
    partial: Severity = SEVERITIES["partial"]
    citation: Severity = SEVERITIES["citation"]
    uncited: Severity = "off"
    dismissal: Severity = SEVERITIES["dismissal"]

    def of(self, verdict: Verdict) -> Severity:
        """How a claim with `verdict` is shown."""
        shown = {
            Verdict.CONTRADICTED: self.contradicted,
            Verdict.UNSUPPORTED: self.unsupported,
            Verdict.PARTIAL: self.partial,
        }
        return shown.get(verdict, "off")


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """The user's settings, each with its default.

    Attributes:
        sources: sources of a workspace whose settings file names none, relative to its folder.
        run: when a report is checked, besides on opening.
        debounce: milliseconds of quiet before a check on change.
        judge, sensitivity, tables: for what a workspace's settings file leaves open.
        severity: how diagnostics are shown.
        code_lens, inlay_hints: whether to show them.
        allow_outside_sources: whether a workspace may name sources outside of it.
        max_workspace_files: how many reports a check of the whole workspace covers.
        poll_seconds: how often sources are looked at where the client watches no files.
        remote: the model to ask besides; None for none.
    """

    sources: tuple[str, ...] = ()
    run: Literal["onSave", "onChange"] = "onSave"
    debounce: int = 300
    judge: JudgeName | None = None
    sensitivity: Sensitivity | None = None
    tables: bool | None = None
    severity: Severities = Severities()
    code_lens: bool = True
    inlay_hints: bool = False
    allow_outside_sources: bool = False
    max_workspace_files: int = 500
    poll_seconds: float = 2.0
    remote: Remote | None = None


@dataclass(slots=True)
class Read:
    """Settings as read, and what is wrong with them, for people."""

    settings: ClientSettings
    problems: list[str] = field(default_factory=list)


def read_settings(value: object, base: ClientSettings | None = None) -> Read:
    """The settings in `value`, a JSON object; a wrong one keeps its value in `base`.

    Settings that this server does not know are left to the client.
    """
    read = Read(base or ClientSettings())
    if value is None:
        return read
    if not isinstance(value, dict):
        read.problems.append(f"{SECTION} must be an object, not {type(value).__name__}")
        return read
    changes: dict[str, Any] = {}
    for item in fields(ClientSettings):
        name = _camel(item.name)
        given = value.get(name)
        if given is None:
            continue
        if item.name == "severity":
            changes["severity"] = _severities(given, read)
        elif item.name == "remote":
            changes["remote"] = _remote(given, read)
        else:
            _take(f"{SECTION}.{name}", item.name, given, ClientSettings, changes, read.problems)
    read.settings = replace(read.settings, **changes)
    return read


def _severities(given: object, read: Read) -> Severities:
    base = read.settings.severity
    if not isinstance(given, dict):
        read.problems.append(f"{SECTION}.severity must be an object")
        return base
    known = {item.name for item in fields(Severities)}
    changes: dict[str, Any] = {}
    for name, value in given.items():
        place = f"{SECTION}.severity.{name}"
        if name not in known:
            read.problems.append(f"{place} is unknown; known are {', '.join(sorted(known))}")
        elif value not in get_args(Severity):
            allowed = ", ".join(get_args(Severity))
            read.problems.append(f"{place} is {value!r}; it must be one of {allowed}")
        else:
            changes[name] = value
    return replace(base, **changes)


def _remote(given: object, read: Read) -> Remote | None:
    """The model to ask; none unless `judge` names one way to ask and all is well."""
    place = f"{SECTION}.remote"
    if not isinstance(given, dict):
        read.problems.append(f"{place} must be an object")
        return None
    values, before = {}, len(read.problems)
    for name, value in given.items():
        if value in (None, "") or (name == "judge" and value == "off"):
            continue
        try:
            values[_snake(name)] = read_value(_snake(name), value)
        except ValueError as error:
            told = str(error).removeprefix("remote.")
            read.problems.append(f"{place}: {told}")
    mode = values.pop("judge", None)
    if mode is None or len(read.problems) > before:
        return None
    try:
        return remote_of(values, {}, str(mode))
    except SettingsError as error:
        read.problems.append(f"{place}: {error}")
        return None


def _take(
    place: str, name: str, given: object, kind: type, changes: dict[str, Any], problems: list[str]
) -> None:
    """Put `given` into `changes` if the field `name` of `kind` can hold it."""
    try:
        converted: object = msgspec.convert({name: given}, kind)
    except msgspec.ValidationError as error:
        problems.append(f"{place}: {str(error).split(' - at ')[0]}")
        return
    value = getattr(converted, name)
    if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
        problems.append(f"{place} is {value}; it must not be negative")
        return
    changes[name] = value


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])[A-Z]", lambda found: f"_{found[0].lower()}", name)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
