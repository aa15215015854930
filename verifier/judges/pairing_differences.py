"""What a sentence says of one thing, and a claim of the other one that the sentence names.

"Adults pay 12 pounds and children pay 7": all of "children pay 12 pounds" stands there, but not
together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.differences import Difference, Force, said_otherwise
from verifier.judges.windows import Candidate
from verifier.language.dates import DateRelation, compare_dates
from verifier.language.lexicon import Relation, are_exclusive, relation
from verifier.language.quantities import Relation as Ratio
from verifier.language.quantities import compare
from verifier.model import BlockKind, ConflictKind

_SEPARATORS = frozenset(", ; and but while whereas".split())
_ORDERED = frozenset(("respectively", "than", "from", "former", "latter"))
_KINDS = {
    Kind.QUANTITY: ConflictKind.NUMBER,
    Kind.DATE: ConflictKind.DATE,
    Kind.NAME: ConflictKind.NAME,
    Kind.WORD: ConflictKind.ANTONYM,
}


def pairing_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's pieces that the sentence has of another thing, and of the claim's another one."""
    sentence, matches = candidate.analysis, candidate.matches
    if not _may_be_mixed(claim, candidate):
        return
    parts = parts_of(sentence)
    taken = {match.item for match in matches}
    for number, match in enumerate(matches):
        item = claim.items[number]
        if claim.negated[item.first] or sentence.negated[sentence.items[match.item].first]:
            continue
        own = next(part for part in parts if match.item in part)
        rivals = [
            at
            for part in parts
            if part is not own
            for at in part
            if at not in taken
            and _is_rival(item, sentence.items[at])
            and _is_alone(sentence, own, match.item, at)
            and _speaks_of(sentence, matches, part, own, (at, match.item))
        ]
        if len(rivals) == 1:
            yield _difference(claim, candidate, number, rivals[0])


def parts_of(sentence: Analysis) -> list[range]:
    """The runs of items between the commas, the "and"s and the like."""
    starts = [0]
    for number in range(1, len(sentence.items)):
        between = sentence.norms[sentence.items[number - 1].last : sentence.items[number].first]
        if not _SEPARATORS.isdisjoint(between):
            starts.append(number)
    return [range(*pair) for pair in zip(starts, [*starts[1:], len(sentence.items)], strict=True)]


def _may_be_mixed(claim: Analysis, candidate: Candidate) -> bool:
    """Whether a sentence of several parts has every word of the claim, in plain order."""
    if candidate.sentence.block.kind is BlockKind.ROW:
        return False
    plain = _ORDERED.isdisjoint(claim.norms) and _ORDERED.isdisjoint(candidate.analysis.norms)
    joined = not _SEPARATORS.isdisjoint(candidate.analysis.norms)
    whole = all(match.quality >= COVERED and match.item >= 0 for match in candidate.matches)
    return plain and joined and whole and _SEPARATORS.isdisjoint(claim.norms)


def _is_rival(item: Item, other: Item) -> bool:
    """Whether only one of the two can be said of one thing."""
    if item.quantity is not None and other.quantity is not None:
        return compare(item.quantity, other.quantity) is Ratio.DISJOINT
    if item.date is not None and other.date is not None:
        return compare_dates(item.date, other.date) is DateRelation.DISJOINT
    if item.kind is not Kind.WORD or other.kind is not Kind.WORD:
        return False
    return relation(item.norm, other.norm) is Relation.OPPOSITE or are_exclusive(
        item.norm, other.norm
    )


def _is_alone(sentence: Analysis, part: range, place: int, rival: int) -> bool:
    """Whether the part has no second piece of the kind."""
    wanted = sentence.items[rival]
    return not any(at != place and _is_rival(wanted, sentence.items[at]) for at in part)


def _speaks_of(
    sentence: Analysis, matches: Sequence[Match], other: range, own: range, pieces: Sequence[int]
) -> bool:
    """Whether the claim has all that only the `other` part names, and not what only `own` does."""
    covered = {match.item for match in matches}
    only = [
        [at for at in part if at not in pieces and not _stands_in(sentence, at, rest)]
        for part, rest in ((other, own), (own, other))
    ]
    named, left = only[0], [at for at in only[1] if at not in covered]
    kinds = {sentence.items[at].kind for at in named}
    return (
        bool(named)
        and covered.issuperset(named)
        and any(sentence.items[at].kind in kinds for at in left)
    )


def _stands_in(sentence: Analysis, at: int, part: range) -> bool:
    item = sentence.items[at]
    if item.kind >= Kind.QUANTITY:
        return False
    return any(place in part for place in sentence.by_stem.get(item.stem, ()))


def _difference(claim: Analysis, candidate: Candidate, number: int, rival: int) -> Difference:
    item, other = claim.items[number], candidate.analysis.items[rival]
    return said_otherwise(
        _KINDS[item.kind],
        claim,
        (item.start, item.end),
        candidate,
        (other.start, other.end),
        Force.CONTRADICTION,
        1.0,
        number,
    )
