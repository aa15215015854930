"""Words and names in which a claim and a sentence differ: opposites, negation, other names."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Kind
from verifier.judges.differences import Difference, anchor_of, context_of
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, relation
from verifier.language.tokens import Token
from verifier.model import ConflictKind

_SLOT = 0.5
_REACH_OF_CUE = 4
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
    "before ": (),
}


def antonym_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's words whose opposite stands in their place."""
    sentence = candidate.analysis
    for number, (item, match) in enumerate(zip(claim.items, candidate.matches, strict=True)):
        if match.relation is not Relation.OPPOSITE or match.item < 0:
            continue
        rival = sentence.items[match.item]
        if claim.negated[item.first] != sentence.negated[rival.first]:
            continue
        yield _word_difference(ConflictKind.ANTONYM, claim, candidate, number, match.item)


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
            True,
            anchor_of(claim, candidate.matches, frozenset()),
            1.0,
        )


def negation_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """What one side denies and the other says."""
    sentence = candidate.analysis
    place_of = {m.item: n for n, m in enumerate(candidate.matches) if m.quality >= COVERED}
    for negation in claim.negations:
        predicate = _predicate(claim, negation.cue, negation.end)
        if predicate is None:
            continue
        match = candidate.matches[predicate]
        if match.item < 0 or match.quality < COVERED:
            continue
        other = sentence.items[match.item]
        if not sentence.negated[other.first] and _scope_agrees(candidate, predicate):
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
        rival = _predicate(sentence, negation.cue, negation.end)
        if rival is None or rival not in place_of:
            continue
        number = place_of[rival]
        item = claim.items[number]
        if not claim.negated[item.first] and _scope_agrees(candidate, number):
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
            yield _word_difference(ConflictKind.NAME, claim, candidate, number, rivals[0])


def _same_kind(claim: Analysis, number: int, sentence: Analysis, at: int) -> bool:
    item, other = claim.items[number], sentence.items[at]
    if item.kind is Kind.NAME and other.kind is Kind.NAME:
        return True
    return other.kind <= Kind.NAME and relation(item.norm, other.norm) is Relation.SIBLING


def _word_difference(
    kind: ConflictKind, claim: Analysis, candidate: Candidate, number: int, rival: int
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
        True,
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
    match = candidate.matches[number]
    piece = claim.text[ours[0] : ours[1]]
    quoted = candidate.analysis.text[theirs[0] : theirs[1]]
    return Difference(
        ConflictKind.NEGATION,
        *ours,
        candidate,
        *theirs,
        f"claim says “{piece}”, but {outcome}: “{quoted}”",
        True,
        anchor_of(claim, candidate.matches, frozenset()),
        context_of(candidate.matches, number, match.item),
        number,
    )


def _predicate(analysis: Analysis, cue: int, end: int) -> int | None:
    """The item that a negation denies first: the one right behind its cue."""
    for token in range(cue + 1, min(end, cue + 1 + _REACH_OF_CUE)):
        number = analysis.item_at(token)
        if number is not None:
            return number
    return None


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
