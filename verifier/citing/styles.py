"""Which citation style a report uses."""

from __future__ import annotations

import re
from enum import StrEnum

from verifier.citing.bibliography import bibliography_files
from verifier.citing.links import parts_of
from verifier.citing.plain import plain
from verifier.patterns import pattern
from verifier.settings import CitationStyle


class Style(StrEnum):
    """A way to cite."""

    FOOTNOTE = "footnote"
    PANDOC = "pandoc"
    LINK = "link"


_FOOTNOTE = pattern(r"\[\^[^\]\[\s]+\]")
_PANDOC = pattern(r"\[[^\[\]]*(?<![\w@])@[\w{][^\[\]]*\](?![(\[:])")
_LINK = pattern(r"(?<!!)\[[^\[\]]*\]\(\s*<?([^)>\s]+)")
_SOURCES = pattern(r"\.(?:pdf|txt|md|rst|html?|jsonl?|csv|tsv|ya?ml|xml|ipynb)$", re.I)


def detect_style(report: str) -> Style:
    """The style that `report` cites in; footnotes where it does not cite at all.

    The most frequent style wins; where the front matter names a bibliography, Pandoc's does.
    """
    if bibliography_files(report):
        return Style.PANDOC
    text = plain(report).text
    definitions = re.sub(r"(?m)^ {0,3}\[\^[^\]\s]+\]:.*", "", text)
    counts = {
        Style.FOOTNOTE: len(_FOOTNOTE.findall(text)),
        Style.PANDOC: len(_PANDOC.findall(text)),
        Style.LINK: sum(map(_is_source_link, _LINK.findall(definitions))),
    }
    best = max(counts.values())
    return next(style for style in Style if counts[style] == best)


def style_of(report: str, setting: CitationStyle) -> Style:
    """The style to cite in: the one of the settings, or for "auto" the one of `report`."""
    return detect_style(report) if setting == "auto" else Style(setting)


def _is_source_link(target: str) -> bool:
    parts = parts_of(target)
    return not parts.scheme and bool(_SOURCES.search(parts.path))
