"""Comparatives with what they compare: "the mill is shorter than the barn"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis, Kind
from verifier.language.lexicon import Relation, parts_of_speech, relation

_BACK = 5
_AHEAD = 4
_DEGREES = {"more": 1, "less": -1}
_CONVERSE_QUALITY = 0.9
_SAME = (Relation.SAME, Relation.SYNONYM)


class Comparative(NamedTuple):
    """ "Slower than the mill": the items of the comparative and of what it compares with.

    Attributes:
        sign: -1 behind "less".
        start: where it starts in the text: "more expensive", "slower".
    """

    word: int
    other: int
    sign: int
    start: int


def comparatives(analysis: Analysis) -> list[Comparative]:
    """The comparatives of a sentence that say what they compare with, in the order of the text."""
    found = []
    for at, norm in enumerate(analysis.norms):
        if norm != "than":
            continue
        other = next(
            (n for t in range(at + 1, at + 1 + _AHEAD) if (n := analysis.item_at(t)) is not None),
            None,
        )
        for back in range(at - 1, max(-1, at - 1 - _BACK), -1):
            word = analysis.item_at(back)
            if word is None or other is None or analysis.items[word].kind is not Kind.WORD:
                continue
            before = analysis.norms[back - 1] if back else ""
            if before in _DEGREES or _is_comparative(analysis.norms[back]):
                first = back - (before in _DEGREES)
                start = analysis.tokens[first].start
                found.append(Comparative(word, other, _DEGREES.get(before, 1), start))
                break
    return found


def _is_comparative(norm: str) -> bool:
    return norm.endswith("er") and not set("ar").isdisjoint(parts_of_speech(norm))


def with_converse(
    claim: Analysis, matches: tuple[Match, ...], sentence: Analysis
) -> tuple[Match, ...]:
    """The matches, completed by "shorter than the barn" for "the barn is taller than"."""
    if "than" not in claim.norms or "than" not in sentence.norms:
        return matches
    found = list(matches)
    for one in comparatives(claim):
        for other in comparatives(sentence):
            swapped = are_swapped(matches, sentence, one, other)
            if swapped and is_opposite(claim, one, sentence, other):
                found[one.word] = Match(_CONVERSE_QUALITY, other.word, Relation.SYNONYM)
    return tuple(found)


def are_swapped(
    matches: Sequence[Match], sentence: Analysis, one: Comparative, other: Comparative
) -> bool:
    """Whether what the one compares with is what the other is about, and the other way round."""
    ours = matches[one.other]
    subject = sentence.items[ours.item].last <= sentence.items[other.word].first
    about = any(
        match.item == other.other and match.quality >= COVERED for match in matches[: one.word]
    )
    return about and ours.quality >= COVERED and ours.item >= 0 and subject


def is_opposite(claim: Analysis, one: Comparative, sentence: Analysis, other: Comparative) -> bool:
    """Whether the one says "slower" and the other "faster", or "less slow" and "slower"."""
    ours, theirs = claim.items[one.word], sentence.items[other.word]
    if claim.negated[ours.first] or sentence.negated[theirs.first]:
        return False
    related = relation(ours.norm, theirs.norm)
    if one.sign == other.sign:
        return related is Relation.OPPOSITE
    return related in _SAME


def is_same(claim: Analysis, one: Comparative, sentence: Analysis, other: Comparative) -> bool:
    """Whether both say "slower", or one of them another word for it."""
    ours, theirs = claim.items[one.word], sentence.items[other.word]
    if claim.negated[ours.first] or sentence.negated[theirs.first] or one.sign != other.sign:
        return False
    return relation(ours.norm, theirs.norm) in _SAME
