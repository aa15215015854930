"""Numbers that a claim works out from those of the sources: "rose by 6 percent", "in total"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from verifier.judges.alignment import Match
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.compared_numbers import Worked
from verifier.judges.comparisons import BEYOND, SHORT_OF, TOTALS, Sort
from verifier.judges.differences import Difference, Force
from verifier.judges.windows import Candidate, Ground, Window, coverage
from verifier.language.lexicon import Relation, relation
from verifier.language.quantities import Derivation, Dimension, Quantity, compare, derived
from verifier.model import ConflictKind

_QUALITY = 0.9
_NEAR = 4
_REFERENCE_BEFORE = 3
_PRODUCT = "{} times {}"
_EACH_BEFORE = 4
_EACH_BEHIND = 3
_EACH = frozenset("each every apiece per".split())
_WHOLE = Decimal(100)
_REFERENCES = frozenset("from versus vs against than compared".split())
_GAPS = frozenset("difference gap".split())


class Reckoned(NamedTuple):
    """A number of the claim that follows from numbers of a sentence or two.

    Attributes:
        item: the number of the claim's item.
        working: how it follows: "the sum of 2 and 3".
        place: the item of the sentence's first number.
        words: further items of the claim that say how it follows.
        other: the sentence that the other number stands in, where that is another one.
    """

    item: int
    working: str
    candidate: Candidate
    place: int
    words: tuple[int, ...] = ()
    other: Candidate | None = None


def is_reckoned(claim: Analysis, number: int, sentence: Analysis) -> bool:
    """Whether the claim's number may be worked out, so that those it is made of do not deny it."""
    quantity = claim.items[number].quantity
    if quantity is None:
        return False
    stated = _stated(sentence)
    derivation = derived(quantity, stated)
    return (
        (derivation is not None and _is_likely(derivation, sentence))
        or _is_moved_by_points(quantity, stated)
        or _is_one_in(claim, claim.items[number])
        or (_says_total(claim) and not _says_total(sentence))
    )


def is_each(sentence: Analysis, number: int) -> bool:
    """Whether there are so many, as the item `number` says, to each of something."""
    item = sentence.items[number]
    near = sentence.norms[max(0, item.first - _EACH_BEFORE) : item.last + _EACH_BEHIND]
    return not _EACH.isdisjoint(near)


def _is_likely(derivation: Derivation, sentence: Analysis) -> bool:
    """Whether the reckoning is no chance: two numbers multiply only where there is "each"."""
    product = derivation.phrase == _PRODUCT
    return not product or is_each(sentence, _place(sentence, derivation.operands[1]))


def is_rest(claim: Quantity | None, source: Quantity | None) -> bool:
    """Whether two shares make up the whole: who lost a fifth kept four fifths."""
    if claim is None or source is None or source.value is None:
        return False
    if claim.dimension is not Dimension.PERCENT or source.dimension is not Dimension.PERCENT:
        return False
    return _is_value(claim, source, _WHOLE - source.value)


def reckoned_in(
    claim: Analysis, ground: Ground, compared: Iterable[Worked]
) -> tuple[Reckoned, ...]:
    """The claim's uncovered numbers that it says are sums, changes and the like, and that are.

    Args:
        claim: the claim.
        ground: what the sources offer for it.
        compared: what the claim compares two things in.
    """
    found = [_compared(one) for one in compared if one.holds]
    for number, item in enumerate(claim.items):
        if (
            item.quantity is None
            or number in {one.item for one in found}
            or ground.qualities[number] > 0
            or claim.negated[item.first]
        ):
            continue
        for candidate in (*ground.primary.candidates, *ground.extras):
            derivation = derived(item.quantity, _stated(candidate.analysis))
            if derivation and _is_said_so(claim, item, derivation, candidate.analysis):
                place = _place(candidate.analysis, derivation.operands[0])
                working = derivation.explain(candidate.analysis.text)
                found.append(Reckoned(number, working, candidate, place))
                break
    return tuple(found)


def _compared(one: Worked) -> Reckoned:
    other = one.other.candidate if one.other.candidate is not one.one.candidate else None
    comparison = one.comparison
    return Reckoned(
        comparison.number,
        one.working() if comparison.sort is not Sort.DIRECTION else "",
        one.one.candidate,
        one.one.item,
        comparison.words,
        other,
    )


def misreckoned(claim: Analysis, compared: Iterable[Worked]) -> Iterator[Difference]:
    """Of what the claim compares, the comparisons that the sources' numbers do not bear out."""
    for one in compared:
        if one.holds:
            continue
        comparison, sentence = one.comparison, one.one.candidate.analysis
        pieces = [claim.items[at] for at in (comparison.number, *comparison.words)]
        start, end = claim.tokens[comparison.token].start, max(item.end for item in pieces)
        source = sentence.items[one.one.item]
        names = [
            " ".join(claim.items[at].norm for at in side)
            for side in (comparison.one, comparison.other)
        ]
        yield Difference(
            ConflictKind.NUMBER,
            start,
            end,
            one.one.candidate,
            source.start,
            source.end,
            f"claim says “{claim.text[start:end]}”, but the source has {one.one.text()} for "
            f"“{names[0]}” and {one.other.text()} for “{names[1]}”",
            Force.OVERCLAIM,
            1.0,
            1.0,
            comparison.number,
            worded=True,
        )


def with_reckoned(claim: Analysis, ground: Ground, found: Sequence[Reckoned]) -> Ground:
    """The ground, in which the sentences cover the numbers that follow from theirs."""
    new = {id(c): _covering(claim, c, found) for c in ground.candidates}
    for candidate in (*ground.primary.candidates, *ground.extras):
        new.setdefault(id(candidate), _covering(claim, candidate, found))
    needed = [c for one in found for c in (one.candidate, one.other) if c is not None]
    shown = (*ground.primary.candidates, *ground.extras)
    added = {id(c): c for c in needed if all(c is not other for other in shown)}
    return Ground(
        claim,
        Window(tuple(new[id(c)] for c in ground.primary.candidates)),
        tuple(new[id(c)] for c in (*ground.extras, *added.values())),
        tuple(new[id(c)] for c in ground.candidates),
    )


def _covering(claim: Analysis, candidate: Candidate, found: Sequence[Reckoned]) -> Candidate:
    matches = list(candidate.matches)
    for reckoned in found:
        if reckoned.candidate is candidate:
            for number in (reckoned.item, *reckoned.words):
                if matches[number].quality < _QUALITY:
                    matches[number] = Match(_QUALITY, reckoned.place, Relation.SAME)
            for number, item in enumerate(claim.items):
                if item.norm in TOTALS and matches[number].quality == 0.0:
                    matches[number] = Match(_QUALITY, -1, Relation.SAME)
    covered = coverage(claim, [match.quality for match in matches])
    return replace(candidate, matches=tuple(matches), coverage=covered)


def _stated(sentence: Analysis) -> list[Quantity]:
    return [item.quantity for item in sentence.items if item.quantity is not None]


def _place(sentence: Analysis, quantity: Quantity) -> int:
    starts = [item.start for item in sentence.items]
    return starts.index(quantity.start)


def _is_moved_by_points(claim: Quantity, stated: Sequence[Quantity]) -> bool:
    """Whether a share of the sentence and its percentage points give the claim's share."""
    if claim.dimension is not Dimension.PERCENT:
        return False
    points = [q.value for q in stated if q.dimension is Dimension.POINTS and q.value is not None]
    return any(
        q.dimension is Dimension.PERCENT
        and q.value is not None
        and _is_value(claim, q, q.value + sign * moved)
        for q in stated
        for moved in points
        for sign in (1, -1)
    )


def _is_value(claim: Quantity, like: Quantity, value: Decimal) -> bool:
    stated = replace(like, low=value, high=value, value=value, noun="")
    return compare(claim, stated).supports


def _is_one_in(claim: Analysis, item: Item) -> bool:
    """Whether the number is one of a ratio's two: "one flat in nine"."""
    numbers = [other for other in claim.items if other.kind is Kind.QUANTITY]
    return any(
        item in (part, whole)
        and whole.first <= part.last + _NEAR
        and claim.norms[whole.first - 1] == "in"
        and whole.quantity is not None
        and not whole.quantity.noun
        for part, whole in pairwise(numbers)
    )


def _says_total(analysis: Analysis) -> bool:
    return not TOTALS.isdisjoint(analysis.norms)


def _is_said_so(claim: Analysis, item: Item, derivation: Derivation, sentence: Analysis) -> bool:
    """Whether the claim's words name this reckoning, and in the source's direction."""
    one, other = derivation.operands[0], derivation.operands[-1]
    phrase = derivation.phrase
    if phrase.startswith("the sum"):
        return _says_total(claim)
    if phrase.startswith("the difference"):
        if not _GAPS.isdisjoint(claim.norms):
            return True
        by = claim.norms[max(0, item.first - 2) : item.first]
        near = claim.norms[item.last : item.last + 2]
        if "by" not in by and (BEYOND | SHORT_OF).isdisjoint(near):
            return False
        return _agrees(_direction(claim), one, other, sentence)
    if phrase.startswith("the change"):
        up = _value(other) > _value(one)
        return _direction(claim) == (1 if up else -1) and not _is_reference(other, sentence)
    if phrase == _PRODUCT:
        return is_each(sentence, _place(sentence, other))
    if phrase == "{} of {}":
        first = sentence.items[_place(sentence, other)].first
        return "of" in sentence.norms[max(0, first - _REFERENCE_BEFORE) : first]
    if phrase.endswith("as a share of {}"):
        between = sentence.text[one.end : other.start].split()
        linked = one.start < other.start and "of" in between
        return linked and claim.norms[item.last : item.last + 1] == ("of",)
    return _is_reference(other, sentence)


def _agrees(direction: int, high: Quantity, low: Quantity, sentence: Analysis) -> bool:
    """Whether the higher (or lower) number is the one that the source compares with."""
    reference = low if direction > 0 else high
    rest = high if direction > 0 else low
    return (
        direction != 0 and _is_reference(reference, sentence) and not _is_reference(rest, sentence)
    )


def _direction(claim: Analysis) -> int:
    """1 where the claim speaks of more, -1 where of less, 0 where of both or neither."""
    found = set()
    for token in claim.tokens:
        norm = token.word.norm
        if norm in BEYOND or relation(norm, "rise") in (Relation.SAME, Relation.SYNONYM):
            found.add(1)
        elif norm in SHORT_OF or relation(norm, "rise") is Relation.OPPOSITE:
            found.add(-1)
    return found.pop() if len(found) == 1 else 0


def _is_reference(quantity: Quantity, sentence: Analysis) -> bool:
    """Whether the source compares another number with this one: "up from 12", "than 10"."""
    first = sentence.items[_place(sentence, quantity)].first
    before = sentence.norms[max(0, first - _REFERENCE_BEFORE) : first]
    return not _REFERENCES.isdisjoint(before)


def _value(quantity: Quantity) -> Decimal:
    return quantity.value if quantity.value is not None else Decimal(0)
