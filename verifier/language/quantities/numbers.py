"""The number at a token: digits, words, fractions and magnitudes, whatever mixture of them."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from verifier.language.numerals import ONES, ORDINALS, TENS, Numeral, read_numeral
from verifier.language.scanning import Scan, TokenKind


class Form(StrEnum):
    """How a number is written."""

    DIGITS = "digits"
    WORDS = "words"
    FRACTION = "fraction"
    VAGUE = "vague"


class Number(Struct, frozen=True, gc=False):
    """A number at a token of a text.

    Attributes:
        end: the token behind it.
        step: the place of its last digit, times the magnitude.
        magnitude: what its magnitude words multiply by (1,000,000 for "2.1 million"), else 1.
    """

    value: Decimal
    step: Decimal
    end: int
    form: Form
    magnitude: Decimal = Decimal(1)

    def scaled(self, by: Decimal, end: int) -> Number:
        """It, with a magnitude word that ends at token `end`."""
        scale = self.magnitude * by
        return Number(self.value * by, self.step * by, end, self.form, scale)


_MILLION, _BILLION, _TRILLION = Decimal(10**6), Decimal(10**9), Decimal(10**12)
MAGNITUDES = {
    "hundred": Decimal(100), "thousand": Decimal(1000), "million": _MILLION, "billion": _BILLION,
    "trillion": _TRILLION, "quadrillion": Decimal(10**15), "lakh": Decimal(10**5),
    "lakhs": Decimal(10**5), "crore": Decimal(10**7), "crores": Decimal(10**7),
    "bn": _BILLION, "mn": _MILLION, "mln": _MILLION, "bln": _BILLION, "tn": _TRILLION,
    "trn": _TRILLION, "mio": _MILLION, "mrd": _BILLION, "millionen": _MILLION,
    "milliarden": _BILLION, "milliarde": _BILLION, "tausend": Decimal(1000), "mm": _MILLION,
    "millions": _MILLION, "billions": _BILLION, "dozen": Decimal(12), "score": Decimal(20),
}  # fmt: skip
_SPOKEN = frozenset(
    "hundred thousand million billion trillion quadrillion lakh lakhs crore crores dozen".split()
)
_GROUPS = _SPOKEN - {"hundred", "dozen"}
_SUFFIXES = {"k": Decimal(1000), "m": _MILLION, "b": _BILLION, "t": _TRILLION}
VAGUE = {
    "tens": Decimal(10),
    "dozens": Decimal(24), "hundreds": Decimal(100), "thousands": Decimal(1000),
    "millions": _MILLION, "billions": _BILLION, "trillions": _TRILLION, "scores": Decimal(40),
}  # fmt: skip
VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8),
    "⅞": (7, 8),
}  # fmt: skip
_PARTS = {
    name: number for name, number in ORDINALS.items() if 3 <= number <= 20 or number in (100, 1000)
} | {"quarter": 4}
FRACTION_PARTS = _PARTS | {f"{name}s": number for name, number in _PARTS.items()}
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SHARE_FOLLOWS = frozenset({"of", "as", "or", "less", "more", "the"})
_NO_HALF = frozenset(
    "better first second latter other top bottom each both front back opening closing final"
    " upper lower early right left northern southern eastern western last next previous".split()
)
_HALF_FOLLOWS = frozenset(
    "of the a an its their his her our these those all that as to are were is was do did have"
    " had said say".split()
)
STARTERS = (
    frozenset(ONES) | TENS.keys() | VAGUE.keys() | VULGAR.keys() | frozenset(FRACTION_PARTS)
    | frozenset({"a", "an", "half", "dozen", "hundred", "thousand", "couple"})
)  # fmt: skip


def read_number(tokens: Scan, i: int) -> Number | None:
    """The number that starts at token `i`, None if there is none."""
    if tokens.kinds[i] is TokenKind.NUMBER:
        return _read_digits(tokens, i)
    word = tokens.words[i]
    if tokens.kinds[i] is not TokenKind.WORD or word not in STARTERS:
        return None
    if word in VULGAR:
        return _fraction(*VULGAR[word], i + 1)
    return _read_fraction_words(tokens, i) or _read_words(tokens, i) or _read_vague(tokens, i)


# ---- digits ----------------------------------------------------------------------------------


def _read_digits(tokens: Scan, i: int) -> Number | None:
    written = tokens.words[i]
    if "/" in written or "⁄" in written:
        return _read_slashed(tokens, i)
    numeral = read_numeral(written)
    if numeral is None or _is_code(written, numeral):
        return None
    number = Number(numeral.value, numeral.step, i + 1, Form.DIGITS)
    number = _with_fraction_behind(tokens, number)
    number = _with_power(tokens, number)
    return with_magnitude(tokens, number)


def _is_code(written: str, numeral: Numeral) -> bool:
    """Whether plain digits are a key rather than a number: "007", or more than fifteen of them."""
    return numeral.plain and (len(written) > 15 or (len(written) > 1 and written[0] == "0"))


def _read_slashed(tokens: Scan, i: int) -> Number | None:
    top, _, bottom = tokens.words[i].replace("⁄", "/").partition("/")
    if not (top.isdecimal() and bottom.isdecimal() and len(top) <= 3 and len(bottom) <= 4):
        return None
    if not 0 < int(top) < int(bottom) or tokens.words[i + 1] not in _SHARE_FOLLOWS:
        return None
    return _fraction(int(top), int(bottom), i + 1)


def _with_fraction_behind(tokens: Scan, number: Number) -> Number:
    """ "2½", "2 1/2", "2 and a half" as one number."""
    at, words = number.end, tokens.words
    if words[at] in VULGAR:
        return _plus(number, *VULGAR[words[at]], at + 1)
    if words[at] in ("1/2", "1/4", "3/4", "1/3", "2/3", "1/8", "3/8", "5/8", "7/8"):
        top, _, bottom = words[at].partition("/")
        return _plus(number, int(top), int(bottom), at + 1)
    return _with_and_a_half(tokens, number)


def _with_and_a_half(tokens: Scan, number: Number) -> Number:
    words, at = tokens.words, number.end
    if words[at] != "and" or number.value >= 1000:
        return number
    if words[at + 1] in ("a", "one") and words[at + 2] in ("half", "quarter", "third"):
        return _plus(number, 1, {"half": 2, "quarter": 4, "third": 3}[words[at + 2]], at + 3)
    if words[at + 1] == "three" and words[at + 2] == "quarters":
        return _plus(number, 3, 4, at + 3)
    return number


def _plus(number: Number, top: int, bottom: int, end: int) -> Number:
    value = number.value + Decimal(top) / Decimal(bottom)
    return replace(number, value=value, step=Decimal("0.1"), end=end)


def _with_power(tokens: Scan, number: Number) -> Number:
    """ "3.2 x 10^6" and "3.2 × 10⁶"."""
    words, at = tokens.words, number.end
    if words[at] not in ("x", "×", "*", "·") or words[at + 1] != "10":
        return number
    behind = words[at + 2] if at + 2 < tokens.size else ""
    exponent = behind.translate(_SUPERSCRIPTS)
    if behind != exponent and tokens.glued(at + 2) and exponent.lstrip("-").isdecimal():
        return number.scaled(Decimal(1).scaleb(int(exponent[:4])), at + 3)
    if behind != "^":
        return number
    sign = -1 if words[at + 3] in ("-", "−") else 1
    place = at + 4 if sign < 0 else at + 3
    digits = words[place] if place < tokens.size else ""
    if not (digits.isdecimal() and len(digits) <= 3):
        return number
    return number.scaled(Decimal(1).scaleb(sign * int(digits)), place + 1)


def with_magnitude(tokens: Scan, number: Number) -> Number:
    """`number` with the magnitude words behind it ("million", "bn", "k", "lakh crore")."""
    for _ in range(2):
        at = number.end
        word = tokens.words[at]
        if word in ("-", "‑") and tokens.glued(at) and tokens.words[at + 1] in _SPOKEN:
            at, word = at + 1, tokens.words[at + 1]
        scale = MAGNITUDES.get(word)
        if scale is None or word in ("score", "mm"):
            break
        if word == "hundred" and number.value >= 100:
            break
        end = at + 1
        if word in ("mio", "mrd", "mn", "bn", "mln", "bln") and tokens.words[end] == ".":
            end += 1 if tokens.glued(end) and end + 1 < tokens.size else 0
        number = number.scaled(scale, end)
    return number


def with_suffix(tokens: Scan, number: Number, money: bool) -> Number:
    """`number` with a magnitude letter glued to it: "3.5k", "$5m", "20M", "$3B".

    A small "m" that is not money is left alone: it may be a metre.
    """
    at = number.end
    word = tokens.words[at]
    scale = _SUFFIXES.get(word)
    if scale is None or number.form is not Form.DIGITS or number.magnitude != 1:
        return number
    near = tokens.glued(at) or (money and word in ("m", "b"))
    capital = tokens.raw(at).isupper()
    fits = {"k": True, "m": money or capital, "b": money or capital, "t": money}[word]
    return number.scaled(scale, at + 1) if near and fits else number


# ---- words -----------------------------------------------------------------------------------


def _fraction(top: int, bottom: int, end: int) -> Number:
    value = Decimal(top) / Decimal(bottom)
    return Number(value, Decimal("0.03"), end, Form.FRACTION)


def _read_fraction_words(tokens: Scan, i: int) -> Number | None:
    """ "a third of", "two-thirds", "three quarters of", "half of", "one half"."""
    words = tokens.words
    word, at = words[i], i
    top = 1
    if word in ("a", "an") or (word in ONES and 1 <= ONES[word] <= 20):
        top = ONES.get(word, 1)
        at = i + 1
        if words[at] in ("-", "‑") and tokens.glued(at):
            at += 1
    part = words[at]
    if part == "half":
        return _read_half(tokens, i, at)
    bottom = FRACTION_PARTS.get(part)
    if bottom is None or top >= bottom or at == i:
        return None
    follows = words[at + 1] in ("of", "as") or (part.endswith("s") and part != "quarters")
    alone = tokens.kinds[at + 1] is not TokenKind.WORD or words[at + 1] in _SHARE_FOLLOWS
    named = (word not in ("a", "an") or alone) and bottom != 4 and words[at + 1] not in _SPOKEN
    if not (follows or (named and (alone or at > i + 1))) or words[i - 1 : i] == ("first",):
        return None
    if part in ("quarter", "quarters") and _is_period(tokens, at + 1):
        return None
    return _fraction(top, bottom, at + 1)


def _is_period(tokens: Scan, at: int) -> bool:
    """Whether a "quarter" is three months: "a quarter of 2020", "two quarters of growth"."""
    behind = tokens.words[at + 1] if at + 1 < tokens.size else ""
    return tokens.words[at] == "of" and (
        (len(behind) == 4 and behind.isdecimal()) or behind in ("growth", "fiscal", "decline")
    )


def _read_half(tokens: Scan, i: int, at: int) -> Number | None:
    words = tokens.words
    if at != i and words[i] not in ("a", "one"):
        return None
    before, behind = tokens.word_before(i), words[at + 1]
    if before in _NO_HALF or (behind in ("-", "‑") and tokens.glued(at + 1)):
        return None
    ends = tokens.kinds[at + 1] in (TokenKind.SYMBOL, TokenKind.END)
    if behind in _HALF_FOLLOWS or ends or at != i:
        return _fraction(1, 2, at + 1)
    return None


def _read_words(tokens: Scan, i: int) -> Number | None:
    words = tokens.words
    word = words[i]
    if word in ("a", "an"):
        return _read_article(tokens, i)
    if word in ("hundred", "thousand", "dozen"):
        return None
    if word not in ONES and word not in TENS:
        return None
    return _read_groups(tokens, i)


def _read_groups(tokens: Scan, i: int) -> Number:
    """ "two thousand three hundred and five", "two and a half million"."""
    words = tokens.words
    total, current, step, at = Decimal(0), Decimal(0), Decimal(1), i
    scale_before = Decimal(10**18)
    magnitude = Decimal(1)
    while True:
        group = _read_below_hundred(tokens, at)
        if group is None:
            break
        value, at = group
        current = value
        if words[at] in ("hundred", "hundreds"):
            current, at = value * 100, at + 1
            rest = at + 1 if words[at] == "and" else at
            below = _read_below_hundred(tokens, rest)
            if below:
                current, at = current + below[0], below[1]
        half = _with_and_a_half(tokens, Number(current, Decimal(1), at, Form.WORDS))
        current, at, step = half.value, half.end, half.step
        joint = at + 1 if words[at] == "-" and words[at + 1] in _GROUPS else at
        scale = MAGNITUDES.get(words[joint]) if words[joint] in _GROUPS else None
        if scale is None or scale >= scale_before:
            break
        total, current, at = total + current * scale, Decimal(0), joint + 1
        step, scale_before, magnitude = step * scale, scale, scale
        rest = at + 1 if words[at] == "and" and words[at + 1] in ONES.keys() | TENS.keys() else at
        if _read_below_hundred(tokens, rest) is None or not _continues(tokens, at, rest):
            break
        at = rest
    number = Number(total + current, step, at, Form.WORDS, magnitude if not current else Decimal(1))
    if words[at] == "dozen":
        number = replace(number, value=number.value * 12, end=at + 1)
    return number


def _continues(tokens: Scan, at: int, rest: int) -> bool:
    """Whether the words behind "thousand" go on with the same number ("two thousand and five")."""
    group = _read_below_hundred(tokens, rest)
    if group is None:
        return False
    return rest == at or tokens.words[group[1]] not in MAGNITUDES


def _read_below_hundred(tokens: Scan, at: int) -> tuple[Decimal, int] | None:
    words = tokens.words
    word = words[at]
    if word in ONES:
        return Decimal(ONES[word]), at + 1
    if word not in TENS:
        return None
    tens, at = TENS[word], at + 1
    joint = at + 1 if words[at] in ("-", "‑", "–") else at
    if joint < tokens.size and 1 <= ONES.get(words[joint], 0) <= 9:
        return Decimal(tens + ONES[words[joint]]), joint + 1
    return Decimal(tens), at


def _read_article(tokens: Scan, i: int) -> Number | None:
    """ "a hundred", "a dozen", "a million", "a couple of", "a hundred and twenty"."""
    words = tokens.words
    word = words[i + 1] if i + 1 < tokens.size else ""
    if word == "couple" and words[i + 2] == "of":
        return Number(Decimal(2), Decimal(1), i + 3, Form.WORDS)
    if word not in _SPOKEN:
        return None
    number = Number(Decimal(1), Decimal(1), i + 1, Form.WORDS)
    if word == "hundred":
        rest = i + 3 if words[i + 2] == "and" else i + 2
        below = _read_below_hundred(tokens, rest)
        value = Decimal(100) + (below[0] if below else 0)
        number = Number(value, Decimal(1), below[1] if below else i + 2, Form.WORDS)
    elif word == "dozen":
        return Number(Decimal(12), Decimal(1), i + 2, Form.WORDS)
    return with_magnitude(tokens, number)


def _read_vague(tokens: Scan, i: int) -> Number | None:
    """ "hundreds of", "tens of thousands of", "dozens of": at least so many."""
    words = tokens.words
    least = VAGUE.get(words[i])
    if least is None or (words[i] == "tens" and words[i + 2] not in VAGUE):
        return None
    at = i + 1
    while words[at] == "of" and words[at + 1] in VAGUE:
        least, at = least * VAGUE[words[at + 1]], at + 2
    return Number(least, least, at, Form.VAGUE)
