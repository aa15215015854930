"""Numbers, units and dates in which a claim and a sentence differ."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.comparisons import is_compared
from verifier.judges.differences import Difference, Force, anchor_of, context_of
from verifier.judges.reckoning import is_each, is_reckoned, is_rest
from verifier.judges.windows import Candidate
from verifier.language.dates import DateRelation, compare_dates
from verifier.language.lexicon import Relation as Lexical
from verifier.language.lexicon import relation
from verifier.language.quantities import Dimension, Quantity, Relation, compare
from verifier.model import ConflictKind
from verifier.patterns import pattern

_COMPARED = frozenset("from versus vs against than compared".split())
_COMPARED_BEFORE = 3
_DOUBLE = frozenset("half twice double doubled doubling".split())
_TIMES = frozenset("once twice thrice times".split())
_LIMITS = {
    word: limit
    for limit, words in {
        "before": "within in before until under below",
        "behind": "after over above beyond",
    }.items()
    for word in words.split()
}
"""Prepositions -> on which side of the value what is said holds."""


def value_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's quantities and dates that have exactly one rival in the sentence."""
    taken = {match.item for match in candidate.matches if match.quality > 0}
    for number, item in enumerate(claim.items):
        if item.kind < Kind.QUANTITY or candidate.matches[number].quality > 0:
            continue
        if claim.negated[item.first]:
            continue
        rival = _rival(claim, candidate, number, taken)
        if (
            rival is not None
            and not candidate.analysis.negated[candidate.analysis.items[rival].first]
        ):
            yield _difference(claim, candidate, number, rival)


def _rival(claim: Analysis, candidate: Candidate, number: int, taken: set[int]) -> int | None:
    """The one item of the sentence that stands where the claim's `number` should."""
    item, found = claim.items[number], []
    sentence = candidate.analysis
    if _is_age(claim, item):
        return None
    if _has_value(claim.text, item, sentence) or is_reckoned(claim, number, sentence):
        return None
    other_words = _has_other_words(claim, candidate)
    for at, other in enumerate(candidate.analysis.items):
        if at in taken or other.kind is not item.kind or not _clash(item, other):
            continue
        if other_words and is_rest(item.quantity, other.quantity):
            return None
        if item.kind is Kind.QUANTITY and _counts_otherwise(claim, number, sentence, at):
            continue
        if not _is_torn(candidate, other):
            found.append(at)
    if len(found) > 1:
        found = [at for at in found if not _is_comparison(candidate.analysis, at)] or found
    if len(found) > 1:
        contexts = [context_of(candidate.matches, number, at) for at in found]
        best = max(contexts)
        found = [at for at, context in zip(found, contexts, strict=True) if context == best]
    return found[0] if len(found) == 1 else None


def _counts_otherwise(claim: Analysis, number: int, sentence: Analysis, at: int) -> bool:
    """Whether the sentence's number at `at` says so of something else than the claim's `number`."""
    item, other = claim.items[number], sentence.items[at]
    return (
        is_each(sentence, at) != is_each(claim, number)
        or is_compared(sentence, other) != is_compared(claim, item)
        or _is_case(claim, item, sentence, other)
        or _is_multiple(item, other, sentence)
        or (_says_times(sentence, other) and not _says_times(claim, item))
    )


def _is_multiple(item: Item, other: Item, sentence: Analysis) -> bool:
    """Whether the claim has the double or half of a value, and the sentence speaks of such."""
    ours, theirs = (i.quantity.value if i.quantity else None for i in (item, other))
    if not ours or not theirs or _DOUBLE.isdisjoint(sentence.norms):
        return False
    return ours in (2 * theirs, theirs / 2)


def _says_times(analysis: Analysis, item: Item) -> bool:
    """Whether a number says how often: "won it twice" counts no runs."""
    return not _TIMES.isdisjoint(analysis.norms[item.first : item.last + 1])


def _is_case(claim: Analysis, item: Item, sentence: Analysis, other: Item) -> bool:
    """Whether the sentence gives a limit, and the claim no limit on the same side, but a case.

    "A request of 45 seconds times out" does not differ from "requests time out after 30 seconds".
    """
    limit = _limit(sentence, other)
    return limit is not None and limit != _limit(claim, item)


def _limit(sentence: Analysis, item: Item) -> str | None:
    """The side that the preposition before the value names; None where there is none."""
    before = [norm for norm in sentence.norms[max(0, item.first - 2) : item.first] if norm != "the"]
    return _LIMITS.get(before[-1]) if before else None


_SPACED_NUMBER = pattern(r"[,.] \d")
_BROKEN_OFF = pattern(r"\d[,.] $")


def _has_value(claim_text: str, item: Item, sentence: Analysis) -> bool:
    """Whether the sentence has the claim's number, though of something else as it seems."""
    quantity = item.quantity
    if quantity is None or quantity.value is None:
        return False
    written = claim_text[quantity.number_start : quantity.number_end].lower()
    same = [
        other.quantity
        for other in sentence.items
        if other.quantity is not None
        and other.quantity.value == quantity.value
        and other.quantity.dimension is quantity.dimension
    ]
    if any(compare(quantity, other) is Relation.DISJOINT for other in same):
        return False
    return bool(same) or written in sentence.norms


def _has_other_words(claim: Analysis, candidate: Candidate) -> bool:
    """Whether a word of the claim is not the sentence's: it may speak of the other part."""
    return any(
        item.kind is Kind.WORD and match.quality == 0.0
        for item, match in zip(claim.items, candidate.matches, strict=True)
    )


def _is_torn(candidate: Candidate, item: Item) -> bool:
    """Whether blanks were put into the number, as tokenised texts have them: "12, 000".

    The sentence may end in the number, where such a blank was taken for the next one's start.
    """
    sentence, text = candidate.sentence, candidate.sentence.document.text
    start, end = sentence.start + item.start, sentence.start + item.end
    return bool(
        _SPACED_NUMBER.match(text, end) or _BROKEN_OFF.search(text[max(0, start - 3) : start])
    )


def _is_age(claim: Analysis, item: Item) -> bool:
    """Whether a bare number is somebody's age: "Holt, at 31, was ..."."""
    quantity = item.quantity
    if quantity is None or quantity.noun or quantity.dimension is not Dimension.COUNT:
        return False
    before, behind = claim.norms[max(0, item.first - 1) : item.first], claim.norms[item.last :][:1]
    return before in (("at",), ("aged",), (",",)) and behind == (",",)


def _clash(item: Item, other: Item) -> bool:
    if item.quantity is not None and other.quantity is not None:
        if not _same_noun(item.quantity, other.quantity):
            return False
        return compare(item.quantity, other.quantity) in _QUANTITY_CLASHES
    if item.date is not None and other.date is not None:
        return compare_dates(item.date, other.date) in _DATE_CLASHES
    return False


_QUANTITY_CLASHES = (Relation.DISJOINT, Relation.DIFFERENT_UNIT, Relation.TIGHTER)
_DATE_CLASHES = (DateRelation.DISJOINT, DateRelation.CONTAINED)


def _same_noun(claim: Quantity, source: Quantity) -> bool:
    """Whether both count the same things, as far as they say what they count."""
    if not claim.noun or not source.noun:
        return True
    return relation(claim.noun, source.noun) >= Lexical.NARROWER


def _is_comparison(sentence: Analysis, at: int) -> bool:
    """Whether the item is what another one is compared with: "up from 12", "versus 10"."""
    first = sentence.items[at].first
    return any(
        norm in _COMPARED for norm in sentence.norms[max(0, first - _COMPARED_BEFORE) : first]
    )


def _difference(claim: Analysis, candidate: Candidate, number: int, rival: int) -> Difference:
    item, other = claim.items[number], candidate.analysis.items[rival]
    kind, force = _kind(item, other)
    ours = claim.text[item.start : item.end]
    theirs = candidate.analysis.text[other.start : other.end]
    if force is Force.CONTRADICTION:
        message = f"claim says {ours}, the source says {theirs}"
    else:
        message = f"claim says {ours}, the source only {theirs}"
    return Difference(
        kind,
        item.start,
        item.end,
        candidate,
        other.start,
        other.end,
        message,
        force,
        anchor_of(claim, candidate.matches, frozenset((number,))),
        context_of(candidate.matches, number, rival),
        number,
    )


def _kind(item: Item, other: Item) -> tuple[ConflictKind, Force]:
    if item.quantity is not None and other.quantity is not None:
        ratio = compare(item.quantity, other.quantity)
        kind = ConflictKind.UNIT if ratio is Relation.DIFFERENT_UNIT else ConflictKind.NUMBER
        return kind, Force.OVERCLAIM if ratio is Relation.TIGHTER else Force.CONTRADICTION
    dates = item.date, other.date
    if dates[0] and dates[1] and compare_dates(dates[0], dates[1]) is DateRelation.DISJOINT:
        return ConflictKind.DATE, Force.CONTRADICTION
    return ConflictKind.DATE, Force.OVERCLAIM
