"""How long an editor waits: from opening and from saving a report to its diagnostics.

    python -m benchmarks.lsp_save [--claims 200] [--sentences 100000] [--saves 20]

The server runs as an editor runs it, a process on a pipe. Times are by the clock; the ratio beside
each is to counting the words of 20,000 sentences in the same run, and can be compared between
machines.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.workload import reference_seconds, report, sentences, write_corpus


class Client:
    """The least of an editor: sends messages, and reads until diagnostics of a version come."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lsp_server", "--log-level", "error"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._id = 0
        self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": root.as_uri(),
                "capabilities": {
                    "textDocument": {"publishDiagnostics": {"relatedInformation": True}}
                },
                "initializationOptions": {"pollSeconds": 3600},
            },
        )
        self.notify("initialized", {})

    def request(self, method: str, params: Any) -> Any:
        """Ask and wait for the answer."""
        self._id += 1
        self._send({"id": self._id, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self._id and "method" not in message:
                return message.get("result")

    def notify(self, method: str, params: Any) -> None:
        """Tell."""
        self._send({"method": method, "params": params})

    def diagnostics(self, version: int) -> list[Any]:
        """Wait for the diagnostics of the report's `version`."""
        while True:
            message = self._read()
            params = message.get("params") or {}
            is_ours = message.get("method") == "textDocument/publishDiagnostics"
            if is_ours and params.get("version") == version:
                found: list[Any] = params["diagnostics"]
                return found

    def close(self) -> None:
        """End the session."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self._process.wait()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self._process.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        stream.flush()

    def _read(self) -> dict[str, Any]:
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(stream.read(length))
        return message


def open_report(root: Path, text: str) -> tuple[Client, float]:
    """A client that has opened the report, and the seconds from its start to diagnostics."""
    started = time.perf_counter()
    client = Client(root)
    item = {
        "uri": (root / "report.md").as_uri(),
        "languageId": "markdown",
        "version": 0,
        "text": text,
    }
    client.notify("textDocument/didOpen", {"textDocument": item})
    client.diagnostics(0)
    return client, time.perf_counter() - started


def save(client: Client, root: Path, version: int, text: str) -> float:
    """The seconds from saving a changed report to its diagnostics."""
    identifier = {"uri": (root / "report.md").as_uri(), "version": version}
    changes = [{"text": text}]
    client.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})
    started = time.perf_counter()
    client.notify("textDocument/didSave", {"textDocument": identifier})
    client.diagnostics(version)
    return time.perf_counter() - started


def main() -> None:
    """Measure and print a line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--claims", type=int, default=200)
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--saves", type=int, default=20)
    wanted = parser.parse_args()
    yardstick = reference_seconds(sentences(20_000))
    print(f"counting the words of 20,000 sentences: {yardstick * 1000:.0f} ms = 1")

    def show(what: str, took: float) -> None:
        print(f"{what:58} {took * 1000:8.0f} ms  {took / yardstick:7.2f}")

    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "project"
        os.environ["LLMFEEDER_CACHE_DIR"] = str(Path(scratch) / "cache")
        made = write_corpus(root / "sources", wanted.sentences)
        text = report(made, wanted.claims)
        (root / "report.md").write_text(text, "utf-8")
        print(f"{wanted.claims:,} claims against {wanted.sentences:,} sentences")
        client, took = open_report(root, text)
        client.close()
        show("from the server's start, nothing cached", took)
        client, took = open_report(root, text)
        show("from the server's start, sources cached", took)
        times = []
        lines = text.splitlines(keepends=True)
        for number in range(1, wanted.saves + 1):
            at = 2 + number * 7 % wanted.claims
            lines[at] = f"- {made[number * 31 % len(made)]}\n"
            times.append(save(client, root, number, "".join(lines)))
        show("from saving one changed sentence, median", statistics.median(times))
        show("from saving one changed sentence, slowest", max(times))
        client.close()


if __name__ == "__main__":
    main()
