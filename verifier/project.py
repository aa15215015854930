"""The project's settings: `[tool.llmfeeder]` in pyproject.toml, or llmfeeder.toml.

`parse` turns a file's text into checked values and a list of problems, each with its place;
`find_project` looks for the file from a folder upwards. A new setting is one field of
`ProjectSettings`: its reader and its description stand with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from verifier.dismissals_file import FILE
from verifier.errors import SettingsError
from verifier.globs import matches
from verifier.model import Verdict
from verifier.setting_places import (
    OVERRIDES,
    TABLE,
    Problem,
    problem_at,
    problem_in_override,
    syntax_problem,
)
from verifier.setting_values import (
    one_of,
    read_boolean,
    read_judge,
    read_severities,
    read_share,
    read_string,
    read_strings,
    read_tables,
    read_verdicts,
)
from verifier.settings import CitationStyle, JudgeName, Sensitivity, Settings
from verifier.severities import Severity

PYPROJECT = "pyproject.toml"
OWN_FILE = "llmfeeder.toml"
DEFAULT_SOURCES = "sources"
"""The folder that holds the sources where nobody says otherwise."""
FAILING = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED)
"""The verdicts that fail a check unless the user says otherwise."""


# ---- the settings ----------------------------------------------------------------------------

Reader = Callable[[object], object]


def _key(reader: Reader, about: str) -> Mapping[str, object]:
    return {"reader": reader, "about": about}


@dataclass(frozen=True, slots=True)
class Override:
    """What holds instead for some reports.

    Attributes:
        paths: globs of these reports, from the settings file.
        values: fields of `ProjectSettings` by name, those of `PER_REPORT`.
    """

    paths: tuple[str, ...]
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """What a settings file says; every key has a default.

    Paths and patterns are as written; `Project` resolves them.
    """

    sources: tuple[str, ...] = field(
        default=(), metadata=_key(read_strings, "files and folders that hold the sources")
    )
    reports: tuple[str, ...] = field(
        default=(), metadata=_key(read_strings, "globs of the reports to check when none is named")
    )
    exclude: tuple[str, ...] = field(
        default=(),
        metadata=_key(read_strings, "patterns of files that are neither report nor source"),
    )
    fail_on: tuple[Verdict, ...] = field(
        default=FAILING, metadata=_key(read_verdicts, "verdicts that make the check fail")
    )
    fail_under: float | None = field(
        default=None, metadata=_key(read_share, "faithfulness below which the check fails")
    )
    judge: JudgeName = field(
        default=Settings().judge, metadata=_key(read_judge(get_args(JudgeName)), "who judges")
    )
    sensitivity: Sensitivity = field(
        default=Settings().sensitivity,
        metadata=_key(one_of(get_args(Sensitivity)), "how much is flagged"),
    )
    tables: bool = field(
        default=Settings().tables, metadata=_key(read_boolean, "whether table rows are claims")
    )
    severities: Mapping[str, Severity] = field(
        default_factory=dict, metadata=_key(read_severities, "how each kind of remark is shown")
    )
    dismissals: str = field(
        default=FILE, metadata=_key(read_string, "file that holds dismissals with their reasons")
    )
    citation_style: CitationStyle = field(
        default="auto",
        metadata=_key(one_of(get_args(CitationStyle)), "how inserted citations are written"),
    )
    overrides: tuple[Override, ...] = field(
        default=(), metadata=_key(read_tables, "settings that hold for some reports only")
    )


KEYS: dict[str, Reader] = {item.name: item.metadata["reader"] for item in fields(ProjectSettings)}
ABOUT: dict[str, str] = {item.name: item.metadata["about"] for item in fields(ProjectSettings)}
"""What each setting is for, by its name."""
PER_REPORT = (
    "fail_on",
    "fail_under",
    "judge",
    "sensitivity",
    "tables",
    "severities",
    "citation_style",
)
"""The settings that an override takes; the others are one for all reports of a file."""
PATHS = "paths"
_NOT_OF_A_PROJECT = frozenset(
    "remote llm model provider endpoint base_url key api_key apikey token".split()
)
"""What would switch on a remote judge, which no file of a project can."""


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
        return Parsed(problems=(syntax_problem(error, text),), concerns_us=own or TABLE in text)
    table = data if own else _tool_table(data)
    if table is None:
        stray = not own and TABLE in data
        problem = problem_at(text, True, TABLE, f"[{TABLE}] must be [tool.{TABLE}] in {PYPROJECT}")
        return Parsed(problems=(problem,) if stray else (), concerns_us=stray)
    if not isinstance(table, dict):
        problem = problem_at(text, own, TABLE, f"tool.{TABLE} must be a table")
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
            problems.append(problem_at(text, own, key, _unknown(key, own)))
            continue
        try:
            values[key] = KEYS[key](value)
        except ValueError as error:
            problems.append(problem_at(text, own, key, f"{key} {error}"))
    if OVERRIDES in values:
        values[OVERRIDES], wrong = _read_overrides(values[OVERRIDES], text, own)
        problems += wrong
    read = ProjectSettings(**values)  # type: ignore[arg-type]  # each reader checked its own value
    return Parsed(read, frozenset(values), tuple(problems))


def _read_overrides(
    tables: Any, text: str, own: bool
) -> tuple[tuple[Override, ...], list[Problem]]:
    overrides, problems = [], []
    for number, table in enumerate(tables):
        values: dict[str, Any] = {}
        for key, value in table.items():
            try:
                values[key] = _override_reader(key)(value)
            except ValueError as error:
                problems.append(problem_in_override(text, own, number, key, f"{key} {error}"))
        paths = values.pop(PATHS, ())
        if not table.get(PATHS):
            message = 'an override needs its paths, such as paths = ["drafts/**"]'
            problems.append(problem_in_override(text, own, number, PATHS, message))
        overrides.append(Override(paths, values))
    return tuple(overrides), problems


def _override_reader(key: str) -> Reader:
    known = (PATHS, *PER_REPORT)
    if key == PATHS:
        return read_strings
    if key in PER_REPORT:
        return KEYS[key]
    if key in KEYS:
        raise ValueError(f"is one for all reports; an override takes {', '.join(known)}")
    near = get_close_matches(key.lower().replace("-", "_"), known, 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
    raise ValueError(f"is no setting of an override; {hint}")


def _unknown(key: str, own: bool) -> str:
    if own and key == "tool":
        return f"{OWN_FILE} takes its settings at the top, without [tool.{TABLE}]"
    if key.lower() in _NOT_OF_A_PROJECT:
        return (
            f"{key} cannot stand in a project's file: which model is asked, and with which key, "
            "is the user's own affair (docs/llm.md)"
        )
    near = get_close_matches(key.lower().replace("-", "_"), KEYS, 1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(KEYS)}"
    return f"unknown setting {key!r}; {hint}"


# ---- the project -----------------------------------------------------------------------------


def settings_of_report(
    values: ProjectSettings, given: frozenset[str], root: Path, report: Path
) -> tuple[ProjectSettings, frozenset[str]]:
    """The settings that hold for the report at `report`, and which of them the file sets.

    Args:
        values: what the settings file says.
        given: the keys that it sets.
        root: its folder, from which the paths of its overrides count.
    """
    changes: dict[str, Any] = {}
    for override in values.overrides:
        if matches(report, override.paths, root):
            before = changes.get("severities", values.severities)
            changes |= override.values
            if "severities" in override.values:
                changes["severities"] = {**before, **override.values["severities"]}
    return replace(values, **changes), given | changes.keys()


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

    def for_report(self, report: Path | None) -> Project:
        """The project with the overrides for the report at `report`; None is no file."""
        if report is None:
            return self
        values, given = settings_of_report(self.values, self.given, self.root, report)
        return replace(self, values=values, given=given)

    def origin(self, key: str) -> str:
        """Where the value of `key` comes from: the settings file's name or "default"."""
        return self.file.name if self.file and key in self.given else "default"

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
