"""YAML -> documents, by the events of PyYAML's parser, which keep their places."""

from __future__ import annotations

from typing import Any

from verifier.sources.draft import Draft, Extract, Piece, aligned
from verifier.sources.escapes import double_quoted, single_quoted
from verifier.sources.formats import FormatError
from verifier.sources.tree import Branch, Item, Key, Leaf, Node, render


def read_yaml(raw: str) -> Extract:
    """The document of a YAML text; several documents in one file follow each other.

    Raises:
        FormatError: it is not valid YAML.
    """
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder(raw)
    try:
        for event in yaml.parse(raw, Loader=loader):
            builder.take(event)
    except UnicodeEncodeError as error:
        raise FormatError("it holds half a character (a lone surrogate)") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        raise FormatError(f"not valid YAML{where}") from error
    draft = Draft()
    for root in builder.roots:
        render(draft, root)
    if not draft.blocks or all(isinstance(root, Leaf) for root in builder.roots):
        raise FormatError("it has no keys")
    return draft.extract()


class _Builder:
    """Makes trees of parser events, with its own stack of open containers."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.roots: list[Node] = []
        self._open: list[Branch | None] = []
        self._keys: list[Key | None] = []

    def take(self, event: Any) -> None:
        name = type(event).__name__
        if name == "ScalarEvent":
            self._scalar(event)
        elif name == "AliasEvent":
            self._alias(event)
        elif name in ("MappingStartEvent", "SequenceStartEvent"):
            self._start(name == "SequenceStartEvent")
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            self._open.pop()
            self._keys.pop()

    def _start(self, is_list: bool) -> None:
        branch = Branch([], is_list)
        if self._expects_key():  # a container as a key has no words to show
            self._keys[-1] = Key("", 0, 0)
        else:
            self._add(branch)
        self._open.append(branch)
        self._keys.append(None)

    def _scalar(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        if self._expects_key():
            self._keys[-1] = Key(event.value, start, end)
        else:
            self._add(Leaf(self._pieces(event, start, end)))

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        if self._expects_key():
            self._keys[-1] = Key(event.anchor, start, end)
        else:
            self._add(Leaf([(self.raw[start:end], start, end)]))

    def _pieces(self, event: Any, start: int, end: int) -> list[Piece]:
        value = event.value
        if value in ("", "~", "null"):
            return []
        if self.raw[start:end] == value:
            return [(value, start, end)]
        if event.style == '"':
            return double_quoted(value, self.raw, start + 1, end - 1)
        if event.style == "'":
            return single_quoted(value, self.raw, start + 1, end - 1)
        gap = "\n\n" if event.style == "|" else "\n"
        if event.style in ("|", ">"):
            start = max(start, self.raw.find("\n", start, end))
        return _in_paragraphs(value.split(gap), self.raw, start, end)

    def _expects_key(self) -> bool:
        branch = self._open[-1] if self._open else None
        return branch is not None and not branch.is_list and self._keys[-1] is None

    def _add(self, node: Node) -> None:
        branch = self._open[-1] if self._open else None
        if branch is None:
            self.roots.append(node)
            return
        branch.items.append(Item(self._keys[-1], node))
        self._keys[-1] = None


def _in_paragraphs(parts: list[str], raw: str, start: int, end: int) -> list[Piece]:
    """The pieces of a folded, literal or quoted scalar, with a blank line between its parts."""
    pieces: list[Piece] = []
    for part in parts:
        at = pieces[-1][2] if pieces else start
        found = aligned(part, raw, at, end)
        if pieces and found:
            pieces.append(("\n\n", at, max(at, found[0][1])))
        pieces += found
    return pieces
