"""Finds the quantities of a text.

From each number it reads to the left (currency, sign, hedge) and to the right (range, unit, hedge,
noun). Dates are found first and left out; so are keys, codes and labels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from verifier.language.dates import find_dates
from verifier.language.numerals import ONES, ORDINAL_ENDINGS, ORDINALS, last_place
from verifier.language.quantities import context, measures
from verifier.language.quantities.measures import COUNT, PERCENT, RATIO, Measure
from verifier.language.quantities.model import Bound, Quantity
from verifier.language.quantities.numbers import (
    STARTERS,
    Form,
    Number,
    read_number,
    with_suffix,
)
from verifier.language.quantities.restate import in_unit_of
from verifier.language.scanning import Scan, TokenKind, scan
from verifier.language.units import CURRENCY_SIGNS, Dimension, Unit, by_name

_MULTIPLES: dict[str, int | Decimal] = {
    "doubled": 2, "doubling": 2, "doubles": 2, "tripled": 3, "tripling": 3, "triples": 3,
    "trebled": 3, "quadrupled": 4, "quadrupling": 4, "quintupled": 5, "twofold": 2,
    "threefold": 3, "fourfold": 4, "fivefold": 5, "sixfold": 6, "sevenfold": 7, "eightfold": 8,
    "twice": 2, "double": 2, "triple": 3, "treble": 3, "quadruple": 4, "ninefold": 9,
    "tenfold": 10, "hundredfold": 100, "halved": Decimal("0.5"),
    "halving": Decimal("0.5"),
}  # fmt: skip
_DIGIT = re.compile(r"[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_LETTERS = re.compile(r"[a-z]+")
_NUMBER_WORDS = (STARTERS | ORDINALS.keys() | _MULTIPLES.keys()) - {"a", "an"}
_NOT_COUNTED_AFTER_ONE = frozenset(
    "of another day should can may must could would might will who whose that which is was has"
    " had by hand thing way point time side or and to in the a an more such with for on at from"
    " needs wants does did gets hopes sees finds says knows expects cannot also never always"
    " often size sided step another's last final single can't isn't wishes thinks reason".split()
)
_NOT_ONE_BEFORE = frozenset(
    "next last first latter former second no any every each this that the another which some"
    " day number square a good big new other only someone is are as loved".split()
)
_SCORE_WORDS = frozenset(
    "won win wins winning lost lose loses losing loss losses beat beats beating beaten defeat"
    " defeated defeating defeats draw drew drawn tie tied victory score scored lead led leading"
    " trailed trailing vote voted votes voting ruling ruled decision majority record against"
    " shutout goal goals aggregate set sets match game split nil series".split()
)
_AGES = (("ages", "of"), ("aged", "between"), ("age", "of"))
_IDIOMS = frozenset({"party", "hand", "lady", "aid", "glance", "world", "thought", "nature"})
_AGE_WORDS = frozenset({"aged", "age", "ages"})


@lru_cache(maxsize=512)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of `text`, in order, not overlapping.

    Years, dates, times of day, versions, keys and labels are none; see Quantity for what each says.
    """
    if not _DIGIT.search(text) and _NUMBER_WORDS.isdisjoint(_LETTERS.findall(text.lower())):
        return ()
    tokens = scan(text)
    dates = find_dates(text)
    found: list[Quantity] = []
    index = date = reached = 0
    for candidate in _candidates(tokens):
        if candidate < index:
            continue
        start = tokens.starts[candidate]
        while date < len(dates) and dates[date].end <= start:
            date += 1
        if date < len(dates) and dates[date].start <= start:
            reached = dates[date].end
            continue
        quantity, index = _read(tokens, candidate, reached)
        if quantity is not None:
            found.append(quantity)
            reached = quantity.end
    return tuple(_joined(text, found))


def _candidates(tokens: Scan) -> list[int]:
    """The tokens at which a quantity's number may start."""
    words, kinds = tokens.words, tokens.kinds
    found = []
    for index in range(tokens.size):
        word = words[index]
        opens = word in _NUMBER_WORDS or (word in ("a", "an") and words[index + 1] in _NUMBER_WORDS)
        if opens or kinds[index] is TokenKind.NUMBER:
            found.append(index)
    return found


_Read = tuple[Quantity | None, int]


def _read(tokens: Scan, i: int, reached: int) -> _Read:
    """The quantity whose number starts at token `i`, if any, and the token to go on from."""
    kind, word = tokens.kinds[i], tokens.words[i]
    if kind is TokenKind.WORD:
        if word in _MULTIPLES:
            return _read_multiple(tokens, i, reached)
        if word in ORDINALS:
            return _read_ordinal(tokens, i, ORDINALS[word], i + 1)
        if word not in STARTERS or (word == "one" and not _is_number_one(tokens, i)):
            return _tens_ordinal(tokens, i)
    elif kind is not TokenKind.NUMBER:
        return None, i + 1
    elif tokens.words[i + 1] in ORDINAL_ENDINGS and tokens.glued(i + 1):
        number = int(word) if word.isdecimal() and len(word) < 7 else 0
        return _read_ordinal(tokens, i, number, i + 2) if number else (None, i + 2)
    if ordinal := _tens_ordinal(tokens, i)[0]:
        return ordinal, i + 3
    number_ = read_number(tokens, i)
    if number_ is None:
        return _read_colon_ratio(tokens, i)
    if kind is TokenKind.NUMBER and context.is_code(tokens, i):
        return None, _behind_chain(tokens, i)
    return _Reader(tokens, i, number_, reached).read()


def _behind_chain(tokens: Scan, i: int) -> int:
    """The token behind the numbers that hang together with the one at `i`."""
    index = i + 1
    while (
        index + 1 < tokens.size
        and tokens.glued(index)
        and tokens.glued(index + 1)
        and tokens.words[index] in "-‑/.,–"
        and tokens.kinds[index + 1] is not TokenKind.SYMBOL
    ):
        index += 2
    return index


def _is_number_one(tokens: Scan, i: int) -> bool:
    """Whether "one" counts here, rather than standing for a person or thing."""
    words = tokens.words
    before, behind = tokens.word_before(i), words[i + 1]
    if i and tokens.raw(i)[0].isupper() and tokens.raw(i - 1)[0].isupper():
        return False
    if behind in (
        "hundred",
        "thousand",
        "million",
        "billion",
        "trillion",
        "third",
        "quarter",
        "half",
        "percent",
        "dozen",
    ) or behind in ("fifth", "tenth", "lakh", "crore"):
        return True
    if behind in ("in", "out") and (words[i + 2] in ONES or words[i + 2].isdecimal()):
        return words[i + 2] != "one"
    if behind == "out" and words[i + 2] == "of":
        return True
    if behind in ("and", "or", "to") and (words[i + 2] in ONES or words[i + 2] == "a"):
        return True
    if before in _NOT_ONE_BEFORE or behind in _NOT_COUNTED_AFTER_ONE:
        return False
    if behind in measures.HYPHENS:
        return tokens.glued(i + 1) and words[i + 2] not in (
            "of",
            "off",
            "sided",
            "on",
            "to",
            "size",
            "time",
            "way",
            "liner",
            "stop",
        )
    return tokens.kinds[i + 1] is TokenKind.WORD


def _read_multiple(tokens: Scan, i: int, reached: int) -> _Read:
    word = tokens.words[i]
    compares = tokens.words[i + 1] in ("as", "the", "that", "what", "its", "their")
    if word == "twice" and not compares:
        return _plain(tokens, i, i + 1, Decimal(2), COUNT, "time"), i + 1
    if word in ("double", "triple", "treble", "quadruple") and not compares:
        return None, i + 1
    value = Decimal(_MULTIPLES[word])
    bound, start = context.hedge_before(tokens, i)
    quantity = _plain(tokens, i, i + 1, value, RATIO)
    if bound is Bound.EXACT or tokens.starts[start] < reached:
        return quantity, i + 1
    low, high, low_open, high_open = bounds_of(bound, value, value)
    return replace(
        quantity, start=tokens.starts[start], low=low, high=high, low_open=low_open,
        high_open=high_open, bound=bound, approximate=bound in _HEDGED,
    ), i + 1  # fmt: skip


def _plain(tokens: Scan, i: int, end: int, value: Decimal, unit: Unit, noun: str = "") -> Quantity:
    span = (tokens.starts[i], tokens.ends[end - 1])
    return Quantity(
        *span, *span, value, value, unit.dimension, value=value, unit=unit.symbol, noun=noun
    )


def _read_ordinal(tokens: Scan, i: int, number: int, end: int) -> _Read:
    """ "third album", "12th minute", "the 2nd-largest city"."""
    noun = measures.run_noun(tokens, end)
    if tokens.kinds[i] is TokenKind.WORD and (not noun or noun in _IDIOMS):
        return None, end
    unit = Unit("", Dimension.ORDINAL)
    return _plain(tokens, i, end, Decimal(number), unit, noun), end


def _tens_ordinal(tokens: Scan, i: int) -> _Read:
    """ "twenty-first"."""
    words = tokens.words
    tens = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}.get(words[i], 0)
    if tens and words[i + 1] in measures.HYPHENS and 1 <= ORDINALS.get(words[i + 2], 0) <= 9:
        noun = measures.run_noun(tokens, i + 3)
        value = Decimal(tens + ORDINALS[words[i + 2]])
        unit = Unit("", Dimension.ORDINAL)
        return _plain(tokens, i, i + 3, value, unit, noun), i + 3
    return None, i + 1


def _read_colon_ratio(tokens: Scan, i: int) -> _Read:
    """ "a 3:1 ratio", "odds of 5:2"."""
    top, colon, bottom = tokens.words[i].partition(":")
    near = tokens.words[max(0, i - 3) : i + 3]
    if not (colon and top.isdecimal() and bottom.isdecimal() and int(bottom or 0)):
        return None, i + 1
    if not ({"ratio", "odds", "ratios"} & set(near)) or len(top) > 6 or len(bottom) > 6:
        return None, i + 1
    return _plain(tokens, i, i + 1, Decimal(top) / Decimal(bottom), RATIO), i + 1


# ---- one quantity ----------------------------------------------------------------------------

_HEDGED = frozenset({Bound.ABOUT, Bound.ALMOST, Bound.JUST_OVER, Bound.SOME})


def tolerance(value: Decimal) -> Decimal:
    """How far "about" reaches: half the place of the last digit that is not zero.

    At least a twentieth and at most a fifth of the value: about 310 is 294.5 to 325.5, about 300 is
    250 to 350, about 100 is 80 to 120.
    """
    size = abs(value)
    return min(max(last_place(value) / 2, size / 20), size / 5)


def bounds_of(
    bound: Bound, low: Decimal, high: Decimal
) -> tuple[Decimal | None, Decimal | None, bool, bool]:
    """The interval that `bound` makes of [low, high], and which of its ends are left out."""
    match bound:
        case Bound.ABOUT:
            return low - tolerance(low), high + tolerance(high), False, False
        case Bound.ALMOST:
            return low - tolerance(low), high, False, False
        case Bound.JUST_OVER:
            return low, high + tolerance(high), False, False
        case Bound.MORE_THAN:
            return low, None, True, False
        case Bound.AT_LEAST | Bound.SOME:
            return low, None, False, False
        case Bound.LESS_THAN:
            return None, high, False, True
        case Bound.AT_MOST:
            return None, high, False, False
        case _:
            return low, high, False, False


@dataclass(slots=True)
class _Reader:
    """Reads one quantity from its number at token `i` outwards; `reached`: the text read so far."""

    tokens: Scan
    i: int
    number: Number
    reached: int

    def read(self) -> _Read:
        tokens, i = self.tokens, self.i
        currency, start = context.currency_before(tokens, i)
        sign, start = self._sign(start)
        if not currency and sign:
            currency, start = context.currency_before(tokens, start)
        number = with_suffix(tokens, self.number, bool(currency))
        score = None if currency else self._score(number)
        if score:
            return score
        second, end = self._range_end(number, start)
        if second is not None and second.magnitude != 1 and number.magnitude == 1:
            number = self._shared_magnitude(number, second)
        measure = self._measure(number, second, end, currency)
        if measure is None and self._is_glued_code(end):
            return None, end + 1
        return self._finish(number, second, sign, start, measure, end)

    # -- left ----------------------------------------------------------------------------------

    def _sign(self, start: int) -> tuple[int, int]:
        if start == self.i:
            return context.sign_before(self.tokens, start)
        sign, begin = context.sign_before(self.tokens, start)
        if self.tokens.words[self.i - 1] in ("-", "−"):
            return -1, start
        return sign, begin

    # -- scores --------------------------------------------------------------------------------

    def _score(self, number: Number) -> _Read | None:
        """ "3-1", "a 9-3 vote", "won 21–18"."""
        tokens, at = self.tokens, self.i + 1
        words = tokens.words
        if words[at] not in context.DASHES or tokens.glued(at) != tokens.glued(at + 1):
            return None
        one, two = words[self.i], words[at + 1]
        if not (one.isdecimal() and two.isdecimal() and len(one) <= 3 and len(two) <= 3):
            return None
        near = words[max(0, self.i - 6) : at + 6]
        behind = words[at + 2]
        if _SCORE_WORDS.isdisjoint(near) and (int(one) <= int(two) or not tokens.glued(at)):
            return None
        if measures.read_measure(tokens, at + 2) or behind in measures.HYPHENS:
            return None
        low, high = sorted((Decimal(one), Decimal(two)))
        span = (tokens.starts[self.i], tokens.ends[at + 1])
        return Quantity(*span, *span, low, high, Dimension.SCORE, unit=f"{one}-{two}"), at + 2

    # -- ranges --------------------------------------------------------------------------------

    def _range_end(self, number: Number, start: int) -> tuple[Number | None, int]:
        """The second number of a range that starts with `number`, and the token behind both."""
        tokens, at = self.tokens, number.end
        at = self._skip_unit(at)
        word = tokens.words[at]
        if word in context.DASHES:
            spaced = tokens.glued(at) == tokens.glued(at + 1)
            begin = at + 1 if spaced and (tokens.glued(at) or self._is_spaced_range(at)) else 0
        elif word in ("to", "and", "or", "through"):
            begin = at + 1 if self._joins(word, start) else 0
        else:
            begin = at + 1 if word == "±" else at + 3 if self._plus_minus(at) else 0
        if not begin or begin >= tokens.size:
            return None, number.end
        if tokens.raw(begin) in CURRENCY_SIGNS:
            if start == self.i:
                return None, number.end
            begin += 1
        second = read_number(tokens, begin)
        if second is None or second.form is Form.FRACTION or tokens.words[begin] in ("a", "an"):
            return None, number.end
        second = with_suffix(tokens, second, start != self.i)
        if word == "±" or self._plus_minus(at):
            return self._spread(number, second), second.end
        scaled = number.value * (second.magnitude if number.magnitude == 1 else 1)
        if self._skip_unit(number.end) != number.end and not self._same_kind(number, second, begin):
            return None, number.end
        if number.value >= second.value or (word == "or" and second.value > 2 * number.value):
            return None, number.end
        wide = scaled < second.value or number.value < second.value
        return (second, second.end) if wide else (None, number.end)

    def _is_spaced_range(self, at: int) -> bool:
        """Whether " - " at `at` joins two numbers rather than two thoughts."""
        tokens = self.tokens
        if tokens.words[at] in ("–", "—", "‒"):
            return True
        second = read_number(tokens, at + 1) if tokens.words[at] == "-" else None
        return second is not None and measures.read_measure(tokens, second.end) is not None

    def _skip_unit(self, at: int) -> int:
        """Past a unit that the first number of a range has of its own: "10 km to 20 km"."""
        tokens = self.tokens
        if tokens.kinds[at] not in (TokenKind.WORD, TokenKind.SYMBOL):
            return at
        if tokens.words[at] in context.DASHES or tokens.words[at] in ("to", "and", "or"):
            return at
        measure = measures.read_measure(tokens, at)
        behind = measure and tokens.words[measure.end]
        if measure and (behind in ("to", "and") or behind in context.DASHES):
            return measure.end
        return at

    def _same_kind(self, number: Number, second: Number, begin: int) -> bool:
        """Whether both numbers of "10 % to 20 %" have a unit of one dimension."""
        tokens = self.tokens
        one = measures.read_measure(tokens, number.end)
        other = measures.read_measure(tokens, second.end)
        if context.currency_before(tokens, begin)[0]:
            return one is not None and one.unit.dimension is Dimension.MONEY
        return bool(one and other and one.unit.dimension is other.unit.dimension)

    def _joins(self, word: str, start: int) -> bool:
        before = self.tokens.word_before(start)
        if word == "and":
            return before == "between" or (
                context.hedge_before(self.tokens, start)[0] is Bound.BETWEEN
            )
        if word == "or":
            return self.number.form is not Form.FRACTION
        return before not in ("from", "between")

    def _plus_minus(self, at: int) -> bool:
        return self.tokens.words[at : at + 3] in (("+", "/", "-"), ("+", "/", "−"))

    def _spread(self, number: Number, second: Number) -> Number:
        return replace(second, form=Form.VAGUE)

    def _shared_magnitude(self, number: Number, second: Number) -> Number:
        scaled = number.value * second.magnitude
        if scaled < second.value and number.value < 1000:
            return number.scaled(second.magnitude, number.end)
        return number

    # -- right ---------------------------------------------------------------------------------

    def _measure(
        self, number: Number, second: Number | None, end: int, currency: str
    ) -> Measure | None:
        tokens = self.tokens
        of = number.form is Form.VAGUE and tokens.words[end] == "of"
        measure = measures.read_measure(tokens, end + 1 if of else end)
        if measure is None and second is None:
            measure = self._of_a_unit(number)
        if currency:
            unit = Unit(currency, Dimension.MONEY)
            if measure and measure.unit.dimension is Dimension.MONEY:
                named = measure.unit.symbol
                code = named if currency == "$" and named else currency
                return replace(measure, unit=Unit(code, Dimension.MONEY))
            return measures.with_rate(tokens, Measure(unit, end))
        if measure and measure.unit.symbol == "m" and self._is_million(measure):
            return None
        return measure

    def _is_million(self, measure: Measure) -> bool:
        """Whether "5m" counts millions: a plural noun follows ("5m users")."""
        if not self.tokens.glued(measure.end - 1):
            return False
        return bool(measures.counted_noun(self.tokens, measure.end, is_one=False))

    def _of_a_unit(self, number: Number) -> Measure | None:
        """The unit in "half an hour", "a quarter of a mile", "half a per cent"."""
        if number.form is not Form.FRACTION:
            return None
        words, at = self.tokens.words, number.end
        at = at + 1 if words[at] == "of" else at
        if words[at] not in ("a", "an", "one"):
            return None
        return measures.read_measure(self.tokens, at + 1)

    def _is_glued_code(self, end: int) -> bool:
        tokens = self.tokens
        if tokens.kinds[self.i] is not TokenKind.NUMBER or not tokens.glued(end):
            return False
        if tokens.kinds[end] is TokenKind.CODE:
            return True
        raw = tokens.raw(end)
        known = raw in ("x", "×", "m", "s") and tokens.words[end] != "s"
        return tokens.kinds[end] is TokenKind.WORD and not known

    # -- together ------------------------------------------------------------------------------

    def _finish(
        self, number: Number, second: Number | None, sign: int, start: int,
        measure: Measure | None, end: int,
    ) -> _Read:  # fmt: skip
        tokens = self.tokens
        noun = per = ""
        number_end = tokens.ends[end - 1]
        if measure is None:
            number, found = self._without_unit(number, second, end)
            if found is None:
                return None, end
            unit, noun, end, per, start = *found, min(start, self._key_start(found[0], start))
        else:
            unit, end, per = measure.unit, measure.end, measure.per
            noun = self._noun_of_measure(unit, end)
        bound, begin = self._bound(unit, number, start)
        behind, end = context.hedge_behind(tokens, end)
        bound = behind or bound
        if second is not None and bound not in _HEDGED:
            bound = Bound.BETWEEN
        elif bound is Bound.BETWEEN:
            bound, begin = Bound.EXACT, start
        if number.form is Form.VAGUE:
            bound = Bound.SOME
        values = _Values.of(number, second, -1 if sign < 0 else 1, bound, unit)
        return Quantity(
            start=tokens.starts[begin],
            end=tokens.ends[end - 1],
            number_start=tokens.starts[self.i],
            number_end=number_end,
            low=values.low,
            high=values.high,
            low_open=values.low_open,
            high_open=values.high_open,
            value=values.value,
            dimension=unit.dimension,
            unit=unit.symbol,
            per=per,
            approximate=bound in _HEDGED or (second is not None and second.form is Form.VAGUE),
            bound=bound,
            resolution=values.resolution,
            noun=noun,
        ), end

    def _key_start(self, unit: Unit, start: int) -> int:
        return context.key_noun(self.tokens, start)[1] if unit is _KEY else start

    def _noun_of_measure(self, unit: Unit, end: int) -> str:
        if unit.dimension is not Dimension.PERCENT or self.tokens.words[end] != "of":
            return ""
        return measures.counted_noun(self.tokens, end, is_one=False)

    def _bound(self, unit: Unit, number: Number, start: int) -> tuple[Bound, int]:
        tokens = self.tokens
        bound, begin = context.hedge_before(tokens, start)
        if begin == start or tokens.starts[begin] < self.reached:
            return Bound.EXACT, start
        word = tokens.words[begin]
        if word == "some" and number.value < 10:
            return Bound.EXACT, start
        alone = word in ("over", "under") and begin == start - 1
        if alone and unit.dimension is Dimension.TIME:
            # "over five years" is more often "in the course of" than "more than".
            return (bound, begin) if tokens.word_before(begin) in _TAKES_OVER else (_EXACT, start)
        if word in ("near", "beyond", "above", "below") and unit.dimension is Dimension.COUNT:
            return (bound, begin) if number.value >= 10 else (Bound.EXACT, start)
        return bound, begin

    def _without_unit(
        self, number: Number, second: Number | None, end: int
    ) -> tuple[Number, tuple[Unit, str, int, str] | None]:
        """The kind of a number that has no unit: (number, (unit, noun, end, per))."""
        tokens, words = self.tokens, self.tokens.words
        glued = tokens.glued(end)
        if tokens.raw(end) == "m" and glued and number.form is Form.DIGITS:
            number, end = number.scaled(Decimal(10**6), end + 1), end + 1
        elif words[end] in ("x", "×") and glued and tokens.kinds[end + 1] is not TokenKind.NUMBER:
            return number, (RATIO, "", end + 1, "")
        elif words[end] in measures.HYPHENS and words[end + 1] == "fold":
            return number, (RATIO, "", end + 2, "")
        elif words[end] == "fold":
            return number, (RATIO, "", end + 1, "")
        if measures.is_ratio_word(tokens, end):
            return number, (RATIO, "", end + 1, "")
        if tokens.words[max(0, self.i - 2) : self.i] == ("factor", "of"):
            return number, (RATIO, "", end, "")
        lead = tokens.words[max(0, self.i - 2) : self.i]
        if lead[-1:] and (lead[-1] in _AGE_WORDS or lead in _AGES):
            return number, (by_name("year") or COUNT, "", end, "")
        if number.form is Form.FRACTION:
            return self._share_or_part(number, end)
        share = self._share_of(number, end)
        if share and not context.key_noun(tokens, self.i)[0]:
            return share, (PERCENT, self._noun(share.end), share.end, "")
        return number, self._count_or_key(number, second, end)

    def _share_or_part(
        self, number: Number, end: int
    ) -> tuple[Number, tuple[Unit, str, int, str] | None]:
        """ "a third of the voters" is a share; "half a million" a count."""
        words, at = self.tokens.words, end
        at = at + 1 if words[at] == "of" else at
        if words[at] in ("a", "an") and words[at + 1] in (
            "million",
            "billion",
            "dozen",
            "thousand",
            "hundred",
            "trillion",
            "century",
        ):
            whole = read_number(self.tokens, at)
            if whole is not None:
                value = number.value * whole.value
                part = Number(value, last_place(value), whole.end, Form.WORDS)
                return part, (COUNT, self._noun(whole.end), whole.end, "")
        share = replace(number, value=number.value * 100, step=number.step * 100)
        return share, (PERCENT, self._noun(end), end, "")

    def _noun(self, at: int) -> str:
        return measures.counted_noun(self.tokens, at, is_one=False)

    def _share_of(self, number: Number, end: int) -> Number | None:
        """ "one in five", "9 out of 10"."""
        words = self.tokens.words
        if words[end] == "out" and words[end + 1] == "of":
            at = end + 2
        elif words[end] == "in" and number.value <= 3:
            at = end + 1
        else:
            return None
        whole = read_number(self.tokens, at) if at < self.tokens.size else None
        if whole is None or whole.value <= number.value or whole.form is Form.FRACTION:
            return None
        if measures.read_measure(self.tokens, whole.end):
            return None
        value = number.value * 100 / whole.value
        return replace(number, value=value, step=Decimal(1), end=whole.end, form=Form.FRACTION)

    def _count_or_key(
        self, number: Number, second: Number | None, end: int
    ) -> tuple[Unit, str, int, str] | None:
        tokens = self.tokens
        noun = measures.counted_noun(tokens, end, is_one=number.value == 1)
        if tokens.kinds[self.i] is TokenKind.NUMBER or number.form is Form.WORDS:
            key, _ = context.key_noun(tokens, self.i)
            if key in context.VALUE_NAMES and number.magnitude == 1:
                return _KEY, key, end, ""
            if key and number.magnitude == 1:
                return None
        bare = tokens.kinds[self.i] is TokenKind.NUMBER and number.magnitude == 1
        if bare and not noun and second is None and context.is_named_after(tokens, self.i):
            return None
        per, end = measures.read_rate_of_count(tokens, end)
        return COUNT, noun or self._noun_before(), end, per

    def _noun_before(self) -> str:
        """The noun in "a population of 8,000"."""
        words, i = self.tokens.words, self.i
        _, start = context.hedge_before(self.tokens, i)
        if (
            start >= 2
            and words[start - 1] == "of"
            and self.tokens.kinds[start - 2] is TokenKind.WORD
        ):
            noun = words[start - 2]
            return "" if noun in ("total", "average", "minimum", "maximum") else noun
        return ""


_EXACT = Bound.EXACT
_KEY = Unit("", Dimension.IDENTIFIER)
_TAKES_OVER = frozenset(
    "for lasted lasting took takes take taking spanning spans of is was are were well just"
    " after in with at spent needs needed".split()
)


@dataclass(frozen=True, slots=True)
class _Values:
    """The interval of a quantity in base units."""

    low: Decimal | None
    high: Decimal | None
    low_open: bool
    high_open: bool
    value: Decimal | None
    resolution: Decimal

    @classmethod
    def of(
        cls, number: Number, second: Number | None, sign: int, bound: Bound, unit: Unit
    ) -> _Values:
        one = number.value * sign
        spread = second is not None and second.form is Form.VAGUE
        two = one if second is None or spread else second.value * (sign if second.value < 0 else 1)
        low, high = min(one, two), max(one, two)
        stated = one if second is None or spread else None
        if spread and second is not None:
            low, high = one - second.value, one + second.value
        least, most, low_open, high_open = bounds_of(bound, low, high)
        step = max(number.step, second.step) if second is not None and not spread else number.step
        return cls(
            None if least is None else unit.to_base(least),
            None if most is None else unit.to_base(most),
            low_open,
            high_open,
            None if stated is None or bound is Bound.SOME else unit.to_base(stated),
            unit.step_to_base(step / 2),
        )


# ---- joining ---------------------------------------------------------------------------------

_LARGER_FIRST = frozenset({Dimension.TIME, Dimension.LENGTH, Dimension.MASS})
_GLUE = re.compile(r"\s*(?:,\s*)?(?:and\s+)?", re.IGNORECASE)
_LIST = re.compile(r"\s*(?:,|,?\s*(?:and|or|to))\s*(?:then\s+)?", re.IGNORECASE)


def _joined(text: str, found: list[Quantity]) -> list[Quantity]:
    """`found` with "5 feet 7 inches" as one, and the shared unit of "3, 5 and 7 %" on each."""
    joined: list[Quantity] = []
    for quantity in found:
        if joined and _adds_up(text, joined[-1], quantity):
            joined[-1] = _sum(joined[-1], quantity)
        else:
            joined.append(quantity)
    for index in range(len(joined) - 2, -1, -1):
        if shared := _sharing(text, joined[index], joined[index + 1]):
            joined[index] = shared
    return joined


def _adds_up(text: str, left: Quantity, right: Quantity) -> bool:
    if left.dimension is not right.dimension or left.dimension not in _LARGER_FIRST:
        return False
    if left.value is None or right.value is None or right.bound is not Bound.EXACT:
        return False
    if left.unit == right.unit or not (0 <= right.value < left.value) or left.per or right.per:
        return False
    if left.value == left.low == left.high and right.start - left.end <= 6:
        unit = by_name({"yr": "year", "h": "hour", "min": "minute"}.get(left.unit, "")) or None
        is_small = unit is None or right.value < unit.numerator
        return is_small and bool(_GLUE.fullmatch(text, left.end, right.start))
    return False


def _sum(left: Quantity, right: Quantity) -> Quantity:
    low = (left.low or Decimal(0)) + (right.low or Decimal(0))
    return replace(
        left, end=right.end, number_end=right.number_end, low=low, high=low, value=low,
        resolution=right.resolution,
    )  # fmt: skip


def _sharing(text: str, left: Quantity, right: Quantity) -> Quantity | None:
    """`left` with the unit or noun of `right`, where it has none and the two are listed."""
    if left.dimension is not Dimension.COUNT or left.noun or left.end != left.number_end:
        return None
    if not _LIST.fullmatch(text, left.end, right.start):
        return None
    if right.dimension is Dimension.COUNT:
        return replace(left, noun=right.noun) if right.noun else None
    return in_unit_of(left, right)
