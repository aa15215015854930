"""What server and engine say to each other: msgpack, one message a frame.

A frame is the length of its body, four bytes, big-endian, and the body. Every answer carries the
id of its request; a request gets any number of `Progress` and then exactly one other answer.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

import msgspec

from verifier.model import CheckResult, SourceStatus
from verifier.remote import Remote
from verifier.settings import Settings

MAX_FRAME = 1 << 30
_HEADER = struct.Struct(">I")


class Project(msgspec.Struct, frozen=True):
    """What a report is checked against, and how.

    Attributes:
        root: absolute path of the folder that the project's settings hold for.
        sources: absolute paths of its sources, folders and files.
        remote: the model to ask besides; None unless the user's own settings name one.
    """

    root: str
    sources: tuple[str, ...]
    settings: Settings
    remote: Remote | None = None


class FileRange(msgspec.Struct, frozen=True):
    """A place in a file that an editor can open, counted from 0 in the client's units."""

    path: str
    start_line: int
    start_character: int
    end_line: int
    end_character: int


class Hello(msgspec.Struct, frozen=True, tag=True):
    """The first message: how the client counts, and where extracted texts are kept."""

    encoding: str
    cache: str


class Check(msgspec.Struct, frozen=True, tag=True):
    """Check `text`, the report at `path`.

    Attributes:
        background: whether others' requests go first.
        quick: whether to ask the rules alone. What a slower judge says is asked for afterwards;
            such a request makes way for all others and goes on behind them.
    """

    id: int
    project: Project
    path: str
    text: str
    background: bool = False
    quick: bool = False


class Refresh(msgspec.Struct, frozen=True, tag=True):
    """Look for changed sources.

    Attributes:
        whole: whether to read everything anew.
    """

    id: int
    project: Project
    whole: bool = False


class Render(msgspec.Struct, frozen=True, tag=True):
    """Show `result`, of the report with `text`, as an HTML page."""

    id: int
    project: Project
    result: CheckResult
    text: str


class Overlays(msgspec.Struct, frozen=True, tag=True):
    """The unsaved texts of open files by absolute path; they count instead of the disk's."""

    texts: Mapping[str, str]


class Forget(msgspec.Struct, frozen=True, tag=True):
    """Drop everything held for projects other than these."""

    keep: tuple[Project, ...]


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """Give up the request `id`."""

    id: int


Request = Hello | Check | Refresh | Render | Overlays | Forget | Cancel


class Progress(msgspec.Struct, frozen=True, tag=True):
    """How far reading the sources has come, or asking a model."""

    id: int
    done: int
    total: int
    what: str


class Checked(msgspec.Struct, frozen=True, tag=True):
    """A finished check.

    Attributes:
        locations: where each span of the result can be opened, by `span_key`.
        citation_keys: the bibliography's key of each source that has one, by source id.
        paths: the absolute path of each indexed source, by source id.
        final: whether no other judge is left to ask.
        asks: whether a remote model is to be asked, or was.
        note: for people: why no model, or for which claims none, was asked.
    """

    id: int
    result: CheckResult
    locations: Mapping[str, FileRange]
    citation_keys: Mapping[str, str] = {}
    paths: Mapping[str, str] = {}
    final: bool = True
    asks: bool = False
    note: str = ""


class Refreshed(msgspec.Struct, frozen=True, tag=True):
    """Whether any source changed, and what became of each."""

    id: int
    changed: bool
    sources: tuple[SourceStatus, ...] = ()


class Rendered(msgspec.Struct, frozen=True, tag=True):
    """The page."""

    id: int
    html: str


class Cancelled(msgspec.Struct, frozen=True, tag=True):
    """The request was given up."""

    id: int


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The request could not be done.

    Attributes:
        message: what is wrong, for people.
        is_defect: whether the engine is to blame, not the user's files or settings.
        details: a traceback for the log.
    """

    id: int
    message: str
    is_defect: bool = False
    details: str = ""


Answer = Progress | Checked | Refreshed | Rendered | Cancelled | Failed

_encoder = msgspec.msgpack.Encoder()
request_decoder = msgspec.msgpack.Decoder(Request)
answer_decoder = msgspec.msgpack.Decoder(Answer)


def frame(message: Request | Answer) -> bytes:
    """The frame that carries `message`."""
    body = _encoder.encode(message)
    return _HEADER.pack(len(body)) + body


HEADER_SIZE = _HEADER.size


def body_size(header: bytes) -> int:
    """The length of the body that `header` announces.

    Raises:
        ValueError: no engine sends a body of that size; the stream is broken.
    """
    size: int = _HEADER.unpack(header)[0]
    if size > MAX_FRAME:
        raise ValueError(f"a message of {size} bytes")
    return size
