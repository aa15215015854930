"""A run as the formats take it: its reports, by which settings, and how it ended."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier.model import SourceDocument
from verifier.outputs.summary import ReportCheck
from verifier.severities import SEVERITIES, Severity


def _no_document(number: int, source_id: str) -> None:  # noqa: ARG001 - the protocol's names
    return None


@dataclass(frozen=True, slots=True)
class Run:
    """All that a format may show.

    Attributes:
        reports: in the order of the command.
        settings: of each report, as `json_output` shows them.
        exit_code: what the command returns.
        version: of llmfeeder.
        root: the folder that paths in the output are relative to, usually the repository's.
        folder: the folder that the reports' names are relative to.
        severities: by kind of annotation; those it lacks are `SEVERITIES`'.
        baseline: whether findings were compared with a baseline.
        document: the source of a report, by the report's number and the source's id.
    """

    reports: Sequence[ReportCheck]
    settings: Sequence[dict[str, Any]]
    exit_code: int
    version: str
    root: Path = field(default_factory=Path.cwd)
    folder: Path = field(default_factory=Path.cwd)
    severities: Mapping[str, Severity] = field(default_factory=dict)
    baseline: bool = False
    document: Callable[[int, str], SourceDocument | None] = _no_document

    def severity(self, rule: str) -> Severity:
        """How annotations of the kind `rule` are shown."""
        return self.severities.get(rule, SEVERITIES[rule])

    def path(self, name: str) -> str:
        """A report's or source's file as a path from `root` with "/"; absolute outside of it."""
        absolute = Path(os.path.normpath(Path(self.folder, name).absolute()))
        root = self.root.absolute()
        return (
            absolute.relative_to(root) if absolute.is_relative_to(root) else absolute
        ).as_posix()
