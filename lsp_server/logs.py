"""The server's log, shown in the client's output window too."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.server import Server

_KINDS = (
    (logging.ERROR, types.MessageType.Error),
    (logging.WARNING, types.MessageType.Warning),
    (logging.INFO, types.MessageType.Info),
)


class ClientLog(logging.Handler):
    """Sends records to the client as `window/logMessage`."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        """Send `record`, once the session has begun."""
        if not hasattr(self._server, "session"):
            return
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            running = None
        if running is None and self._server.loop is not None:
            self._server.loop.call_soon_threadsafe(self._send, record)
        else:
            self._send(record)

    def _send(self, record: logging.LogRecord) -> None:
        kind = next((kind for level, kind in _KINDS if record.levelno >= level), None)
        text = self.format(record)
        try:
            self._server.window_log_message(
                types.LogMessageParams(type=kind or types.MessageType.Log, message=text)
            )
        except Exception:
            self.handleError(record)
