"""Where a span of a source can be opened in an editor."""

from __future__ import annotations

import logging
import os
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_server.engine.messages import FileRange
from lsp_server.engine.spans import span_key
from lsp_server.textmap import Encoding, TextMap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from verifier.model import CheckResult, SourceDocument, SourceSpan

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opener:
    """Finds places in one document.

    Attributes:
        document: the source.
        encoding: how the client counts.
        folder: where extracted texts are kept.
    """

    document: SourceDocument
    encoding: Encoding
    folder: Path

    def range(self, start: int, end: int) -> FileRange | None:
        """Where [start, end) of the document's text can be opened.

        None for a source in memory, or where its extracted text cannot be kept.
        """
        document = self.document
        if not document.path or end <= start:
            return None
        if document.offsets is None:
            shift = ExtractedText(document)
            start, end = shift.offset(start), shift.offset(end - 1) + 1
            path = self._extracted_path
            if path is None:
                return None
        else:
            start, end = document.offsets.raw_span(start, end)
            path = document.path
        return FileRange(path, *self._map.place(start), *self._map.place(end))

    @cached_property
    def _map(self) -> TextMap:
        if self.document.offsets is None:
            return TextMap(ExtractedText(self.document).text(), self.encoding)
        return TextMap(self.document.raw, self.encoding)

    @cached_property
    def _extracted_path(self) -> str | None:
        try:
            return str(write_extracted(self.document, self.folder))
        except OSError as error:
            log.warning("The text of %s cannot be kept: %s", self.document.id, error)
            return None


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The text of a document whose file has no lines, with a mark before each page."""

    document: SourceDocument

    def text(self) -> str:
        """The marked text."""
        document = self.document
        ends = (*document.pages[1:], len(document.text))
        pages = zip(document.pages, ends, strict=True)
        return (
            "".join(
                page_mark(number) + document.text[start:end]
                for number, (start, end) in enumerate(pages, 1)
            )
            or document.text
        )

    def offset(self, offset: int) -> int:
        """Where the character at `offset` of the document's text stands in the marked text."""
        pages = bisect_right(self.document.pages, offset)
        return offset + sum(len(page_mark(number)) for number in range(1, pages + 1))


def page_mark(number: int) -> str:
    """The line that stands before a page."""
    return f"{'' if number == 1 else chr(10)}──── page {number} ────\n"


def write_extracted(document: SourceDocument, folder: Path) -> Path:
    """Keep the extracted text of `document` as a read-only file below `folder`.

    Raises:
        OSError: that is not possible.
    """
    name = re.sub(r"[^\w.-]+", "_", Path(document.id).name) + ".txt"
    path = folder / (document.digest or "unknown")[:32] / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{name}.{os.getpid()}")
        draft.write_bytes(ExtractedText(document).text().encode("utf-8", "replace"))
        draft.chmod(0o444)
        draft.replace(path)
    return path


def locate(result: CheckResult, opener: Callable[[str], Opener | None]) -> dict[str, FileRange]:
    """Where every span of `result` can be opened, by `span_key`."""
    places: dict[str, FileRange] = {}
    for span in _spans(result):
        key = span_key(span)
        if key not in places and (found := opener(span.source_id)) is not None:
            place = found.range(span.start, span.end)
            if place is not None:
                places[key] = place
    return places


def _spans(result: CheckResult) -> Iterable[SourceSpan]:
    for finding in result.findings:
        yield from (evidence.span for evidence in finding.evidence)
        yield from (conflict.source for conflict in finding.conflicts)
        yield from (check.better for check in finding.citation_checks if check.better)
