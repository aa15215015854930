"""Runs checks: which settings and sources hold for each report, and one Checker for each set."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from verifier import baseline
from verifier.cli.inputs import Input, near_miss
from verifier.cli.limits import Limits
from verifier.dismissals import dismissal_problems
from verifier.dismissals_file import load, outdated, report_name
from verifier.errors import ReportError, SourcesError
from verifier.model import CheckResult, Claim, Outcome, SourceDocument
from verifier.offsets import LineIndex
from verifier.outputs.summary import ReportCheck
from verifier.project import DEFAULT_SOURCES, Project, find_project
from verifier.reports import decode_report, report_bytes
from verifier.severities import Severity

if TYPE_CHECKING:
    from verifier.checker import Checker
    from verifier.cli.remote import RemoteRun
    from verifier.judges import Judge
    from verifier.library import Progress


class Overrides(Struct, frozen=True):
    """What the command line says instead of the settings file.

    Attributes:
        sources: source files and folders; empty where it names none.
        values: fields of `ProjectSettings` by name.
        strict: whether dismissals that dismiss nothing fail the check.
        since: a git revision; only claims in lines changed since are checked.
        baseline: the file with the accepted findings, if there is one to compare with.
    """

    sources: tuple[Path, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    strict: bool = False
    since: str | None = None
    baseline: Path | None = None

    def apply(self, project: Project) -> Project:
        """The project with the command line's values in place of its own."""
        return replace(project, values=replace(project.values, **dict(self.values)))


class Checked(Struct, frozen=True):
    """A report's check with the settings it was done by."""

    report: ReportCheck
    limits: Limits
    settings: dict[str, Any]
    severities: Mapping[str, Severity]
    document: Callable[[str], SourceDocument | None]
    dismissals: Path


class Runner:
    """Checks reports one after the other; reports of one project share a Checker."""

    def __init__(
        self,
        overrides: Overrides,
        progress: Progress | None = None,
        remote: RemoteRun | None = None,
    ) -> None:
        self._overrides = overrides
        self._remote = remote
        self.progress = progress
        self.asking: Callable[[int, int], None] = lambda _done, _total: None
        self._checkers: dict[object, Checker] = {}
        self._known = baseline.load(overrides.baseline) if overrides.baseline else {}

    def check(self, item: Input) -> Checked:
        """Check one report; what is wrong with it or its sources is part of the result.

        Raises:
            SettingsError: the project's settings are wrong.
        """
        project = find_project(folder_of(item)).for_report(item.path)
        project = self._overrides.apply(project)
        values = project.values
        limits = Limits(values.fail_on, values.fail_under, self._overrides.strict)
        sources: Sequence[Path] = ()
        try:
            sources = choose_sources(item, project, self._overrides.sources)
            report = self._check(item, project, sources)
        except (ReportError, SourcesError) as error:
            report = ReportCheck(item.name, error=str(error), is_file=item.path is not None)
        described = _described(project, sources)
        if (remote := self._remote_for(project)) is not None:
            described["judge"] = remote.remote.mode

        def document(source_id: str) -> SourceDocument | None:
            return self._checker(project, sources).document(source_id)

        return Checked(report, limits, described, values.severities, document, project.dismissals)

    def refresh(self) -> None:
        """Read what changed since: the sources of the reports checked so far.

        Raises:
            SourcesError: a named source does not exist any more.
        """
        for checker in self._checkers.values():
            checker.refresh()

    def _check(self, item: Input, project: Project, sources: Sequence[Path]) -> ReportCheck:
        text, note = _read(item)
        place = str(item.path) if item.path else item.name
        checker = self._checker(project, sources)
        changed = _changed(item, text, self._overrides.since)
        result = checker.check_text(text, place, only=changed, progress=self.asking)
        if self._overrides.baseline is not None:
            known = self._known.get(report_name(Path(place), self._overrides.baseline), ())
            result = replace(result, findings=tuple(baseline.accepted(result.findings, known)))
        whole = result.outcome is Outcome.CHECKED and self._overrides.since is None
        return ReportCheck(
            item.name,
            result,
            note=note,
            text=text,
            is_file=item.path is not None,
            dismissal_problems=dismissal_problems(text, result.findings) if whole else (),
            outdated=_outdated(result, place, project.dismissals) if whole else (),
            severities=project.values.severities,
        )

    def _checker(self, project: Project, sources: Sequence[Path]) -> Checker:
        settings = project.engine_settings()
        own = "judge" in project.given
        key = (tuple(path.absolute() for path in sources), settings, own)
        if key not in self._checkers:
            remote = self._remote_for(project)
            judge = remote.judge(settings) if remote else None
            self._checkers[key] = open_checker(sources, project, self.progress, judge)
        return self._checkers[key]

    def _remote_for(self, project: Project) -> RemoteRun | None:
        """The remote judge, unless it is the user's habit only and the project has its own."""
        remote = self._remote
        return remote if remote and (remote.forced or "judge" not in project.given) else None


def _changed(item: Input, text: str, since: str | None) -> Callable[[Claim], bool] | None:
    """Tells the claims of the report's `text` in lines changed since the revision `since`."""
    if since is None or item.path is None:
        return None
    from verifier.changes import changed_lines

    lines = changed_lines(item.path, since)
    if lines is None:
        return None
    index = LineIndex.of(text)

    def changed(claim: Claim) -> bool:
        first, last = index.position(claim.start)[0], index.position(max(claim.end - 1, 0))[0]
        return any(part.start <= last and first < part.stop for part in lines)

    return changed


def _outdated(result: CheckResult, place: str, file: Path) -> tuple[str, ...]:
    name = report_name(Path(place), file)
    found = outdated(load(file), name, result.findings)
    return tuple(f"{file}:{entry.line}: {why}: {entry.claim}" for entry, why in found)


def open_checker(
    sources: Sequence[Path],
    project: Project,
    progress: Progress | None = None,
    judge: Judge | None = None,
) -> Checker:
    """A Checker of `sources` by the project's settings, with the user's cache."""
    from verifier.cache import Cache
    from verifier.checker import Checker

    settings = project.engine_settings()
    return Checker(sources, settings, progress=progress, cache=Cache.default(), judge=judge)


def folder_of(item: Input) -> Path:
    """The folder from which the settings of a report are looked up.

    It has no ".." in it, for what stands above the report stands above its folder's name.
    """
    return Path(os.path.normpath(item.path.absolute())).parent if item.path else Path.cwd()


def existing(sources: Sequence[Path]) -> tuple[Path, ...]:
    """The sources that the command line names.

    Raises:
        SourcesError: one of them does not exist.
    """
    for path in sources:
        if not path.exists():
            raise SourcesError(f"--sources {path}: no such file or folder{near_miss(path)}")
    return tuple(sources)


def choose_sources(item: Input | None, project: Project, named: Sequence[Path]) -> Sequence[Path]:
    """The sources of a report: named ones, else the settings', else the nearest `sources/`.

    It is looked for beside the report and in the folders above it, up to the working folder.

    Raises:
        SourcesError: a path of the settings does not exist, or there is none to choose.
    """
    if named:
        return named
    if project.values.sources:
        for path in project.sources:
            if not path.exists():
                raise SourcesError(
                    f"{project.file}: sources names {path}, which does not exist{near_miss(path)}"
                )
        return project.sources
    places = _places(folder_of(item) if item else Path.cwd())
    for place in places:
        if (place / DEFAULT_SOURCES).is_dir():
            return (place / DEFAULT_SOURCES,)
    looked = " or ".join(str(place / DEFAULT_SOURCES) for place in places)
    raise SourcesError(
        f"no sources to check against: there is no {looked}; name them with --sources FOLDER "
        "or with sources in llmfeeder.toml"
    )


def _places(folder: Path) -> list[Path]:
    """`folder`, the folders above it up to the working folder, and that one."""
    here = Path.cwd()
    above = [place for place in folder.parents if place.is_relative_to(here)]
    return list(dict.fromkeys((folder, *above, here)))


def _read(item: Input) -> tuple[str, str]:
    """The report's text, and a remark on how it was decoded."""
    if item.path is None:
        decoded = decode_report(item.data, item.name)
    else:
        decoded = decode_report(report_bytes(item.path), str(item.path))
    remark = "" if decoded.text.isascii() else decoded.remark
    return decoded.text, f"{item.name}: {remark}" if remark else ""


def _described(project: Project, sources: Sequence[Path]) -> dict[str, Any]:
    values = project.values
    return {
        "file": str(project.file) if project.file else None,
        "sources": [str(path) for path in sources],
        "judge": values.judge,
        "sensitivity": values.sensitivity,
        "tables": values.tables,
        "exclude": list(values.exclude),
        "fail_on": [verdict.value for verdict in values.fail_on],
        "fail_under": values.fail_under,
    }
