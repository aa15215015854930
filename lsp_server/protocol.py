"""The protocol as the specification has it, where the base library deviates."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

from lsp_server.documents import DocumentStore


class Protocol(LanguageServerProtocol):
    """Speaks to the client.

    Attributes:
        before_exit: called just before the process ends.
    """

    before_exit: Callable[[], None] = staticmethod(lambda: None)

    def set_up_documents(self, params: types.InitializeParams) -> DocumentStore:
        """Replace the base library's documents by our own, in the encoding it agreed on."""
        old = self.workspace
        documents = DocumentStore(
            old.root_uri,
            self._server._text_document_sync_kind,
            params.workspace_folders or [],
            old.position_encoding,
        )
        self._workspace = documents
        return documents

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        """Cancel what is under way; the base library fails when that changes its own list."""
        if (handler := self.fm.features.get(types.SHUTDOWN)) is not None:
            yield handler, args, None
        current = self.msg_id
        for msg_id, future in list(self._request_futures.items()):
            if msg_id != current and not future.done():
                future.cancel()
        self._shutdown = True

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> Generator[Any, Any, None]:
        """End the process: 0 after a shutdown request, else 1."""
        self.end()
        yield from ()

    def end(self) -> None:
        """End the process at once, with the exit code that the specification asks for."""
        self.before_exit()
        os._exit(0 if self._shutdown else 1)

    def handle_message(self, message: Any) -> None:
        """Refuse requests before `initialize` and after `shutdown`."""
        method, msg_id = getattr(message, "method", None), getattr(message, "id", None)
        if method is not None and method != types.EXIT:
            refusal = self._refusal(method)
            if refusal is not None:
                if msg_id is not None:
                    self._send_response(msg_id, error=refusal)
                return
        super().handle_message(message)

    def _refusal(self, method: str) -> types.ResponseError | None:
        if self._shutdown:
            code: int = types.ErrorCodes.InvalidRequest
            return types.ResponseError(code, "The server is shutting down.")
        if self._workspace is None and method != types.INITIALIZE:
            code = types.ErrorCodes.ServerNotInitialized
            return types.ResponseError(code, "The server is not initialised.")
        return None

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[[Any], Any],
        callback: Callable[[Future[Any]], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Run a handler; what it leaves in the list of futures goes when it is done."""

        def done(future: Future[Any]) -> None:
            self._request_futures.pop(msg_id, None)
            callback(future)

        super()._execute_handler(msg_id, handler, done, args, kwargs)

    def _handle_response(
        self, msg_id: str | int, result: Any | None = None, error: Any | None = None
    ) -> None:
        """Take a response; the type kept for its result goes also after an error."""
        super()._handle_response(msg_id, result, error)
        self._result_types.pop(msg_id, None)
