"""Documents as bytes and back: for the extraction cache and for the pipe from a reading process."""

from __future__ import annotations

import msgspec

from verifier.model import Block, BlockKind, Landmark, SourceDocument, SourceState, SourceStatus
from verifier.offsets import OffsetMap
from verifier.sources.collect import SourceFile

READER_VERSION = 5
"""To be raised with every change of what the readers make of a file."""

_KINDS = tuple(BlockKind)


_Columns = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[bool, ...]]


class _Stored(msgspec.Struct, array_like=True):
    """A document without what belongs to the file rather than to its content.

    `raw` is None where it equals `text`. Blocks are columns: starts, ends, kinds, title numbers,
    depths. `offsets` are the columns of an `OffsetMap`.
    """

    text: str
    raw: str | None
    kind: str
    digest: str
    remark: str
    offsets: _Columns | None
    block_starts: list[int]
    block_ends: list[int]
    block_kinds: list[int]
    block_titles: list[int]
    block_depths: list[int]
    titles: list[str]
    pages: list[int]
    mark_starts: list[int]
    mark_ends: list[int]
    mark_labels: list[str]


class _Unreadable(msgspec.Struct, array_like=True):
    """Why a content gives no document."""

    state: SourceState
    reason: str


class _Entry(msgspec.Struct, array_like=True):
    document: _Stored | None
    failure: _Unreadable | None


def dump(result: SourceDocument | SourceStatus) -> bytes:
    """What became of a file, as bytes; its name and path are left out."""
    if isinstance(result, SourceStatus):
        return msgspec.msgpack.encode(_Entry(None, _Unreadable(result.state, result.reason)))
    return msgspec.msgpack.encode(_Entry(_stored(result), None))


def load(data: bytes, file: SourceFile) -> SourceDocument | SourceStatus | None:
    """What became of `file`, from the bytes of `dump`; None if they are no such bytes."""
    try:
        entry = msgspec.msgpack.decode(data, type=_Entry)
        if entry.document is not None:
            return _document(entry.document, file)
    except (msgspec.MsgspecError, ValueError, IndexError, UnicodeError):
        return None
    if entry.failure is None:
        return None
    return SourceStatus(
        file.id, entry.failure.state, entry.failure.reason, file.size, str(file.path)
    )


def _stored(document: SourceDocument) -> _Stored:
    numbers: dict[str, int] = {}
    titles = [numbers.setdefault(block.title, len(numbers)) for block in document.blocks]
    kinds = {kind: number for number, kind in enumerate(_KINDS)}
    offsets, marks = document.offsets, document.landmarks
    return _Stored(
        document.text,
        None if document.raw == document.text else document.raw,
        document.kind,
        document.digest,
        document.remark,
        _columns(offsets) if offsets else None,
        [block.start for block in document.blocks],
        [block.end for block in document.blocks],
        [kinds[block.kind] for block in document.blocks],
        titles,
        [block.depth for block in document.blocks],
        list(numbers),
        list(document.pages),
        [mark.start for mark in marks],
        [mark.end for mark in marks],
        [mark.label for mark in marks],
    )


def _document(stored: _Stored, file: SourceFile) -> SourceDocument:
    return SourceDocument(
        file.id,
        stored.text,
        stored.kind,
        str(file.path),
        stored.text if stored.raw is None else stored.raw,
        _offset_map(stored),
        tuple(
            map(
                Block,
                stored.block_starts,
                stored.block_ends,
                (_KINDS[number] for number in stored.block_kinds),
                (stored.titles[number] for number in stored.block_titles),
                stored.block_depths,
            )
        ),
        tuple(stored.pages),
        tuple(map(Landmark, stored.mark_starts, stored.mark_ends, stored.mark_labels)),
        stored.digest,
        stored.remark,
    )


def _columns(offsets: OffsetMap) -> _Columns:
    return offsets.starts, offsets.raw_starts, offsets.raw_ends, offsets.verbatim


def _offset_map(stored: _Stored) -> OffsetMap | None:
    return OffsetMap(*stored.offsets, len(stored.text)) if stored.offsets else None
