"""Citation marks and links of a report -> citations that say what they point at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from msgspec import Struct

from verifier.claims.judged import Pointer
from verifier.claims.marks import Mark, page_of
from verifier.model import Citation, CitationKind
from verifier.patterns import pattern

_PAGE_FRAGMENT = pattern(r"(?:^|[&#])page=(\d{1,5})\b", re.IGNORECASE)
_NO_SOURCE = pattern(r"(?:mailto|tel|javascript|data):|$", re.IGNORECASE)
_SCHEME = pattern(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


class Definitions(Struct, frozen=True):
    """What the report says its marks stand for, as raw Markdown.

    Attributes:
        notes: the footnotes, by label.
        entries: the entries of a numbered list of references, by number.
    """

    notes: dict[str, str]
    entries: dict[str, str]


def citation(pointer: Pointer, definitions: Definitions) -> Iterator[Citation]:
    """The citations that one mark or link stands for; none for a link that names no source.

    A footnote's target is the raw text of its definition, "" where there is none. A link's target
    is a path or URL without its fragment, percent signs undone in a path; its key is as written.
    """
    data = pointer.atom.data
    if isinstance(data, Mark):
        yield _of_mark(pointer, data, definitions)
    elif isinstance(data, tuple):
        for number in data:
            entry = definitions.entries.get(number)
            if entry is not None:
                yield Citation(
                    CitationKind.FOOTNOTE, pointer.start, pointer.end, number, entry, page_of(entry)
                )
    elif data and not _NO_SOURCE.match(data):
        link = _of_link(pointer, data)
        if link.target:
            yield link


def _of_mark(pointer: Pointer, mark: Mark, definitions: Definitions) -> Citation:
    start, end = pointer.start, pointer.end
    if mark.kind is CitationKind.PANDOC:
        return Citation(mark.kind, start, end, mark.key, mark.key, mark.page)
    note = mark.note or definitions.notes.get(mark.key, "")
    fragment = _PAGE_FRAGMENT.search(note)
    page = int(fragment[1]) if fragment else page_of(note)
    return Citation(mark.kind, start, end, mark.key, note, page)


def _of_link(pointer: Pointer, href: str) -> Citation:
    target, _, anchor = href.partition("#")
    fragment = _PAGE_FRAGMENT.search(anchor)
    page = int(fragment[1]) if fragment else pointer.page
    if not _SCHEME.match(target):
        target = unquote(target)
    return Citation(CitationKind.LINK, pointer.start, pointer.end, href, target, page, anchor)
