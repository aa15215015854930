"""INI and properties files -> documents: "section key: value"."""

from __future__ import annotations

from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, collapse
from verifier.sources.formats import FormatError
from verifier.sources.tree import Branch, Item, Key, Leaf, render

_LINE = pattern(r"[^\r\n]+")
_SECTION = pattern(r"[ \t]*\[([^\[\]\r\n]+)\][ \t]*(?:[;#].*)?")
_PAIR = pattern(r"([^=:;#\[\r\n][^=:\r\n]*?)[ \t]*(?:=|:(?=[ \t]))[ \t]*(.*?)[ \t]*")
_COMMENT = pattern(r"[ \t]*[;#!]")
_GOES_ON = pattern(r"[ \t]+\S")


def read_ini(raw: str) -> Extract:
    """The document of an INI or properties text.

    Raises:
        FormatError: it has no line "key = value".
    """
    root = section = Branch([])
    pairs = 0
    for line in _LINE.finditer(raw):
        start, end = line.span()
        if _COMMENT.match(raw, start, end) or not line[0].strip():
            continue
        head = _SECTION.fullmatch(raw, start, end)
        pair = _PAIR.fullmatch(raw, start, end)
        if head:
            section = Branch([])
            root.items.append(Item(Key(head[1], *head.span(1)), section))
        elif section.items and _GOES_ON.match(raw, start, end):
            _continue(section, raw, start, end)
        elif pair:
            pairs += 1
            value = Leaf(collapse(raw, *pair.span(2)))
            section.items.append(Item(Key(pair[1].strip(), *pair.span(1)), value))
        else:
            section.items.append(Item(None, Leaf(collapse(raw, start, end))))
    if not pairs:
        raise FormatError('it has no line "key = value"')
    draft = Draft()
    render(draft, root)
    return draft.extract()


def _continue(section: Branch, raw: str, start: int, end: int) -> None:
    """A line that is indented belongs to the value above it."""
    node = section.items[-1].node
    if isinstance(node, Leaf):
        if node.pieces:
            node.pieces.append((" ", node.pieces[-1][2], start))
        node.pieces += collapse(
            raw, start + len(raw[start:end]) - len(raw[start:end].lstrip()), end
        )
