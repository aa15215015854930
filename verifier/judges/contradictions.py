"""When a difference is a contradiction: it needs an anchor, one rival, and no support elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.cell_differences import cell_differences
from verifier.judges.comparative_differences import comparative_differences
from verifier.judges.denial_differences import denial_differences
from verifier.judges.differences import Difference, Force, anchor_of
from verifier.judges.direction_differences import direction_differences
from verifier.judges.identifier_differences import identifier_differences
from verifier.judges.lead_differences import lead_differences
from verifier.judges.modifier_differences import modifier_differences
from verifier.judges.name_differences import agent_differences, name_differences, renamed
from verifier.judges.negation_differences import negation_differences
from verifier.judges.pairing_differences import pairing_differences
from verifier.judges.quotation_differences import quotation_differences
from verifier.judges.role_differences import role_differences
from verifier.judges.strength_differences import strength_differences
from verifier.judges.value_differences import value_differences
from verifier.judges.windows import Candidate, Ground
from verifier.judges.word_differences import antonym_differences, relational_differences
from verifier.language.lexicon import Relation
from verifier.model import BlockKind, ConflictKind
from verifier.patterns import pattern

_ANCHORS = {
    ConflictKind.NUMBER: 0.6,
    ConflictKind.UNIT: 0.8,
    ConflictKind.DATE: 0.6,
    ConflictKind.NAME: 0.85,
    ConflictKind.NEGATION: 0.75,
    ConflictKind.ANTONYM: 0.7,
    ConflictKind.ROLE: 0.6,
}
"""How much of the rest of the claim the sentence must cover, by kind."""

_IDENTIFYING = (ConflictKind.NUMBER, ConflictKind.DATE, ConflictKind.NAME)
"""What says which of several like things a sentence is about."""

_VALUED = (ConflictKind.NUMBER, ConflictKind.DATE)
_DIGITS = pattern(r"\d+(?:[.,]\d+)*")

_LEAST_CONTEXT = 0.5
_FEWEST_ANCHORING = 2
_MOST_CONTRADICTIONS = 2
_ELSEWHERE_ANCHOR = 0.25
_ROW_ANCHOR = 0.5
_NEARLY_AS_GOOD = 0.05
_MOST_RIVALS = 3
_STRONG_STOPS = frozenset(";:—")


def differences_of(claim: Analysis, candidates: Iterable[Candidate]) -> list[Difference]:
    """Everything that the claim and these sentences disagree in."""
    found: list[Difference] = []
    for candidate in candidates:
        found.extend(value_differences(claim, candidate))
        found.extend(identifier_differences(claim, candidate))
        found.extend(antonym_differences(claim, candidate))
        found.extend(direction_differences(claim, candidate))
        found.extend(comparative_differences(claim, candidate))
        found.extend(relational_differences(claim, candidate))
        found.extend(negation_differences(claim, candidate))
        found.extend(denial_differences(claim, candidate))
        found.extend(lead_differences(claim, candidate))
        found.extend(name_differences(claim, candidate))
        found.extend(agent_differences(claim, candidate))
        found.extend(modifier_differences(claim, candidate))
        found.extend(role_differences(claim, candidate))
        found.extend(pairing_differences(claim, candidate))
        found.extend(strength_differences(claim, candidate))
        found.extend(quotation_differences(claim, candidate))
        found.extend(cell_differences(claim, candidate))
    return found


def rival_values(claim: Analysis, ground: Ground) -> list[Difference]:
    """What sentences outside the best window have instead, of those that are as near to the claim.

    Their numbers and dates, and of any row of a table the cells.
    """
    least = max(c.coverage for c in ground.primary.candidates) - _NEARLY_AS_GOOD
    found: list[Difference] = []
    for candidate in ground.candidates[:_MOST_RIVALS]:
        near = candidate.coverage >= least or _is_the_row(claim, ground, candidate)
        if near and candidate not in ground.primary.candidates:
            found.extend(value_differences(claim, candidate))
    for candidate in ground.candidates:
        if candidate not in ground.primary.candidates:
            found.extend(cell_differences(claim, candidate))
    return found


def _is_the_row(claim: Analysis, ground: Ground, candidate: Candidate) -> bool:
    """Whether it is a table's row that has every name of the claim that any source has."""
    if candidate.sentence.block.kind is not BlockKind.ROW:
        return False
    named = [
        number
        for number, (item, quality) in enumerate(zip(claim.items, ground.anywhere, strict=True))
        if item.kind is Kind.NAME and quality >= COVERED
    ]
    return bool(named) and all(candidate.matches[at].quality >= COVERED for at in named)


def contradictions_of(
    claim: Analysis, ground: Ground, differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """Those of the differences that contradict the claim; empty where the judge should abstain."""
    hard = [
        difference
        for difference in differences
        if is_hard(difference)
        and not _is_undone(claim, difference)
        and not _supported_elsewhere(claim, ground, difference)
    ]
    hard = [
        difference
        for difference in hard
        if not _is_about_a_like_thing(ground, hard, difference)
        and not _is_of_another_case(claim, hard, difference)
    ]
    pieces = {(difference.start, difference.end) for difference in hard}
    return _of_one_thing(hard) if len(pieces) <= _MOST_CONTRADICTIONS else ()


def _is_about_a_like_thing(
    ground: Ground, hard: Sequence[Difference], difference: Difference
) -> bool:
    """Whether its sentence has other values in several places, all of which another sentence has.

    "The 12 cluster runs on 5433" does not differ from "the 11 cluster runs on 5432" where the next
    sentence tells of 12 and 5433.
    """
    if difference.kind not in _VALUED:
        return False
    candidate = difference.candidate
    beside = [d for d in hard if d.candidate is candidate and d.kind in _VALUED]
    if len({(d.start, d.end) for d in beside}) < 2:
        return False
    wanted = {
        number for d in beside for number in _DIGITS.findall(ground.claim.text[d.start : d.end])
    }
    return any(
        wanted <= set(_DIGITS.findall(other.sentence.text))
        for other in ground.candidates
        if other is not candidate
    )


def _of_one_thing(hard: Sequence[Difference]) -> tuple[Difference, ...]:
    """Without the sentences about other things, where one about the claim's has another value."""
    valued = [d for d in hard if d.kind in _VALUED]
    if not valued:
        return tuple(hard)
    first = valued[0]
    return tuple(
        difference
        for difference in hard
        if difference.kind not in _IDENTIFYING
        or difference.item == first.item
        or difference.candidate is first.candidate
    )


def _is_of_another_case(
    claim: Analysis, hard: Sequence[Difference], difference: Difference
) -> bool:
    """Whether claim and sentence differ in a value, and one denies what the other says.

    "A file of 8 MB cannot be uploaded" agrees with "files of up to 5 MB can be uploaded".
    """
    if difference.kind in _VALUED:
        return _denies(claim, difference.candidate)
    return difference.kind is ConflictKind.NEGATION and any(
        other.kind in _VALUED and other.candidate is difference.candidate for other in hard
    )


def _denies(claim: Analysis, candidate: Candidate) -> bool:
    """Whether one of the two denies what the other says.

    The claim also where its verb is denied, in whatever words, and the sentence denies nothing.
    """
    sentence = candidate.analysis
    all_denied = bool(claim.items) and claim.negated[claim.items[claim.predicate].first]
    if all_denied and not sentence.negations:
        return True
    return any(
        item.kind is Kind.WORD and match.quality >= COVERED
        for item, match in _denied_once(claim, candidate)
    )


def _denied_once(claim: Analysis, candidate: Candidate) -> Iterator[tuple[Item, Match]]:
    """The claim's items that are aligned, and stand under a negation on one side only."""
    sentence = candidate.analysis
    for item, match in zip(claim.items, candidate.matches, strict=True):
        other = sentence.items[match.item] if match.item >= 0 else None
        if other and claim.negated[item.first] != sentence.negated[other.first]:
            yield item, match


def is_hard(difference: Difference) -> bool:
    """Whether the two pieces cannot both be true, and enough else agrees to compare them."""
    return (
        difference.force is Force.CONTRADICTION
        and difference.anchor >= _least_anchor(difference)
        and difference.context >= _LEAST_CONTEXT
        and (difference.settled or _is_anchored(difference))
    )


def _is_undone(claim: Analysis, difference: Difference) -> bool:
    """Whether an opposite word undoes the negation: "did not get it right", "got it wrong"."""
    return difference.kind is ConflictKind.NEGATION and any(
        match.relation is Relation.OPPOSITE
        for _, match in _denied_once(claim, difference.candidate)
    )


def _least_anchor(difference: Difference) -> float:
    """A table's row has labels for what a claim says in verbs, so less of the claim can match."""
    least = _ANCHORS.get(difference.kind, 1.0)
    row = difference.candidate.sentence.block.kind is BlockKind.ROW
    return min(least, _ROW_ANCHOR) if row else least


def _is_anchored(difference: Difference) -> bool:
    """Whether enough items agree; of a short sentence or clause, whether everything else does."""
    matches = difference.candidate.matches
    agreeing = sum(
        match.quality >= COVERED and number != difference.item
        for number, match in enumerate(matches)
    )
    if agreeing >= _FEWEST_ANCHORING:
        return True
    rest = _clause_size(difference) - 1
    return agreeing > 0 and agreeing == rest == len(matches) - 1


def _clause_size(difference: Difference) -> int:
    """How many items the part of the sentence between strong stops holds that the piece is in."""
    sentence = difference.candidate.analysis
    stops = [token.start for token in sentence.tokens if token.word.norm in _STRONG_STOPS]
    first = max((at for at in stops if at < difference.source_start), default=-1)
    last = min((at for at in stops if at >= difference.source_end), default=len(sentence.text))
    return sum(first < item.start < last for item in sentence.items)


def _supported_elsewhere(claim: Analysis, ground: Ground, difference: Difference) -> bool:
    """Whether another sentence that is about the same has the claim's piece.

    "Sales in Peru were 7" is not supported by "sales in Chile were 7" beside "in Peru were 2".
    """
    if difference.item < 0 or difference.kind in (ConflictKind.NEGATION, ConflictKind.ROLE):
        return False
    covered = [n for n, m in enumerate(difference.candidate.matches) if m.quality >= COVERED]
    named = [number for number in covered if claim.items[number].kind is Kind.NAME]
    values = [number for number in covered if claim.items[number].kind >= Kind.QUANTITY]
    needed = values if difference.kind is ConflictKind.NAME else []
    own = frozenset((difference.item,))
    in_row = difference.candidate.sentence.block.kind is BlockKind.ROW
    return any(
        candidate.matches[difference.item].quality >= COVERED
        and anchor_of(claim, candidate.matches, own) >= _ELSEWHERE_ANCHOR
        and not (in_row and any(candidate.matches[at].quality < COVERED for at in named))
        and all(candidate.matches[at].quality >= COVERED for at in needed)
        and not _is_about_another(claim, candidate, difference.item)
        for candidate in ground.candidates
        if candidate is not difference.candidate
    )


def _is_about_another(claim: Analysis, candidate: Candidate, item: int) -> bool:
    """Whether the sentence has the claim's `item` of something else: it contradicts the rest."""
    return any(
        other.item not in (-1, item) and other.kind in _IDENTIFYING and is_hard(other)
        for other in differences_of(claim, (candidate,))
    ) or any(number != item for number in renamed(claim, candidate))
