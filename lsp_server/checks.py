"""When a report is checked, and what follows from a check."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_server.dismissals import Outdated, outdated_for
from lsp_server.documents import key
from lsp_server.engine.client import EngineCrashed, EngineError
from lsp_server.engine.messages import (
    Check,
    Checked,
    Forget,
    Overlays,
    Progress,
    Project,
    Refresh,
)
from lsp_server.features.diagnostics import report_diagnostics, settings_diagnostics
from lsp_server.paths import is_source, to_uri
from lsp_server.progress import WorkDone
from lsp_server.projects import Found, SettingsFile, severities
from lsp_server.session import Report, is_markdown
from lsp_server.view import Phase

if TYPE_CHECKING:
    from lsp_server.server import Server

log = logging.getLogger(__name__)

SOURCES_DELAY = 0.2
MAX_CRASHES = 2
CONFIGURATION_SECONDS = 5.0
REMOTE_QUIET = 2.0
"""Seconds without a change before a model is asked while the user types: half a sentence costs."""


class Checks:
    """Checks the open reports of `server`."""

    def __init__(self, server: Server) -> None:
        self._server = server

    # ---- what happens in the editor ----

    def opened(self, uri: str) -> None:
        """A document was opened."""
        self._server.session.dirty.discard(key(uri))
        self.check(uri)

    def changed(self, uri: str) -> None:
        """A document was edited."""
        server = self._server
        document = server.documents.opened(uri)
        if document is None:
            return
        server.session.dirty.add(key(uri))
        path = server.session.path_of(document)
        if path is None:
            return
        settings = server.session.settings_for(path)
        if server.session.is_source(path):
            self.sources_changed(settings.debounce / 1000)
        report = server.session.report(uri)
        if report is not None and report.refining:
            server.scheduler.cancel(key(uri))
        if report is not None and settings.run == "onChange":
            self.check(uri, settings.debounce / 1000)

    def saved(self, uri: str) -> None:
        """A document was saved."""
        server = self._server
        document = server.documents.opened(uri)
        server.session.dirty.discard(key(uri))
        path = server.session.path_of(document) if document else None
        if path is not None and server.session.is_source(path):
            self.sources_changed(0)
        if path in server.session.dismissals():
            self.check_all()
        self.check(uri)

    def closed(self, uri: str) -> None:
        """A document was closed: its findings disappear."""
        server = self._server
        server.scheduler.cancel(key(uri))
        was_dirty = key(uri) in server.session.dirty
        server.session.dirty.discard(key(uri))
        report = server.session.reports.pop(key(uri), None)
        if report is not None or key(uri) in server.session.unopened:
            server.session.unopened.discard(key(uri))
            server.publish(uri, None, [])
            server.engine.tell(Forget(tuple(server.session.projects())))
        if was_dirty:
            self.sources_changed(0)

    # ---- checking ----

    def check(self, uri: str, delay: float = 0.0) -> None:
        """Check the document at `uri` after `delay` seconds of quiet, if it is a report."""
        document = self._server.documents.opened(uri)
        if document is None or not is_markdown(document):
            return
        self._server.session.unopened.discard(key(uri))
        report = self._server.session.reports.setdefault(key(uri), Report(uri))
        if report.phase in (Phase.NONE, Phase.FAILED, Phase.STOPPED):
            report.phase = Phase.WAITING
        self._server.scheduler.schedule(key(uri), delay, partial(self._check, uri))

    def check_all(self, delay: float = 0.0) -> None:
        """Check every open document that is a report."""
        for document in list(self._server.documents.text_documents.values()):
            self.check(document.uri, delay)

    async def _check(self, uri: str) -> None:
        server = self._server
        await server.configured(CONFIGURATION_SECONDS)
        document, report = server.documents.opened(uri), server.session.report(uri)
        if document is None or report is None:
            return
        path = server.session.path_of(document)
        if path is None:
            self._set_aside(report, Found(None))
            return
        await asyncio.to_thread(server.watching.remember, path)
        found = await asyncio.to_thread(server.session.find, path)
        self.show_settings(found.file)
        report.file = found.file
        if found.project is None or is_source(str(path), found.project.sources):
            self._set_aside(report, found)
            return
        report.project, report.phase = found.project, Phase.RUNNING
        server.tell_changed()
        server.watching.watch(found.project)
        await asyncio.to_thread(server.watching.remember_dismissals, found.project)
        text, version = document.source, document.version
        checked = await self._ask(report, found.project, str(path), text)
        if checked is None:
            server.refresh_lenses()
            return
        if not await self._take(report, found.project, path, text, checked):
            if server.documents.opened(uri) is not None:
                log.debug("%s changed during its check: version %s", uri, version)
                self.check(uri, server.session.settings_for(path).debounce / 1000)
            return
        report.phase, report.note, report.crashes = Phase.DONE, checked.note, 0
        self.publish(uri)
        server.refresh_lenses()
        if not checked.final:
            typing = checked.asks and server.session.settings_for(path).run == "onChange"
            delay = REMOTE_QUIET if typing else 0.0
            await self._refine(report, found.project, path, text, checked.asks, delay)

    async def _take(
        self, report: Report, project: Project, path: Path, text: str, checked: Checked
    ) -> bool:
        """Note the result in the report, if it is one of its current text; gives whether it is."""
        outdated: tuple[Outdated, ...] = ()
        if checked.final:
            outdated = await asyncio.to_thread(outdated_for, project, path, checked.result)
        now = self._server.documents.opened(report.uri)
        if now is None or now.source != text:
            return False
        report.checked, report.checked_text, report.checked_at = checked, text, time.time()
        report.outdated = outdated
        return True

    async def _refine(
        self, report: Report, project: Project, path: Path, text: str, asks: bool, delay: float
    ) -> None:
        """Ask the slower judge for what the rules have said; cancelled when the text changes.

        Args:
            report: the report at `path`, which reads `text`.
            project: what it is checked against.
            path: of the report.
            text: of the report.
            asks: whether a remote model will be asked.
            delay: seconds of quiet to wait for.
        """
        server = self._server

        def stop() -> None:
            report.note = "only the rules have judged: the judge was stopped"
            server.scheduler.cancel(key(report.uri))

        work = WorkDone(server, "Asking the judge", stop)

        def on_progress(progress: Progress) -> None:
            work.report(progress.done, progress.total, progress.what)

        request = Check(server.engine.next_id(), project, str(path), text)
        report.refining = True
        server.refresh_lenses()
        try:
            await asyncio.sleep(delay)
            if asks:
                server.announce(project.remote)
            checked = await server.engine.check(request, on_progress)
            if await self._take(report, project, path, text, checked):
                report.note = checked.note
                self.publish(report.uri, only_changes=True)
        except EngineError as error:
            report.note = f"only the rules have judged: {error}"
            log.error("%s was judged by the rules alone: %s", path, error)
        finally:
            report.refining = False
            work.end()
            server.refresh_lenses()

    def _set_aside(self, report: Report, found: Found) -> None:
        """Note that the document is not checked, and why."""
        report.project, report.checked, report.checked_text = None, None, ""
        report.phase = Phase.FAILED if found.reason else Phase.NONE
        report.note = found.reason
        self._server.publish(report.uri, None, [])
        self._server.refresh_lenses()

    async def _ask(self, report: Report, project: Project, path: str, text: str) -> Checked | None:
        """The engine's answer; None, noted in the report, where there is none."""
        server = self._server

        def stop() -> None:
            report.phase = Phase.STOPPED
            server.scheduler.cancel(key(report.uri))
            server.refresh_lenses()

        work = WorkDone(server, "Reading sources", stop)

        def on_progress(progress: Progress) -> None:
            work.report(progress.done, progress.total, progress.what)

        request = Check(server.engine.next_id(), project, path, text, quick=True)
        try:
            return await server.engine.check(request, on_progress)
        except EngineCrashed as error:
            report.crashes += 1
            report.phase, report.note = Phase.FAILED, str(error)
            if report.crashes < MAX_CRASHES:
                self.check(report.uri)
        except EngineError as error:
            report.phase, report.note = Phase.FAILED, str(error)
            log.error("%s was not checked: %s", path, error)
        finally:
            work.end()
        return None

    def publish(self, uri: str, *, only_changes: bool = False) -> None:
        """Show the findings of the report at `uri`, if they are of its current text.

        Args:
            uri: of the report.
            only_changes: whether to say nothing where the same is shown already.
        """
        view = self._server.session.view(uri)
        if view is None or not view.is_current:
            return
        report = self._server.session.report(uri)
        settings = self._server.session.settings_for(Path(view.path))
        if report is None:
            return
        shown = severities(report.file, settings)
        found = report_diagnostics(view, shown, self._server.session.client)
        if not only_changes or found != report.shown:
            self._server.publish(uri, view.version, found)
        report.shown = found

    # ---- sources and settings ----

    def retry_without_project(self) -> None:
        """Check the reports that had no sources so far: there may be some now."""
        for report in list(self._server.session.reports.values()):
            waits = self._server.scheduler.is_busy(key(report.uri))
            if report.project is None and not waits:
                work = partial(self._check_if_found, report.uri)
                self._server.scheduler.schedule(key(report.uri), 0, work)

    async def _check_if_found(self, uri: str) -> None:
        server = self._server
        document = server.documents.opened(uri)
        path = server.session.path_of(document) if document else None
        if path is None:
            return
        found = await asyncio.to_thread(server.session.find, path)
        if found.project is not None and not is_source(str(path), found.project.sources):
            self.check(uri)

    def has_failed(self, project: Project) -> bool:
        """Whether no report of `project` could be checked the last time."""
        reports = [r for r in self._server.session.reports.values() if r.project == project]
        return all(report.phase is Phase.FAILED for report in reports)

    def sources_changed(self, delay: float = SOURCES_DELAY) -> None:
        """Sources may have changed: check again what that concerns."""
        self._server.scheduler.schedule("sources", delay, self._look_at_sources)

    async def _look_at_sources(self) -> None:
        server = self._server
        server.engine.tell(Overlays(server.session.overlays()))
        for project in server.session.projects():
            await self.look_at(project)

    async def look_at(self, project: Project, *, whole: bool = False) -> bool:
        """Compare the sources of `project` with the disk; check its reports if any changed."""
        server = self._server
        work = WorkDone(server, "Reading sources", lambda: server.scheduler.cancel("sources"))

        def on_progress(progress: Progress) -> None:
            work.report(progress.done, progress.total, progress.what)

        try:
            request = Refresh(server.engine.next_id(), project, whole)
            answer = await server.engine.refresh(request, on_progress)
        except EngineError as error:
            log.error("The sources of %s could not be read: %s", project.root, error)
            self._check_project(project)
            return False
        finally:
            work.end()
        if answer.changed:
            self._check_project(project)
        return answer.changed

    def _check_project(self, project: Project) -> None:
        for report in list(self._server.session.reports.values()):
            if report.project == project:
                self.check(report.uri)

    def show_settings(self, file: SettingsFile | None) -> None:
        """Show what is wrong in a settings file, and take away what no longer is."""
        if file is None:
            return
        server = self._server
        uri = to_uri(file.path)
        if not file.problems and key(uri) not in server.session.flawed:
            return
        server.publish(uri, None, settings_diagnostics(file, server.encoding))
        if file.problems:
            server.session.flawed.add(key(uri))
        else:
            server.session.flawed.discard(key(uri))

    def drop_settings(self, path: Path) -> None:
        """A settings file is gone or new: what was shown for it goes until it is read again."""
        uri = to_uri(path)
        if key(uri) in self._server.session.flawed:
            self._server.session.flawed.discard(key(uri))
            self._server.publish(uri, None, [])
