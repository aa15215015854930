"""What one side denies and the other says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judges.alignment import Match
from verifier.judges.analysis import Analysis, Item
from verifier.judges.differences import Difference, Force, anchor_of, context_of
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, lemmas
from verifier.language.polarity import Negation
from verifier.model import ConflictKind

_SLOT = 0.5
_REACH_OF_CUE = 4
_NEAR = 6
_LEAST_PREFIX = 3
_ENDINGS = frozenset("stop cease quit end halt abandon discontinue suspend avoid prevent".split())
_TURNING = frozenset("turn turns turned turning".split())


def negation_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """What one side denies and the other says."""
    sentence = candidate.analysis
    same = Relation.SAME
    place_of = {m.item: n for n, m in enumerate(candidate.matches) if m.relation is same}
    for negation in claim.negations:
        predicate = _predicate(claim, negation.cue, negation.end)
        if predicate is None:
            continue
        match = candidate.matches[predicate]
        if match.item < 0 or match.relation is not Relation.SAME:
            continue
        other = sentence.items[match.item]
        denied = any(other_cue.cue < other.first for other_cue in sentence.negations)
        if denied or _denied_near(sentence, other):
            continue
        if _scope_agrees(candidate, predicate):
            cue = claim.tokens[negation.cue]
            yield _negation(
                claim,
                candidate,
                predicate,
                (cue.start, claim.items[predicate].end),
                (other.start, other.end),
                "the source says so",
            )
    for negation in sentence.negations:
        rival = next((at for at in _denied(sentence, negation) if at in place_of), None)
        if rival is None or _is_of_another(claim, candidate, negation):
            continue
        if _is_said_too(sentence, sentence.items[rival]):
            continue
        number = place_of[rival]
        item = claim.items[number]
        if not _denied_near(claim, item) and _scope_agrees(candidate, number):
            cue = sentence.tokens[negation.cue]
            yield _negation(
                claim,
                candidate,
                number,
                (item.start, item.end),
                (cue.start, sentence.items[rival].end),
                "the source denies it",
            )


def _is_of_another(claim: Analysis, candidate: Candidate, negation: Negation) -> bool:
    """Whether the sentence names the claim's subject only in a clause behind the denial's."""
    sentence = candidate.analysis
    places = [match.item for match in candidate.matches[: claim.predicate] if match.item >= 0]
    return bool(places) and all(sentence.items[at].first >= negation.end for at in places)


def _is_said_too(sentence: Analysis, item: Item) -> bool:
    """Whether the sentence has the word without a negation too: "no ramp for cars but a ramp"."""
    places = sentence.by_stem.get(item.stem, ())
    return any(not sentence.negated[sentence.items[at].first] for at in places)


def _negation(
    claim: Analysis,
    candidate: Candidate,
    number: int,
    ours: tuple[int, int],
    theirs: tuple[int, int],
    outcome: str,
) -> Difference:
    matches = candidate.matches
    match = matches[number]
    piece = claim.text[ours[0] : ours[1]]
    quoted = candidate.analysis.text[theirs[0] : theirs[1]]
    return Difference(
        ConflictKind.NEGATION,
        *ours,
        candidate,
        *theirs,
        f"claim says “{piece}”, but {outcome}: “{quoted}”",
        Force.CONTRADICTION,
        max(
            anchor_of(claim, candidate.matches, frozenset()), _anchor_up_to(claim, matches, number)
        ),
        context_of(candidate.matches, number, match.item),
        number,
    )


def _anchor_up_to(claim: Analysis, matches: Sequence[Match], number: int) -> float:
    """Share covered of the claim up to its item `number`: what is denied is so in any way."""
    if number + 1 < _LEAST_PREFIX:
        return 0.0
    behind = frozenset(range(number + 1, len(matches)))
    return anchor_of(claim, matches, behind)


def _predicate(analysis: Analysis, cue: int, end: int) -> int | None:
    """The item that a negation denies first: the one right behind its cue."""
    for token in range(cue + 1, min(end, cue + 1 + _REACH_OF_CUE)):
        number = analysis.item_at(token)
        if number is not None:
            return number
    return None


def _denied(sentence: Analysis, negation: Negation) -> list[int]:
    """The items that a negation denies: the first one, and the first behind each "or".

    What somebody has "rejected by" them denies nothing of who did so.
    """
    if sentence.norms[negation.cue + 1 : negation.cue + 2] == ("by",):
        return []
    starts = [negation.cue]
    starts += [
        at for at in range(negation.cue + 1, negation.end) if sentence.norms[at] in ("or", "nor")
    ]
    found = [_predicate(sentence, start, negation.end) for start in starts]
    return [number for number in found if number is not None]


def _denied_near(analysis: Analysis, item: Item) -> bool:
    """Whether a negation stands near: "found no proof" denies as much as "has not found proof"."""
    return (
        analysis.negated[item.first]
        or any(
            item.first - _NEAR <= negation.cue <= item.last + _NEAR
            for negation in analysis.negations
        )
        or _is_ended(analysis, item)
    )


def _is_ended(analysis: Analysis, item: Item) -> bool:
    """Whether it is said to have ended, so that "has not bred since" is the same."""
    near = analysis.norms[max(0, item.first - _NEAR) : item.last + _NEAR]
    return any(not _ENDINGS.isdisjoint(lemmas(norm)) for norm in near) or any(
        first in _TURNING and "down" in near[at : at + _NEAR] for at, first in enumerate(near)
    )


def _scope_agrees(candidate: Candidate, number: int) -> bool:
    """Whether something beside the denied item is aligned too."""
    return context_of(candidate.matches, number, candidate.matches[number].item) >= _SLOT
