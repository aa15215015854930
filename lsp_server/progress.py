"""Work-done progress in the client, with a button to cancel, where the client shows any."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from lsp_server.server import Server

log = logging.getLogger(__name__)


class WorkDone:
    """One piece of work; nothing is shown before the first report.

    Args:
        server: where to show it.
        title: what is being done.
        on_cancel: called when the user cancels it.
    """

    def __init__(self, server: Server, title: str, on_cancel: Callable[[], None]) -> None:
        self._server = server
        self._title = title
        self._on_cancel = on_cancel
        self._token: str | None = None
        self._begun = False
        self._ended = False
        self._task: asyncio.Task[None] | None = None
        self._last = ""

    def report(self, done: int, total: int, what: str) -> None:
        """Show that `done` of `total` is done, `what` last."""
        if self._ended or not self._server.session.client.progress:
            return
        self._last = f"{done}/{total} {what}".strip()
        percentage = min(100, 100 * done // total) if total else None
        if self._task is None:
            self._task = asyncio.create_task(self._begin(percentage))
        elif self._begun and self._token is not None:
            value = types.WorkDoneProgressReport(message=self._last, percentage=percentage)
            self._server.work_done_progress.report(self._token, value)

    async def _begin(self, percentage: int | None) -> None:
        token = f"llmfeeder-{uuid.uuid4()}"
        progress = self._server.work_done_progress
        self._server.cancel_actions[token] = self._on_cancel
        try:
            await progress.create_async(token)
        except Exception as error:
            log.info("The client shows no progress: %s", error)
            self._server.cancel_actions.pop(token, None)
            return
        self._token = token
        if self._ended:
            self._forget(token)
            return
        begin = types.WorkDoneProgressBegin(
            title=self._title, cancellable=True, message=self._last, percentage=percentage
        )
        progress.begin(token, begin)
        self._begun = True

    def end(self, message: str = "") -> None:
        """Take it away."""
        self._ended = True
        if self._begun and self._token is not None:
            value = types.WorkDoneProgressEnd(message=message or None)
            self._server.work_done_progress.end(self._token, value)
            self._forget(self._token)

    def _forget(self, token: str) -> None:
        self._server.work_done_progress.tokens.pop(token, None)
        self._server.cancel_actions.pop(token, None)
