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
_PASSED_OVER = frozenset("currently presently actually ever".split())
"""Words behind a negation that it does not deny: "is not currently sold" denies "sold"."""
_GOING = ("going", "to")
_PAST = frozenset("was were had did used been once formerly previously originally until".split())
_ARTICLES = frozenset("a an the".split())


def negation_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """What one side denies and the other says."""
    yield from _denied_by_claim(claim, candidate)
    yield from _denied_by_source(claim, candidate)
    yield from _turned(claim, candidate)


def _denied_by_claim(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    sentence = candidate.analysis
    for negation in claim.negations:
        number = _predicate(claim, negation.cue, negation.end)
        if number is None:
            continue
        match, item = candidate.matches[number], claim.items[number]
        if match.item < 0 or match.relation is not Relation.SAME:
            continue
        other = sentence.items[match.item]
        denied = any(other_cue.cue < other.first for other_cue in sentence.negations)
        if denied or _denied_near(sentence, other):
            continue
        ended = _is_no_longer(claim, negation) and _is_of_the_past(sentence, item, other)
        if not ended and _scope_agrees(candidate, number):
            ours = (claim.tokens[negation.cue].start, item.end)
            theirs = (other.start, other.end)
            yield _negation(claim, candidate, number, ours, theirs, "the source says so")


def _denied_by_source(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    sentence = candidate.analysis
    same = Relation.SAME
    place_of = {m.item: n for n, m in enumerate(candidate.matches) if m.relation is same}
    for negation in sentence.negations:
        rival = next((at for at in _denied(sentence, negation) if at in place_of), None)
        if rival is None or _is_of_another(claim, candidate, negation):
            continue
        number, other = place_of[rival], sentence.items[rival]
        item = claim.items[number]
        if _is_said_too(sentence, other) or _denied_near(claim, item):
            continue
        ended = _is_no_longer(sentence, negation) and _is_of_the_past(claim, other, item)
        if not ended and _scope_agrees(candidate, number):
            ours = (item.start, item.end)
            theirs = (sentence.tokens[negation.cue].start, other.end)
            yield _negation(claim, candidate, number, ours, theirs, "the source denies it")


def _turned(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """ "A spice, not a drug" against "a drug, not a spice"."""
    sentence = candidate.analysis
    for said, denied in _instead(claim):
        places = (candidate.matches[denied].item, candidate.matches[said].item)
        if places not in _instead(sentence):
            continue
        first, last = (sentence.items[at] for at in places)
        ours = (claim.items[said].start, claim.items[denied].end)
        outcome = "the source has it the other way round"
        yield _negation(claim, candidate, said, ours, (first.start, last.end), outcome)._replace(
            context=1.0
        )


def _instead(analysis: Analysis) -> list[tuple[int, int]]:
    """The pairs of items of which the one is said and the other denied: "a spice, not a drug"."""
    found = []
    for negation in analysis.negations:
        before, behind = negation.cue - 1, negation.cue + 1
        if analysis.norms[before : before + 1] == (",",):
            before -= 1
        elif analysis.norms[negation.cue] not in ("rather", "instead"):
            continue
        if analysis.norms[negation.cue] in ("rather", "instead"):
            behind += 1
        if analysis.norms[behind : behind + 1] and analysis.norms[behind] in _ARTICLES:
            behind += 1
        said, denied = analysis.item_at(before), analysis.item_at(behind)
        if said is not None and denied is not None:
            found.append((said, denied))
    return found


def _is_no_longer(analysis: Analysis, negation: Negation) -> bool:
    return analysis.norms[negation.cue : negation.cue + 2] == ("no", "longer")


def _is_of_the_past(other: Analysis, ended: Item, item: Item) -> bool:
    """Whether the other text may tell what was before it ended: "sold" for "no longer sells"."""
    return ended.norm != item.norm or not _PAST.isdisjoint(other.norms)


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
        if number is not None and not _is_passed_over(analysis, token):
            return number
    return None


def _is_passed_over(analysis: Analysis, token: int) -> bool:
    """Whether the word only says when: "no longer sold", "not currently", "not going to be"."""
    pair = analysis.norms[token : token + 2]
    return (
        pair[0] in _PASSED_OVER
        or pair == _GOING
        or analysis.norms[token - 1 : token + 1] == ("no", "longer")
    )


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
