"""Another thing of one kind: "the release team" where the source has "the compiler team".

A noun before a noun tells which of several things is meant. Only where all else of the claim stands
in the sentence is the source said to speak of another one, and not where it may be another name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.differences import Difference, Force, anchor_of, said_otherwise
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, is_kind_of, parts_of_speech, relation
from verifier.model import ConflictKind

_FEWEST_OTHERS = 3
_SHORT = 3
_UNRELATED = (Relation.NONE, Relation.SIBLING)


def modifier_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The one noun of the claim that the sentence lacks, where another modifies the same noun."""
    open_items = [at for at, match in enumerate(candidate.matches) if match.quality < COVERED]
    if len(open_items) != 1 or len(claim.items) <= _FEWEST_OTHERS:
        return
    number = open_items[0]
    rival = _rival(claim, candidate, number)
    if rival is None or _may_be_the_same(claim, candidate, number, rival):
        return
    yield _difference(claim, candidate, number, rival)


def _rival(claim: Analysis, candidate: Candidate, number: int) -> int | None:
    """The sentence's modifier of the noun that the claim's item `number` modifies."""
    head = _modified(claim, number)
    if head is None or candidate.matches[head].relation is not Relation.SAME:
        return None
    at, sentence = candidate.matches[head].item, candidate.analysis
    if at < 1 or _modified(sentence, at - 1) != at or not _is_plain(candidate.matches, at - 1):
        return None
    return at - 1


def _modified(analysis: Analysis, number: int) -> int | None:
    """The noun right behind the noun `number`, if that is the only word before it."""
    pair = analysis.items[number : number + 2]
    if len(pair) < 2 or pair[1].first != pair[0].last or not all(map(_is_noun, pair)):
        return None
    before = pair[0].first - 1
    behind = analysis.item_at(pair[1].last)
    if before < 0 or analysis.norms[before] != "the":
        return None
    if behind is not None and _is_noun(analysis.items[behind]):
        return None
    return number + 1


def _is_noun(item: Item) -> bool:
    parts = parts_of_speech(item.norm)
    return item.kind is Kind.WORD and "n" in parts and parts[0] != "a"


def _is_plain(matches: Sequence[Match], at: int) -> bool:
    """Whether no word of the claim is aligned with the sentence's item `at`."""
    return all(match.item != at or match.quality < COVERED for match in matches)


def _may_be_the_same(claim: Analysis, candidate: Candidate, number: int, rival: int) -> bool:
    """Whether one word may stand for the other, or the source leaves it open."""
    ours, theirs = claim.items[number].norm, candidate.analysis.items[rival].norm
    if relation(ours, theirs) not in _UNRELATED or relation(theirs, ours) not in _UNRELATED:
        return True
    if is_kind_of(theirs, ours):
        return True
    if ours[:3] == theirs[:3] or min(len(ours), len(theirs)) < _SHORT:
        return True
    text = candidate.sentence.document.text.lower()
    phrase = f"{ours} {claim.items[number + 1].norm}"
    return ours in text and phrase not in text


def _difference(claim: Analysis, candidate: Candidate, number: int, rival: int) -> Difference:
    sentence = candidate.analysis
    return said_otherwise(
        ConflictKind.NAME,
        claim,
        (claim.items[number].start, claim.items[number + 1].end),
        candidate,
        (sentence.items[rival].start, sentence.items[rival + 1].end),
        Force.OVERCLAIM,
        anchor_of(claim, candidate.matches, frozenset((number,))),
        number,
        worded=True,
    )
