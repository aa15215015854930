"""What a numeral or number word is worth: "1.234,56", "12,34,567", "3e5", "twenty", "third"."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from verifier.patterns import pattern


class Numeral(Struct, frozen=True):
    """A number as its digits say.

    Attributes:
        value: the number.
        step: the place of its last digit (0.01 for "2.10").
        plain: whether it is digits alone, without separator or decimal mark.
    """

    value: Decimal
    step: Decimal
    plain: bool = False


_PLAIN = pattern(r"\d+")
_POINT = pattern(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d+\.\d+")
_BLANK = pattern(r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?")
_APOSTROPHE = pattern(r"\d{1,3}(?:['’]\d{3})+(?:[.,]\d+)?")
_COMMA = pattern(r"\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:\.\d{3})+,\d+|(?:0|\d+),\d+")
_SCIENTIFIC = pattern(r"(\d+(?:[.,]\d+)?)[eE]([-+−]?\d{1,3})")
_GROUPING = str.maketrans("", "", " \u00a0\u2009\u202f'’")
_LONGEST = 60


@lru_cache(maxsize=4096)
def read_numeral(written: str) -> Numeral | None:
    """The number that a run of digits and separators stands for, None if it is no number.

    Which of "." and "," is the decimal mark is decided by the shape of this number alone; "1,234"
    and "1.234", which both readings fit, follow English use.
    """
    if len(written) > _LONGEST:
        return None
    if written.startswith("."):
        return _numeral(f"0{written}")
    if _PLAIN.fullmatch(written):
        return Numeral(_digits(written), Decimal(1), plain=True)
    if _POINT.fullmatch(written) and not written.startswith("0,"):
        return _numeral(written.replace(",", ""))
    if _BLANK.fullmatch(written) or _APOSTROPHE.fullmatch(written):
        return _numeral(written.translate(_GROUPING).replace(",", "."))
    if _COMMA.fullmatch(written) and not _is_address(written):
        return _numeral(written.replace(".", "").replace(",", "."))
    if match := _SCIENTIFIC.fullmatch(written):
        scale = Decimal(1).scaleb(int(match[2].replace("−", "-")))
        base = _numeral(match[1].replace(",", "."))
        return Numeral(base.value * scale, base.step * scale)
    return None


def _is_address(written: str) -> bool:
    parts = written.split(".")
    return len(parts) == 4 and all(part.isdecimal() and int(part) < 256 for part in parts)


def _digits(written: str) -> Decimal:
    return Decimal(written)


def _numeral(written: str) -> Numeral:
    value = Decimal(written)
    exponent = value.as_tuple().exponent
    return Numeral(value, Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0))


def last_place(value: Decimal) -> Decimal:
    """The place of the last digit that is not zero: 10 for 310, 0.1 for 2.10, 1 for 0."""
    if not value:
        return Decimal(1)
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


ONES = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50,
    "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100,
    "thousandth": 1000, "millionth": 1000000,
}  # fmt: skip
ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
