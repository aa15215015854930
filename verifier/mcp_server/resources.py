"""The sources as resources: their URIs, and what a list and a reading of them look like."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from mcp_types import (
    Annotations,
    ListResourcesResult,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from verifier.errors import LLMFeederError
from verifier.mcp_server.service import MOST_READ, SourcePart

if TYPE_CHECKING:
    from verifier.sources import SourceFile

PER_PAGE = 200
_MOST_DIGITS = 15
_PLAIN = "text/plain"
_BASE = "llmfeeder://sources/"

TEMPLATE = ResourceTemplate(
    name="source",
    title="Text of a source",
    uri_template="llmfeeder://sources/{+name}{?start,end}",
    description="The extracted text of the source called name, or its characters from start to "
    f"end: the offsets that the tools give. One reading gives {MOST_READ:,} characters at most.",
    mime_type=_PLAIN,
)


class Address(NamedTuple):
    """What a URI asks for: a source, and the stretch [start, end) of its text."""

    source_id: str
    start: int = 0
    end: int | None = None


def uri_of(address: Address) -> str:
    """The URI of a source, or of a stretch of it."""
    uri = _BASE + quote(address.source_id)
    if address.start or address.end is not None:
        uri += f"?start={address.start}"
    return uri if address.end is None else f"{uri}&end={address.end}"


def address_of(uri: str) -> Address:
    """What the URI asks for.

    Raises:
        LLMFeederError: it is none of this server's.
    """
    if not uri.startswith(_BASE):
        raise LLMFeederError(f"no such resource; those of this server start with {_BASE}")
    parts = urlsplit(uri)
    given = dict(parse_qsl(parts.query))
    numbers = {name: int(value) for name, value in given.items() if _is_offset(value)}
    if parts.fragment or not given.keys() <= {"start", "end"} or len(numbers) < len(given):
        raise LLMFeederError("the resource takes start and end, each a number of characters")
    path = uri[len(_BASE) :].partition("?")[0]
    return Address(unquote(path), numbers.get("start", 0), numbers.get("end"))


def _is_offset(text: str) -> bool:
    """Whether it counts characters; no text has so many that it takes more digits."""
    return text.isdecimal() and len(text) <= _MOST_DIGITS


def listing(files: Sequence[SourceFile], cursor: str | None) -> ListResourcesResult:
    """A page of the list of sources.

    Raises:
        LLMFeederError: the cursor is none that this gave.
    """
    if cursor is not None and not (_is_offset(cursor) and 0 < int(cursor) < len(files)):
        raise LLMFeederError("the cursor is out of date; list the resources from the start")
    start = int(cursor or 0)
    end = start + PER_PAGE
    return ListResourcesResult(
        resources=[_resource(file) for file in files[start:end]],
        next_cursor=str(end) if end < len(files) else None,
    )


def _resource(file: SourceFile) -> Resource:
    changed = datetime.fromtimestamp(file.mtime_ns / 1e9, UTC).isoformat(timespec="seconds")
    return Resource(
        uri=uri_of(Address(file.id)),
        name=file.id,
        description="Source document; reading it gives its extracted text",
        mime_type=_PLAIN,
        annotations=Annotations(last_modified=changed),
    )


def reading(uri: str, address: Address, part: SourcePart) -> ReadResourceResult:
    """The text that was asked for; where it goes on behind it, a second content says so."""
    contents = [TextResourceContents(uri=uri, mime_type=_PLAIN, text=part.text)]
    wanted = part.length if address.end is None else min(address.end, part.length)
    if part.end < wanted:
        rest = uri_of(Address(address.source_id, part.end, address.end))
        note = (
            f"These are characters {part.start} to {part.end} of {part.length}. "
            f"The text goes on at {rest}"
        )
        contents.append(TextResourceContents(uri=rest, mime_type=_PLAIN, text=note))
    return ReadResourceResult(contents=list(contents))
