"""The dismissals of a project's file that no longer hold for a report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lsp_server.engine.messages import Project
from verifier.dismissals_file import Entry, load, outdated, report_name
from verifier.errors import SettingsError
from verifier.model import CheckResult, Outcome


@dataclass(frozen=True, slots=True)
class Outdated:
    """A dismissal in `file` that dismisses nothing, and why."""

    file: Path
    entry: Entry
    why: str


def outdated_for(project: Project, report: Path, result: CheckResult) -> tuple[Outdated, ...]:
    """The dismissals for the report at `report` that none of its findings meets any more."""
    if not project.settings.dismissals or result.outcome is not Outcome.CHECKED:
        return ()
    file = Path(project.settings.dismissals)
    try:
        entries = load(file)
    except SettingsError:  # the check itself tells it
        return ()
    found = outdated(entries, report_name(report, file), result.findings)
    return tuple(Outdated(file, entry, why) for entry, why in found)
