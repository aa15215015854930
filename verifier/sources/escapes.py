"""Quoted strings of YAML and TOML -> their text, piece by piece."""

from __future__ import annotations

import re

from verifier.patterns import pattern
from verifier.sources.draft import Piece, aligned

_FOLD = r"[ \t]*(?:\r\n|\r|\n)[ \t\r\n]*"
_DOUBLE = pattern(
    rf"\\(?:x([0-9a-fA-F]{{2}})|u([0-9a-fA-F]{{4}})|U([0-9a-fA-F]{{8}})|({_FOLD})|(.))|({_FOLD})",
    re.DOTALL,
)
_SINGLE = pattern(rf"''|({_FOLD})")
_NAMED = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


def double_quoted(value: str, raw: str, start: int, end: int) -> list[Piece]:
    """The pieces of the string between the double quotes around raw [start, end).

    Args:
        value: what a parser made of it.
        raw, start, end: the text, and the string in it without its quotes.
    """
    return _checked(value, raw, start, end, _DOUBLE)


def single_quoted(value: str, raw: str, start: int, end: int) -> list[Piece]:
    """As `double_quoted`, for YAML's single quotes."""
    return _checked(value, raw, start, end, _SINGLE)


def _checked(value: str, raw: str, start: int, end: int, pattern: re.Pattern[str]) -> list[Piece]:
    pieces, at = [], start
    for match in pattern.finditer(raw, start, end):
        if match.start() > at:
            pieces.append((raw[at : match.start()], at, match.start()))
        pieces.append((_undone(match), *match.span()))
        at = match.end()
    if at < end:
        pieces.append((raw[at:end], at, end))
    if "".join(text for text, _, _ in pieces).split() != value.split():
        return aligned(value, raw, start, end)
    return pieces


def _undone(match: re.Match[str]) -> str:
    fold = match[match.re.groups]
    if fold is not None:
        return "\n\n" if len(re.findall("\r\n|\r|\n", fold)) > 1 else " "
    if match[0] == "''":
        return "'"
    code = match[1] or match[2] or match[3]
    if code is not None:
        number = int(code, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
    if match[4] is not None:
        return ""
    return _NAMED.get(match[5], match[5])
