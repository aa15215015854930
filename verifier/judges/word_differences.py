"""Words of a claim whose opposite stands in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Item
from verifier.judges.comparative_differences import is_of_other_things
from verifier.judges.differences import Difference, Force, anchor_of, context_of
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, are_converse, parts_of_speech
from verifier.language.tokens import Token
from verifier.model import ConflictKind

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
    "single": ("several", "multiple", "many"),
    "several": ("single",),
    "multiple": ("single",),
    "first": ("last",),
}
_DEICTIC = frozenset("come comes came coming go goes went going bring take".split())


def antonym_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's words whose opposite stands in their place."""
    sentence = candidate.analysis
    said = {match.item for match in candidate.matches if match.quality >= COVERED}
    for number, (item, match) in enumerate(zip(claim.items, candidate.matches, strict=True)):
        if match.relation is not Relation.OPPOSITE or match.item < 0 or match.item in said:
            continue
        rival = sentence.items[match.item]
        if claim.negated[item.first] != sentence.negated[rival.first]:
            continue
        deictic = item.norm in _DEICTIC or rival.norm in _DEICTIC
        other_end = are_converse(item.norm, rival.norm) and not _same_subject(
            claim, item, candidate, rival
        )
        elsewhere = is_of_other_things(claim, number, candidate, match.item)
        hint = deictic or other_end or elsewhere or _tells_which(claim, number)
        force = Force.HINT if hint else Force.CONTRADICTION
        yield word_difference(ConflictKind.ANTONYM, claim, candidate, number, match.item, force)


def _tells_which(claim: Analysis, number: int) -> bool:
    """Whether the word tells which thing the claim is about: "the northern pier was closed".

    A source on the southern pier speaks of another one and contradicts nothing.
    """
    if number + 1 >= claim.predicate or parts_of_speech(claim.items[number].norm)[:1] != "a":
        return False
    item, noun = claim.items[number], claim.items[number + 1]
    return noun.first == item.last and claim.norms[item.first - 1 : item.first] == ("the",)


def _same_subject(claim: Analysis, item: Item, candidate: Candidate, rival: Item) -> bool:
    """Whether what stands before both verbs is the same: "A sold to B" is not "A bought"."""
    ours = next_item(claim, item.first, -1)
    theirs = next_item(candidate.analysis, rival.first, -1)
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


def _same_place(claim: Analysis, candidate: Candidate, at: int, place: int) -> bool:
    """Whether what stands around the claim's token `at` stands around the sentence's `place`."""
    sentence = candidate.analysis
    agreed = 0
    for step in (-1, 1):
        ours = next_item(claim, at, step)
        theirs = next_item(sentence, place, step)
        if ours is None or theirs is None:
            continue
        match = candidate.matches[ours]
        if match.quality >= COVERED and abs(match.item - theirs) <= 1:
            agreed += 1
    return agreed == 2


def _says(claim: Analysis, ours: Token, sentence: Analysis, theirs: Token) -> str:
    return (
        f"claim says {claim.text[ours.start : ours.end]}, "
        f"the source says {sentence.text[theirs.start : theirs.end]}"
    )


def word_difference(
    kind: ConflictKind,
    claim: Analysis,
    candidate: Candidate,
    number: int,
    rival: int,
    force: Force = Force.CONTRADICTION,
) -> Difference:
    """That the claim's item `number` stands where the sentence has its item `rival`."""
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


def next_item(analysis: Analysis, token: int, step: int) -> int | None:
    """The number of the nearest item behind (`step` 1) or before (-1) the token, if any."""
    at = token + step
    while 0 <= at < len(analysis.tokens):
        number = analysis.item_at(at)
        if number is not None:
            return number
        at += step
    return None
