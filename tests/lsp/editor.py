"""A language client that does what a test wants, and the answers the server expects from one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

PROJECT = Path(__file__).parent / "project"
EDITORS = ("visual-studio-code", "neovim", "emacs")
PATIENCE = 30.0


class Editor:
    """A language client, and what a test wants to do with it."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self.root = root
        self.version = 0
        self.applied: list[types.ApplyWorkspaceEditParams] = []
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.changed = asyncio.Event()

    def uri(self, name: str = "report.md") -> str:
        return (self.root / name).as_uri()

    async def initialize(
        self, editor: str = "visual-studio-code", options: object = None
    ) -> types.InitializeResult:
        return await self.client.initialize_session(
            types.InitializeParams(
                capabilities=client_capabilities(editor),
                workspace_folders=[types.WorkspaceFolder(self.root.as_uri(), "project")],
                root_uri=self.root.as_uri(),
                initialization_options=options,
            )
        )

    def open(
        self, name: str = "report.md", text: str | None = None, language: str = "markdown"
    ) -> str:
        if text is None:
            text = (self.root / name).read_bytes().decode()
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(self.uri(name), language, self.version, text)
            )
        )
        return self.uri(name)

    def change(self, text: str, name: str = "report.md") -> None:
        self.version += 1
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
