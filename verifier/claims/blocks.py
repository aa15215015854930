"""Markdown -> the blocks that hold text, each with its content, its place and its headings.

CommonMark with GitHub's tables and task lists, and footnotes, by markdown-it; what holds no text of
the writer's (code, HTML, definitions of links, thematic breaks) yields no block.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from verifier.claims.atoms import Atom, atoms_of
from verifier.claims.content import Content
from verifier.claims.front_matter import front_matter_end
from verifier.offsets import LineIndex
from verifier.patterns import pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_MAX_NESTING = 100
_PLACES = "places"  # the key of a parse's environment that holds its _Places
_TASK = pattern(r"\[[ xX]\](?:[ \t]+|$|(?=\n))")
_CALLOUT = pattern(r"\[![\w-]+\][+-]?[^\n]*(?:\n|$)")
_DIRECTIVE = pattern(r":{3,}|\{%.*%\}\s*$|\{\{[<%].*[>%]\}\}\s*$|\[\[?_?TOC_?\]?\]\s*$")
_PANDOC_HINT = pattern(r"\[-?@[\w{]|^(?:bibliography|references)\s*:", re.MULTILINE)


class TextBlock(Struct, frozen=True):
    """A paragraph, the text of a list item, or a cell.

    Attributes:
        headings: the texts of the headings above it, outermost first.
        depth: in how many lists it stands.
        number: the item's, in a numbered list.
        footnote: the label of the footnote that it defines or continues; None outside.
    """

    content: Content
    headings: tuple[str, ...] = ()
    depth: int = 0
    number: str = ""
    footnote: str | None = None


class TableRow(Struct, frozen=True):
    """A body row of a table: its cells, and the texts of its header's cells."""

    header: tuple[str, ...]
    cells: tuple[Content, ...]
    headings: tuple[str, ...] = ()
    footnote: str | None = None


class Document(Struct):
    """A parsed report: its blocks in order, and the parser for their inline content."""

    blocks: list[TextBlock | TableRow]
    env: dict[str, Any]

    def atoms(self, content: Content) -> list[Atom]:
        """The inline atoms of `content`."""
        md = _markdown()
        return list(atoms_of(md.inline.parse(content.text, md, self.env, []), content.text))


def parse_markdown(text: str) -> Document:
    """The blocks of the Markdown `text`."""
    begin = front_matter_end(text)
    places = _Places.of(text, begin)
    pandoc = _PANDOC_HINT.search(text) is not None
    document = Document([], {_PLACES: places, "pandoc": pandoc})
    tokens: list[Token] = []
    md = _markdown()
    md.block.parse(places.src, md, document.env, tokens)
    _Walk(document).run(tokens)
    return document


class _Places(Struct, frozen=True):
    """The text as the parser reads it (every line end "\\n", no NUL), and the way back."""

    src: str
    starts: tuple[int, ...]
    raw_starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, begin: int) -> _Places:
        body = text[begin:]
        src = body.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        raw_starts = tuple(begin + start for start in LineIndex.of(body).starts)
        return cls(src, LineIndex.of(src).starts, raw_starts)

    def raw(self, line: int, offset: int) -> int:
        return self.raw_starts[line] + offset - self.starts[line]


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt, helpers
    from markdown_it.rules_block import heading, lheading, paragraph, table
    from mdit_py_plugins.footnote import footnote_plugin

    from verifier.claims.inline import PositionedInline
    from verifier.claims.marks import add_rules

    class Parser(MarkdownIt):
        """Leaves targets as they are written, and takes every target: `file:` names a source."""

        def validateLink(self, url: str) -> bool:  # noqa: N802 - the base class's name
            return True

        def normalizeLink(self, url: str) -> str:  # noqa: N802
            return url

        def normalizeLinkText(self, link: str) -> str:  # noqa: N802
            return link

    class Helpers:
        """The parser's helpers, of which one gives up at once where no bracket closes."""

        parseLinkDestination = staticmethod(helpers.parseLinkDestination)  # noqa: N815
        parseLinkTitle = staticmethod(helpers.parseLinkTitle)  # noqa: N815

        @staticmethod
        def parseLinkLabel(  # noqa: N802
            state: StateInline,
            start: int,
            disableNested: bool = False,  # noqa: N803
        ) -> int:
            if state.src.find("]", start, state.posMax) < 0:
                return -1
            return helpers.parseLinkLabel(state, start, disableNested)

    md = Parser("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
    footnote_plugin(md, inline=False, move_to_end=False)
    md.block.ruler.at("table", _located_table(table), {"alt": ["paragraph", "reference"]})
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote"]}
    md.block.ruler.at("heading", _located(heading), interrupts)
    md.block.ruler.at("lheading", _located(lheading))
    md.block.ruler.at("paragraph", _located(paragraph))
    md.block.ruler.before("paragraph", "directive", _directive, interrupts)
    md.helpers = Helpers  # type: ignore[assignment]
    parser = PositionedInline()
    add_rules(parser)
    md.inline = parser
    return md


_Rule = Callable[["StateBlock", int, int, bool], bool]


def _located(rule: _Rule) -> _Rule:
    """`rule`, which also tells each inline token where its lines stand in the raw text."""

    def located(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        known = len(state.tokens)
        done = rule(state, start, end, silent)
        if done and not silent:
            for token in state.tokens[known:]:
                if token.type == "inline" and token.map:
                    token.meta["content"] = _content(state, token)
        return done

    return located


def _content(state: StateBlock, token: Token) -> Content:
    places: _Places = state.env[_PLACES]
    lines = []
    first, last = token.map or (0, 0)
    for line in range(first, last):
        text = state.getLines(line, line + 1, state.blkIndent, False)
        visible = len(text.lstrip(" \t"))
        lines.append((text, places.raw(line, state.eMarks[line] - visible)))
    if token.content and token.content not in "\n".join(text for text, _ in lines):
        return Content(token.content, (0,), (0,), (places.raw(first, state.bMarks[first]),))
    return Content.of_lines(lines, token.content)


def _located_table(rule: _Rule) -> _Rule:
    """`rule`, which also tells each row of a table where its line stands in the raw text."""

    def located(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        known = len(state.tokens)
        done = rule(state, start, end, silent)
        if done and not silent:
            places: _Places = state.env[_PLACES]
            for token in state.tokens[known:]:
                if token.type == "tr_open" and token.map:
                    line = token.map[0]
                    begin = state.bMarks[line] + state.tShift[line]
                    row = state.src[begin : state.eMarks[line]]
                    token.meta["row"] = (row, places.raw(line, begin))
        return done

    return located


def _directive(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """Lines that are a publishing tool's: `:::` fences, template tags, tables of contents."""
    begin = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not _DIRECTIVE.match(state.src[begin : state.eMarks[start]]):
        return False
    if not silent:
        state.line = start + 1
    return True


class _Walk(Struct):
    """One pass over the block tokens, with the state that a block's context is read from."""

    document: Document
    headings: list[tuple[int, str]] = field(default_factory=list)
    outer_headings: list[list[tuple[int, str]]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    footnote: str | None = None
    quote_starts: bool = False
    item_starts: bool = False
    header: tuple[str, ...] = ()

    def run(self, tokens: list[Token]) -> None:
        for index, token in enumerate(tokens):
            kind = token.type
            if kind == "heading_open":
                self._heading(int(token.tag[1:]), tokens[index + 1])
            elif kind == "paragraph_open":
                self._paragraph(tokens[index + 1])
            elif kind in ("list_item_open", "blockquote_open"):
                self._enter(token)
            elif kind in ("list_item_close", "blockquote_close"):
                self._leave(token)
            elif kind.startswith("footnote_reference"):
                self.footnote = token.meta["label"] if token.nesting > 0 else None
            elif kind == "thead_open":
                self.header = ()
            elif kind == "tr_open":
                self._row(*token.meta["row"])

    def _enter(self, token: Token) -> None:
        self.outer_headings.append(list(self.headings))
        self.item_starts = token.type == "list_item_open"
        self.quote_starts = not self.item_starts
        if self.item_starts:
            self.numbers.append(token.info)

    def _leave(self, token: Token) -> None:
        self.headings = self.outer_headings.pop()
        if token.type == "list_item_close":
            self.numbers.pop()

    def _heading(self, level: int, inline: Token) -> None:
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.headings.append((level, self._plain(inline.meta["content"])))
        self.quote_starts = self.item_starts = False

    def _plain(self, content: Content) -> str:
        shown = "".join(atom.text for atom in self.document.atoms(content))
        return " ".join(shown.split())

    def _titles(self) -> tuple[str, ...]:
        return tuple(title for _, title in self.headings if title)

    def _paragraph(self, inline: Token) -> None:
        content: Content = inline.meta["content"]
        marker = _TASK.match(content.text) if self.item_starts else None
        if self.quote_starts:
            marker = _CALLOUT.match(content.text)
        self.quote_starts = self.item_starts = False
        text_from = marker.end() if marker else 0
        if text_from >= len(content.text):
            return
        if text_from:
            content = content.behind(text_from)
        number = self.numbers[-1] if self.numbers else ""
        self.document.blocks.append(
            TextBlock(content, self._titles(), len(self.numbers), number, self.footnote)
        )

    def _row(self, row: str, raw: int) -> None:
        cells = tuple(_cells(row, raw))
        if not self.header:
            self.header = tuple(self._plain(cell) for cell in cells)
        else:
            self.document.blocks.append(
                TableRow(self.header, cells[: len(self.header)], self._titles(), self.footnote)
            )


def _cells(row: str, raw: int) -> list[Content]:
    """The cells of a table's row, which starts at `raw`, without the blanks around them.

    "\\|" is a pipe in a cell (GFM, "Tables"); everything else is inline Markdown.
    """
    cuts = [at for at, char in enumerate(row) if char == "|" and row[at - 1 : at] != "\\"]
    borders = [-1, *cuts, len(row)]
    parts = [(low + 1, high) for low, high in pairwise(borders)]
    if parts and not row[slice(*parts[0])].strip():
        parts.pop(0)
    if parts and not row[slice(*parts[-1])].strip():
        parts.pop()
    return [_cell(row, low, high, raw) for low, high in parts]


def _cell(row: str, low: int, high: int, raw: int) -> Content:
    part = row[low:high]
    low += len(part) - len(part.lstrip())
    part = part.strip()
    starts, texts, raws, at, shown = [0], [], [raw + low], 0, 0
    for match in re.finditer(r"\\\|", part):
        texts.append(part[at : match.start()])
        shown += match.start() - at
        at = match.start() + 1
        if shown == 0:
            starts, raws = [0], [raw + low + at]
        else:
            starts.append(shown)
            raws.append(raw + low + at)
    texts.append(part[at:])
    return Content("".join(texts), tuple(starts), tuple(starts), tuple(raws))
