"""What one side denies and the other says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.differences import Difference, Force, anchor_of, context_of
from verifier.judges.leads import denial_of
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, lemmas
from verifier.language.polarity import Negation
from verifier.language.tokens import HYPHENS
from verifier.model import ConflictKind

_SLOT = 0.5
_REACH_OF_CUE = 4
_NEAR = 6
_LEAST_PREFIX = 3
_CONTRASTS = ((",",), ("but",), ("and",))
_ENDINGS = frozenset("stop cease quit end halt abandon discontinue suspend avoid prevent".split())
_TURNING = frozenset("turn turns turned turning".split())
_PASSED_OVER = frozenset("currently presently actually ever".split())
"""Words behind a negation that it does not deny: "is not currently sold" denies "sold"."""
_GOING = ("going", "to")
_PAST = frozenset("was were had did used been once formerly previously originally until".split())
_ARTICLES = frozenset("a an the".split())
_EARLIER = frozenset("before earlier previously previous preceded until".split())


def negation_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """What one side denies and the other says."""
    # Beside a list's denial, the claim's "not" may be that of the words before the list.
    if denial_of(candidate.lead) or _is_half_of_compound(claim, candidate):
        return
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
        if denied or _denied_near(sentence, other) or _is_behind(claim, candidate, number):
            continue
        if _is_narrower(claim, candidate, negation, number) or _is_first(claim, sentence):
            continue
        ended = _is_no_longer(claim, negation) and _is_of_the_past(sentence, item, other)
        if not ended and _scope_agrees(candidate, number):
            ours = (claim.tokens[negation.cue].start, item.end)
            theirs = (other.start, other.end)
            anchor = anchor_of(claim, candidate.matches, _cues(claim))
            yield _negation(claim, candidate, number, ours, theirs, "the source says so", anchor)


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
            anchor = _anchor_of_denied(claim, candidate.matches, number)
            yield _negation(claim, candidate, number, ours, theirs, "the source denies it", anchor)


def _turned(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """ "A spice, not a drug" against "a drug, not a spice"."""
    sentence = candidate.analysis
    for said, denied in _instead(claim):
        places = (candidate.matches[denied].item, candidate.matches[said].item)
        if places not in _instead(sentence):
            continue
        first, last = (sentence.items[at] for at in places)
        ours = (claim.items[said].start, claim.items[denied].end)
        theirs = (first.start, last.end)
        outcome = "the source has it the other way round"
        anchor = _anchor_of_denied(claim, candidate.matches, said)
        found = _negation(claim, candidate, said, ours, theirs, outcome, anchor)
        yield found._replace(context=1.0)


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


def _is_narrower(claim: Analysis, candidate: Candidate, negation: Negation, predicate: int) -> bool:
    """Whether the claim denies more than the sentence says: "did not climb alone" for "climbed"."""
    return any(
        claim.items[at].first < negation.end and candidate.matches[at].quality == 0.0
        for at in range(predicate + 1, len(claim.items))
    )


def _is_first(claim: Analysis, sentence: Analysis) -> bool:
    """Whether the claim says that there was none before what the sentence calls the first."""
    return "first" in sentence.norms and not _EARLIER.isdisjoint(claim.norms)


def _is_no_longer(analysis: Analysis, negation: Negation) -> bool:
    return analysis.norms[negation.cue : negation.cue + 2] == ("no", "longer")


def _is_of_the_past(other: Analysis, ended: Item, item: Item) -> bool:
    """Whether the other text may tell what was before it ended: "sold" for "no longer sells"."""
    return ended.norm != item.norm or not _PAST.isdisjoint(other.norms)


def _cues(analysis: Analysis) -> frozenset[int]:
    """The items that deny, such as "barely": the other side cannot have them."""
    found = (analysis.item_at(negation.cue) for negation in analysis.negations)
    return frozenset(number for number in found if number is not None)


def _is_half_of_compound(claim: Analysis, candidate: Candidate) -> bool:
    """Whether the sentence has one half only of a compound in the claim's subject."""
    covered = [match.quality >= COVERED for match in candidate.matches]
    return any(
        covered[at] != covered[at - 1]
        for at in range(1, claim.predicate)
        if claim.text[claim.items[at - 1].end : claim.items[at].start] in HYPHENS
    )


def _is_behind(claim: Analysis, candidate: Candidate, predicate: int) -> bool:
    """Whether the sentence says what the claim denies of another subject, and the claim's after it.

    The head of the claim's subject is the last word before the predicate; of a name, any word is.
    An order has no subject.
    """
    subject = [
        (claim.items[number].kind, match.item)
        for number, match in enumerate(candidate.matches[: min(claim.predicate, predicate)])
        if match.item >= 0
    ]
    verb, sentence = candidate.matches[predicate].item, candidate.analysis
    if not subject or verb == 0:
        return False
    heads = subject if subject[-1][0] is Kind.NAME else subject[-1:]
    places = [sentence.by_stem.get(sentence.items[at].stem, (at,)) for _, at in heads]
    return min(min(stem) for stem in places) > verb


def _is_of_another(claim: Analysis, candidate: Candidate, negation: Negation) -> bool:
    """Whether the sentence names the claim's subject only in a clause behind the denial's."""
    sentence = candidate.analysis
    places = [match.item for match in candidate.matches[: claim.predicate] if match.item >= 0]
    return bool(places) and all(sentence.items[at].first >= negation.end for at in places)


def _is_said_too(sentence: Analysis, item: Item) -> bool:
    """Whether the sentence has the word without a negation too: "no ramp for cars but a ramp"."""
    reaches = [range(negation.cue, negation.end) for negation in sentence.negations]
    firsts = [sentence.items[at].first for at in sentence.by_stem.get(item.stem, ())]
    return any(
        first != item.first and not any(first in reach for reach in reaches) for first in firsts
    )


def _negation(
    claim: Analysis,
    candidate: Candidate,
    number: int,
    ours: tuple[int, int],
    theirs: tuple[int, int],
    outcome: str,
    anchor: float,
) -> Difference:
    match = candidate.matches[number]
    piece = claim.text[ours[0] : ours[1]]
    quoted = candidate.analysis.text[theirs[0] : theirs[1]]
    return Difference(
        ConflictKind.NEGATION,
        *ours,
        candidate,
        *theirs,
        f"claim says “{piece}”, but {outcome}: “{quoted}”",
        Force.CONTRADICTION,
        anchor,
        context_of(candidate.matches, number, match.item),
        number,
    )


def _anchor_of_denied(claim: Analysis, matches: Sequence[Match], number: int) -> float:
    """Share covered of the claim, or of its items up to `number`: what is denied is so in any way.

    The larger of the two counts; a beginning of few items counts for nothing.
    """
    whole = anchor_of(claim, matches, frozenset())
    if number + 1 < _LEAST_PREFIX:
        return whole
    behind = frozenset(range(number + 1, len(matches)))
    return max(whole, anchor_of(claim, matches, behind))


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

    What is said too is passed over in a contrast: "for work, not work at night" denies "night".
    What somebody has "rejected by" them denies nothing of who did so.
    """
    if sentence.norms[negation.cue + 1 : negation.cue + 2] == ("by",):
        return []
    starts = [negation.cue]
    starts += [
        at for at in range(negation.cue + 1, negation.end) if sentence.norms[at] in ("or", "nor")
    ]
    found = [_first_denied(sentence, start, negation.end) for start in starts]
    return [number for number in found if number is not None]


def _first_denied(sentence: Analysis, start: int, end: int) -> int | None:
    number = _predicate(sentence, start, end)
    if number is None or sentence.norms[start - 1 : start] not in _CONTRASTS:
        return number
    while _is_said_too(sentence, sentence.items[number]):
        number += 1
        if number == len(sentence.items) or sentence.items[number].first >= end:
            return None
    return number


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


def _is_in_compound(analysis: Analysis, token: int) -> bool:
    """Whether the word is part of one like "end-of-life"."""
    beside = (*analysis.norms[max(0, token - 1) : token], *analysis.norms[token + 1 : token + 2])
    return not HYPHENS.isdisjoint(beside)


def _is_ended(analysis: Analysis, item: Item) -> bool:
    """Whether it is said to have ended, so that "has not bred since" is the same."""
    start = max(0, item.first - _NEAR)
    near = analysis.norms[start : item.last + _NEAR]
    return any(
        not _ENDINGS.isdisjoint(lemmas(norm)) and not _is_in_compound(analysis, start + at)
        for at, norm in enumerate(near)
    ) or any(first in _TURNING and "down" in near[at : at + _NEAR] for at, first in enumerate(near))


def _scope_agrees(candidate: Candidate, number: int) -> bool:
    """Whether something beside the denied item is aligned too."""
    return context_of(candidate.matches, number, candidate.matches[number].item) >= _SLOT
