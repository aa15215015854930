"""Versions and other numbers that name a thing, in which a claim and a sentence differ.

"Android 10" beside "Android 12", "from version 3.22 on" beside "CMake 3.28": the number belongs to
the name, so that another one means another thing, and the source does not bear out the claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.differences import Difference, Force, anchor_of, said_otherwise
from verifier.judges.windows import Candidate
from verifier.language.lexicon import lemmas
from verifier.language.quantities import Bound, Dimension
from verifier.language.tokens import HYPHENS
from verifier.model import ConflictKind
from verifier.patterns import pattern

_VERSION = frozenset("version versions release releases".split())
_POINTERS = frozenset(
    "figure fig table section sections chapter appendix page pages equation note step item no part "
    "volume issue article paragraph line example question".split()
)
"""Their numbers say where something stands, and not what it is."""
_DASHES = HYPHENS | {"–"}
_DECIMAL = pattern(r"\d+(\.\d+)+")
_UPWARDS = frozenset("later newer higher above up onwards upwards".split())
_DOWNWARDS = frozenset("earlier older lower below".split())
_OPENING = frozenset(("since", "from"))
_TO = frozenset("to through until - – —".split())
_LEAST = frozenset("need require demand minimum least introduce add since from".split())
"""Where a claim speaks of the first version of a span, another one of them is no other wording."""


class Identifier(NamedTuple):
    """A number that names: the item that holds it, its digits, and the item of its owner.

    Attributes:
        owner: -1 for a version that stands alone: "from version 3.22 on".
    """

    item: int
    digits: str
    owner: int


def identifiers(analysis: Analysis) -> list[Identifier]:
    """The numbers of a sentence that name a thing, in the order of the text."""
    found = []
    for number, item in enumerate(analysis.items):
        digits = _digits(analysis, item)
        if not digits:
            continue
        owner = _owner(analysis, number)
        is_version = item.quantity is not None and item.quantity.noun in _VERSION
        if is_version or owner >= 0:
            found.append(Identifier(number, digits, owner))
    return found


def identifier_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """The claim's identifiers whose owner has exactly one other number in the sentence."""
    sentence = candidate.analysis
    ours, theirs = identifiers(claim), identifiers(sentence)
    for one in ours if theirs else ():
        if candidate.matches[one.item].quality >= COVERED or _is_negated(claim, one):
            continue
        rivals = [
            other
            for other in theirs
            if _same_owner(claim, candidate, one, other) and not _is_negated(sentence, other)
        ]
        if any(_is_one_of(claim, one, sentence, other) for other in rivals):
            continue
        numbers = {other.digits for other in rivals}
        if len(numbers) == 1 and one.digits not in _all_digits(sentence):
            yield _difference(claim, candidate, one, rivals[0])


def _digits(analysis: Analysis, item: Item) -> str:
    """The number of an item that can name: "3.28", "12"; "" for any other item."""
    if item.quantity is None:
        is_number = item.kind is Kind.WORD and analysis.tokens[item.first].word.is_number
        return item.norm if is_number else ""
    written = analysis.text[item.quantity.number_start : item.quantity.number_end].lower()
    if item.quantity.dimension is Dimension.COUNT and not item.quantity.unit:
        return written if _DECIMAL.fullmatch(written) else ""
    return written if item.quantity.dimension is Dimension.IDENTIFIER else ""


def _owner(analysis: Analysis, number: int) -> int:
    """The item of the name that stands right before, as in "Python 3.11" and "GPT-4"; or -1."""
    item = analysis.items[number]
    before = item.first - 1
    if before >= 0 and analysis.norms[before] in _DASHES:
        before -= 1
    owner = analysis.item_at(before)
    if owner is None:
        return -1
    name = analysis.items[owner]
    written = analysis.text[name.start : name.end]
    is_name = any(letter.isupper() for letter in written) and name.norm not in _POINTERS
    return owner if is_name and name.kind <= Kind.NAME and name.norm not in _VERSION else -1


def _same_owner(
    claim: Analysis, candidate: Candidate, ours: Identifier, theirs: Identifier
) -> bool:
    """Whether both numbers belong to one name; a version alone to the one that the claim names."""
    sentence = candidate.analysis
    if ours.owner >= 0 and theirs.owner >= 0:
        return claim.items[ours.owner].stem == sentence.items[theirs.owner].stem
    if ours.owner < 0 and theirs.owner < 0:
        return True
    named = ours.owner if ours.owner >= 0 else theirs.owner
    if "." not in ours.digits or "." not in theirs.digits:
        return False
    if ours.owner >= 0:
        return candidate.matches[named].quality >= COVERED
    return any(match.item == named and match.quality >= COVERED for match in candidate.matches)


def _is_one_of(claim: Analysis, ours: Identifier, sentence: Analysis, theirs: Identifier) -> bool:
    """Whether the claim's version is one of the sentence's span: 3.12 of "3.11 or later"."""
    words = {lemma for norm in claim.norms for lemma in lemmas(norm)}
    if not _LEAST.isdisjoint(words) or _span(claim, ours) != (_parts(ours), _parts(ours)):
        return False
    low, high = _span(sentence, theirs)
    version = _parts(ours)
    return (low is None or low <= version) and (high is None or version <= high)


def _span(
    analysis: Analysis, identifier: Identifier
) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """The first and the last version that the sentence speaks of; None for an open end."""
    item, own = analysis.items[identifier.item], _parts(identifier)
    bound = item.quantity.bound if item.quantity is not None else Bound.EXACT
    first = analysis.items[identifier.owner].first if identifier.owner >= 0 else item.first
    before, behind = analysis.norms[max(0, first - 1) : first], analysis.norms[item.last :][:2]
    if behind[:1] and behind[0] in _TO and (end := analysis.item_at(item.last + 1)) is not None:
        digits = _digits(analysis, analysis.items[end])
        return own, _parts(Identifier(end, digits, -1)) if digits else own
    if bound in (Bound.AT_LEAST, Bound.MORE_THAN) or not _UPWARDS.isdisjoint(behind):
        return own, None
    if bound in (Bound.AT_MOST, Bound.LESS_THAN) or not _DOWNWARDS.isdisjoint(behind):
        return None, own
    if behind[:1] in (("+",), ("on",)) or not _OPENING.isdisjoint(before):
        return own, None
    return own, own


def _parts(identifier: Identifier) -> tuple[int, ...]:
    return tuple(int(part) for part in identifier.digits.split(".") if part.isdecimal())


def _all_digits(sentence: Analysis) -> frozenset[str]:
    return frozenset(filter(None, (_digits(sentence, item) for item in sentence.items)))


def _is_negated(analysis: Analysis, identifier: Identifier) -> bool:
    return analysis.negated[analysis.items[identifier.item].first]


def _difference(
    claim: Analysis, candidate: Candidate, ours: Identifier, theirs: Identifier
) -> Difference:
    ours_at, theirs_at = _place(claim, ours), _place(candidate.analysis, theirs)
    anchor = anchor_of(claim, candidate.matches, frozenset((ours.item,)))
    return said_otherwise(
        ConflictKind.NUMBER,
        claim,
        ours_at,
        candidate,
        theirs_at,
        Force.OVERCLAIM,
        anchor,
        ours.item,
        worded=True,
    )


def _place(analysis: Analysis, identifier: Identifier) -> tuple[int, int]:
    """The characters of an identifier with its owner."""
    item = analysis.items[identifier.item]
    first = analysis.items[identifier.owner] if identifier.owner >= 0 else item
    return first.start, item.end
