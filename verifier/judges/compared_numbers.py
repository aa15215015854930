"""The numbers that sources give of two things that a claim compares, and whether they bear it out.

Where the sources do not give exactly one number of each thing, nothing is worked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from msgspec.structs import replace

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Kind
from verifier.judges.comparisons import Comparison, Sort, comparisons_of, is_compared
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation, lemmas, relation
from verifier.language.quantities import Dimension, Quantity, compare
from verifier.model import BlockKind

_PARTS = frozenset(", ; : but while whereas and".split())


class Stated(NamedTuple):
    """A number that a sentence gives of one of the two things."""

    quantity: Quantity
    candidate: Candidate
    item: int

    def text(self) -> str:
        """The number as written."""
        return self.candidate.analysis.text[self.quantity.start : self.quantity.end]


class Worked(NamedTuple):
    """A comparison with the two numbers that it is about, and whether they bear it out."""

    comparison: Comparison
    one: Stated
    other: Stated
    holds: bool

    def working(self) -> str:
        """What the claim's number is, for people."""
        one, other = self.one.text(), self.other.text()
        match self.comparison.sort:
            case Sort.RATIO:
                return f"{one} divided by {other}"
            case Sort.SUM:
                return f"the sum of {one} and {other}"
            case Sort.SHARE:
                return f"the difference between {one} and {other} as a share of {other}"
            case _:
                return f"the difference between {one} and {other}"


def worked(claim: Analysis, candidates: Sequence[Candidate]) -> Iterator[Worked]:
    """The claim's comparisons of two things of which the sentences give one number each."""
    for comparison in comparisons_of(claim):
        one = _stated(claim, comparison, comparison.one, comparison.other, candidates)
        if one is None:
            continue
        other = _stated(claim, comparison, comparison.other, comparison.one, candidates)
        if other is None or not _are_alike(one, other):
            continue
        holds = _holds(claim, comparison, one.quantity, other.quantity)
        yield Worked(comparison, one, other, holds)


def _stated(
    claim: Analysis,
    comparison: Comparison,
    names: Sequence[int],
    others: Sequence[int],
    candidates: Sequence[Candidate],
) -> Stated | None:
    """The one number that the sentences give of what the items `names` name; None if not one."""
    found: list[Stated] = []
    for candidate in candidates:
        if not _covers(candidate, names):
            continue
        own = [candidate.matches[at].item for at in names]
        theirs = [candidate.matches[at].item for at in others if _covers(candidate, (at,))]
        for first, last in _parts_of(candidate.analysis):
            if not all(first <= at < last for at in own) or any(
                first <= at < last for at in theirs
            ):
                continue
            numbers = _numbers(claim, comparison, candidate.analysis, first, last)
            found += [
                Stated(quantity, candidate, at)
                for at in numbers
                if (quantity := candidate.analysis.items[at].quantity) is not None
            ]
    values = {(stated.quantity.value, stated.quantity.unit) for stated in found}
    return found[0] if len(values) == 1 else None


def _covers(candidate: Candidate, numbers: Sequence[int]) -> bool:
    matches = [candidate.matches[at] for at in numbers]
    return all(match.quality >= COVERED and match.item >= 0 for match in matches)


def _parts_of(sentence: Analysis) -> Iterator[tuple[int, int]]:
    """The runs of items between the commas, the "and"s and the like; first the whole sentence."""
    yield 0, len(sentence.items)
    if ": " in sentence.text and ";" in sentence.text:
        return
    starts = [0]
    for number, item in enumerate(sentence.items):
        before = sentence.items[number - 1].last if number else 0
        if number and not _PARTS.isdisjoint(sentence.norms[before : item.first]):
            starts.append(number)
    ends = [*starts[1:], len(sentence.items)]
    if len(starts) > 1:
        yield from zip(starts, ends, strict=True)


def _numbers(
    claim: Analysis, comparison: Comparison, sentence: Analysis, first: int, last: int
) -> list[int]:
    """The plain numbers among the items [first, last) that the comparison may be about."""
    wanted = claim.items[comparison.number].quantity
    return [
        at
        for at in range(first, last)
        if (quantity := sentence.items[at].quantity) is not None
        and quantity.value is not None
        and quantity.low == quantity.high
        and not sentence.negated[sentence.items[at].first]
        and quantity.dimension not in (Dimension.ORDINAL, Dimension.IDENTIFIER, Dimension.SCORE)
        and not is_compared(sentence, sentence.items[at])
        and _fits(comparison, wanted, quantity)
    ]


def _fits(comparison: Comparison, wanted: Quantity | None, quantity: Quantity) -> bool:
    relative = wanted is None or wanted.dimension in (Dimension.PERCENT, Dimension.RATIO)
    if comparison.sort is Sort.DIRECTION or (comparison.sort is Sort.RATIO and comparison.noun):
        counted = quantity.dimension is Dimension.COUNT and bool(quantity.noun)
        return counted and _is_same_noun(comparison.noun, quantity.noun)
    if not relative and wanted is not None and quantity.dimension is not wanted.dimension:
        return False
    if not comparison.noun or not quantity.noun:
        return True
    return _is_same_noun(comparison.noun, quantity.noun)


def _is_same_noun(ours: str, theirs: str) -> bool:
    return not set(lemmas(ours)).isdisjoint(lemmas(theirs)) or (
        relation(ours, theirs) >= Relation.SYNONYM
    )


def _are_alike(first: Stated, second: Stated) -> bool:
    """Whether the two numbers are of one kind, and of one time as far as the sentences say."""
    one, other = first.quantity, second.quantity
    if one.dimension is not other.dimension or one.per != other.per:
        return False
    if one.dimension is Dimension.MONEY and one.unit != other.unit:
        return False
    dates = [_dates(stated.candidate) for stated in (first, second)]
    return dates[0] == dates[1] or not all(dates)


def _dates(candidate: Candidate) -> list[str]:
    """The dates of a sentence; in a table's row they are values like others."""
    if candidate.sentence.block.kind is BlockKind.ROW:
        return []
    text = candidate.analysis.text
    return [text[i.start : i.end] for i in candidate.analysis.items if i.kind is Kind.DATE]


def _holds(claim: Analysis, comparison: Comparison, one: Quantity, other: Quantity) -> bool:
    left, right = _value(one), _value(other)
    number = claim.items[comparison.number].quantity
    match comparison.sort:
        case Sort.DIRECTION:
            return left > right if comparison.direction > 0 else left < right
        case Sort.SUM:
            return number is not None and _is(number, one, left + right)
        case Sort.RATIO:
            whole = Decimal(100 if number and number.dimension is Dimension.PERCENT else 1)
            return number is not None and bool(right) and _is(number, number, whole * left / right)
        case _:
            more = (left - right) * comparison.direction
            if number is None or more <= 0:
                return False
            if comparison.sort is Sort.SHARE:
                return bool(right) and _is(number, number, more * 100 / abs(right))
            return _is(number, one, more)


def _is(number: Quantity, like: Quantity, value: Decimal) -> bool:
    """Whether the claim's `number` states `value`, in the unit of `like`."""
    result = replace(
        like, low=value, high=value, value=value, low_open=False, high_open=False, noun="",
        approximate=False, resolution=Decimal(0),
    )  # fmt: skip
    return compare(number, result).supports


def _value(quantity: Quantity) -> Decimal:
    return quantity.value if quantity.value is not None else Decimal(0)
