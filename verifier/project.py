"""The project's settings: `[tool.llmfeeder]` in pyproject.toml, or llmfeeder.toml.

`parse` turns a file's text into checked values and a list of problems, each with its place;
`find_project` looks for the file from a folder upwards. A new setting is one field of
`ProjectSettings`: its reader and its description stand with it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import get_args

from verifier.dismissals_file import FILE
from verifier.errors import SettingsError
from verifier.model import Verdict
from verifier.settings import JudgeName, Sensitivity, Settings
from verifier.severities import SEVERITIES, Severity

PYPROJECT = "pyproject.toml"
OWN_FILE = "llmfeeder.toml"
TABLE = "llmfeeder"
DEFAULT_SOURCES = "sources"
"""The folder that holds the sources where nobody says otherwise."""
FAILING = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED)
"""The verdicts that fail a check unless the user says otherwise."""
NO_VERDICT = "none"
"""What people write for "no verdict fails the check"."""


# ---- readers: a TOML value -> the checked value, or ValueError with the reason ----------------


def _strings(value: object) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        raise ValueError("must be a list of strings")
    if not all(item.strip() for item in values):
        raise ValueError("holds an empty string")
    return tuple(values)


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _one_of(allowed: tuple[str, ...]) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in allowed:
            raise ValueError(f"is {value!r}; it must be one of {', '.join(allowed)}{_hint(value)}")
        return str(value)

    def _hint(value: object) -> str:
        near = get_close_matches(str(value).lower(), allowed, 1)
        return f" (did you mean {near[0]}?)" if near else ""

    return read


def _string(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be a string that is not empty")
    return value


def _severities(value: object) -> dict[str, Severity]:
    if not isinstance(value, dict):
        raise ValueError('must be a table such as { unsupported = "error" }')
    kind, level = _one_of(tuple(SEVERITIES)), _one_of(get_args(Severity))
    try:
        return {kind(name): level(severity) for name, severity in value.items()}  # type: ignore[misc]
    except ValueError as error:
        raise ValueError(f"names what {error}") from error


def read_verdicts(value: object) -> tuple[Verdict, ...]:
    """The verdicts in a list of their names or in one string with commas; "none" is no verdict.

    Raises:
        ValueError: a name that is no verdict, or "supported", which no check can fail on.
    """
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("must be a list of verdicts")
    wanted = [name.strip().lower() for name in names if name.strip()]
    if wanted == [NO_VERDICT]:
        return ()
    allowed = tuple(v.value for v in reversed(Verdict) if v is not Verdict.SUPPORTED)
    read = _one_of((*allowed, NO_VERDICT))
    chosen = {read(name) for name in wanted}
    if NO_VERDICT in chosen:
        raise ValueError(f"names {NO_VERDICT} together with verdicts")
    return tuple(sorted(map(Verdict, chosen), key=lambda verdict: -verdict.severity))


def read_share(value: object) -> float:
    """A share of 0 to 1.

    Raises:
        ValueError: it is no number in that range.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("must be a number from 0 to 1")
    if 1 < value <= 100:
        raise ValueError(
            f"is {value:g}; it must be from 0 to 1: for {value:g} % write {value / 100:g}"
        )
    if not 0 <= value <= 1:
        raise ValueError(f"is {value}; it must be from 0 to 1")
    return float(value)


# ---- the settings ----------------------------------------------------------------------------

Reader = Callable[[object], object]


def _key(reader: Reader, about: str) -> Mapping[str, object]:
    return {"reader": reader, "about": about}


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """What a settings file says; every key has a default.

    Paths and patterns are as written; `Project` resolves them.
    """

    sources: tuple[str, ...] = field(
        default=(), metadata=_key(_strings, "files and folders that hold the sources")
    )
    reports: tuple[str, ...] = field(
        default=(), metadata=_key(_strings, "globs of the reports to check when none is named")
    )
    exclude: tuple[str, ...] = field(
        default=(), metadata=_key(_strings, "patterns of files that are neither report nor source")
    )
    fail_on: tuple[Verdict, ...] = field(
        default=FAILING, metadata=_key(read_verdicts, "verdicts that make the check fail")
    )
    fail_under: float | None = field(
        default=None, metadata=_key(read_share, "faithfulness below which the check fails")
    )
    judge: JudgeName = field(
        default=Settings().judge, metadata=_key(_one_of(get_args(JudgeName)), "who judges")
    )
    sensitivity: Sensitivity = field(
        default=Settings().sensitivity,
        metadata=_key(_one_of(get_args(Sensitivity)), "how much is flagged"),
    )
    tables: bool = field(
        default=Settings().tables, metadata=_key(_boolean, "whether table rows are claims")
    )
    severities: Mapping[str, Severity] = field(
        default_factory=dict, metadata=_key(_severities, "how each kind of remark is shown")
    )
    dismissals: str = field(
        default=FILE, metadata=_key(_string, "file that holds dismissals with their reasons")
    )


KEYS: dict[str, Reader] = {item.name: item.metadata["reader"] for item in fields(ProjectSettings)}
ABOUT: dict[str, str] = {item.name: item.metadata["about"] for item in fields(ProjectSettings)}
"""What each setting is for, by its name."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a settings file; places count from 1, `end_column` is past the end."""

    line: int
    column: int
    end_column: int
    message: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A settings file's content.

    Attributes:
        values: its settings; a key with a problem has its default.
        given: the keys it sets.
        problems: what is wrong, in the order of the keys.
        concerns_us: False for a pyproject.toml that holds nothing for llmfeeder.
    """

    values: ProjectSettings = ProjectSettings()
    given: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    concerns_us: bool = True


def parse(text: str, name: str) -> Parsed:
    """Read a settings file.

    Args:
        text: its content.
        name: its file name, which tells whether the keys stand in `[tool.llmfeeder]`.
    """
    text = text.removeprefix("\ufeff")
    own = name != PYPROJECT
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Parsed(problems=(_syntax(error, text),), concerns_us=own or TABLE in text)
    table = data if own else _tool_table(data)
    if table is None:
        stray = not own and TABLE in data
        problem = _problem(text, True, TABLE, f"[{TABLE}] must be [tool.{TABLE}] in {PYPROJECT}")
        return Parsed(problems=(problem,) if stray else (), concerns_us=stray)
    if not isinstance(table, dict):
        problem = _problem(text, own, TABLE, f"tool.{TABLE} must be a table")
        return Parsed(problems=(problem,))
    return _read_table(table, text, own)


def _tool_table(data: dict[str, object]) -> object:
    tool = data.get("tool")
    return tool.get(TABLE) if isinstance(tool, dict) else None


def _read_table(table: dict[str, object], text: str, own: bool) -> Parsed:
    values: dict[str, object] = {}
    problems = []
    for key, value in table.items():
        if key not in KEYS:
            problems.append(_problem(text, own, key, _unknown(key, own)))
            continue
        try:
            values[key] = KEYS[key](value)
        except ValueError as error:
            problems.append(_problem(text, own, key, f"{key} {error}"))
    read = ProjectSettings(**values)  # type: ignore[arg-type]  # each reader checked its own value
    return Parsed(read, frozenset(values), tuple(problems))


def _unknown(key: str, own: bool) -> str:
    if own and key == "tool":
        return f"{OWN_FILE} takes its settings at the top, without [tool.{TABLE}]"
    near = get_close_matches(key.lower().replace("-", "_"), KEYS, 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(KEYS)}"
    return f"unknown setting {key!r}; {hint}"


# ---- places ----------------------------------------------------------------------------------


def _syntax(error: tomllib.TOMLDecodeError, text: str) -> Problem:
    message = str(error)
    found = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    plain = message[: found.start()].strip() if found else message
    last = text.count("\n") + 1
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (last, 1)
    return Problem(line, column, column + 1, f"not valid TOML: {plain}")


def _problem(text: str, own: bool, key: str, message: str) -> Problem:
    """The problem at the place where `key` is set, else at its table's header, else at the top."""
    spelled = rf"""["']?{re.escape(key)}["']?"""
    ours = rf"\s*tool\s*\.\s*{TABLE}\s*"
    place = re.compile(rf"\s*({spelled})\s*[=.]")
    header = re.compile(
        rf"\s*\[+\s*({spelled})\s*[\].]" if own else rf"\s*\[+({ours}\.\s*{spelled})"
    )
    inside, fallback = own, (1, 1, 2)
    for number, line in enumerate(text.splitlines(), start=1):
        if found := header.match(line) or (place.match(line) if inside else None):
            return Problem(number, found.start(1) + 1, found.end(1) + 1, message)
        if line.lstrip().startswith("["):
            table = re.match(rf"\s*\[({ours})\]", line)
            inside = table is not None
            stray = re.match(rf"\s*\[\s*({TABLE})\b", line)
            if where := table or stray:
                fallback = (number, where.start(1) + 1, where.end(1) + 1)
    return Problem(*fallback, message)


# ---- the project -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Project:
    """The settings that hold for a folder.

    Attributes:
        root: the settings file's folder, or the folder that was asked for; relative paths of the
            settings count from it.
        file: the settings file, None where there is none.
        given: the keys that the file sets.
    """

    root: Path
    values: ProjectSettings = ProjectSettings()
    file: Path | None = None
    given: frozenset[str] = frozenset()

    @property
    def sources(self) -> tuple[Path, ...]:
        """The source files and folders that the settings name, as paths."""
        return tuple(self.root / Path(source).expanduser() for source in self.values.sources)

    @property
    def dismissals(self) -> Path:
        """The dismissals file, whether or not it exists."""
        return self.root / Path(self.values.dismissals).expanduser()

    def origin(self, key: str) -> str:
        """Where the value of `key` comes from: the settings file's path or "default"."""
        return str(self.file) if key in self.given else "default"

    def engine_settings(self) -> Settings:
        """The part of the settings that the engine reads."""
        values = self.values
        return Settings(
            values.judge,
            values.sensitivity,
            values.tables,
            values.exclude,
            str(self.dismissals),
        )


def find_project(folder: Path) -> Project:
    """The project around `folder`: the nearest settings file in it or above it.

    In one folder llmfeeder.toml goes before pyproject.toml; a pyproject.toml without
    `[tool.llmfeeder]` is passed over.

    Raises:
        SettingsError: the file cannot be read, or something in it is wrong.
    """
    folder = folder.absolute()
    for place in (folder, *folder.parents):
        for name in (OWN_FILE, PYPROJECT):
            if (place / name).is_file() and (project := load_project(place / name)):
                return project
    return Project(folder)


def load_project(file: Path) -> Project | None:
    """The project that the settings file `file` describes; None if it holds nothing for us.

    Raises:
        SettingsError: the file cannot be read, or something in it is wrong; the text has a line
            for each problem: "path:line:column: message".
    """
    text = _text(file)
    if text is None:
        return None
    parsed = parse(text, file.name)
    if not parsed.concerns_us:
        return None
    if parsed.problems:
        lines = (f"{file}:{p.line}:{p.column}: {p.message}" for p in parsed.problems)
        raise SettingsError("\n".join(lines))
    return Project(file.parent, parsed.values, file, parsed.given)


def _text(file: Path) -> str | None:
    """The file's text; None for a pyproject.toml that we cannot read and that may not be ours."""
    data = b""
    try:
        data = file.read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
    except UnicodeDecodeError:
        problem = "not UTF-8, as TOML must be"
    if file.name == PYPROJECT and TABLE.encode() not in data:
        return None
    raise SettingsError(f"{file}: {problem}")
