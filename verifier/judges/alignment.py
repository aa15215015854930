"""The alignment of a claim's items with a source sentence's, with the reason for each pair.

Substitutions are explicit: the same word or stem, the same value, a synonym, a word of the same
family, a more general word, an acronym. Pairs that do not bear the claim out (an opposite, another
kind of the same thing, a value that differs) are kept too: conflicts are made from them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from verifier.judges.analysis import OPENING, Analysis, Item, Kind
from verifier.language import names
from verifier.language.dates import DateInterval, DateRelation, compare_dates
from verifier.language.lexicon import Relation, relation
from verifier.language.quantities import Bound, Dimension, Quantity, compare
from verifier.language.quantities import Relation as Ratio
from verifier.language.quantities.versions import VERSION


class Match(Struct, frozen=True, gc=False):
    """How one item of the claim fares in a sentence.

    Attributes:
        quality: 0, not there, to 1, word for word.
        item: the number of the source's item, -1 where there is none.
        relation: how the claim's word relates to it.
    """

    quality: float
    item: int
    relation: Relation


UNMATCHED = Match(0.0, -1, Relation.NONE)

_QUALITY = {
    Relation.SAME: 1.0,
    Relation.SYNONYM: 0.9,
    Relation.KIN: 0.9,
    Relation.BROADER: 0.75,
    Relation.NARROWER: 0.4,
    Relation.OPPOSITE: 0.0,
    Relation.SIBLING: 0.0,
    Relation.NONE: 0.0,
}
_SUPPORTING_DATES = (DateRelation.SAME, DateRelation.CONTAINS)
_ALIAS_QUALITY = 0.9
COVERED = 0.6
"""From this quality on an item of the claim counts as covered."""


def rough_coverage(claim: Analysis, stems: Collection[str]) -> float:
    """Share of the claim's weight that a sentence with these `stems` has by stem; fast."""
    found = sum([item.weight for item in claim.items if item.stem in stems])
    return found / claim.weight if claim.weight else 0.0


def align(claim: Analysis, sentence: Analysis) -> tuple[Match, ...]:
    """For each item of `claim`, its match in `sentence`."""
    matches = [UNMATCHED] * len(claim.items)
    used: set[int] = set()
    for number, item in enumerate(claim.items):
        match = _same(claim, number, item, sentence, matches)
        if match is not UNMATCHED:
            matches[number] = match
            used.add(match.item)
    for number, item in enumerate(claim.items):
        if matches[number].quality == 0.0 and item.kind <= Kind.NAME:
            matches[number] = _related(number, claim, sentence, used)
    return tuple(matches)


def with_acronyms(
    claim: Analysis,
    sentence: Analysis,
    matches: tuple[Match, ...],
    defined: Mapping[str, tuple[str, ...]],
) -> tuple[Match, ...]:
    """The matches, completed by acronyms that another sentence of the source introduces.

    Args:
        claim: the claim.
        sentence: one of the source's sentences.
        matches: the claim's, in that sentence.
        defined: stem of the short form -> the long form's stems.
    """
    found = list(matches)
    stems = [item.stem for item in claim.items]
    for short, long in defined.items():
        if short in stems and all(stem in sentence.by_stem for stem in long):
            spans, place = [(stems.index(short), 1)], sentence.by_stem[long[0]][0]
        elif short in sentence.by_stem:
            spans = [(at, len(long)) for at in _places(stems, long)]
            place = sentence.by_stem[short][0]
        else:
            continue
        for first, size in spans:
            for number in range(first, first + size):
                if found[number].quality < COVERED:
                    found[number] = Match(_ALIAS_QUALITY, place, Relation.SYNONYM)
    return tuple(found)


def _places(stems: Sequence[str], run: Sequence[str]) -> list[int]:
    size = len(run)
    ends = range(len(stems) - size + 1)
    return [at for at in ends if tuple(stems[at : at + size]) == tuple(run)]


def merge(rows: Sequence[Sequence[Match]]) -> tuple[tuple[Match, int], ...]:
    """For each item of the claim its best match in several sentences, and in which one."""
    if len(rows) == 1:
        return tuple((match, 0) for match in rows[0])
    best = []
    for matches in zip(*rows, strict=True):
        at = max(range(len(matches)), key=lambda row: matches[row].quality)
        best.append((matches[at], at))
    return tuple(best)


def _same(
    claim: Analysis, number: int, item: Item, sentence: Analysis, matches: Sequence[Match]
) -> Match:
    if item.quantity is not None:
        return _value_match(item.quantity, claim, sentence)
    if item.date is not None:
        return _date_match(item.date, sentence)
    places = sentence.by_stem.get(item.stem)
    if not places:
        return UNMATCHED
    if len(places) == 1:
        return Match(1.0, places[0], Relation.SAME)
    before = matches[number - 1].item if number else -1
    place = min(places, key=lambda at: (abs(at - before - 1), at))
    return Match(1.0, place, Relation.SAME)


def _value_match(quantity: Quantity, claim: Analysis, sentence: Analysis) -> Match:
    for number, other in enumerate(sentence.items):
        if other.quantity is not None:
            ratio = compare(quantity, other.quantity)
            if ratio.supports:
                return Match(0.95 if ratio is Ratio.ROUNDED else 1.0, number, Relation.SAME)
            if _is_end_of_range(quantity, other.quantity, claim):
                return Match(0.95, number, Relation.SAME)
            if _are_one_version(quantity, claim, other.quantity, sentence):
                return Match(1.0, number, Relation.SAME)
    return UNMATCHED


def _are_one_version(
    quantity: Quantity, claim: Analysis, other: Quantity, sentence: Analysis
) -> bool:
    """Whether one is a version and the other the same number behind a name: "Blender 4.1"."""
    if quantity.value != other.value or quantity.dimension is other.dimension:
        return False
    if quantity.dimension is Dimension.IDENTIFIER:
        return quantity.noun == VERSION and _is_behind_name(other, sentence)
    return other.noun == VERSION and _is_behind_name(quantity, claim)


def _is_behind_name(quantity: Quantity, analysis: Analysis) -> bool:
    before = analysis.text[: quantity.start].split()[-1:]
    return quantity.dimension is Dimension.COUNT and bool(before) and before[0][0].isupper()


def _is_end_of_range(quantity: Quantity, other: Quantity, claim: Analysis) -> bool:
    """Whether the claim names both ends of the source's range, as two numbers."""
    if other.bound is not Bound.BETWEEN or quantity.dimension is not other.dimension:
        return False
    stated = {item.quantity.value for item in claim.items if item.quantity is not None}
    return quantity.value in (other.low, other.high) and {other.low, other.high} <= stated


def _date_match(date: DateInterval, sentence: Analysis) -> Match:
    for number, other in enumerate(sentence.items):
        if other.date is not None and compare_dates(date, other.date) in _SUPPORTING_DATES:
            return Match(1.0, number, Relation.SAME)
    return UNMATCHED


def _related(at: int, claim: Analysis, sentence: Analysis, used: set[int]) -> Match:
    item, best = claim.items[at], UNMATCHED
    reach = claim.reaches[at]
    for number, other_reach in enumerate(sentence.reaches):
        if reach.isdisjoint(other_reach):
            continue
        other = sentence.items[number]
        kind = relation(item.norm, other.norm)
        if kind is Relation.NONE or (kind is Relation.OPPOSITE and other.kind is not item.kind):
            continue
        quality = _QUALITY[kind] * (1.0 if number not in used else 0.8)
        if (quality, kind) > (best.quality, best.relation):
            best = Match(quality, number, kind)
    if best.quality >= COVERED:
        return best
    return _alias(at, claim, sentence) or best


def _alias(at: int, claim: Analysis, sentence: Analysis) -> Match | None:
    """An acronym for its long form, either way round; one word for two; a shared long stem."""
    item = claim.items[at]
    if len(item.norm) > 1 and names.without_dots(item.norm) in sentence.initialisms:
        return Match(0.9, -1, Relation.SYNONYM)
    if (place := _place(item, claim, sentence)) is not None:
        return Match(_ALIAS_QUALITY, place, Relation.SYNONYM)
    if item.norm in sentence.joined:
        return Match(0.95, sentence.joined[item.norm], Relation.SAME)
    for pair in claim.pairs[max(0, at - 1) : at + 1]:
        place = sentence.by_norm.get(pair)
        if place is not None:
            return Match(0.95, place, Relation.SAME)
    if (short := _short_form(item, claim)) in sentence.by_stem:
        return Match(_ALIAS_QUALITY, sentence.by_stem[short][0], Relation.SYNONYM)
    for number in sentence.by_opening.get(item.norm[:OPENING], ()):
        if _shares_stem(item.norm, sentence.items[number].norm):
            return Match(0.7, number, Relation.KIN)
    return None


def _place(item: Item, claim: Analysis, sentence: Analysis) -> int | None:
    """The item that names the place that the claim's `item` does; -1 for a form without one."""
    for ours in claim.places:
        if ours.first <= item.first < ours.last:
            for theirs in sentence.places:
                if ours.groups & theirs.groups:
                    found = sentence.item_at(theirs.first)
                    return -1 if found is None else found
    return None


def _short_form(item: Item, claim: Analysis) -> str:
    """The initials of the claim's name of several words that the item is part of; "" if none."""
    for name in claim.names:
        if name.start <= item.first < name.end and len(name.parts) > 1:
            short = names.initials(name.parts)
            if len(short) > 1:
                return short
    return ""


def _shares_stem(a: str, b: str) -> bool:
    """Whether two long words differ only in their endings, such as "Ukrainian" and "Ukraine"."""
    size = min(len(a), len(b)) - 2
    return size >= OPENING and abs(len(a) - len(b)) <= 4 and a[:size] == b[:size]
