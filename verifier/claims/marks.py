"""Inline rules that CommonMark lacks: footnotes, Pandoc citations, wikilinks, math.

Each rule takes its whole stretch and leaves one token that carries ready atoms.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from verifier.claims.atoms import Atom, AtomKind
from verifier.claims.tex import math_atoms
from verifier.model import CitationKind
from verifier.patterns import pattern

if TYPE_CHECKING:
    from markdown_it.parser_inline import ParserInline
    from markdown_it.rules_inline import StateInline

PANDOC = "pandoc"
"""The key of a parse's environment that says whether the report uses Pandoc citations."""


class Mark(Struct, frozen=True):
    """What a citation mark says.

    Attributes:
        key: the footnote's label or the citation key; "" for an inline note.
        note: the text of an inline note.
        page: the page it names, if any.
    """

    kind: CitationKind
    key: str
    note: str = ""
    page: int | None = None


_FOOTNOTE = pattern(r"\[\^([^\]\[\s]{1,200})\]")
_BRACKETS = pattern(r"\[([^\[\]]*)\](?![(\[:])")
# Pandoc's manual, "Citation syntax": letters, digits, "_", and single internal punctuation marks.
_KEY = r"@(?:\{([^{}\s]+)\}|([^\W_](?:\w|[:.#$%&\-+?<>~/](?=\w))*|_\w*))"
_CITE = pattern(rf"(?:^|(?<=[\s(]))-?{_KEY}")
_IN_TEXT = pattern(rf"-?{_KEY}(?:(\s?)\[([^\[\]@]*)\](?![(\[:]))?")
_PAGE = pattern(r"(?<![\w.])(?:pp?\.?|pages?|S\.|Seiten?)\s?(\d{1,5})\b")
_WIKILINK = pattern(r"(!?)\[\[([^\[\]|\n#]*)(#[^\[\]|\n]*)?(?:\|([^\[\]|\n]*))?\]\]")
_MATH = pattern(
    r"\$\$\s*((?:[^\\$]|\\.){1,1000}?)\s*\$\$|\$(?![\s$])((?:[^\\$]|\\.){1,400}?)(?<!\s)\$(?!\d)",
    re.DOTALL,
)
_MONEY = pattern(r"\d[^\\^_={}<>+]*\s[^\\^_={}<>+]*$")


def add_rules(parser: ParserInline) -> None:
    """Teach `parser` the rules of this module."""
    parser.ruler.before("link", "footnote_mark", _footnote)
    parser.ruler.before("link", "wikilink", _wikilink)
    parser.ruler.before("link", "pandoc_group", _pandoc_group)
    parser.ruler.push("inline_note", _inline_note)
    parser.ruler.push("pandoc_in_text", _pandoc_in_text)
    parser.ruler.push("math", _math)


def page_of(text: str) -> int | None:
    """The page that a locator ("p. 4", "pp. 4-6") or a reference names; the first of several."""
    found = _PAGE.search(text)
    return int(found[1]) if found else None


def _take(state: StateInline, silent: bool, end: int, *atoms: Atom) -> bool:
    if not silent:
        token = state.push("atoms", "", 0)
        token.meta["atoms"] = atoms
    state.pos = end
    return True


def _footnote(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    found = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    mark = Mark(CitationKind.FOOTNOTE, found[1])
    start, end = found.span()
    return _take(state, silent, end, Atom(AtomKind.CITATION, start, end, data=mark))


def _inline_note(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not state.src.startswith("^[", start):
        return False
    close = state.md.helpers.parseLinkLabel(state, start + 1)
    if close < 0:
        return False
    note = " ".join(state.src[start + 2 : close].split())
    mark = Mark(CitationKind.FOOTNOTE, "", note, page_of(note))
    return _take(state, silent, close + 1, Atom(AtomKind.CITATION, start, close + 1, data=mark))


def _wikilink(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if state.src[start] not in "[!" or "[[" not in state.src[start : start + 3]:
        return False
    found = _WIKILINK.match(state.src, start, state.posMax)
    if found is None or state.src.startswith("(", found.end()):
        return False
    embed, target, fragment, label = found.group(1, 2, 3, 4)
    if not (target or fragment) or (target.isdecimal() and label is None):
        return False
    if embed:
        return _take(state, silent, found.end(), Atom(AtomKind.GONE, *found.span(), tag="img"))
    group = 4 if label else 2 if target else 3
    first, last = found.span(group)
    return _take(
        state,
        silent,
        found.end(),
        Atom(AtomKind.OPEN, start, first, tag="a", data=target.strip() + (fragment or "")),
        Atom(AtomKind.TEXT, first, last, found[group]),
        Atom(AtomKind.CLOSE, last, found.end(), tag="a"),
    )


def _pandoc_group(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    found = _BRACKETS.match(state.src, state.pos, state.posMax)
    if found is None or "@" not in found[1]:
        return False
    start, end = found.span()
    atoms: list[Atom] = []
    at = start + 1
    for part in found[1].split(";"):
        cite = _CITE.search(part)
        if cite is None:
            return False
        key = cite[1] or cite[2]
        mark = Mark(CitationKind.PANDOC, key, page=page_of(part[cite.end() :]))
        first = start if not atoms else at
        last = at + len(part) + 1 if at + len(part) + 1 == end else at + len(part)
        atoms.append(Atom(AtomKind.CITATION, first, last, data=mark))
        at += len(part) + 1
    return _take(state, silent, end, *atoms)


def _pandoc_in_text(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if state.src[start] != "@" or (start and state.src[start - 1] not in " \t\n([-*_\"'“‘—"):
        return False
    found = _IN_TEXT.match(state.src, start, state.posMax)
    if found is None:
        return False
    key, locator = found[1] or found[2], found[4]
    page = page_of(locator or "")
    known = state.env.get(PANDOC, False)
    if not known and page is None:
        return False
    name_end = found.end(2) if found[2] else found.end(1) + 1
    end = found.end() if locator is not None and (known or page is not None) else name_end
    mark = Mark(CitationKind.PANDOC, key, page=page)
    name = Atom(AtomKind.TEXT, start, name_end, state.src[start:name_end])
    return _take(state, silent, end, name, Atom(AtomKind.CITATION, start, end, data=mark))


def _math(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if state.src[start] != "$" or (start and state.src[start - 1].isalnum()):
        return False
    found = _MATH.match(state.src, start, state.posMax)
    if found is None or (found[2] and _MONEY.match(found[2])):
        return False
    first, last = found.span(2 if found[2] else 1)
    return _take(
        state,
        silent,
        found.end(),
        Atom(AtomKind.OPEN, start, first, tag="math"),
        *math_atoms(state.src, first, last),
        Atom(AtomKind.CLOSE, last, found.end(), tag="math"),
    )
