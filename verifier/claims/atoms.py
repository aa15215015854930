"""The atoms of inline Markdown: text, markup, breaks and citation marks, each with its span."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token


class AtomKind(Enum):
    """What a stretch of inline Markdown does for a reader."""

    TEXT = "text"
    """shown as it stands"""
    SHOWN = "shown"
    """shown as something else: an entity, an escape"""
    BREAK = "break"
    """the end of a line"""
    OPEN = "open"
    """markup that belongs to what follows"""
    CLOSE = "close"
    """markup that belongs to what precedes"""
    GONE = "gone"
    """not shown: a comment, an image"""
    CITATION = "citation"
    """a mark that points at a source"""


class Atom(Struct, frozen=True, gc=False):
    """A stretch [start, end) of a block's content.

    Attributes:
        text: what it shows.
        tag: what markup it is ("a", "s", "sup", "code", "math"); "br" for a hard break.
        data: of a citation mark or a link: what it points at.
    """

    kind: AtomKind
    start: int
    end: int
    text: str = ""
    tag: str = ""
    data: Any = None


def atoms_of(tokens: list[Token], src: str) -> Iterator[Atom]:
    """The atoms of the positioned `tokens` of `src`, in the order of the text."""
    ordered = sorted(tokens, key=lambda token: token.meta["start"])
    for index, token in enumerate(ordered):
        start, end = token.meta["start"], token.meta["end"]
        if token.type == "text":
            if token.content:
                yield Atom(AtomKind.TEXT, start, start + len(token.content), token.content)
            else:  # the outer half of a "**"
                following = ordered[index + 1] if index + 1 < len(ordered) else None
                opens = following is not None and following.type == "strong_open"
                yield Atom(AtomKind.OPEN if opens else AtomKind.CLOSE, start, end)
        else:
            yield from _atoms_of_markup(token, start, end, src)


def _atoms_of_markup(token: Token, start: int, end: int, src: str) -> Iterator[Atom]:
    kind = token.type
    if kind == "text_special":
        yield Atom(AtomKind.SHOWN, start, end, token.content)
    elif kind in ("softbreak", "hardbreak"):
        yield Atom(AtomKind.BREAK, start, end, " ", "br" if kind == "hardbreak" else "")
    elif kind == "code_inline":
        yield from _code(token, start, end, src)
    elif kind == "html_inline":
        yield _html(token.content, start, end)
    elif kind == "atoms":
        yield from token.meta["atoms"]
    elif kind == "image":
        yield Atom(AtomKind.GONE, start, end, tag="img")
    elif token.nesting:
        data = token.attrs.get("href") if kind == "link_open" else None
        opens = AtomKind.OPEN if token.nesting > 0 else AtomKind.CLOSE
        yield Atom(opens, start, end, tag=token.tag, data=data)


def _code(token: Token, start: int, end: int, src: str) -> Iterator[Atom]:
    width = len(token.markup)
    first, last = start + width, end - width
    if len(token.content) < last - first:  # one blank on each side was stripped
        first, last = first + 1, last - 1
    yield Atom(AtomKind.OPEN, start, first, tag="code")
    at = first
    for line in src[first:last].split("\n"):
        if at > first:
            yield Atom(AtomKind.BREAK, at - 1, at, " ")
        if line:
            yield Atom(AtomKind.TEXT, at, at + len(line), line, "code")
        at += len(line) + 1
    yield Atom(AtomKind.CLOSE, last, end, tag="code")


def _html(tag: str, start: int, end: int) -> Atom:
    name = tag.strip("</>").split(None, 1)[0].rstrip("/").lower() if tag[1:2] not in "!?" else ""
    if name in ("br", "p", "div"):
        return Atom(AtomKind.BREAK, start, end, " ", "br")
    if not name or name in ("img", "wbr", "hr", "input", "source") or tag.endswith("/>"):
        return Atom(AtomKind.GONE, start, end, tag=name)
    if tag.startswith("</"):
        return Atom(AtomKind.CLOSE, start, end, tag=f"html:{name}")
    return Atom(AtomKind.OPEN, start, end, tag=f"html:{name}", data=tag)
