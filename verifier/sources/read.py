"""One source file -> one document, by its format."""

from __future__ import annotations

import hashlib
import re

from verifier.model import Block, SourceDocument, SourceState, SourceStatus
from verifier.offsets import OffsetMap
from verifier.sources.collect import SourceFile


def document_from_text(source_id: str, text: str) -> SourceDocument:
    """The document of a source given in memory, by the format that its name tells."""
    blocks = tuple(
        Block(match.start(), match.end()) for match in re.finditer(r"\S(?:.|\n(?!\s*\n))*", text)
    )
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    offsets = OffsetMap.identity(len(text))
    return SourceDocument(source_id, text, raw=text, offsets=offsets, blocks=blocks, digest=digest)


def read_document(file: SourceFile) -> SourceDocument | SourceStatus:
    """The document of `file`, or why it could not be read."""
    try:
        return document_from_text(file.id, file.path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        return SourceStatus(file.id, SourceState.UNREADABLE, str(error), file.size, str(file.path))
