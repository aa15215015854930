"""Versions: "before 1.39", "3.11 or later", "versions older than 2.4", and how two of them compare.

A version is no decimal number: 1.9 comes before 1.39, and older is less where of people it is more.
"""

from __future__ import annotations

from decimal import Decimal

from verifier.language.quantities.model import Bound, Quantity, Relation
from verifier.language.scanning import Scan, TokenKind

VERSION = "version"
_BEFORE = {
    "older than": Bound.LESS_THAN, "earlier than": Bound.LESS_THAN, "prior to": Bound.LESS_THAN,
    "before": Bound.LESS_THAN, "newer than": Bound.MORE_THAN, "later than": Bound.MORE_THAN,
    "more recent than": Bound.MORE_THAN, "since": Bound.AT_LEAST,
}  # fmt: skip
"""What bounds a version, and hardly ever another number with a decimal point and no unit."""
_BEFORE_OF_VERSIONS = _BEFORE | {
    "lower than": Bound.LESS_THAN, "less than": Bound.LESS_THAN, "below": Bound.LESS_THAN,
    "under": Bound.LESS_THAN, "preceding": Bound.LESS_THAN, "higher than": Bound.MORE_THAN,
    "greater than": Bound.MORE_THAN, "above": Bound.MORE_THAN, "after": Bound.MORE_THAN,
    "over": Bound.MORE_THAN, "following": Bound.MORE_THAN,
    "starting with": Bound.AT_LEAST, "as of": Bound.AT_LEAST, "up to": Bound.AT_MOST,
    "until": Bound.AT_MOST, "through": Bound.AT_MOST,
}  # fmt: skip
_BEHIND = {
    "or newer": Bound.AT_LEAST, "and newer": Bound.AT_LEAST, "or later": Bound.AT_LEAST,
    "and later": Bound.AT_LEAST, "and onwards": Bound.AT_LEAST, "or older": Bound.AT_MOST,
    "and older": Bound.AT_MOST, "or earlier": Bound.AT_MOST, "and earlier": Bound.AT_MOST,
}  # fmt: skip
_LONGEST = 3
_NAMING = frozenset("version versions release releases".split())
_REACH = 3
_LOWER = frozenset({Bound.AT_LEAST, Bound.MORE_THAN})
_UPPER = frozenset({Bound.AT_MOST, Bound.LESS_THAN})


def is_bounded(tokens: Scan, at: int, end: int) -> bool:
    """Whether the number at token `at`, without unit or noun, is a version that words bound."""
    if tokens.kinds[at] is not TokenKind.NUMBER or "." not in tokens.words[at]:
        return False
    if tokens.kinds[end] is TokenKind.WORD and tokens.words[end] not in ("and", "or"):
        return False
    bound, start = bound_before(tokens, at)
    if bound is None:
        return False
    phrase = " ".join(tokens.words[start:at])
    near = tokens.words[max(0, start - _REACH) : start]
    return phrase in _BEFORE or not _NAMING.isdisjoint(near)


def bound_before(tokens: Scan, at: int) -> tuple[Bound | None, int]:
    """The bound that the words before a version at token `at` set, and where they start."""
    for length in range(min(_LONGEST, at), 0, -1):
        bound = _BEFORE_OF_VERSIONS.get(" ".join(tokens.words[at - length : at]))
        if bound is not None:
            return bound, at - length
    return None, at


def bound_behind(tokens: Scan, at: int) -> tuple[Bound | None, int]:
    """The bound that the words from token `at` on set to the version before them."""
    bound = _BEHIND.get(" ".join(tokens.words[at : at + 2]))
    return (None, at) if bound is None else (bound, at + 2)


def compare_versions(claim: Quantity, source: Quantity) -> Relation:
    """How the version of a claim stands to that of a source, each of them with a value.

    Who says 1.39 for "before 1.39" may speak of the time until it came out.
    """
    order = _order(claim.value, source.value)
    ours, theirs = _side(claim), _side(source)
    if ours == theirs:
        if order == 0:
            return Relation.EQUAL if claim.bound is source.bound else Relation.ROUNDED
        return Relation.INCOMPARABLE if ours else Relation.DISJOINT
    if ours and theirs:
        return Relation.DISJOINT if order == 0 else Relation.INCOMPARABLE
    if ours:
        return Relation.TIGHTER
    return Relation.CONTAINED if order * theirs >= 0 else Relation.DISJOINT


def _side(version: Quantity) -> int:
    """1 for a version and those above it, -1 for those below it, 0 for it alone."""
    return int(version.bound in _LOWER) - int(version.bound in _UPPER)


def _order(one: Decimal | None, other: Decimal | None) -> int:
    ours, theirs = _parts(one), _parts(other)
    return int(ours > theirs) - int(ours < theirs)


def _parts(value: Decimal | None) -> tuple[int, ...]:
    return tuple(int(part) for part in f"{value or 0:f}".lstrip("-").split("."))
