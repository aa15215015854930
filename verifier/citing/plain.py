"""A report with everything blanked out that is no text: code, comments, front matter.

The blanked text is as long as the report and has the same lines, so that what is found in it is
found in the report.
"""

from __future__ import annotations

import re

from msgspec import Struct

from verifier.claims.front_matter import front_matter_end
from verifier.patterns import pattern

_FENCE = pattern(
    r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*(`{3,}(?=[^`\r\n]*(?:[\r\n]|$))|~{3,})"
)
_LINE = pattern(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_COMMENT = pattern(r"<!--.*?-->", re.DOTALL)
_TICKS = pattern(r"(?<![`\\])(`+)(?!`)")
_WORD = pattern(r"[^\r\n]")


class Plain(Struct, frozen=True):
    """A report without its code.

    Attributes:
        text: the blanked report.
        open_fence: offset of a code fence or comment that is never closed; None for none.
    """

    text: str
    open_fence: int | None = None


def plain(report: str, *, keep_comments: bool = False) -> Plain:
    """Blank out front matter, code and, unless they are wanted, comments."""
    text = _blanked(report, 0, front_matter_end(report))
    text, open_fence = _without_fences(text)
    text = _without_spans(text)
    if not keep_comments:
        text = _COMMENT.sub(lambda found: _WORD.sub(" ", found[0]), text)
    unclosed = text.find("<!--", text.rfind("-->") + 1)
    if unclosed >= 0 and "-->" not in text[unclosed:]:
        open_fence = unclosed if open_fence is None else min(open_fence, unclosed)
    return Plain(text, open_fence)


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + _WORD.sub(" ", text[start:end]) + text[end:]


def _without_fences(text: str) -> tuple[str, int | None]:
    pieces, at, fence, opened = [], 0, "", 0
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None or not line[0]:
            break
        found = _FENCE.match(line[0])
        if fence:
            pieces.append(_WORD.sub(" ", line[0]))
            closes = found and found[1][0] == fence[0] and len(found[1]) >= len(fence)
            if closes and found and not line[0][found.end() :].strip(" \t\r\n" + fence[0]):
                fence = ""
        elif found:
            fence, opened = found[1], at
            pieces.append(_WORD.sub(" ", line[0]))
        else:
            pieces.append(line[0])
        at = line.end()
    return "".join(pieces), opened if fence else None


def _without_spans(text: str) -> str:
    """`text` without code spans: a run of backticks up to the next run of the same length."""
    at = 0
    while (opening := _TICKS.search(text, at)) is not None:
        closing = re.compile(rf"(?<!`){opening[1]}(?!`)").search(text, opening.end())
        if closing is None or re.search(
            r"(?:\r\n|\r|\n)[ \t]*(?:\r|\n)", text[opening.end() : closing.start()]
        ):
            at = opening.end()
            continue
        text = _blanked(text, opening.start(), closing.end())
        at = closing.end()
    return text
