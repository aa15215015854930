"""XML -> documents: data as "path words: value", running text as prose."""

from __future__ import annotations

from xml.parsers import expat

from msgspec import Struct, field

from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece, collapse, single_blanks
from verifier.sources.formats import FormatError
from verifier.sources.tree import Branch, Item, Key, Leaf, Node, render

_ATTRIBUTE = pattern(r"""([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE = pattern(r"&(#\d+|#x[0-9a-fA-F]+|\w+);")
_DECLARATION = pattern(r"<\?xml[^>]*\?>")
_MAX_DEPTH = 5_000


class _Element(Struct):
    """An element in the making: its own text and its parts, in order."""

    key: Key
    items: list[Item] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    has_text: bool = False
    has_children: bool = False


def read_xml(raw: str) -> Extract:
    """The document of an XML text.

    Raises:
        FormatError: it is not well-formed, or declares entities (which may be a bomb).
    """
    root = _Parser(raw).parse()
    draft = Draft()
    render(draft, Branch([root]), "xml")
    return draft.extract()


class _Parser:
    """Makes a tree of expat's events; an element with text between its parts is one leaf."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        # The text is decoded already: what encoding it declares no longer holds.
        declaration = _DECLARATION.match(raw)
        self.skipped = declaration.end() if declaration else 0
        self.data = raw[self.skipped :].encode("utf-8", "replace")
        self.is_ascii = len(self.data) == len(raw) - self.skipped
        self.known = (0, self.skipped)
        self.open: list[_Element] = []
        self.root: Item | None = None
        self.pending: tuple[str, int] | None = None
        self.expat = expat.ParserCreate("utf-8")
        self.expat.buffer_text = False
        self.expat.StartElementHandler = self._start
        self.expat.EndElementHandler = self._end
        self.expat.CharacterDataHandler = self._text
        self.expat.CommentHandler = self._other
        self.expat.ProcessingInstructionHandler = self._instruction
        self.expat.EntityDeclHandler = self._entity

    def parse(self) -> Item:
        try:
            self.expat.Parse(self.data, True)
        except expat.ExpatError as error:
            raise FormatError(f"not well-formed XML at line {error.lineno}") from error
        if self.root is None:
            raise FormatError("not well-formed XML")
        return self.root

    def _at(self) -> int:
        """The raw offset of the current event."""
        at = self.expat.CurrentByteIndex
        if self.is_ascii:
            return self.skipped + at
        before, offset = self.known
        if at < before:
            before, offset = 0, self.skipped
        offset += len(self.data[before:at].decode("utf-8", "replace"))
        self.known = (at, offset)
        return offset

    def _settle(self) -> int:
        """Take up the text that ends where the current event starts; returns that place."""
        at = self._at()
        if self.pending and self.open:
            text, start = self.pending
            element = self.open[-1]
            element.pieces += (
                collapse(self.raw, start, at) if self.raw[start:at] == text else [(text, start, at)]
            )
            element.has_text = element.has_text or bool(text.strip())
        self.pending = None
        return at

    def _text(self, text: str) -> None:
        at = self._settle()
        self.pending = (text, at)

    def _other(self, _comment: str) -> None:
        self._settle()

    def _instruction(self, _target: str, _data: str) -> None:
        self._settle()

    def _entity(self, *_declaration: object) -> None:
        raise FormatError("it declares entities of its own, which are not expanded")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        at = self._settle()
        if len(self.open) >= _MAX_DEPTH:
            raise FormatError("nested too deeply")
        if self.open:
            self.open[-1].has_children = True
        element = _Element(Key(name.rpartition(":")[2], at + 1, at + 1 + len(name)))
        if attributes:
            end = self.raw.find(">", at)
            for match in _ATTRIBUTE.finditer(self.raw, at + 1 + len(name), max(end, at)):
                if not match[1].startswith("xmlns") and not _is_link(match[2] or match[3] or ""):
                    group = 2 if match[2] is not None else 3
                    value = Leaf(_referenced(self.raw, *match.span(group)))
                    element.items.append(Item(Key(match[1], *match.span(1)), value))
        self.open.append(element)

    def _end(self, _name: str) -> None:
        self._settle()
        element = self.open.pop()
        node = _node(element)
        if not self.open:
            self.root = Item(element.key, node)
            return
        parent = self.open[-1]
        parent.items.append(Item(element.key, node))
        if isinstance(node, Leaf):
            parent.pieces += node.pieces
        else:
            parent.pieces += [piece for leaf in _leaves(node) for piece in leaf.pieces]


def _node(element: _Element) -> Node:
    if element.has_text and (element.has_children or not element.items):
        return Leaf(single_blanks(element.pieces))
    if element.has_text:
        return Branch([*element.items, Item(element.key, Leaf(single_blanks(element.pieces)))])
    return Branch(element.items)


def _leaves(branch: Branch) -> list[Leaf]:
    leaves, pending = [], [branch]
    while pending:
        for _, node in pending.pop().items:
            if isinstance(node, Leaf):
                leaves.append(node)
            else:
                pending.append(node)
    return leaves


def _is_link(value: str) -> bool:
    return "://" in value


def _referenced(raw: str, start: int, end: int) -> list[Piece]:
    """The pieces of an attribute's value, its character references undone."""
    from html import unescape

    pieces, at = [], start
    for match in _REFERENCE.finditer(raw, start, end):
        pieces += [*collapse(raw, at, match.start()), (unescape(match[0]), *match.span())]
        at = match.end()
    return [*pieces, *collapse(raw, at, end)]
