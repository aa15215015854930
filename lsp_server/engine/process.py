"""The engine's side of the pipe: reads requests, works through them, writes the answers."""

from __future__ import annotations

import heapq
import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from lsp_server.engine.messages import (
    HEADER_SIZE,
    Answer,
    Cancel,
    Cancelled,
    Check,
    Failed,
    Forget,
    Hello,
    Overlays,
    Refresh,
    Render,
    Request,
    body_size,
    frame,
    request_decoder,
)
from verifier.errors import Cancelled as Stopped
from verifier.errors import LLMFeederError

if TYPE_CHECKING:
    from lsp_server.engine.service import Service
    from lsp_server.textmap import Encoding

log = logging.getLogger(__name__)


class Inbox:
    """The requests that wait, the most urgent first, and the ids of those given up."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Request]] = []
        self._count = 0
        self._open: set[int] = set()
        self._given_up: set[int] = set()
        self._changed = threading.Condition()

    def put(self, request: Request) -> None:
        """Take in `request`."""
        with self._changed:
            if isinstance(request, Cancel):
                self._given_up |= {request.id} & self._open
            else:
                if isinstance(request, Check | Refresh | Render):
                    self._open.add(request.id)
                heapq.heappush(self._waiting, (_rank(request), self._count, request))
                self._count += 1
            self._changed.notify()

    def get(self) -> Request:
        """The next request, as soon as there is one."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting)
            return heapq.heappop(self._waiting)[2]

    def __len__(self) -> int:
        return len(self._waiting)

    def is_given_up(self, request: int) -> bool:
        """Whether the request of that id was given up."""
        return request in self._given_up

    def outranks(self, request: Request) -> bool:
        """Whether something more urgent than `request` waits."""
        with self._changed:
            return bool(self._waiting) and self._waiting[0][0] < _rank(request)

    def done(self, request: int) -> None:
        """Forget the request of that id."""
        with self._changed:
            self._open.discard(request)
            self._given_up.discard(request)


def _rank(request: Request) -> int:
    """0 for what somebody waits for, 1 for a slow judge's second look, 2 for the background."""
    if not isinstance(request, Check):
        return 0
    return 2 if request.background else int(not request.quick)


def run() -> None:
    """Serve the server at the other end of standard input and output until it goes away."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    inbox = Inbox()
    threading.Thread(target=_read, args=(sys.stdin.buffer, inbox), daemon=True).start()
    _work(inbox, _writer(answers))


def _read(stream: BinaryIO, inbox: Inbox) -> None:
    """Pass on what arrives; the server's end ends this process, whatever it is doing.

    A server that is killed can break off in the middle of a message.
    """
    code = 1
    try:
        while len(header := stream.read(HEADER_SIZE)) == HEADER_SIZE:
            inbox.put(request_decoder.decode(stream.read(body_size(header))))
        code = 0
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(code)


def _writer(stream: BinaryIO) -> Callable[[Answer], None]:
    def write(answer: Answer) -> None:
        stream.write(frame(answer))
        stream.flush()

    return write


def _work(inbox: Inbox, write: Callable[[Answer], None]) -> None:
    hello = inbox.get()
    if not isinstance(hello, Hello):
        raise TypeError(f"the first message is a {type(hello).__name__}")
    from lsp_server.engine.service import Service

    service = Service(cast("Encoding", hello.encoding), Path(hello.cache))
    while True:
        serve(service, inbox, write)


def serve(service: Service, inbox: Inbox, write: Callable[[Answer], None]) -> None:
    """Do what the next request asks for; one that was interrupted waits anew."""
    request = inbox.get()
    if isinstance(request, Overlays):
        service.use_overlays(request.texts)
    elif isinstance(request, Forget):
        service.forget(request.keep)
    elif isinstance(request, Check | Refresh | Render):
        answer = _answer(service, request, inbox, write)
        if isinstance(answer, Cancelled) and not inbox.is_given_up(request.id):
            inbox.put(request)
            return
        write(answer)
        inbox.done(request.id)


def _answer(
    service: Service,
    request: Check | Refresh | Render,
    inbox: Inbox,
    write: Callable[[Answer], None],
) -> Answer:
    def cancelled() -> bool:
        return inbox.is_given_up(request.id)

    try:
        if cancelled():
            return Cancelled(request.id)
        if isinstance(request, Check):
            return service.check(request, cancelled, write, lambda: inbox.outranks(request))
        if isinstance(request, Render):
            return service.render(request, cancelled, write)
        return service.refresh(request, cancelled, write)
    except Stopped:
        return Cancelled(request.id)
    except LLMFeederError as error:
        return Failed(request.id, str(error))
    except Exception as error:
        details = traceback.format_exc()
        return Failed(request.id, f"{type(error).__name__}: {error}", True, details)
