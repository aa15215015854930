"""One source file -> one document, by its format."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable
from importlib import import_module

from verifier.model import SourceDocument, SourceState, SourceStatus
from verifier.sources.collect import SourceFile
from verifier.sources.decoding import NotText, decode
from verifier.sources.draft import Extract
from verifier.sources.formats import Format, FormatError, format_of, unsupported

_READERS = {
    Format.TEXT: "plain:read_plain",
    Format.MARKDOWN: "markdown:read_markdown",
    Format.RST: "rst:read_rst",
    Format.HTML: "html:read_html",
    Format.JSON: "json_tree:read_json",
    Format.JSON_LINES: "json_tree:read_json_lines",
    Format.CSV: "tables:read_csv",
    Format.TSV: "tables:read_tsv",
    Format.YAML: "yaml_tree:read_yaml",
    Format.TOML: "toml_tree:read_toml",
    Format.INI: "ini_tree:read_ini",
    Format.XML: "xml_tree:read_xml",
    Format.NOTEBOOK: "notebooks:read_notebook",
    Format.CODE: "code:read_code",
}
_BINARY_STARTS = (
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"\x7fELF",
    b"MZ\x90",
    b"7z\xbc\xaf",
    b"\xd0\xcf\x11\xe0",
    b"SQLite format 3",
)


def document_from_text(source_id: str, text: str) -> SourceDocument:
    """The document of a source given in memory, by the format that its name tells.

    Never fails: a text that is not in the format of its name is read as plain text, and the
    document's remark says so.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return _document(source_id, text, digest)


def read_document(file: SourceFile) -> SourceDocument | SourceStatus:
    """The document of `file`, or why it could not be read."""
    try:
        data = read_bytes(file)
    except OSError as error:
        return failure(file, explain(error))
    return document_from_bytes(file, data)


def document_from_bytes(file: SourceFile, data: bytes) -> SourceDocument | SourceStatus:
    """The document of `file`, whose content is `data`, or why it could not be read."""
    if not data.strip():
        return _skipped(file, "the file is empty")
    if is_pdf(file, data):
        from verifier.sources.pdf import PdfError, read_pdf

        try:
            extract = read_pdf(data)
        except PdfError as error:
            return failure(file, str(error))
        return _built(file.id, Format.PDF, "", extract, digest_of(data), str(file.path))
    reason = unsupported(file.id) or _binary(data)
    if reason:
        return _skipped(file, reason)
    try:
        decoded = decode(data)
    except NotText as error:
        return _skipped(file, str(error))
    document = _document(
        file.id, decoded.text, digest_of(data), str(file.path), remark=decoded.remark
    )
    return document if document.blocks else _skipped(file, "there is no text in it")


def is_pdf(file: SourceFile, data: bytes) -> bool:
    """Whether the file is a PDF, by its name or its first bytes."""
    return format_of(file.id) is Format.PDF or b"%PDF-" in data[:1024]


def digest_of(data: bytes) -> str:
    """The hash that names a content."""
    return hashlib.sha256(data).hexdigest()


def read_bytes(file: SourceFile) -> bytes:
    """The content of `file`.

    Raises:
        OSError: it cannot be read, or is no regular file (any more).
    """
    return read_regular(str(file.path))[0]


def read_regular(path: str) -> tuple[bytes, os.stat_result]:
    """The content of the regular file at `path`, and its state just before it was read.

    Raises:
        OSError: it cannot be read; a pipe or device is refused rather than waited for.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as stream:
        state = os.fstat(stream.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        return stream.read(), state


def failure(file: SourceFile, reason: str) -> SourceStatus:
    """The status of a file that could not be read."""
    return SourceStatus(file.id, SourceState.UNREADABLE, reason, file.size, str(file.path))


def explain(error: OSError) -> str:
    """A system error as a phrase for people."""
    if isinstance(error, PermissionError):
        return "permission denied: you may not read this file"
    if isinstance(error, FileNotFoundError):
        return "the file is gone"
    return (error.strerror or str(error)).lower()


def _skipped(file: SourceFile, reason: str) -> SourceStatus:
    return SourceStatus(file.id, SourceState.SKIPPED, reason, file.size, str(file.path))


def _binary(data: bytes) -> str:
    return "binary file" if data.startswith(_BINARY_STARTS) else ""


def _document(
    source_id: str, raw: str, digest: str, path: str = "", remark: str = ""
) -> SourceDocument:
    form = format_of(source_id)
    if form is Format.PDF:
        form = Format.TEXT
    try:
        extract = _reader(form)(raw)
    except (FormatError, RecursionError) as error:
        extract = _reader(Format.TEXT)(raw)
        why = str(error) if isinstance(error, FormatError) else "nested too deeply"
        remark = "; ".join(filter(None, (remark, f"read as plain text, not as {form}: {why}")))
        form = Format.TEXT
    return _built(source_id, form, raw, extract, digest, path, remark)


def _built(
    source_id: str,
    form: Format,
    raw: str,
    extract: Extract,
    digest: str,
    path: str = "",
    remark: str = "",
) -> SourceDocument:
    return SourceDocument(
        source_id,
        extract.text,
        kind=form.value,
        path=path,
        raw=raw,
        offsets=extract.offsets,
        blocks=extract.blocks,
        pages=extract.pages,
        landmarks=extract.landmarks,
        digest=digest,
        remark="; ".join(filter(None, (remark, extract.remark))),
    )


def _reader(form: Format) -> Callable[[str], Extract]:
    """The reader of a format, imported when first asked for."""
    module, name = _READERS[form].split(":")
    reader: Callable[[str], Extract] = getattr(import_module(f"verifier.sources.{module}"), name)
    return reader
