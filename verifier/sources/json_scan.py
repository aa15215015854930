"""JSON -> a tree whose every leaf knows where it stands; no recursion, so no depth is too deep."""

from __future__ import annotations

import re

from verifier.patterns import pattern
from verifier.sources.draft import Piece
from verifier.sources.formats import FormatError
from verifier.sources.tree import Branch, Item, Key, Leaf, Node

_TOKEN = pattern(
    r'[ \t\r\n]*(?:("[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*")|([{}\[\],:])|'
    r"(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|-?Infinity|NaN))"
)
_ESCAPE = pattern(r'\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(["\\/bfnrt]))')
_SIMPLE = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

_VALUE, _VALUE_OR_END, _KEY, _KEY_OR_END, _COLON, _COMMA_OR_END = range(6)


def scan_json(raw: str, start: int = 0, end: int | None = None) -> Node:
    """The tree of the one JSON value in raw [start, end).

    Raises:
        FormatError: it is not valid JSON.
    """
    return _Scanner(raw, start, len(raw) if end is None else end).scan()


class _Scanner:
    """A state machine over tokens with its own stack of open containers."""

    def __init__(self, raw: str, start: int, end: int) -> None:
        self.raw, self.at, self.end = raw, start, end
        self.stack: list[Branch] = []
        self.keys: list[Key | None] = []
        self.key: Key | None = None
        self.root: Node | None = None
        self.state = _VALUE

    def scan(self) -> Node:
        raw, end, match_at = self.raw, self.end, _TOKEN.match
        while self.root is None or self.stack:
            token = match_at(raw, self.at, end)
            if token is None:
                raise self._error()
            kind = token.lastindex
            if kind == 2:
                self._mark(token[2])
            elif kind == 1 and self.state in (_KEY, _KEY_OR_END):
                text = "".join(piece[0] for piece in string_pieces(raw, *token.span(1)))
                self.key, self.state = Key(text, *token.span(1)), _COLON
            elif self.state in (_VALUE, _VALUE_OR_END):
                span = token.span(kind or 0)
                pieces = string_pieces(raw, *span) if kind == 1 else [(token[3], *span)]
                self._add(Leaf(pieces))
                self.state = _COMMA_OR_END
            else:
                raise self._error()
            self.at = token.end()
        if raw[self.at : end].strip(" \t\r\n"):
            raise self._error()
        return self.root

    def _mark(self, mark: str) -> None:
        if mark in "{[" and self.state in (_VALUE, _VALUE_OR_END):
            branch = Branch([], mark == "[")
            self._add(branch)
            self.stack.append(branch)
            self.state = _VALUE_OR_END if mark == "[" else _KEY_OR_END
        elif mark in "}]" and self._may_close(mark):
            self.stack.pop()
            self.state = _COMMA_OR_END
        elif mark == ":" and self.state == _COLON:
            self.state = _VALUE
        elif mark == "," and self.state == _COMMA_OR_END and self.stack:
            self.state = _VALUE if self.stack[-1].is_list else _KEY
        else:
            raise self._error()

    def _may_close(self, mark: str) -> bool:
        empty = _VALUE_OR_END if mark == "]" else _KEY_OR_END
        return (
            bool(self.stack)
            and self.stack[-1].is_list == (mark == "]")
            and self.state in (empty, _COMMA_OR_END)
        )

    def _add(self, node: Node) -> None:
        if self.stack:
            self.stack[-1].items.append(Item(self.key, node))
            self.key = None
        else:
            self.root = node

    def _error(self) -> FormatError:
        line = self.raw.count("\n", 0, self.at) + 1
        return FormatError(f"not valid JSON from line {line} on")


def string_pieces(raw: str, start: int, end: int) -> list[Piece]:
    """The pieces of the JSON string whose quotes stand at raw `start` and `end` - 1."""
    start, end = start + 1, end - 1
    if raw.find("\\", start, end) < 0:
        return [(raw[start:end], start, end)]
    pieces, at = [], start
    for escape in _ESCAPE.finditer(raw, start, end):
        if escape.start() > at:
            pieces.append((raw[at : escape.start()], at, escape.start()))
        pieces.append((_unescaped(escape), escape.start(), escape.end()))
        at = escape.end()
    if at < end:
        pieces.append((raw[at:end], at, end))
    return pieces


def _unescaped(escape: re.Match[str]) -> str:
    if escape[3]:
        return _SIMPLE[escape[3]]
    code = int(escape[1], 16)
    if escape[2] and 0xD800 <= code < 0xDC00:
        return chr(0x10000 + ((code - 0xD800) << 10) + int(escape[2], 16) - 0xDC00)
    text = "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
    return text + "\ufffd" if escape[2] else text
