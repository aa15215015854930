"""Words and names in which a claim and a sentence differ: opposites, negation, other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.differences import Difference, Force, anchor_of, context_of
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, are_converse, are_exclusive, lemmas, relation
from verifier.language.polarity import Negation
from verifier.language.tokens import Token
from verifier.model import ConflictKind

_SLOT = 0.5
_REACH_OF_CUE = 4
_NEAR = 6
_LEAST_PREFIX = 3
_LONGEST_AGENT = 4
_NAME_ANCHOR = 0.9
_ARTICLES = frozenset("the a an its his her their our my".split())
_ENDINGS = frozenset("stop cease quit end halt abandon discontinue suspend avoid prevent".split())
_TURNING = frozenset("turn turns turned turning".split())
_RELATIONAL = {
    "before": ("after",),
    "after": ("before",),
    "above": ("below", "under"),
    "below": ("above", "over"),
    "over": ("under",),
    "under": ("over", "above"),
    "more": ("less", "fewer"),
    "less": ("more",),
    "fewer": ("more",),
    "with": ("without",),
    "without": ("with",),
    "up": ("down",),
    "down": ("up",),
    "inside": ("outside",),
    "outside": ("inside", "within"),
    "all": ("none",),
    "none": ("all",),
    "always": ("never",),
    "never": ("always",),
    "most": ("least", "few"),
    "first": ("last",),
}
_DEICTIC = frozenset("come comes came coming go goes went going bring take".split())


def antonym_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's words whose opposite stands in their place."""
    sentence = candidate.analysis
    for number, (item, match) in enumerate(zip(claim.items, candidate.matches, strict=True)):
        if match.relation is not Relation.OPPOSITE or match.item < 0:
            continue
        rival = sentence.items[match.item]
        if claim.negated[item.first] != sentence.negated[rival.first]:
            continue
        deictic = item.norm in _DEICTIC or rival.norm in _DEICTIC
        other_end = are_converse(item.norm, rival.norm) and not _same_subject(
            claim, item, candidate, rival
        )
        force = Force.HINT if deictic or other_end else Force.CONTRADICTION
        yield _word_difference(ConflictKind.ANTONYM, claim, candidate, number, match.item, force)


def _same_subject(claim: Analysis, item: Item, candidate: Candidate, rival: Item) -> bool:
    """Whether what stands before both verbs is the same: "A sold to B" is not "A bought"."""
    ours = _next_item(claim, item.first, -1)
    theirs = _next_item(candidate.analysis, rival.first, -1)
    if ours is None or theirs is None:
        return False
    match = candidate.matches[ours]
    return match.quality >= COVERED and match.item == theirs


def relational_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """Prepositions and the like ("before", "without") that stand for their opposite."""
    sentence = candidate.analysis
    for at, norm in enumerate(claim.norms):
        rivals = _RELATIONAL.get(norm)
        if not rivals or norm in sentence.norms:
            continue
        places = [place for place, other in enumerate(sentence.norms) if other in rivals]
        if len(places) != 1 or not _same_place(claim, candidate, at, places[0]):
            continue
        ours, theirs = claim.tokens[at], sentence.tokens[places[0]]
        yield Difference(
            ConflictKind.ANTONYM,
            ours.start,
            ours.end,
            candidate,
            theirs.start,
            theirs.end,
            _says(claim, ours, sentence, theirs),
            Force.CONTRADICTION,
            anchor_of(claim, candidate.matches, frozenset()),
            1.0,
        )


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
        if not _denied_near(sentence, other) and _scope_agrees(candidate, predicate):
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
        if rival is None:
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


def name_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """Names, and other words of one kind, that stand where the sentence has another one."""
    sentence = candidate.analysis
    taken = {match.item for match in candidate.matches if match.quality >= COVERED}
    for number, (item, match) in enumerate(zip(claim.items, candidate.matches, strict=True)):
        if item.kind > Kind.NAME or match.quality > 0:
            continue
        rivals = [
            at
            for at, other in enumerate(sentence.items)
            if at not in taken
            and _same_kind(claim, number, sentence, at)
            and context_of(candidate.matches, number, at) >= _SLOT
        ]
        if len(rivals) == 1:
            anchor = anchor_of(claim, candidate.matches, frozenset((number,)))
            force = _name_force(claim, number, sentence, rivals[0], anchor)
            yield _word_difference(ConflictKind.NAME, claim, candidate, number, rivals[0], force)


def _name_force(claim: Analysis, number: int, sentence: Analysis, at: int, anchor: float) -> Force:
    """A contradiction where only one of the two can be meant, a hint otherwise."""
    item, other = claim.items[number], sentence.items[at]
    if claim.negated[item.first] or sentence.negated[other.first]:
        return Force.HINT
    if are_exclusive(item.norm, other.norm):
        return Force.CONTRADICTION
    names = item.kind is Kind.NAME and other.kind is Kind.NAME
    if names and (anchor < _NAME_ANCHOR or _is_spelling(item.norm, other.norm)):
        return Force.HINT
    if names and _word_before(claim, item) == _word_before(sentence, other):
        return Force.CONTRADICTION
    return Force.HINT


def _is_spelling(a: str, b: str) -> bool:
    """Whether two names may be spellings of one: "Vasquez", "Vázquez"."""
    if a[0] != b[0] or abs(len(a) - len(b)) > 1:
        return False
    return sum(x != y for x, y in zip(a, b, strict=False)) <= max(1, len(a) // 3)


def _word_before(analysis: Analysis, item: Item) -> str:
    return analysis.norms[item.first - 1] if item.first else ""


def _same_kind(claim: Analysis, number: int, sentence: Analysis, at: int) -> bool:
    item, other = claim.items[number], sentence.items[at]
    if item.kind is Kind.NAME and other.kind is Kind.NAME:
        return True
    return other.kind <= Kind.NAME and (
        relation(item.norm, other.norm) is Relation.SIBLING or are_exclusive(item.norm, other.norm)
    )


def _word_difference(
    kind: ConflictKind,
    claim: Analysis,
    candidate: Candidate,
    number: int,
    rival: int,
    force: Force = Force.CONTRADICTION,
) -> Difference:
    item, other = claim.items[number], candidate.analysis.items[rival]
    ours = claim.text[item.start : item.end]
    theirs = candidate.analysis.text[other.start : other.end]
    return Difference(
        kind,
        item.start,
        item.end,
        candidate,
        other.start,
        other.end,
        f"claim says {ours}, the source says {theirs}",
        force,
        anchor_of(claim, candidate.matches, frozenset((number,))),
        context_of(candidate.matches, number, rival),
        number,
    )


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


def agent_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """Who did it, where a passive names another one: "funded by the state", "by the maker"."""
    sentence = candidate.analysis
    taken = {match.item for match in candidate.matches if match.quality > 0}
    for number, match in enumerate(candidate.matches):
        if match.quality < COVERED or match.item < 0:
            continue
        ours = _agent(claim, number)
        theirs = _agent(sentence, match.item)
        if not ours or not theirs or taken & set(theirs):
            continue
        if any(candidate.matches[at].quality > 0 for at in ours):
            continue
        if _any_name(claim, ours) != _any_name(sentence, theirs):
            continue
        first, last = claim.items[ours[0]], claim.items[ours[-1]]
        other_first, other_last = sentence.items[theirs[0]], sentence.items[theirs[-1]]
        yield Difference(
            ConflictKind.NAME,
            first.start,
            last.end,
            candidate,
            other_first.start,
            other_last.end,
            f"claim says by {claim.text[first.start : last.end]}, "
            f"the source says by {sentence.text[other_first.start : other_last.end]}",
            Force.CONTRADICTION,
            anchor_of(claim, candidate.matches, frozenset(ours)),
            1.0,
            ours[0],
        )


def _any_name(analysis: Analysis, numbers: Sequence[int]) -> bool:
    return any(analysis.items[number].kind is Kind.NAME for number in numbers)


def _agent(analysis: Analysis, number: int) -> list[int]:
    """The items of the phrase "by ..." right behind the participle `number`."""
    item = analysis.items[number]
    at = item.last
    if not item.norm.endswith(("ed", "en", "wn", "de", "lt", "ght", "un", "ung")):
        return []
    if analysis.norms[at : at + 1] != ("by",):
        return []
    found: list[int] = []
    at += 1
    while at < len(analysis.tokens) and len(found) < _LONGEST_AGENT:
        inner = analysis.item_at(at)
        if inner is not None:
            if analysis.items[inner].kind >= Kind.QUANTITY:
                return []
            found.append(inner)
        elif found or analysis.norms[at] not in _ARTICLES:
            break
        at += 1
    return found


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


def _same_place(claim: Analysis, candidate: Candidate, at: int, place: int) -> bool:
    """Whether what stands around the claim's token `at` stands around the sentence's `place`."""
    sentence = candidate.analysis
    agreed = 0
    for step in (-1, 1):
        ours = _next_item(claim, at, step)
        theirs = _next_item(sentence, place, step)
        if ours is None or theirs is None:
            continue
        match = candidate.matches[ours]
        if match.quality >= COVERED and abs(match.item - theirs) <= 1:
            agreed += 1
    return agreed == 2


def _next_item(analysis: Analysis, token: int, step: int) -> int | None:
    at = token + step
    while 0 <= at < len(analysis.tokens):
        number = analysis.item_at(at)
        if number is not None:
            return number
        at += step
    return None


def _says(claim: Analysis, ours: Token, sentence: Analysis, theirs: Token) -> str:
    return (
        f"claim says {claim.text[ours.start : ours.end]}, "
        f"the source says {sentence.text[theirs.start : theirs.end]}"
    )
