"""A stand-in for the endpoints of language models: speaks both protocols, misbehaves on demand."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-test-7c1f0d9e5b"


@dataclass(frozen=True)
class Response:
    """What is sent back.

    Attributes:
        text: the model's answer, wrapped as the protocol has it; None sends `body` as it is.
        cut: whether the connection breaks in the middle of the body.
        hang: whether nothing is sent before the server ends.
    """

    text: str | None = None
    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    reason: str = "stop"
    cut: bool = False
    hang: bool = False


def error(status: int, told: str = "no", **headers: str) -> Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = json.dumps({"error": {"message": told, "type": "x", "code": None}}).encode()
    return Response(status=status, body=body, headers=named)


def answer(
    verdict: str = "supported",
    *quotes: str,
    passage: int = 1,
    parts: tuple[str, ...] = (),
    reason: str = "it says so",
    instructed_by: tuple[int, ...] = (),
) -> Response:
    """An answer of the schema."""
    return Response(
        json.dumps(
            {
                "verdict": verdict,
                "quotes": [{"passage": passage, "text": quote} for quote in quotes],
                "claim_parts": list(parts),
                "reason": reason,
                "instructed_by": list(instructed_by),
            }
        )
    )


Script = Callable[[dict[str, Any]], Response]


class StandIn:
    """A server on this machine; `replies` are sent first, in order, then what `always` says.

    Attributes:
        asked: the data of each question: claim, headings, passages.
        requests: the requests' bodies.
        headers: and their headers, names in lower case.
        paths: and their paths.
    """

    def __init__(self) -> None:
        self.replies: list[Response] = []
        self.always: Script = lambda data: answer("unsupported")
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.asked: list[dict[str, Any]] = []
        self.release = threading.Event()
        self._lock = threading.Condition()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def url(self, protocol: str = "openai") -> str:
        return f"http://127.0.0.1:{self.port}" + ("/v1" if protocol == "openai" else "")

    def await_requests(self, count: int) -> None:
        """Wait until so many have arrived."""
        with self._lock:
            assert self._lock.wait_for(lambda: len(self.requests) >= count, 60)

    def close(self) -> None:
        self.release.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _take(self, path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Response:
        data = json.loads(message_of(body).split("\n")[1])
        with self._lock:
            self.paths.append(path)
            self.headers.append({name.lower(): value for name, value in headers.items()})
            self.requests.append(body)
            self.asked.append(data)
            reply = self.replies.pop(0) if self.replies else None
            self._lock.notify_all()
        return reply or self.always(data)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["content-length"])
                body = json.loads(self.rfile.read(size))
                reply = stand_in._take(self.path, dict(self.headers), body)
                if reply.hang:
                    stand_in.release.wait()
                    return
                data = reply.body
                if reply.text is not None:
                    wrap = messages if self.path.endswith("/messages") else chat
                    data = json.dumps(wrap(reply)).encode()
                self.send_response_only(reply.status)
                for name, value in {"content-type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(data)))
                self.send_header("connection", "close")
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if reply.cut else data)
                self.close_connection = True

            def log_message(self, *_: Any) -> None:
                return

        return Handler


def message_of(body: Mapping[str, Any]) -> str:
    """The user's message of a request."""
    (user,) = (m["content"] for m in body["messages"] if m["role"] == "user")
    return str(user)


def chat(reply: Response) -> dict[str, Any]:
    """The reply as the chat completions protocol has it."""
    message = {"role": "assistant", "content": reply.text, "refusal": None}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": reply.reason}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050},
    }


def messages(reply: Response) -> dict[str, Any]:
    """The reply as the messages protocol has it; broken JSON comes as text."""
    block: dict[str, Any] = {"type": "text", "text": reply.text}
    try:
        given = json.loads(reply.text or "")
    except (json.JSONDecodeError, RecursionError):
        pass
    else:
        if isinstance(given, dict):
            block = {"type": "tool_use", "id": "t", "name": "verdict", "input": given}
    reason = {"stop": "tool_use", "length": "max_tokens"}.get(reply.reason, reply.reason)
    return {
        "id": "x",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [block],
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 1000, "output_tokens": 50},
    }
