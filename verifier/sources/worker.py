"""A process of its own that reads risky files: what hangs or crashes there does no harm.

Run as `python -m verifier.sources.worker`. Requests and answers are frames on standard input and
output: the length as four bytes, then that many bytes. A request is (id, path, size, mtime) in
MessagePack, an answer what `stored.dump` makes.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import BinaryIO

import msgspec

from verifier.sources.collect import SourceFile
from verifier.sources.read import read_document
from verifier.sources.stored import dump

MAX_MEMORY = 4_000_000_000


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next frame; None at the end of the stream."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    length = int.from_bytes(head, "big")
    data = stream.read(length)
    return data if len(data) == length else None


def write_frame(stream: BinaryIO, data: bytes) -> None:
    """Send one frame."""
    stream.write(len(data).to_bytes(4, "big") + data)
    stream.flush()


def main() -> None:
    """Answer requests until standard input ends."""
    _limit_memory()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not end up among the answers
    while (request := read_frame(requests)) is not None:
        source_id, path, size, mtime = msgspec.msgpack.decode(
            request, type=tuple[str, str, int, int]
        )
        result = read_document(SourceFile(source_id, Path(path), size, mtime))
        write_frame(answers, dump(result))


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    main()
