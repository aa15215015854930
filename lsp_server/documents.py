"""The open documents: their text as the client has it, kept exact through incremental changes."""

from __future__ import annotations

from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from lsp_server.convert import PositionMap
from lsp_server.textmap import Encoding


class Document(TextDocument):
    """An open document; only CRLF, LF and CR end its lines.

    The base class splits at U+2028, form feeds and the like too, which the protocol does not:
    every position behind one would be off, and edits would land in the wrong place.
    """

    encoding: Encoding = "utf-16"
    _map: PositionMap | None = None

    @property
    def map(self) -> PositionMap:
        """Its text with its lines, made once a version."""
        text = self.source
        if self._map is None or self._map.text is not text:
            self._map = PositionMap(text, self.encoding)
        return self._map

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines with their ends; a text that ends a line has no empty one behind it."""
        starts, text = self.map.starts, self.map.text
        ends = (*starts[1:], len(text))
        return tuple(
            text[start:end] for start, end in zip(starts, ends, strict=True) if end > start
        )

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        text_map = self.map
        start, end = text_map.offset(change.range.start), text_map.offset(change.range.end)
        start, end = min(start, end), max(start, end)
        self._source = text_map.text[:start] + change.text + text_map.text[end:]


class DocumentStore(Workspace):
    """The workspace of the base library, with documents of our own."""

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> Document:
        document = Document(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )
        document.encoding = encoding_of(self._position_encoding)
        return document

    def update_text_document(
        self,
        text_doc: types.VersionedTextDocumentIdentifier,
        change: types.TextDocumentContentChangeEvent,
    ) -> None:
        """Apply `change`; one to a document that is not open is left alone."""
        if self.opened(text_doc.uri) is not None:
            super().update_text_document(text_doc, change)

    def opened(self, uri: str) -> Document | None:
        """The open document of `uri`; never one read from disk."""
        document = self.text_documents.get(key(uri))
        return document if isinstance(document, Document) else None


def key(uri: str) -> str:
    """The form of `uri` that documents are kept by: "file:///c%3A/x" and "file:///c:/x" are one."""
    return unquote(uri)


def encoding_of(kind: types.PositionEncodingKind | str | None) -> Encoding:
    """The encoding that client and server agreed on; UTF-16 where they did not."""
    if kind == types.PositionEncodingKind.Utf8:
        return "utf-8"
    return "utf-32" if kind == types.PositionEncodingKind.Utf32 else "utf-16"
