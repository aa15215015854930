"""Reads one quantity from its number outwards.

To the left currency, sign and hedge; to the right range, unit, hedge and noun.
"""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from verifier.language.numerals import last_place
from verifier.language.quantities import context, measures, nouns, versions
from verifier.language.quantities.bare import Read
from verifier.language.quantities.bounds import HEDGED, Values
from verifier.language.quantities.measures import COUNT, PERCENT, RATIO, Measure
from verifier.language.quantities.model import Bound, Quantity
from verifier.language.quantities.numbers import Form, Number, read_number, with_suffix
from verifier.language.quantities.ranges import read_range, read_score, shared_magnitude
from verifier.language.scanning import Scan, TokenKind
from verifier.language.units import Dimension, Unit, by_name

_AGES = (("ages", "of"), ("aged", "between"), ("age", "of"))
_AGE_WORDS = frozenset({"aged", "age", "ages"})


class Reader(Struct):
    """Reads one quantity from its number at token `i` outwards; `reached`: the text read so far."""

    tokens: Scan
    i: int
    number: Number
    reached: int

    def read(self) -> Read:
        """The quantity, None if the number turns out to be a key; and the token behind it."""
        tokens, i = self.tokens, self.i
        currency, start = context.currency_before(tokens, i)
        sign, start = self._sign(start)
        if not currency and sign:
            currency, start = context.currency_before(tokens, start)
        if tokens.starts[start] < self.reached:
            currency, sign, start = "", 0, i
        is_money = bool(currency) or self._money_behind()
        number = with_suffix(tokens, self.number, is_money)
        score = None if currency else read_score(tokens, i)
        if score:
            return score
        second, end = read_range(tokens, i, number, start)
        if second is not None and second.magnitude != 1 and number.magnitude == 1:
            number = shared_magnitude(number, second)
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

    # -- ranges --------------------------------------------------------------------------------

    def _money_behind(self) -> bool:
        """Whether "20m" is followed by a currency: "20m euros"."""
        tokens, at = self.tokens, self.number.end
        if tokens.words[at] not in ("m", "b", "k") or not tokens.glued(at):
            return False
        behind = measures.read_measure(tokens, at + 1)
        return behind is not None and behind.unit.dimension is Dimension.MONEY

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
        return bool(nouns.counted_noun(self.tokens, measure.end, is_one=False))

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
    ) -> Read:  # fmt: skip
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
        is_version = unit is _KEY and noun == versions.VERSION
        bound, begin = self._bound(unit, number, start)
        if is_version:
            bound, begin = self._version_bound(start) or (bound, begin)
        behind, end = versions.bound_behind(tokens, end) if is_version else (None, end)
        if behind is None:
            behind, end = context.hedge_behind(tokens, end)
        bound = behind or bound
        if second is not None and bound not in HEDGED:
            bound = Bound.BETWEEN
        elif bound is Bound.BETWEEN:
            bound, begin = Bound.EXACT, start
        if number.form is Form.VAGUE:
            bound = Bound.SOME
        values = Values.of(number, second, -1 if sign < 0 else 1, bound, unit)
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
            approximate=bound in HEDGED or (second is not None and second.form is Form.VAGUE),
            bound=bound,
            resolution=values.resolution,
            noun=noun,
        ), end

    def _key_start(self, unit: Unit, start: int) -> int:
        return context.key_noun(self.tokens, start)[1] if unit is _KEY else start

    def _noun_of_measure(self, unit: Unit, end: int) -> str:
        if unit.dimension is not Dimension.PERCENT or self.tokens.words[end] != "of":
            return ""
        return nouns.counted_noun(self.tokens, end, is_one=False)

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
            takes = tokens.word_before(begin) in _TAKES_OVER | _AGE_WORDS
            return (bound, begin) if takes else (_EXACT, start)
        if word in ("near", "beyond", "above", "below") and unit.dimension is Dimension.COUNT:
            return (bound, begin) if number.value >= 10 else (Bound.EXACT, start)
        return bound, begin

    def _version_bound(self, start: int) -> tuple[Bound, int] | None:
        bound, begin = versions.bound_before(self.tokens, start)
        if bound is None or self.tokens.starts[begin] < self.reached:
            return None
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
        elif words[end] in nouns.HYPHENS and words[end + 1] == "fold":
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
        return nouns.counted_noun(self.tokens, at, is_one=False)

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
        noun = nouns.counted_noun(tokens, end, is_one=number.value == 1)
        if not noun and versions.is_bounded(tokens, self.i, end):
            return _KEY, versions.VERSION, end, ""
        if tokens.kinds[self.i] is TokenKind.NUMBER or number.form is Form.WORDS:
            key, _ = context.key_noun(tokens, self.i)
            if key in context.VALUE_NAMES and number.magnitude == 1:
                return _KEY, key, end, ""
            if key and number.magnitude == 1:
                return None
        if not noun and self._is_in_a_name():
            return None
        bare = tokens.kinds[self.i] is TokenKind.NUMBER and number.magnitude == 1
        if bare and not noun and second is None and context.is_named_after(tokens, self.i):
            return None
        per, end = measures.read_rate_of_count(tokens, end)
        return COUNT, noun or self._noun_before(), end, per

    def _is_in_a_name(self) -> bool:
        """Whether the number is a capitalised word behind another: "the Big Four"."""
        tokens, i = self.tokens, self.i
        spelled = i > 0 and tokens.kinds[i] is TokenKind.WORD
        return spelled and tokens.raw(i)[0].isupper() and tokens.raw(i - 1)[0].isupper()

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
