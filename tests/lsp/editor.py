"""A language client that does what a test wants, and the answers the server expects from one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from lsp_server.convert import PositionMap
from lsp_server.documents import encoding_of
from lsp_server.server import Server
from lsp_server.textmap import Encoding
from verifier.citing import Edit, apply_edits

PROJECT = Path(__file__).parent / "project"
EDITORS = ("visual-studio-code", "neovim", "emacs")
PATIENCE = 30.0


class Editor:
    """A language client, and what a test wants to do with it."""

    def __init__(self, client: LanguageClient, root: Path, server: Server | None = None) -> None:
        self.client = client
        self.server = server
        self.root = root
        self.version = 0
        self.applied: list[types.ApplyWorkspaceEditParams] = []
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.changed = asyncio.Event()
        self.current = ""
        self.encoding: Encoding = "utf-16"

    def text(self, name: str = "report.md") -> str:
        """What the disk holds."""
        return (self.root / name).read_bytes().decode()

    def write(self, text: str, name: str = "report.md") -> None:
        (self.root / name).write_bytes(text.encode())

    @property
    def map(self) -> PositionMap:
        """The report as it is in the editor, in the units agreed on."""
        return PositionMap(self.current, self.encoding)

    def position(self, words: str) -> types.Position:
        """The position where `words` start in the report."""
        return self.map.position(self.current.index(words))

    async def hover(self, uri: str, words: str) -> types.Hover | None:
        return await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), self.position(words))
        )

    async def lenses(self, uri: str) -> list[types.CodeLens]:
        found = await self.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        return list(found or ())

    async def actions(
        self, uri: str, words: str, only: list[types.CodeActionKind] | None = None
    ) -> list[types.CodeAction]:
        position = self.position(words)
        inside = [
            found
            for found in self.client.diagnostics.get(uri, ())
            if found.range.start.line == position.line
        ]
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri),
                types.Range(position, position),
                types.CodeActionContext(diagnostics=inside, only=only),
            )
        )
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    async def action(self, uri: str, words: str, title: str) -> types.CodeAction:
        actions = await self.actions(uri, words)
        titles = [action.title for action in actions]
        assert title in titles, titles
        return actions[titles.index(title)]

    async def edit_of(self, action: types.CodeAction) -> types.WorkspaceEdit:
        if action.edit is None:
            action = await self.client.code_action_resolve_async(action)
        assert action.edit is not None
        return action.edit

    def uri(self, name: str = "report.md") -> str:
        return (self.root / name).as_uri()

    async def initialize(
        self,
        editor: str = "visual-studio-code",
        options: object = None,
        folders: list[Path] | None = None,
        able: Callable[[types.ClientCapabilities], None] = lambda _: None,
    ) -> types.InitializeResult:
        """Begin the session as `editor`, whose capabilities `able` may change."""
        capabilities = client_capabilities(editor)
        able(capabilities)
        result = await self.client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[
                    types.WorkspaceFolder(folder.as_uri(), folder.name)
                    for folder in folders or [self.root]
                ],
                root_uri=self.root.as_uri(),
                initialization_options=options,
            )
        )
        self.encoding = encoding_of(result.capabilities.position_encoding)
        return result

    def open(
        self, name: str = "report.md", text: str | None = None, language: str = "markdown"
    ) -> str:
        if text is None:
            text = self.text(name)
        if name == "report.md":
            self.current = text
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(self.uri(name), language, self.version, text)
            )
        )
        return self.uri(name)

    def change(self, text: str, name: str = "report.md") -> None:
        self.version += 1
        if name == "report.md":
            self.current = text
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri(name)),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    def save(self, name: str = "report.md") -> None:
        self.client.text_document_did_save(
            types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(self.uri(name)))
        )

    def close(self, name: str = "report.md") -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(self.uri(name)))
        )

    def codes(self, name: str = "report.md") -> list[str]:
        return [str(found.code) for found in self.client.diagnostics.get(self.uri(name), ())]

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until `condition` holds, asked whenever something arrives."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                failures = [m.message for m in self.client.log_messages if "failed" in m.message]
                assert not failures, failures[0]
                self.changed.clear()
                await self.changed.wait()

    async def published_after(self, count: int, name: str = "report.md") -> None:
        """Wait for diagnostics of a file beyond the first `count`."""
        await self.until(lambda: self.publications(name) > count)

    def publications(self, name: str = "report.md") -> int:
        return sum(params.uri == self.uri(name) for params in self.published)


def make_client() -> LanguageClient:
    client = make_test_lsp_client()

    def register(params: types.RegistrationParams) -> None:
        editor = editor_of(client)
        if editor is not None:
            editor.registered += params.registrations
            editor.changed.set()

    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        editor = editor_of(client)
        if editor is not None:
            editor.applied.append(params)
            editor.changed.set()
        return types.ApplyWorkspaceEditResult(applied=True)

    def nothing(params: None) -> None:
        return None

    client.feature(types.CLIENT_REGISTER_CAPABILITY)(register)
    client.feature(types.WORKSPACE_APPLY_EDIT)(apply)
    client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(nothing)
    client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(nothing)

    received = client.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    def publish(params: types.PublishDiagnosticsParams) -> None:
        received(params)
        editor = editor_of(client)
        if editor is not None:
            editor.published.append(params)
            editor.changed.set()

    client.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = publish

    for method in (types.PROGRESS, types.WINDOW_LOG_MESSAGE, types.WINDOW_SHOW_MESSAGE):
        _wake(client, method)
    return client


def _wake(client: LanguageClient, method: str) -> None:
    handler = client.protocol.fm.features[method]

    def handle(params: object) -> None:
        handler(params)
        editor = editor_of(client)
        if editor is not None:
            editor.changed.set()

    client.protocol.fm.features[method] = handle


def editor_of(client: LanguageClient) -> Editor | None:
    return getattr(client, "editor", None)


def text_in(editor: Editor, place: types.Range) -> str:
    """The report's text at `place`."""
    return editor.current[editor.map.offset(place.start) : editor.map.offset(place.end)]


def applied(editor: Editor, edit: types.WorkspaceEdit) -> str:
    """The report after `edit`."""
    changes: list[types.TextEdit] = []
    for document in edit.document_changes or ():
        assert isinstance(document, types.TextDocumentEdit)
        assert document.text_document.version == editor.version
        changes += [change for change in document.edits if isinstance(change, types.TextEdit)]
    for edits in (edit.changes or {}).values():
        changes += edits
    text_map = editor.map
    made = [
        Edit(text_map.offset(c.range.start), text_map.offset(c.range.end), c.new_text)
        for c in changes
    ]
    return apply_edits(editor.current, made)
