"""Which project a report belongs to: its settings file, its sources, and what is wrong there.

A settings file of the workspace is not trusted: it cannot reach sources outside the workspace
unless the user's own settings allow it, and nothing in it can send a text anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from glob import glob
from pathlib import Path

from lsp_server.engine.messages import Project
from lsp_server.paths import is_home_sized, is_within
from lsp_server.settings import ClientSettings, Severities
from verifier.project import (
    DEFAULT_SOURCES,
    OWN_FILE,
    PYPROJECT,
    Parsed,
    ProjectSettings,
    parse,
    settings_of_report,
)
from verifier.setting_places import Problem
from verifier.settings import Settings

SETTINGS_FILES = (OWN_FILE, PYPROJECT)
MAX_SETTINGS_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A settings file of the workspace as it stands.

    Attributes:
        text: its content, for positions.
        problems: what is wrong in it.
    """

    path: Path
    text: str
    values: ProjectSettings
    given: frozenset[str]
    problems: tuple[Problem, ...] = ()

    def for_report(self, report: Path) -> SettingsFile:
        """The file as it holds for the report at `report`."""
        values, given = settings_of_report(self.values, self.given, self.path.parent, report)
        return replace(self, values=values, given=given)


@dataclass(frozen=True, slots=True)
class Found:
    """What a report is checked against.

    Attributes:
        project: None where there are no sources.
        file: the settings file that holds for it, if any.
        reason: why there is no project, for people; "" where nothing is set up at all.
    """

    project: Project | None
    file: SettingsFile | None = None
    reason: str = ""


def find(
    report: Path, folders: Sequence[Path], settings: ClientSettings, *, trusted: bool = True
) -> Found:
    """The project of the report at `report` in a workspace of `folders`.

    In a workspace that is not `trusted`, no settings file is read.
    """
    folder = workspace_folder(report, folders)
    places = list(_upwards(report.parent, folder))
    read = map(settings_file, places if trusted else ())
    file = next((found for found in read if found is not None), None)
    file = file and file.for_report(report)
    if file and _is_excluded(report, file):
        return Found(None, file)
    root = file.path.parent if file else (folder or report.parent)
    if file and file.values.sources:
        named = [root / Path(source).expanduser() for source in file.values.sources]
        if file.problems:
            return Found(None, file, f"{file.path.name} has errors")
        outside = _outside(named, file, folder, settings)
        if outside:
            return Found(None, outside, f"{file.path.name} names sources outside the workspace")
    elif settings.sources:
        named = [root / Path(source).expanduser() for source in settings.sources]
    else:
        named = [place / DEFAULT_SOURCES for place in places if (place / DEFAULT_SOURCES).is_dir()][
            :1
        ]
    if file and file.problems:
        return Found(None, file, f"{file.path.name} has errors")
    if not named:
        return Found(None, file)
    if any(path.is_dir() and is_home_sized(path) for path in named):
        return Found(None, file, "a whole home folder is too large to be the sources")
    missing = [str(path) for path in named if not path.exists()]
    if missing:
        return Found(None, file, f"sources not found: {', '.join(missing)}")
    # A project that chooses its judge keeps it: a file can switch the remote judge off, never on.
    remote = None if file and "judge" in file.given else settings.remote
    engine_settings = _engine_settings(root, file, settings)
    return Found(Project(str(root), tuple(map(str, named)), engine_settings, remote), file)


def severities(file: SettingsFile | None, settings: ClientSettings) -> Severities:
    """How diagnostics are shown: the settings file first, then the client's settings."""
    return replace(settings.severity, **file.values.severities) if file else settings.severity


def workspace_folder(path: Path, folders: Iterable[Path]) -> Path | None:
    """The innermost of `folders` that `path` lies in."""
    around = [folder for folder in folders if path.is_relative_to(folder)]
    return max(around, key=lambda folder: len(folder.parts), default=None)


def settings_file(folder: Path) -> SettingsFile | None:
    """The settings file of `folder`, if it has one that concerns us."""
    for name in SETTINGS_FILES:
        path = folder / name
        parsed, text = _read(path)
        if parsed is not None and parsed.concerns_us:
            return SettingsFile(path, text, parsed.values, parsed.given, parsed.problems)
    return None


def _read(path: Path) -> tuple[Parsed | None, str]:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SETTINGS_BYTES)
        text = data.decode("utf-8")
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None, ""
    except OSError as error:
        problem = Problem(1, 1, 2, f"cannot be read: {error.strerror or error}")
        return Parsed(problems=(problem,), concerns_us=path.name == OWN_FILE), ""
    except UnicodeDecodeError:
        problem = Problem(1, 1, 2, "not UTF-8, as TOML must be")
        return Parsed(problems=(problem,), concerns_us=path.name == OWN_FILE), ""
    return parse(text, path.name), text


def is_listed(report: Path, file: SettingsFile | None) -> bool:
    """Whether the settings' `reports` name the file at `report`; they do where they say nothing."""
    if file is None or not file.values.reports:
        return True
    root = file.path.parent
    return any(
        report == root / name
        for pattern in file.values.reports
        for name in glob(pattern, root_dir=root, recursive=True)  # noqa: PTH207 - as `check` does
    )


def _is_excluded(report: Path, file: SettingsFile) -> bool:
    root = file.path.parent
    if not file.values.exclude or not report.is_relative_to(root):
        return False
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(file.values.exclude)
    return spec.match_file(report.relative_to(root).as_posix())


def _upwards(place: Path, folder: Path | None) -> Iterable[Path]:
    """`place` and the folders above it up to `folder`; `place` alone outside a workspace."""
    yield place
    if folder is None:
        return
    for above in place.parents:
        if not above.is_relative_to(folder):
            return
        yield above


def _outside(
    named: Sequence[Path], file: SettingsFile, folder: Path | None, settings: ClientSettings
) -> SettingsFile | None:
    """`file` with a problem for each of its sources outside the workspace; None if all is well."""
    if settings.allow_outside_sources:
        return None
    allowed = folder or file.path.parent
    strangers = [
        source
        for source, path in zip(file.values.sources, named, strict=True)
        if not is_within(path, allowed)
    ]
    if not strangers:
        return None
    problems = tuple(
        _place_of(
            source,
            file.text,
            f"{source} lies outside the workspace; to allow that, set "
            "llmfeeder.allowOutsideSources in your own editor settings",
        )
        for source in strangers
    )
    return SettingsFile(file.path, file.text, file.values, file.given, problems)


def _place_of(source: str, text: str, message: str) -> Problem:
    for number, line in enumerate(text.splitlines(), 1):
        column = line.find(source)
        if column >= 0:
            return Problem(number, column + 1, column + 1 + len(source), message)
    return Problem(1, 1, 2, message)


def _engine_settings(root: Path, file: SettingsFile | None, settings: ClientSettings) -> Settings:
    """The settings file first, then the client's settings, then the defaults."""
    values = file.values if file else ProjectSettings()
    given = file.given if file else frozenset[str]()

    def pick(name: str) -> object:
        own = getattr(settings, name)
        return getattr(values, name) if name in given or own is None else own

    return Settings(
        judge=pick("judge"),  # type: ignore[arg-type]
        sensitivity=pick("sensitivity"),  # type: ignore[arg-type]
        tables=bool(pick("tables")),
        exclude=values.exclude,
        dismissals=str(root / Path(values.dismissals).expanduser()),
    )
