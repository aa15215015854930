"""Rises and falls: a claim's direction against "did not change", or against two numbers."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.differences import Difference, Force, anchor_of
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, lemmas, relation
from verifier.language.quantities import Dimension, Quantity
from verifier.model import ConflictKind

_RISING = "rise"
_CHANGING = frozenset("change alter vary differ".split())
_UNCHANGED = frozenset("unchanged constant stable steady".split())
_STAYING = frozenset("remain stay hold keep".split())
_SCARCELY = frozenset("significantly significant materially much substantially greatly".split())
_COMPARED = frozenset("from versus vs against than compared".split())
_COMPARED_BEFORE = 3
_TO = frozenset(("to",))


def direction_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's rises and falls that the sentence rules out, and changes that it denies."""
    yield from _change_denied(claim, candidate)
    yield from _numbers_disagree(claim, candidate)


def direction(norm: str) -> int:
    """1 for a verb of rising, -1 for one of falling, 0 for any other word."""
    found = relation(norm, _RISING)
    if found is Relation.OPPOSITE:
        return -1
    return int(found in (Relation.SAME, Relation.SYNONYM))


def _change_denied(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """ "Fell" against "did not change", and the other way round."""
    sentence = candidate.analysis
    if not _SCARCELY.isdisjoint(claim.norms) or not _SCARCELY.isdisjoint(sentence.norms):
        return
    for number, item in enumerate(claim.items):
        moves, stays = _moves(claim, item), _stays(claim, item)
        for at, other in enumerate(sentence.items if moves or stays else ()):
            clash = (moves and _stays(sentence, other)) or (stays and _moves(sentence, other))
            if clash and _same_subject(claim, candidate, number, at):
                yield _difference(claim, candidate, number, (other.start, other.end))


def _numbers_disagree(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """ "Fell to 12" against "was 12, compared with 10"."""
    sentence = candidate.analysis
    for number, (item, after) in enumerate(zip(claim.items, claim.items[1:], strict=False)):
        match = candidate.matches[number + 1]
        between = set(claim.norms[item.last : after.first])
        if not _moves(claim, item) or after.quantity is None or between != _TO or match.item < 0:
            continue
        now = sentence.items[match.item]
        before = _compared_with(sentence, now)
        if before is None or _is_compared(sentence, now):
            continue
        if _value(now.quantity) - _value(before.quantity) and (
            _value(now.quantity) > _value(before.quantity)
        ) != (direction(item.norm) > 0):
            span = min(now.start, before.start), max(now.end, before.end)
            yield _difference(claim, candidate, number, span)


def _moves(analysis: Analysis, item: Item) -> bool:
    return (
        item.kind is Kind.WORD
        and not analysis.negated[item.first]
        and item.norm.endswith(("ed", "ell", "ose", "ew", "nk", "s"))
        and direction(item.norm) != 0
    )


def _stays(analysis: Analysis, item: Item) -> bool:
    if item.kind is not Kind.WORD:
        return False
    if analysis.negated[item.first]:
        return not _CHANGING.isdisjoint(lemmas(item.norm))
    return item.norm in _UNCHANGED


def _same_subject(claim: Analysis, candidate: Candidate, number: int, at: int) -> bool:
    """Whether the item before the claim's verb is the one before the sentence's."""
    ours, theirs = _subject(claim, number), _subject(candidate.analysis, at)
    if ours < 0 or theirs < 0:
        return False
    match = candidate.matches[ours]
    return match.quality >= COVERED and match.item == theirs


def _subject(analysis: Analysis, number: int) -> int:
    """The item before `number`, and before the "remained" of "remained stable"; -1 for none."""
    before = number - 1
    if before >= 0 and not _STAYING.isdisjoint(lemmas(analysis.items[before].norm)):
        before -= 1
    return before


def _compared_with(sentence: Analysis, now: Item) -> Item | None:
    """The one other number of the same kind, if the sentence compares `now` with it."""
    alike = [item for item in sentence.items if item is not now and _is_alike(item, now)]
    return alike[0] if len(alike) == 1 and _is_compared(sentence, alike[0]) else None


def _is_alike(item: Item, now: Item) -> bool:
    if item.quantity is None or now.quantity is None:
        return False
    return (
        item.quantity.value is not None
        and now.quantity.value is not None
        and item.quantity.dimension is now.quantity.dimension
        and item.quantity.dimension is not Dimension.ORDINAL
    )


def _is_compared(sentence: Analysis, item: Item) -> bool:
    before = sentence.norms[max(0, item.first - _COMPARED_BEFORE) : item.first]
    return not _COMPARED.isdisjoint(before)


def _value(quantity: Quantity | None) -> Decimal:
    return quantity.value if quantity is not None and quantity.value is not None else Decimal(0)


def _difference(
    claim: Analysis, candidate: Candidate, number: int, source: tuple[int, int]
) -> Difference:
    item = claim.items[number]
    sentence = candidate.analysis
    start = source[0]
    for negation in sentence.negations:
        cue = sentence.tokens[negation.cue]
        if cue.start < source[0] and sentence.tokens[negation.end - 1].end >= source[1]:
            start = cue.start
    return Difference(
        ConflictKind.ANTONYM,
        item.start,
        item.end,
        candidate,
        start,
        source[1],
        f"claim says {claim.text[item.start : item.end]}, "
        f"the source says {sentence.text[start : source[1]]}",
        Force.CONTRADICTION,
        anchor_of(claim, candidate.matches, frozenset((number,))),
        1.0,
        number,
    )
