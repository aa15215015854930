"""The check of all reports of the workspace: bounded, in the background, with a way to stop it."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_server.convert import PositionMap
from lsp_server.dismissals import outdated_for
from lsp_server.documents import key
from lsp_server.engine.client import EngineError
from lsp_server.engine.messages import Check
from lsp_server.features.diagnostics import report_diagnostics
from lsp_server.paths import is_home_sized, is_source, to_uri
from lsp_server.progress import WorkDone
from lsp_server.projects import is_listed, severities
from lsp_server.session import MARKDOWN_SUFFIXES
from lsp_server.view import Phase, View
from verifier.errors import ReportError
from verifier.model import CheckResult, Outcome, Verdict
from verifier.outputs.summary import counted
from verifier.reports import PACKAGE_FOLDERS, read_report

if TYPE_CHECKING:
    from lsp_server.server import Server

log = logging.getLogger(__name__)

MAX_ENTRIES = 100_000
TASK = "workspace"


class TooLarge(Exception):
    """The workspace is no project; the text says why and what to do."""


@dataclass(slots=True)
class Summary:
    """What a check of the workspace found."""

    reports: int = 0
    claims: int = 0
    contradicted: int = 0
    unsupported: int = 0
    partial: int = 0
    failed: int = 0
    left_out: int = 0

    def add(self, result: CheckResult) -> None:
        """Count `result` in; a report without a readable source was not checked."""
        if result.outcome is Outcome.NO_SOURCES:
            self.failed += 1
            return
        self.reports += 1
        self.claims += len(result.findings)
        for finding in result.problems():
            self.contradicted += finding.verdict is Verdict.CONTRADICTED
            self.unsupported += finding.verdict is Verdict.UNSUPPORTED
            self.partial += finding.verdict is Verdict.PARTIAL

    def sentence(self) -> str:
        """The summary for people."""
        text = (
            f"{counted(self.reports, 'report')}, {counted(self.claims, 'claim')}: "
            f"{self.contradicted} contradicted, {self.unsupported} unsupported, "
            f"{self.partial} partial"
        )
        text += f"; {self.failed} could not be checked" if self.failed else ""
        return text + (f"; {self.left_out} left out, too many" if self.left_out else "")


class WorkspaceCheck:
    """Checks the reports of `server`'s workspace that are not open."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._task: asyncio.Task[Summary] | None = None

    async def start(self) -> Summary:
        """Check them all, instead of a check that is still running.

        Raises:
            TooLarge: a folder is a home folder, or holds too many files.
            asyncio.CancelledError: the user stopped it.
        """
        if self._task is not None:
            self._task.cancel()
        self._task = task = asyncio.create_task(self._run(), name=TASK)
        try:
            return await task
        finally:
            if self._task is task:
                self._task = None

    def stop(self) -> None:
        """Stop it."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> Summary:
        server = self._server
        limit = server.session.user_settings.max_workspace_files
        paths, left_out = await asyncio.to_thread(reports_of, server.session.folders, limit)
        summary = Summary(left_out=left_out)
        work = WorkDone(server, "Checking the workspace", self.stop)
        try:
            for number, path in enumerate(paths):
                work.report(number, len(paths), path.name)
                await self._check(path, summary)
        finally:
            work.end(summary.sentence())
        log.info("workspace: %s", summary.sentence())
        return summary

    async def _check(self, path: Path, summary: Summary) -> None:
        server = self._server
        uri = to_uri(path)
        if server.documents.opened(uri) is not None:
            report = server.session.report(uri)
            if report is not None and report.phase is Phase.FAILED:
                summary.failed += 1
            elif report is not None and report.checked is not None:
                summary.add(report.checked.result)
            return
        settings = server.session.settings_for(path)
        found = await asyncio.to_thread(server.session.find, path)
        server.checks.show_settings(found.file)
        if not is_listed(path, found.file):
            return
        if found.project is None or is_source(str(path), found.project.sources):
            summary.failed += bool(found.reason)
            return
        try:
            text = await asyncio.to_thread(read_report, path)
            # What no one looks at is not sent anywhere.
            quick = found.project.remote is not None
            request = Check(server.engine.next_id(), found.project, str(path), text, True, quick)
            checked = await server.engine.check(request)
        except (ReportError, EngineError) as error:
            summary.failed += 1
            log.warning("%s was not checked: %s", path, error)
            return
        summary.add(checked.result)
        outdated = await asyncio.to_thread(outdated_for, found.project, path, checked.result)
        if server.documents.opened(uri) is not None:
            return
        view = View(
            uri=uri,
            path=str(path),
            map=PositionMap(text, server.encoding),
            checked=checked,
            checked_text=text,
            phase=Phase.DONE,
            outdated=outdated,
        )
        shown = severities(found.file, settings)
        diagnostics = report_diagnostics(view, shown, server.session.client)
        if diagnostics or key(uri) in server.session.unopened:
            server.session.unopened.add(key(uri))
            server.publish(uri, None, diagnostics)


def reports_of(folders: Iterable[Path], limit: int) -> tuple[list[Path], int]:
    """The Markdown files of `folders`, at most `limit`, and how many more there are.

    Raises:
        TooLarge: a folder is a home folder, or holds too many files.
    """
    found: list[Path] = []
    for folder in folders:
        if is_home_sized(folder):
            raise TooLarge(
                f"{folder} is too large to be checked as a whole; open the project's own folder"
            )
        found += _markdown_files(folder)
    unique = sorted(dict.fromkeys(found))
    return unique[:limit], max(0, len(unique) - limit)


def _markdown_files(folder: Path) -> Iterator[Path]:
    seen = 0
    for place, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if not f.startswith(".") and f not in PACKAGE_FOLDERS]
        seen += len(files)
        if seen > MAX_ENTRIES:
            raise TooLarge(
                f"{folder} holds more than {MAX_ENTRIES:,} files; open the project's own folder"
            )
        for name in files:
            if Path(name).suffix.lower() in MARKDOWN_SUFFIXES:
                yield Path(place) / name
