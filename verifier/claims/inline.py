"""Inline Markdown with exact positions.

markdown-it keeps no columns of inline tokens. Its inline rules are small, though, and each of them
takes over a stretch of the text from where it starts to where it stops; this parser notes both ends
and gives every token its span. The tokens then become atoms: text, markup, breaks, citations.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.utils import EnvType


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


@dataclass(frozen=True, slots=True)
class Atom:
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


class PositionedState(StateInline):
    """An inline state that knows where its pending text started."""

    pending_from = 0

    def pushPending(self) -> Token:  # noqa: N802 - the base class's name
        """Flush the pending text as a token with its span."""
        token = super().pushPending()
        token.meta["start"] = self.pending_from
        token.meta["end"] = self.pending_from + len(token.content)
        return token


class PositionedInline(ParserInline):
    """An inline parser that gives each token its span in `meta["start"]` and `meta["end"]`."""

    def __init__(self) -> None:
        super().__init__()
        self.ruler.disable(["linkify"])
        self.ruler2.disable(["fragments_join"])

    def tokenize(self, state: StateInline) -> None:
        """Generate tokens for the state's range, each with its span."""
        rules = self.ruler.getRules("")
        end = state.posMax
        nests = state.level < state.md.options["maxNesting"]
        while state.pos < end:
            position, known = state.pos, len(state.tokens)
            if not state.pending:
                state.pending_from = position  # type: ignore[attr-defined]
            if nests and any(rule(state, False) for rule in rules):
                if state.pos <= position:
                    raise RuntimeError("an inline rule stood still")
                _locate(state.tokens[known:], position, state.pos)
            else:
                state.append_pending(state.src[position])
                state.pos += 1
        if state.pending:
            state.pushPending()

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Parse `src` into `tokens`, each with its span."""
        state = PositionedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _locate(tokens: list[Token], start: int, end: int) -> None:
    """Give the tokens of one rule, which took [start, end), their spans."""
    new = [token for token in tokens if "start" not in token.meta]
    at = start
    for token in new:
        token.meta["start"] = at
        at = min(end, at + (len(token.content) or 1))
        token.meta["end"] = at
    if new and not (len(new) > 1 and new[-1].type == "text"):
        new[-1].meta["end"] = end
        if new[-1].type == "link_close":
            new[-1].meta["start"] = max(tokens[-2].meta["end"], start)


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
