"""Which method of the protocol goes where; the handlers only fan out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from lsp_server.commands import register_commands
from lsp_server.features.code_actions import (
    FIX_ALL,
    attach,
    code_actions,
    edits_of,
    workspace_edit,
)
from lsp_server.features.code_lens import code_lenses
from lsp_server.features.hover import hover
from lsp_server.features.inlay_hints import inlay_hints
from lsp_server.features.links import definition, document_links
from lsp_server.features.report_state import REPORT, report_state
from lsp_server.features.symbols import document_symbols
from lsp_server.paths import to_path
from lsp_server.server import Server


def create_server(**options: Any) -> Server:
    """A server with all its features."""
    server = Server(**options)
    _register_session(server)
    _register_documents(server)
    _register_features(server)
    _register_navigation(server)
    _register_actions(server)
    _register_views(server)
    register_commands(server)
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
    def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        ls.checks.opened(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        ls.checks.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))
    def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        ls.checks.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        ls.checks.closed(params.text_document.uri)


def _register_features(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
        view = ls.session.view(params.text_document.uri)
        if view is None:
            return None
        offset = view.map.offset(params.position)
        return hover(view, offset, markdown=ls.session.client.markdown_hover)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def on_code_lens(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
        view = ls.session.view(params.text_document.uri)
        if view is None or not ls.session.settings_for(Path(view.path)).code_lens:
            return []
        return code_lenses(view, time.time())

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def on_inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
        view = ls.session.view(params.text_document.uri)
        if view is None or not ls.session.settings_for(Path(view.path)).inlay_hints:
            return []
        start, end = view.map.offset(params.range.start), view.map.offset(params.range.end)
        return inlay_hints(view, start, end)


def _register_navigation(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(
        ls: Server, params: types.DocumentSymbolParams
    ) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
        view = ls.session.view(params.text_document.uri)
        return document_symbols(view, trees=ls.session.client.symbol_trees) if view else []

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    def on_links(ls: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        view = ls.session.view(params.text_document.uri)
        return document_links(view) if view else []

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def on_definition(
        ls: Server, params: types.DefinitionParams
    ) -> list[types.LocationLink] | list[types.Location] | None:
        view = ls.session.view(params.text_document.uri)
        if view is None:
            return None
        offset = view.map.offset(params.position)
        return definition(view, offset, links=ls.session.client.location_links)


def _register_views(server: Server) -> None:
    @server.feature(REPORT)
    def on_report(ls: Server, params: Any) -> dict[str, Any] | None:
        uri = str(getattr(params, "uri", ""))
        report, view = ls.session.report(uri), ls.session.view(uri)
        return report_state(report, view) if report and view else None


def _register_actions(server: Server) -> None:
    options = types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True
    )

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    def on_code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        view, client = ls.session.view(params.text_document.uri), ls.session.client
        if view is None or not client.action_literals:
            return []
        span = view.map.offset(params.range.start), view.map.offset(params.range.end)
        only = None if params.context.only is None else [str(k) for k in params.context.only]
        actions = code_actions(view, span, only, can_open=client.show_document)
        attach(actions, view, params.context.diagnostics)
        for action in actions:
            if not client.preferred_actions:
                action.is_preferred = None
            if not client.lazy_edits and action.command is None:
                _complete(ls, action)
                action.data = None
        return actions

    @server.feature(types.CODE_ACTION_RESOLVE)
    def on_resolve(ls: Server, params: types.CodeAction) -> types.CodeAction:
        _complete(ls, params)
        return params


def _complete(server: Server, action: types.CodeAction) -> None:
    """Add the edit that `action` stands for.

    Raises:
        JsonRpcContentModified: the text has moved on too far for it.
    """
    data: Any = action.data
    if not isinstance(data, dict) or "uri" not in data:
        return
    view = server.session.view(str(data["uri"]))
    edits = edits_of(view, data) if view is not None else None
    if view is None or edits is None:
        raise JsonRpcContentModified("The report has changed; check it again.")
    action.edit = workspace_edit(view, edits, versioned=server.session.client.versioned_edits)
