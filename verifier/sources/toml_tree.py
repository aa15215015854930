"""TOML -> documents: tomllib says whether it is valid, a scanner of its tokens keeps the places."""

from __future__ import annotations

import re
import tomllib

from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece
from verifier.sources.escapes import double_quoted
from verifier.sources.formats import FormatError
from verifier.sources.tree import Branch, Item, Key, Leaf, Node, render

_STRINGS = r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'"
_GAP = pattern(r"(?:[ \t\r\n]|#[^\n]*)*")
_HEAD = pattern(rf"(\[\[?)((?:{_STRINGS}|[^\]\"'\n])*)\]\]?", re.DOTALL)
_KEY = pattern(rf"(?:(?:{_STRINGS}|[A-Za-z0-9_-]+)[ \t]*\.?[ \t]*)+(?==)", re.DOTALL)
_KEY_PART = pattern(rf"{_STRINGS}|[A-Za-z0-9_-]+", re.DOTALL)
_VALUE = pattern(rf"({_STRINGS})|([\[\]{{}},])|([^\s,\[\]{{}}#][^,\]}}#\n\r]*)", re.DOTALL)


def read_toml(raw: str) -> Extract:
    """The document of a TOML text.

    Raises:
        FormatError: it is not valid TOML.
    """
    try:
        tomllib.loads(raw.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"not valid TOML: {error}") from error
    draft = Draft()
    render(draft, _Scanner(raw).scan())
    return draft.extract()


class _Scanner:
    """Reads a text that is known to be valid, and so needs to tell only what starts where.

    Tables become branches in the order of the text, each under the keys of its header.
    """

    def __init__(self, raw: str) -> None:
        self.raw, self.at = raw, 0
        self.root = Branch([])
        self.table = self.root

    def scan(self) -> Branch:
        while self._skip():
            head = _HEAD.match(self.raw, self.at)
            if head:
                self.table = self._table(head)
                self.at = head.end()
            else:
                self._pair(self.table)
        return self.root

    def _skip(self) -> bool:
        gap = _GAP.match(self.raw, self.at)
        self.at = gap.end() if gap else self.at
        return self.at < len(self.raw)

    def _table(self, head: re.Match[str]) -> Branch:
        branch = self.root
        keys = self._keys(*head.span(2))
        for number, key in enumerate(keys):
            last = branch.items[-1] if branch.items else None
            known = last is not None and last.key is not None and last.key.text == key.text
            node = last.node if last and known else None
            if isinstance(node, Branch) and node.is_list and number < len(keys) - 1:
                node = node.items[-1].node if node.items else None
            if not isinstance(node, Branch):
                node = Branch([], head[1] == "[[" and number == len(keys) - 1)
                branch.items.append(Item(key, node))
            branch = node
        if head[1] == "[[":
            row = Branch([])
            branch.items.append(Item(None, row))
            return row
        return branch

    def _keys(self, start: int, end: int) -> list[Key]:
        return [
            Key(_unquoted(part[0]), *part.span())
            for part in _KEY_PART.finditer(self.raw, start, end)
        ]

    def _pair(self, table: Branch) -> None:
        match = _KEY.match(self.raw, self.at)
        if match is None:
            raise FormatError("not valid TOML")
        *outer, last = self._keys(*match.span())
        for key in outer:
            branch = Branch([])
            table.items.append(Item(key, branch))
            table = branch
        self.at = match.end() + 1
        table.items.append(Item(last, self._value()))

    def _value(self) -> Node:
        """The value from here on; its open brackets are on a stack, not on ours."""
        stack: list[Branch] = []
        result: Node | None = None
        while result is None or stack:
            self._skip()
            match = _VALUE.match(self.raw, self.at)
            if match is None:
                raise FormatError("not valid TOML")
            mark = match[2]
            self.at = match.end()
            if mark in ("[", "{"):
                node: Node = Branch([], mark == "[")
            elif mark in ("]", "}"):
                stack.pop()
                continue
            elif mark == ",":
                continue
            else:
                node = Leaf(self._scalar(match))
            key = self._take_key(stack)
            if stack:
                stack[-1].items.append(Item(key, node))
            else:
                result = node
            if isinstance(node, Branch):
                stack.append(node)
            self._ready_key(stack)
        return result

    _pending: Key | None = None

    def _take_key(self, stack: list[Branch]) -> Key | None:
        key, self._pending = self._pending, None
        return key if stack and not stack[-1].is_list else None

    def _ready_key(self, stack: list[Branch]) -> None:
        """In an inline table, step over the next key."""
        if not stack or stack[-1].is_list:
            return
        at = self.at
        self._skip()
        if self.raw.startswith(",", self.at):
            self.at += 1
            self._skip()
        match = _KEY.match(self.raw, self.at)
        if match is None:
            self.at = at
            return
        keys = self._keys(*match.span())
        self._pending = Key(".".join(key.text for key in keys), keys[0].start, keys[-1].end)
        self.at = match.end() + 1

    def _scalar(self, match: re.Match[str]) -> list[Piece]:
        start, end = match.span()
        text = match[0]
        if match[1] is None:
            text = text.rstrip()
            return [(text, start, start + len(text))]
        width = 3 if text[:3] in ('"""', "'''") else 1
        start, end = start + width, end - width
        if "\\" not in text or text[0] == "'":
            return [(self.raw[start:end], start, end)] if end > start else []
        value = tomllib.loads(f"x = {text}".replace("\r\n", "\n"))["x"]
        return double_quoted(value, self.raw, start, end)


def _unquoted(key: str) -> str:
    return key[1:-1] if key[:1] in ("'", '"') else key
