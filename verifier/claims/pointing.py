"""What of a shown text only points at a source and is not part of the sentence.

Everything works on the text with each character of a link replaced by `LINKED`, so that the words
of a link are not taken for those of the sentence around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from verifier.patterns import pattern

LINKED = "\ufdd0"
Spans = list[tuple[int, int]]

_URL = pattern(rf"\b(?:https?://|www\.)[^\s<>\"“”{LINKED}]+")
# A bracketed group of nothing but links: "(source)", "([a](x), [b](y))", "(see [a](x), p. 4)".
_GROUP = pattern(
    rf"[(\[]\s*+(?:(?:{LINKED}++|[,;:&·|/–-]|\d++|\b(?:see|also|cf|via|source|sources|from|ref|"
    rf"refs|"
    r"and|pp?|pages?)\b[.:]?)\s*+)++[)\]]",
    re.IGNORECASE,
)
_LINKS = rf"(?:{LINKED}++[ ,;|·]*+)++"
# Links that stand alone behind the last sentence: "It fell. [Q3 report](q3.pdf)".
_BEHIND_LAST = pattern(rf"[.!?。！？][\"'”’)\]]*\s++({_LINKS}\.?)\s*$")
# Links behind a bracket at the end of a sentence: "It fell (by 5 %) [Q3 report](q3.pdf)."
_BEHIND_BRACKET = pattern(rf"\)\s++({_LINKS})(?=[.!?](?:\s|$)|$)")
# "[3]", "[1, 4]" behind a word or its full stop.
_NUMBERED = pattern(r"(?<=[^\s(\[])\s?\[\^?(\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*)\](?!\()")
_NOT_A_MARK = pattern(
    r"(?:\b(?:is|was|are|were|ci|interval|range|between|from|of|to|in|array|index)|[=≈<>,:])\s*$",
    re.IGNORECASE,
)
_FOREIGN_MARK = pattern("【[^】]*】|\ue200[^\ue201]*\ue201")
_DIGITS = pattern(r"\d{1,3}")
_BEFORE_NUMBER = pattern(
    r"\b(?:is|was|were|are|be|to|of|by|at|about|than|the|only|just|from|under|over|number|no|"
    r"some|nearly|almost|around|least|most|up|and|or|section|chapter|version|figure|table|q|page|"
    r"step|level|phase|for|in|with|has|had|have)\.?\s$",
    re.IGNORECASE,
)


def pointing_spans(shadow: str) -> Iterator[tuple[int, int]]:
    """Spans of `shadow` that hold nothing but links, and marks of answering machines."""
    if LINKED in shadow:
        yield from (match.span() for match in _GROUP.finditer(shadow) if LINKED in match[0])
        yield from (match.span(1) for match in _BEHIND_BRACKET.finditer(shadow))
        behind = _BEHIND_LAST.search(shadow, max(0, shadow.find(LINKED) - 8))
        if behind:
            yield behind.span(1)
    if "【" in shadow or "\ue200" in shadow:
        yield from (match.span() for match in _FOREIGN_MARK.finditer(shadow))


def numbered_marks(shadow: str) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Spans of marks such as "[3]" and "[1, 4]", each with its numbers."""
    if "[" in shadow:
        for match in _NUMBERED.finditer(shadow):
            if not _NOT_A_MARK.search(shadow, max(0, match.start() - 12), match.start()):
                yield match.span(), tuple(_DIGITS.findall(match[1]))


def is_mark(label: str, before: str, after: str, alone: bool) -> bool:
    """Whether a link's text only points at a source: it is a mere number or in brackets.

    Args:
        label: the link's text.
        before, after: what stands around it.
        alone: whether the link is written as its text in brackets, "[1]", defined elsewhere.
    """
    label = label.strip()
    if label[:1] == "(" and label[-1:] == ")":
        return True
    if not _DIGITS.fullmatch(label.strip("[]^")):
        return False
    if alone or (label[0] == "[" and label[-1] == "]"):
        return True
    if not before.strip():
        return False
    if not before[-1].isspace():
        return not before.endswith(("(", "$", "€", "£", "#", "-", "/"))
    return after in ("", ".", ",", ";", ":") and not _BEFORE_NUMBER.search(before)


def url_spans(shadow: str) -> Iterator[tuple[int, int]]:
    """Spans of the bare URLs."""
    if "://" in shadow or "www." in shadow:
        for match in _URL.finditer(shadow):
            length = len(trimmed_url(match[0]))
            if length > 8:
                yield match.start(), match.start() + length


def masked(text: str, spans: Iterable[tuple[int, int]], char: str) -> str:
    """`text`, of the same length, with `char` throughout the ascending `spans`."""
    parts, at = [], 0
    for first, last in spans:
        if first >= at:
            parts += [text[at:first], char * (last - first)]
            at = last
    return "".join(parts) + text[at:]


def trimmed_url(url: str) -> str:
    """A bare URL without the punctuation of the sentence it stands in (GFM, "Autolinks")."""
    while url:
        stripped = url.rstrip("?!.,:;*_~'")
        if stripped.endswith(")") and stripped.count(")") > stripped.count("("):
            stripped = stripped[:-1]
        if stripped.endswith("]") and "[" not in stripped:
            stripped = stripped[:-1]
        if stripped == url:
            break
        url = stripped
    return url


def merged(spans: Spans) -> Spans:
    """`spans`, ascending, with those that touch or overlap joined."""
    joined: Spans = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined
