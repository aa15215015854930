"""PDF -> documents, by pypdfium2 where it is installed and by pypdf elsewhere."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import Any

from verifier.sources.draft import Extract
from verifier.sources.pdf_layout import document_of_pages
from verifier.sources.pdf_lines import Box, Line, lines_of_page

MAX_PAGES = 5_000
_SCAN = "has no text layer (a scan?): run OCR on it first"
_ENCRYPTED = "is encrypted: save a copy without a password"
_BROKEN = "is broken or no PDF: it cannot be opened"


class PdfError(Exception):
    """A PDF that cannot be read; the message says why, as a phrase for people."""


def engine_name() -> str:
    """The library that reads PDFs here; it is part of what an extraction depends on."""
    return "pypdfium2" if find_spec("pypdfium2") else "pypdf"


def read_pdf(data: bytes, engine: str = "") -> Extract:
    """The document of a PDF.

    Args:
        data: the file's content.
        engine: "pypdfium2" or "pypdf"; by default the better one that is installed.

    Raises:
        PdfError: it is encrypted, broken, has no page or no text.
    """
    engine = engine or engine_name()
    pages = _pdfium_pages(data) if engine == "pypdfium2" else _pypdf_pages(data)
    if not pages:
        raise PdfError("has no pages")
    if not any(line.text.strip() for page in pages for line in page):
        raise PdfError(_SCAN)
    return document_of_pages(pages)


# ---- pypdfium2 -------------------------------------------------------------------------------


def _pdfium_pages(data: bytes) -> list[list[Line]]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise PdfError(_ENCRYPTED if "assword" in str(error) else _BROKEN) from error
    try:
        return [_pdfium_page(document, number) for number in range(min(len(document), MAX_PAGES))]
    finally:
        document.close()


def _pdfium_page(document: Any, number: int) -> list[Line]:
    """The lines of one page; a page that is broken has none."""
    import pypdfium2

    try:
        page = document[number]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return []
    text = text_page.get_text_range(errors="replace")
    known = len(text) == text_page.count_chars()

    def box(index: int) -> Box | None:
        try:
            return Box(*text_page.get_charbox(index)) if known else None
        except pypdfium2.PdfiumError:
            return None

    lines = lines_of_page(text, box)
    text_page.close()
    page.close()
    return lines


# ---- pypdf -----------------------------------------------------------------------------------


def _pypdf_pages(data: bytes) -> list[list[Line]]:
    import logging

    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise PdfError(_ENCRYPTED)
        count = min(len(reader.pages), MAX_PAGES)
    except PdfError:
        raise
    except Exception as error:  # pypdf raises errors of many kinds on broken files
        missing = "cryptography" in str(error)
        raise PdfError(_ENCRYPTED if missing else _BROKEN) from error
    pages = []
    for number in range(count):
        try:
            text = reader.pages[number].extract_text()
        except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            text = ""
        pages.append(lines_of_page(text, lambda _: None))
    return pages
