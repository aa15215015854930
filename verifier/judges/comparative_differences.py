"""Comparatives: what is "slower than" one thing may well be "faster than" another."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis
from verifier.judges.comparatives import (
    Comparative,
    are_swapped,
    comparatives,
    is_opposite,
    is_same,
)
from verifier.judges.differences import Difference, Force, anchor_of, said_otherwise
from verifier.judges.windows import Candidate
from verifier.model import ConflictKind


def comparative_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's comparatives that cannot be true beside one of the sentence."""
    sentence = candidate.analysis
    ours = comparatives(claim) if "than" in claim.norms else []
    theirs = comparatives(sentence) if ours else []
    for one in ours:
        same = [other for other in theirs if candidate.matches[one.other].item == other.other]
        alone = len(same) == 1 and _covers_subject(claim, candidate, one)
        if alone and is_opposite(claim, one, sentence, same[0]):
            yield _difference(claim, candidate, one, same[0], ConflictKind.ANTONYM)
        for other in theirs if not same else ():
            swapped = are_swapped(candidate.matches, sentence, one, other)
            if swapped and is_same(claim, one, sentence, other):
                yield _difference(claim, candidate, one, other, ConflictKind.ROLE)


def is_of_other_things(claim: Analysis, number: int, candidate: Candidate, rival: int) -> bool:
    """Whether two comparatives, the items `number` and `rival`, compare with different things."""
    sentence, matches = candidate.analysis, candidate.matches
    ours = [one for one in comparatives(claim) if one.word == number]
    theirs = [one for one in comparatives(sentence) if one.word == rival]
    if not ours or not theirs or matches[ours[0].other].item == theirs[0].other:
        return False
    unknown = matches[ours[0].other].quality < COVERED
    return unknown or are_swapped(matches, sentence, ours[0], theirs[0])


def _covers_subject(claim: Analysis, candidate: Candidate, comparative: Comparative) -> bool:
    """Whether the claim's words before the comparative stand before it in the sentence too."""
    before = range(min(claim.predicate, comparative.word))
    return bool(before) and all(candidate.matches[at].quality >= COVERED for at in before)


def _difference(
    claim: Analysis, candidate: Candidate, one: Comparative, other: Comparative, kind: ConflictKind
) -> Difference:
    return said_otherwise(
        kind,
        claim,
        (one.start, claim.items[one.other].end),
        candidate,
        (other.start, candidate.analysis.items[other.other].end),
        Force.CONTRADICTION,
        anchor_of(claim, candidate.matches, frozenset((one.word,))),
        -1,
    )
