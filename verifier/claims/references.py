"""Lists of references in a report: their entries are no statements, but marks point at them."""

from __future__ import annotations

import re

from verifier.claims.blocks import TextBlock
from verifier.patterns import pattern

_TITLE = pattern(
    r"[\W\d]*(?:(?:list of )?(?:references|sources|source documents|bibliography|works cited|"
    r"literature"
    r"|literature cited|citations|cited works|further reading|see also|external links|links|"
    r"footnotes|endnotes|notes and references|references and notes|sources and references|"
    r"quellen|literatur|literaturverzeichnis|quellenverzeichnis|bibliographie|références|"
    r"bibliografía|referencias|fuentes))[\W\d]*",
    re.IGNORECASE,
)
_NUMBERED = pattern(r"\[(\d{1,3})\]:?\s+\S")
_ENTRY_SIGN = pattern(
    r"https?://|www\.|doi[:.]|\bdoi\b|isbn|\b(?:1[89]|20)\d\d[a-z]?\b|\.(?:pdf|html?|md|txt|csv|"
    r"docx?|xlsx?|json|ya?ml)\b|\bpp?\.\s?\d|\bet al\b|[“\"].+[”\"]",
    re.IGNORECASE,
)


def is_reference(text: str, block: TextBlock) -> bool:
    """Whether the text of `block` is a reference to a source: an entry of a list of them."""
    numbered = _NUMBERED.match(text)
    if block.headings and _TITLE.fullmatch(block.headings[-1]):
        return block.depth > 0 or numbered is not None or names_source(text)
    return numbered is not None and names_source(text)


def names_source(text: str) -> bool:
    """Whether `text` has a mark of a reference: a file, a URL, a page, a year, a quoted title."""
    return _ENTRY_SIGN.search(text) is not None


def numbered_entry(text: str, block: TextBlock) -> str:
    """The number of the reference that the text of `block` is, "" if it is none."""
    if not is_reference(text, block):
        return ""
    numbered = _NUMBERED.match(text)
    return numbered[1] if numbered else block.number
