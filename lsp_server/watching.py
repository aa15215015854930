"""How changes on disk are noticed: by the client's watchers, or by looking now and then."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_server.engine.messages import Project
from lsp_server.paths import is_source, to_path, to_uri
from lsp_server.projects import SETTINGS_FILES
from verifier.project import DEFAULT_SOURCES

if TYPE_CHECKING:
    from lsp_server.server import Server

log = logging.getLogger(__name__)


class Watching:
    """Watches the sources, settings and dismissals files of the open reports."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._watched: set[str] = set()
        self._stamps: dict[Path, int] = {}
        self._lock = threading.Lock()
        self._poll: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start watching settings files, or looking now and then."""
        if self._server.session.client.dynamic_watching:
            self._register([*(f"**/{name}" for name in SETTINGS_FILES), f"**/{DEFAULT_SOURCES}/**"])
        else:
            self.poll()

    def poll(self) -> None:
        """Look now and then from now on, because the client watches nothing."""
        if self._poll is None:
            self._poll = asyncio.create_task(self._look_now_and_then())

    def stop(self) -> None:
        """Stop looking."""
        if self._poll is not None:
            self._poll.cancel()

    def watch(self, project: Project) -> None:
        """Watch the sources and the dismissals of `project` too."""
        if self._server.session.client.dynamic_watching:
            paths = [Path(source) for source in project.sources]
            globs = [f"{path.as_posix()}/**" if path.is_dir() else str(path) for path in paths]
            if project.settings.dismissals:
                globs.append(Path(project.settings.dismissals).as_posix())
            self._register([glob for glob in globs if glob not in self._watched])

    def files_changed(self, changes: list[types.FileEvent]) -> None:
        """The client says that files changed."""
        paths = [path for change in changes if (path := to_path(change.uri)) is not None]
        settings = [path for path in paths if path.name in SETTINGS_FILES]
        for path in settings:
            self._server.checks.drop_settings(path)
        projects = self._server.session.projects()
        files = settings or self._server.session.dismissals().intersection(paths)
        sources = any(is_source(str(path), p.sources) for path in paths for p in projects)
        if files:
            self._server.checks.check_all()
        if sources:
            self._server.checks.sources_changed()
        if not files and not sources:
            self._server.checks.retry_without_project()

    def _register(self, globs: list[str]) -> None:
        if not globs:
            return
        self._watched.update(globs)
        watchers = [types.FileSystemWatcher(glob_pattern=self._pattern(glob)) for glob in globs]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        registration = types.Registration(
            id=f"llmfeeder-watch-{len(self._watched)}",
            method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            register_options=options,
        )
        self._server.register([registration])

    def _pattern(self, glob: str) -> types.Pattern | types.RelativePattern:
        """`glob` as the client takes it: some watch outside the workspace by folder alone."""
        path = Path(glob)
        if not path.is_absolute() or not self._server.session.client.relative_patterns:
            return glob
        return types.RelativePattern(base_uri=to_uri(path.parent), pattern=path.name)

    async def _look_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(max(0.1, self._server.session.user_settings.poll_seconds))
            try:
                await self._look()
            except Exception:
                log.exception("Looking for changed files failed")

    async def _look(self) -> None:
        server = self._server
        if server.engine.has_given_up:
            return
        if await asyncio.to_thread(self._moved):
            server.checks.check_all()
            return
        server.checks.retry_without_project()
        for project in server.session.projects():
            if not server.checks.has_failed(project):
                await server.checks.look_at(project)

    def remember(self, report: Path) -> None:
        """Note how the settings files around `report` stand, because they are about to be read."""
        self._remember(self._settings_of(report))

    def remember_dismissals(self, project: Project) -> None:
        """The same for the dismissals file of `project`."""
        if project.settings.dismissals:
            self._remember([Path(project.settings.dismissals)])

    def _remember(self, files: list[Path]) -> None:
        stamps = {file: _stamp(file) for file in files}
        with self._lock:
            self._stamps.update(stamps)

    def _moved(self) -> bool:
        """Whether a settings or dismissals file of an open report is not as it was read."""
        reports = [to_path(report.uri) for report in list(self._server.session.reports.values())]
        files = {file for path in reports if path for file in self._settings_of(path)}
        files |= self._server.session.dismissals()
        with self._lock:
            for file in self._stamps.keys() - files:
                del self._stamps[file]
            stamps = dict(self._stamps)
        return any(_stamp(file) != known for file, known in stamps.items())

    def _settings_of(self, report: Path) -> list[Path]:
        """The settings files that can hold for `report`, whether or not they exist."""
        folders = self._server.session.folders
        inside = [f for f in report.parents if any(f.is_relative_to(g) for g in folders)]
        return [place / name for place in inside or [report.parent] for name in SETTINGS_FILES]


def _stamp(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
