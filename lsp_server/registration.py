"""Which method of the protocol goes where; the handlers only fan out."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from lsp_server.features.hover import hover
from lsp_server.paths import to_path
from lsp_server.server import Server


def create_server(**options: Any) -> Server:
    """A server with all its features."""
    server = Server(**options)
    _register_session(server)
    _register_documents(server)
    _register_features(server)
    return server


def _register_session(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(ls: Server, params: types.InitializeParams) -> None:
        ls.set_up(params)

    @server.feature(types.INITIALIZED)
    async def initialized(ls: Server, _: types.InitializedParams) -> None:
        await ls.start_work()

    @server.feature(types.SHUTDOWN)
    async def shutdown(ls: Server, _: None) -> None:
        await ls.stop_work()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(
        ls: Server, params: types.DidChangeConfigurationParams
    ) -> None:
        await ls.settings_changed(params.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {to_path(folder.uri) for folder in params.event.removed}
        new = [to_path(folder.uri) for folder in params.event.added]
        kept = [folder for folder in ls.session.folders if folder not in gone]
        ls.session.folders = kept + [path for path in new if path and path not in kept]
        await ls.ask_settings()
        ls.checks.check_all()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
        ls.watching.files_changed(list(params.changes))

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel_progress(ls: Server, params: types.WorkDoneProgressCancelParams) -> None:
        if (action := ls.cancel_actions.get(params.token)) is not None:
            action()


def _register_documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        ls.checks.opened(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        ls.checks.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))
    async def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        ls.checks.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        ls.checks.closed(params.text_document.uri)


def _register_features(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
        view = ls.session.view(params.text_document.uri)
        if view is None:
            return None
        offset = view.map.offset(params.position)
        return hover(view, offset, markdown=ls.session.client.markdown_hover)
