"""Two numbers that belong together: a range ("10-20", "10 % to 15 %") or a score ("3-1")."""

from __future__ import annotations

from decimal import Decimal

from msgspec.structs import replace

from verifier.language.quantities import context, measures, nouns
from verifier.language.quantities.bare import Read
from verifier.language.quantities.model import Bound, Quantity
from verifier.language.quantities.numbers import Form, Number, read_number, with_suffix
from verifier.language.scanning import Scan, TokenKind
from verifier.language.units import CURRENCY_SIGNS, Dimension

_SCORE_WORDS = frozenset(
    "won win wins winning lost lose loses losing loss losses beat beats beating beaten defeat"
    " defeated defeating defeats draw drew drawn tie tied victory score scored lead led leading"
    " trailed trailing vote voted votes voting ruling ruled decision majority record against"
    " shutout goal goals aggregate set sets match game split nil series".split()
)


def read_score(tokens: Scan, i: int) -> Read | None:
    """The score whose first number stands at token `i`: "3-1", "a 9-3 vote", "won 21-18"."""
    words, at = tokens.words, i + 1
    if words[at] not in context.DASHES or tokens.glued(at) != tokens.glued(at + 1):
        return None
    one, two = words[i], words[at + 1]
    if not (one.isdecimal() and two.isdecimal() and len(one) <= 3 and len(two) <= 3):
        return None
    near = words[max(0, i - 6) : at + 6]
    if _SCORE_WORDS.isdisjoint(near) and (int(one) < int(two) or not tokens.glued(at)):
        return None
    if measures.read_measure(tokens, at + 2) or words[at + 2] in nouns.HYPHENS:
        return None
    low, high = sorted((Decimal(one), Decimal(two)))
    span = (tokens.starts[i], tokens.ends[at + 1])
    return Quantity(*span, *span, low, high, Dimension.SCORE, unit=f"{one}-{two}"), at + 2


def read_range(tokens: Scan, i: int, number: Number, start: int) -> tuple[Number | None, int]:
    """The second number of a range that starts with the `number` at token `i`.

    Args:
        start: the token at which its sign or currency starts.

    Returns:
        The second number, in the form VAGUE if it is the spread of "10±2", and the token behind
        it; (None, end of the first number) where there is no range.
    """
    nothing = (None, number.end)
    at = _skip_unit(tokens, number.end)
    is_money = start != i
    spread_end = _plus_minus(tokens, at)
    begin = spread_end or _second_start(tokens, at, number, start)
    if not begin or begin >= tokens.size:
        return nothing
    if tokens.raw(begin) in CURRENCY_SIGNS:
        if not is_money:
            return nothing
        begin += 1
    second = read_number(tokens, begin)
    if second is None or second.form is Form.FRACTION or tokens.words[begin] in ("a", "an"):
        return nothing
    second = with_suffix(tokens, second, is_money)
    if spread_end:
        return replace(second, form=Form.VAGUE), second.end
    if at != number.end and not _same_unit(tokens, number, second, begin):
        return nothing
    far = tokens.words[at] == "or" and second.value > 2 * number.value
    return nothing if number.value >= second.value or far else (second, second.end)


def _second_start(tokens: Scan, at: int, number: Number, start: int) -> int:
    """The token at which the second number of a range may stand, 0 if nothing joins one at `at`."""
    word, before = tokens.words[at], tokens.word_before(start)
    if word in context.DASHES:
        glued = tokens.glued(at)
        even = glued == tokens.glued(at + 1)
        return at + 1 if even and (glued or _is_spaced_range(tokens, at)) else 0
    if word == "and":
        bound, _ = context.hedge_before(tokens, start)
        return at + 1 if bound is Bound.BETWEEN else 0
    if word == "or":
        return at + 1 if number.form is not Form.FRACTION else 0
    if word not in ("to", "through") or (before == "from" and _is_change(tokens, start - 1)):
        return 0
    return at + 1


_CHANGES = (
    "rise", "rose", "rising", "increas", "grow", "grew", "fall", "fell", "drop", "declin",
    "decreas", "improv", "went", "goes", "gone", "up", "down", "cut", "rais", "reduc", "expand",
    "chang", "jump", "climb", "shift", "mov", "lower", "slash", "higher", "soar", "surg", "plung",
    "slid", "shrink", "shrank", "shrunk", "swell", "advanc", "doubl", "tripl", "extend", "convert",
    "switch", "slip", "slow", "accelerat", "widen", "narrow", "boost", "slump", "sank", "sink",
    "tumbl", "escalat", "return", "upgrad", "downgrad", "shorten", "lengthen", "push", "bring",
    "brought", "tak", "took", "progress", "ris", "edg", "creep", "crept", "spik", "dip", "gain",
)  # fmt: skip


def _is_change(tokens: Scan, at: int) -> bool:
    """Whether "from 10 to 20", with "from" at token `at`, is a change rather than a range."""
    near = tokens.words[max(0, at - 4) : at]
    return any(word.startswith(_CHANGES) for word in near)


def _is_spaced_range(tokens: Scan, at: int) -> bool:
    """Whether " - " at `at` joins two numbers rather than two thoughts."""
    if tokens.words[at] in ("–", "—", "‒"):
        return True
    second = read_number(tokens, at + 1) if tokens.words[at] == "-" else None
    return second is not None and measures.read_measure(tokens, second.end) is not None


_JOINTS = context.DASHES | {"to", "and"}


def _skip_unit(tokens: Scan, at: int) -> int:
    """Past a unit that the first number of a range has of its own: "10 km to 20 km"."""
    near = tokens.words[at + 1 : at + 6]
    if tokens.kinds[at] is TokenKind.NUMBER or _JOINTS.isdisjoint(near):
        return at
    if tokens.words[at] in context.DASHES or tokens.words[at] in ("to", "and", "or"):
        return at
    measure = measures.read_measure(tokens, at)
    behind = measure and tokens.words[measure.end]
    if measure and (behind in ("to", "and") or behind in context.DASHES):
        return measure.end
    return at


def _same_unit(tokens: Scan, number: Number, second: Number, begin: int) -> bool:
    """Whether both numbers of "10 % to 20 %" have the same unit."""
    one = measures.read_measure(tokens, number.end)
    other = measures.read_measure(tokens, second.end)
    if context.currency_before(tokens, begin)[0]:
        return one is not None and one.unit.dimension is Dimension.MONEY
    return bool(one and other and one.unit == other.unit)


def _plus_minus(tokens: Scan, at: int) -> int:
    """The token behind a "±" or "+/-" at `at`, 0 if there is none."""
    if tokens.words[at] == "±":
        return at + 1
    return at + 3 if tokens.words[at : at + 3] in (("+", "/", "-"), ("+", "/", "−")) else 0


def shared_magnitude(number: Number, second: Number) -> Number:
    """`number` in the magnitude that only the second of a range states: "10 to 20 million"."""
    scaled = number.value * second.magnitude
    if scaled < second.value and number.value < 1000:
        return number.scaled(second.magnitude, number.end)
    return number
