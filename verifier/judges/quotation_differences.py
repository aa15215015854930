"""Quotations whose words are not quite the source's.

What stands in quotation marks claims to be the very words. Left alone are short ones (a term, a
word at a distance), titles, and what is no near copy of anything in the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from verifier.judges.analysis import Analysis
from verifier.judges.differences import Difference, Force, anchor_of
from verifier.judges.windows import Candidate
from verifier.language.tokens import Token, tokenize
from verifier.model import ConflictKind
from verifier.patterns import pattern

_QUOTED = pattern(r"“([^“”]{15,}?)”|\"([^\"]{15,}?)\"")
_LEFT_OUT = pattern(r"\[[^\]]*\]|\.\s?\.\s?\.|…|\([^)]*\)")
"""Where a quotation says itself that it is not word for word."""
_FEWEST_WORDS = 5
_LEAST_SAME = 0.7
_MOST_CHANGES = 2
_BEYOND = 300
"""Characters around a sentence in which the quotation may go on."""


class _Piece(NamedTuple):
    """A quoted stretch of a claim: its words, with the offset that theirs count from."""

    words: tuple[Token, ...]
    shift: int


def quotation_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's quotations that the sentence has in nearly the same words."""
    for piece in _quotations(claim.text):
        ours = [token.word.norm for token in piece.words]
        if _is_title(piece.words) or _stands_near(ours, candidate):
            continue
        theirs = [token for token in candidate.analysis.tokens if token.word.norm[0].isalnum()]
        change = _change(ours, [token.word.norm for token in theirs])
        if change is not None:
            yield _difference(claim, candidate, piece, theirs, change)


def _quotations(text: str) -> Iterator[_Piece]:
    """The quoted stretches between what is left out; each has at least five words."""
    for match in _QUOTED.finditer(text):
        group = 1 if match.group(1) else 2
        start = match.start(group)
        ends = [(m.start(), m.end()) for m in _LEFT_OUT.finditer(match.group(group))]
        for first, last in _between(ends, len(match.group(group))):
            stretch = match.group(group)[first:last]
            words = tuple(t for t in tokenize(stretch) if t.word.norm[0].isalnum())
            if len(words) >= _FEWEST_WORDS:
                yield _Piece(words, start + first)


def _between(gaps: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    at = 0
    for start, end in gaps:
        yield at, start
        at = end
    yield at, size


def _is_title(words: Sequence[Token]) -> bool:
    """Whether most words have capitals, as those of titles have."""
    telling = [token.word for token in words if token.word.is_word and not token.word.is_function]
    return sum(word.capital for word in telling) * 2 > len(telling)


def _stands_near(ours: Sequence[str], candidate: Candidate) -> bool:
    """Whether the sentence and what stands around it have these words in this order."""
    sentence = candidate.sentence
    text = sentence.document.text[max(0, sentence.start - _BEYOND) : sentence.end + _BEYOND]
    theirs = [t.word.norm for t in tokenize(text) if t.word.norm[0].isalnum()]
    size = len(ours)
    return any(theirs[at : at + size] == ours for at in range(len(theirs) - size + 1))


def _change(ours: list[str], theirs: list[str]) -> tuple[int, int, int, int] | None:
    """The first words that differ, [start, end) of both, in what is else a copy; else None."""
    codes = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    same = sum(code[2] - code[1] for code in codes if code[0] == "equal")
    inside = [code for code in codes if code[0] != "equal" and code[1] < code[2]]
    inside += [c for c in codes if c[0] == "insert" and 0 < c[1] < len(ours)]
    if same < _LEAST_SAME * len(ours) or not 0 < len(inside) <= _MOST_CHANGES:
        return None
    _, start, end, other_start, other_end = min(inside, key=lambda code: code[1])
    if other_end - other_start > end - start + _MOST_CHANGES:
        return None
    return start, end, other_start, other_end


def _difference(
    claim: Analysis,
    candidate: Candidate,
    piece: _Piece,
    theirs: Sequence[Token],
    change: tuple[int, int, int, int],
) -> Difference:
    first, last, other_first, other_last = change
    if first == last:
        first, last, other_first, other_last = first - 1, last + 1, other_first - 1, other_last + 1
    if other_first == other_last:
        first, last, other_first, other_last = _with_neighbour(
            first, last, other_first, other_last, len(theirs)
        )
    start = piece.shift + piece.words[first].start
    end = piece.shift + piece.words[min(last, len(piece.words)) - 1].end
    source_start = theirs[other_first].start
    source_end = theirs[min(other_last, len(theirs)) - 1].end
    ours, other = claim.text[start:end], candidate.analysis.text[source_start:source_end]
    return Difference(
        ConflictKind.QUOTATION,
        start,
        end,
        candidate,
        source_start,
        source_end,
        f"claim quotes “{ours}”, the source says “{other}”",
        Force.OVERCLAIM,
        anchor_of(claim, candidate.matches, frozenset()),
        worded=True,
    )


def _with_neighbour(
    first: int, last: int, other_first: int, other_last: int, size: int
) -> tuple[int, int, int, int]:
    """The change with the word before it, or behind it at the start, so that both can be shown."""
    if first > 0 and other_first > 0:
        return first - 1, last, other_first - 1, other_last
    return first, last + 1, other_first, min(size, other_last + 1)
