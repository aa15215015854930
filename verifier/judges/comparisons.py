"""Two things that a claim compares or adds up: "9 more rooms than", "twice as many as", "together".

What the claim says follows from one number of each thing, in one sentence or in two, such as two
rows of a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from verifier.judges.analysis import Analysis, Item, Kind
from verifier.language.lexicon import parts_of_speech
from verifier.language.quantities import Dimension

TOTALS = frozenset("total totals totalled altogether overall combined together sum".split())
BEYOND = frozenset("more above higher over longer larger greater".split())
SHORT_OF = frozenset("less fewer below lower under shorter smaller".split())
_MORE = BEYOND | frozenset(
    "bigger taller older heavier wider deeper thicker farther further warmer hotter later".split()
)
_LESS = SHORT_OF | frozenset(
    "younger lighter narrower shallower thinner nearer cheaper colder cooler earlier".split()
)
_SIZES = frozenset(
    "size length height width depth weight area number amount price cost value age capacity "
    "population volume".split()
)
_AS = ("as",)
_NEAR = 4
_REACH = 7
_LONGEST_NAME = 4
_ENDS = frozenset(", ; : . ! ? ( ) in on at by for from with when while since if which who".split())
_HALF = frozenset(("half",))


class Sort(IntEnum):
    """How the claim's number comes of the two."""

    DIFFERENCE = 0
    RATIO = 1
    SUM = 2
    SHARE = 3
    DIRECTION = 4


class Comparison(NamedTuple):
    """Two things that the claim compares.

    Attributes:
        number: the item of the claim's number; of the word that compares where there is none.
        one, other: the items that only the one thing has, and only the other.
        words: the items that say what is done with the numbers: "fewer", "size".
        token: the first token of what is said of the two: "more" in "more rooms than".
        direction: 1 where the one has more, -1 where it has less, 0 for a ratio or a sum.
        noun: what is counted, "" if anything.
    """

    sort: Sort
    number: int
    one: tuple[int, ...]
    other: tuple[int, ...]
    words: tuple[int, ...]
    token: int
    direction: int
    noun: str


def is_compared(claim: Analysis, item: Item) -> bool:
    """Whether a number says by how much two things differ: "9 more rooms than", "twice as many"."""
    behind = claim.norms[item.last : item.last + _REACH]
    near = behind[:2]
    if any(norm in _MORE | _LESS for norm in near):
        return "than" in behind
    return behind[:1] == _AS and "as" in behind[1:]


def comparisons_of(claim: Analysis) -> Iterator[Comparison]:
    """The comparisons and sums of two things that the claim makes."""
    for number, item in enumerate(claim.items):
        found = _sum(claim, number) or _difference(claim, number) or _ratio(claim, number)
        if found is None and item.kind is Kind.WORD and item.norm in ("fewer", "less"):
            found = _more_or_less(claim, item.first, number)
        if found is not None:
            yield found
    for at, norm in enumerate(claim.norms):
        if norm == "more":
            found = _more_or_less(claim, at, claim.item_at(at + 1))
            if found is not None:
                yield found


def _difference(claim: Analysis, number: int) -> Comparison | None:
    """ "9 more rooms than the barn", "20 metres taller than", "5 percent less than"."""
    item = claim.items[number]
    if item.quantity is None or not is_compared(claim, item):
        return None
    behind = claim.norms[item.last : item.last + _REACH]
    if "than" not in behind:
        return None
    direction = 1 if any(norm in _MORE for norm in behind[:2]) else -1
    end = item.last + behind.index("than")
    noun = item.quantity.noun if item.quantity.dimension is Dimension.COUNT else ""
    sort = Sort.SHARE if item.quantity.dimension is Dimension.PERCENT else Sort.DIFFERENCE
    return _of_two(claim, sort, number, end, direction, noun)


def _ratio(claim: Analysis, number: int) -> Comparison | None:
    """ "Twice as many rooms as the barn", "half the size of the barn"."""
    item = claim.items[number]
    if item.quantity is None or not _is_times(claim, item):
        return None
    behind = claim.norms[item.last : item.last + _REACH]
    if behind[:1] == _AS and "as" in behind[2:]:
        end = item.last + 2 + behind[2:].index("as")
        counted = claim.item_at(item.last + 2) if behind[1] == "many" else None
        noun = claim.items[counted].norm if counted is not None else ""
        return _of_two(claim, Sort.RATIO, number, end, 0, noun)
    words = [norm for norm in behind[:3] if norm != "the"]
    if words[1:2] == ["of"] and words[0] in _SIZES:
        return _of_two(claim, Sort.RATIO, number, item.last + behind.index("of"), 0, "")
    return None


def _is_times(claim: Analysis, item: Item) -> bool:
    if item.quantity is None:
        return False
    half = not _HALF.isdisjoint(claim.norms[item.first : item.last])
    return item.quantity.dimension is Dimension.RATIO or half


def _more_or_less(claim: Analysis, at: int, number: int | None) -> Comparison | None:
    """ "More rooms than the barn": the word at token `at` stands before the noun."""
    noun = claim.item_at(at + 1)
    if number is None or noun is None or claim.items[noun].kind is not Kind.WORD:
        return None
    end = claim.items[noun].last
    quantified = at > 0 and claim.item_at(at - 1)
    if claim.norms[end : end + 1] != ("than",) or claim.negated[at]:
        return None
    if quantified and claim.items[quantified].kind is not Kind.WORD:
        return None
    direction = 1 if claim.norms[at] == "more" else -1
    return _of_two(claim, Sort.DIRECTION, number, end, direction, claim.items[noun].norm)


def _of_two(
    claim: Analysis, sort: Sort, number: int, end: int, direction: int, noun: str
) -> Comparison | None:
    """The comparison of the claim's subject with what stands behind the token `end`."""
    first = claim.items[number].first
    subject = [at for at, item in enumerate(claim.items) if item.last <= first][: claim.predicate]
    object_ = list(_name_behind(claim, end + 1))
    stems = [{claim.items[at].stem for at in side} for side in (subject, object_)]
    one = tuple(at for at in subject if claim.items[at].stem not in stems[1])
    other = tuple(at for at in object_ if claim.items[at].stem not in stems[0])
    if not one or not other or claim.negated[first]:
        return None
    words = tuple(
        at
        for at, item in enumerate(claim.items)
        if first < item.first < end and item.norm in _MORE | _LESS | _SIZES
    )
    token = min(first, end - 2) if sort is Sort.DIRECTION else first
    return Comparison(sort, number, one, other, words, token, direction, noun)


def _name_behind(claim: Analysis, token: int) -> Iterator[int]:
    """The items of the name from `token` on, up to the next preposition or mark."""
    found = 0
    for at in range(token, len(claim.tokens)):
        number = claim.item_at(at)
        if claim.norms[at] in _ENDS or found == _LONGEST_NAME:
            return
        if number is not None:
            if claim.items[number].kind >= Kind.QUANTITY:
                return
            found += 1
            yield number


def _sum(claim: Analysis, number: int) -> Comparison | None:
    """ "The mill and the barn have 57 rooms together"."""
    item = claim.items[number]
    if item.quantity is None or TOTALS.isdisjoint(claim.norms) or claim.negated[item.first]:
        return None
    before = claim.norms[: item.first]
    if before.count("and") != 1 or number < 2:
        return None
    middle = before.index("and")
    words = [at for at in range(number) if claim.items[at].norm not in TOTALS]
    subject = words[: claim.predicate] if claim.predicate else words
    one = tuple(at for at in subject if claim.items[at].last <= middle)
    other = tuple(_name_behind(claim, middle + 1))
    other = tuple(at for at in other if at in subject and claim.items[at].norm not in TOTALS)
    if not one or not other or any(_is_verb(claim.items[at]) for at in (*one, *other)):
        return None
    totals = tuple(at for at, other_item in enumerate(claim.items) if other_item.norm in TOTALS)
    noun = item.quantity.noun if item.quantity.dimension is Dimension.COUNT else ""
    return Comparison(Sort.SUM, number, one, other, totals, item.first, 0, noun)


def _is_verb(item: Item) -> bool:
    return item.kind is Kind.WORD and parts_of_speech(item.norm)[:1] == "v"
