"""The server of one session: holds its parts together and speaks to the client."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from lsp_server.capabilities import ClientFeatures
from lsp_server.checks import Checks
from lsp_server.client_options import ClientOptions
from lsp_server.documents import DocumentStore, encoding_of
from lsp_server.engine.client import Engine
from lsp_server.engine.messages import Hello, Overlays, Request
from lsp_server.features.report_state import CHANGED
from lsp_server.paths import to_path
from lsp_server.protocol import Protocol
from lsp_server.scheduler import Scheduler
from lsp_server.session import Session
from lsp_server.settings import SECTION, ClientSettings, read_settings
from lsp_server.textmap import Encoding
from lsp_server.watching import Watching
from lsp_server.workspace_check import WorkspaceCheck
from verifier import __version__
from verifier.cache import user_folder
from verifier.remote import Remote

log = logging.getLogger(__name__)

NAME = "llmfeeder"
WATCHDOG_SECONDS = 10.0


class Server(LanguageServer):
    """The language server.

    Attributes:
        session: all state; set by `initialize`.
        engine: the process that checks.
        checks: when what is checked.
        watching: how changes on disk are noticed.
        workspace_check: the check of all reports.
        scheduler: what waits for a quiet moment.
        cancel_actions: what to do when the user cancels the progress of that token.
        loop: the event loop that alone speaks to the client.
    """

    protocol: Protocol
    session: Session
    engine: Engine

    def __init__(self, **options: Any) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol, **options)
        self.scheduler = Scheduler()
        self.checks = Checks(self)
        self.watching = Watching(self)
        self.workspace_check = WorkspaceCheck(self)
        self.cancel_actions: dict[str | int, Callable[[], None]] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self._configured: asyncio.Event | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._initial = ClientSettings()
        self._told: set[str] = set()

    @property
    def documents(self) -> DocumentStore:
        """The open documents."""
        return self.session.documents

    @property
    def encoding(self) -> Encoding:
        """How the client counts characters."""
        return encoding_of(self.documents.position_encoding)

    # ---- the session's life ----

    def set_up(self, params: types.InitializeParams) -> None:
        """Take in what the client says about itself."""
        documents = self.protocol.set_up_documents(params)
        client = ClientFeatures.of(params.capabilities)
        options = ClientOptions.of(params.initialization_options)
        self.session = Session(documents, client, options)
        self.session.folders = _folders(params)
        self.loop = asyncio.get_running_loop()
        self._configured = asyncio.Event()
        given = _section(params.initialization_options) if options.trusted else None
        read = read_settings(given)
        self._initial = read.settings
        self.session.settings = {None: read.settings}
        self._tell_problems(read.problems)
        self.engine = Engine(
            Hello(self.encoding, str(options.extracted or user_folder() / "extracted")),
            self._engine_crashed,
            self._bring_up_to_date,
        )
        self.protocol.before_exit = self.engine.kill
        log.info("client can: %s; positions in %s", ", ".join(client.names()), self.encoding)

    async def start_work(self) -> None:
        """Everything that follows once the client is ready."""
        if self.session.client.dynamic_configuration:
            self.register(
                [
                    types.Registration(
                        id="llmfeeder-settings",
                        method=types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                        register_options=types.DidChangeConfigurationRegistrationOptions(
                            section=SECTION
                        ),
                    )
                ]
            )
        self.watching.start()
        if self.process_id is not None and os.name == "posix":
            self.spawn(self._watch_parent(self.process_id))
        with contextlib.suppress(Exception):
            await self.engine.start()
        await self.ask_settings()

    async def stop_work(self) -> None:
        """End what is under way."""
        self.watching.stop()
        self.workspace_check.stop()
        self.scheduler.cancel_all()
        await self.engine.close()

    async def _watch_parent(self, process: int) -> None:
        """End when the client is gone without saying so."""
        while True:
            await asyncio.sleep(WATCHDOG_SECONDS)
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                self.protocol.end()
            except PermissionError:
                pass

    # ---- settings ----

    async def configured(self, seconds: float) -> None:
        """Wait until the client's settings are known, but not longer than `seconds`."""
        if self._configured is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._configured.wait(), seconds)

    async def ask_settings(self) -> None:
        """Ask the client for its settings, for each folder."""
        try:
            if self.session.client.configuration and self.session.options.trusted:
                scopes: list[Path | None] = [None, *self.session.folders]
                items = [
                    types.ConfigurationItem(
                        scope_uri=folder.as_uri() if folder else None, section=SECTION
                    )
                    for folder in scopes
                ]
                answers = await self.workspace_configuration_async(types.ConfigurationParams(items))
                self._use_settings(dict(zip(scopes, answers, strict=False)))
        except Exception as error:
            log.warning("The client did not say its settings: %s", error)
        finally:
            if self._configured is not None:
                self._configured.set()

    async def settings_changed(self, given: object) -> None:
        """The client says that its settings changed, and perhaps to what."""
        before = dict(self.session.settings)
        if not self.session.options.trusted:
            return
        if self.session.client.configuration:
            await self.ask_settings()
        else:
            self._use_settings({None: _section(given)})
        if self.session.settings != before:
            for report in list(self.session.reports.values()):
                self.checks.publish(report.uri)
            self.checks.check_all()
            self.refresh_lenses()

    def _use_settings(self, given: dict[Path | None, object]) -> None:
        problems: list[str] = []
        settings: dict[Path | None, ClientSettings] = {}
        for folder, value in given.items():
            read = read_settings(value, self._initial)
            # Whom to ask is the user's own affair: no folder's settings say it.
            remote = settings[None].remote if None in settings else self._initial.remote
            own = read.settings.remote if folder is None else remote
            settings[folder] = replace(read.settings, remote=own)
            problems += [problem for problem in read.problems if problem not in problems]
        self.session.settings = {None: self._initial, **settings}
        self._tell_problems(problems)

    def _tell_problems(self, problems: list[str]) -> None:
        """The user's own settings are the user's to mend: said once, where it is seen."""
        for problem in problems:
            log.warning("setting: %s", problem)
            if problem not in self._told:
                self._told.add(problem)
                self.show(types.MessageType.Warning, f"LLMFeeder: {problem}")

    # ---- the engine ----

    def _bring_up_to_date(self) -> list[Request]:
        return [Overlays(self.session.overlays())]

    def _engine_crashed(self, reason: str, starts_again: bool) -> None:
        if starts_again:
            log.error("the engine crashed (%s); it is started again", reason)
            self.spawn(self._start_engine())
        else:
            text = (
                f"LLMFeeder's engine crashed repeatedly ({reason}) and is not started any more. "
                "The command llmfeeder.check tries once more."
            )
            log.error(text)
            self.show(types.MessageType.Error, text)
        self.refresh_lenses()

    async def _start_engine(self) -> None:
        with contextlib.suppress(Exception):
            await self.engine.start()

    # ---- to the client ----

    def publish(self, uri: str, version: int | None, found: Sequence[types.Diagnostic]) -> None:
        """Show `found` in the document, instead of what was shown there."""
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=list(found), version=version)
        )

    def show(self, kind: types.MessageType, text: str) -> None:
        """Show `text` to the user; only for what the user must act on."""
        self.window_show_message(types.ShowMessageParams(type=kind, message=text))

    def announce(self, remote: Remote | None) -> None:
        """Tell the user whom texts are sent to, once a session, before the first is."""
        if remote is not None and remote.notice() not in self._told:
            self._told.add(remote.notice())
            log.info("%s", remote.notice())
            off = f"{SECTION}.remote.judge switches it off"
            self.show(types.MessageType.Info, f"LLMFeeder: {remote.notice()}; {off}.")

    def register(self, registrations: list[types.Registration]) -> None:
        """Register capabilities with the client."""
        self.spawn(self._register(registrations))

    async def _register(self, registrations: list[types.Registration]) -> None:
        try:
            await self.client_register_capability_async(types.RegistrationParams(registrations))
        except Exception as error:
            log.warning("The client did not register %s: %s", registrations[0].method, error)
            if registrations[0].method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES:
                self.watching.poll()

    def tell_changed(self) -> None:
        """Tell a client with views of its own that the state of a report moved on."""
        if self.session.options.state_changes:
            self.protocol.notify(CHANGED, {})

    def refresh_lenses(self) -> None:
        """Have code lenses, inlay hints and the client's own views asked for again."""
        self.tell_changed()
        client = self.session.client
        if client.code_lens_refresh:
            self.spawn(self._quietly(self.workspace_code_lens_refresh_async(None)))
        if client.inlay_hint_refresh and self.session.user_settings.inlay_hints:
            self.spawn(self._quietly(self.workspace_inlay_hint_refresh_async(None)))

    async def _quietly(self, request: Any) -> None:
        with contextlib.suppress(Exception):
            await request

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work` beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error in a handler; it is none of the user's business."""
        log.error("%s: %s", getattr(source, "__name__", source), error)


def _folders(params: types.InitializeParams) -> list[Path]:
    """The workspace's folders; a file that a client passes as one counts as its folder."""
    uris = [folder.uri for folder in params.workspace_folders or ()]
    if not uris and params.root_uri:
        uris = [params.root_uri]
    paths = [path for uri in uris if (path := to_path(uri)) is not None]
    if not uris and params.root_path:
        paths = [Path(params.root_path)]
    return [path.parent if path.is_file() else path for path in paths]


def _section(value: object) -> object:
    """The settings in `value`, whether they stand under "llmfeeder" or at the top."""
    if isinstance(value, dict) and isinstance(value.get(SECTION), dict):
        return value[SECTION]
    return value
