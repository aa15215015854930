r"""Simple TeX as a reader sees it: `$5\,\%$` is "5%", `$\approx 3$` is "≈ 3".

Only commands that stand for one character, for a blank or for nothing are undone; the rest stays
as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verifier.claims.atoms import Atom, AtomKind
from verifier.patterns import pattern

_SYMBOLS = {
    r"\%": "%",
    r"\$": "$",
    r"\&": "&",
    r"\#": "#",
    r"\_": "_",
    r"\{": "{",
    r"\}": "}",
    r"\times": "×",
    r"\cdot": "·",
    r"\pm": "±",
    r"\approx": "≈",
    r"\sim": "~",
    r"\simeq": "≈",
    r"\le": "≤",
    r"\leq": "≤",
    r"\ge": "≥",
    r"\geq": "≥",
    r"\lt": "<",
    r"\gt": ">",
    r"\ne": "≠",
    r"\neq": "≠",
    r"\circ": "°",
    r"\mu": "µ",
    r"\to": "→",
    r"\rightarrow": "→",
    "{,}": ",",
    "~": " ",
    r"\ ": " ",
    r"\quad": " ",
}
_NOTHING = (r"\,", r"\!", r"\;", r"\:", r"\left", r"\right")
_TEXT_COMMAND = pattern(r"\\(?:text|textrm|mathrm|mathbf|mathit|operatorname)\{([^{}$\\]*)\}")
_PIECE = pattern(r"\\[a-zA-Z]+\s?|\\.|\{,\}|~|\n", re.DOTALL)


def math_atoms(src: str, start: int, end: int) -> Iterator[Atom]:
    """The atoms of the formula src[start:end]."""
    at = start
    while at < end:
        command = _TEXT_COMMAND.match(src, at, end)
        if command:
            first, last = command.span(1)
            yield Atom(AtomKind.OPEN, at, first)
            yield Atom(AtomKind.TEXT, first, last, command[1], "math")
            yield Atom(AtomKind.CLOSE, last, command.end())
            at = command.end()
            continue
        piece = _PIECE.match(src, at, end)
        if piece is None:
            following = _PIECE.search(src, at, end)
            stop = following.start() if following else end
            yield Atom(AtomKind.TEXT, at, stop, src[at:stop], "math")
            at = stop
            continue
        yield _symbol(piece[0], at, piece.end())
        at = piece.end()


def _symbol(written: str, start: int, end: int) -> Atom:
    name = written.rstrip() or written
    if written == "\n":
        return Atom(AtomKind.BREAK, start, end, " ")
    if name in _NOTHING:
        return Atom(AtomKind.GONE, start, end, tag="space")
    shown = _SYMBOLS.get(name)
    if shown is None:
        return Atom(AtomKind.TEXT, start, end, written, "math")
    blank = " " if written[-1].isspace() and name != written and shown.strip() else ""
    return Atom(AtomKind.SHOWN, start, end, shown + blank)
