"""Units of measure and currencies: what they are called, and how they convert.

The table is data/units.tsv. Factors are those of the SI Brochure (9th edition) and of NIST SP 811.
A month is a twelfth, a week 7 days and a year 365.25 days; a plain "ton" counts as metric.
"""

from __future__ import annotations

from decimal import Context, Decimal
from enum import StrEnum
from functools import cache
from importlib import resources

from msgspec import Struct


class Dimension(StrEnum):
    """What a quantity measures; only quantities of one dimension can be compared."""

    COUNT = "count"
    MONEY = "money"
    PERCENT = "percent"
    POINTS = "percentage points"
    RATIO = "ratio"
    ORDINAL = "ordinal"
    SCORE = "score"
    IDENTIFIER = "identifier"
    TIME = "time"
    LENGTH = "length"
    AREA = "area"
    VOLUME = "volume"
    MASS = "mass"
    SPEED = "speed"
    TEMPERATURE = "temperature"
    ANGLE = "angle"
    ENERGY = "energy"
    POWER = "power"
    PRESSURE = "pressure"
    DATA = "data"
    DATA_RATE = "data rate"
    FREQUENCY = "frequency"
    VOLTAGE = "voltage"
    CURRENT = "current"
    CHARGE = "charge"
    RESISTANCE = "resistance"
    FORCE = "force"
    AMOUNT = "amount"
    MOLARITY = "molarity"
    CONCENTRATION = "concentration"
    PROPORTION = "proportion"
    SOUND = "sound"
    ACTIVITY = "activity"
    DOSE = "dose"
    LUMINOSITY = "luminosity"
    COMPOUND = "compound"


_ONE, _ZERO = Decimal(1), Decimal(0)
_PRECISION = Context(prec=24)
_QUOTIENTS = {
    (Dimension.LENGTH, Dimension.TIME): Dimension.SPEED,
    (Dimension.MASS, Dimension.VOLUME): Dimension.CONCENTRATION,
    (Dimension.AMOUNT, Dimension.VOLUME): Dimension.MOLARITY,
    (Dimension.DATA, Dimension.TIME): Dimension.DATA_RATE,
}
_NO_QUOTIENT = frozenset({Dimension.TIME, Dimension.ANGLE, Dimension.TEMPERATURE})


class Unit(Struct, frozen=True):
    """A unit of one dimension; base value = (value + shift) * numerator / denominator.

    Attributes:
        symbol: the canonical symbol ("km").
        kind: for a COMPOUND the two dimensions it is made of ("current/area"), else "".
    """

    symbol: str
    dimension: Dimension
    numerator: Decimal = _ONE
    denominator: Decimal = _ONE
    shift: Decimal = _ZERO
    kind: str = ""

    def to_base(self, value: Decimal) -> Decimal:
        """`value` of this unit in the base unit of the dimension, to 24 digits."""
        if self.numerator is _ONE and self.denominator is _ONE and self.shift is _ZERO:
            return value
        return _scaled(value + self.shift, self.numerator, self.denominator)

    def from_base(self, value: Decimal) -> Decimal:
        """A value in the base unit, in this unit."""
        return _scaled(value, self.denominator, self.numerator) - self.shift

    def step_to_base(self, step: Decimal) -> Decimal:
        """A difference of two values of this unit, in the base unit."""
        if self.numerator is _ONE and self.denominator is _ONE:
            return step
        return _scaled(step, self.numerator, self.denominator)

    def over(self, other: Unit) -> Unit | None:
        """The unit "this per other", None where such a quotient is better kept apart."""
        if self.dimension in _NO_QUOTIENT or other.dimension is Dimension.COMPOUND:
            return None
        dimension = _QUOTIENTS.get((self.dimension, other.dimension), Dimension.COMPOUND)
        return Unit(
            f"{self.symbol}/{other.symbol}",
            dimension,
            self.numerator * other.denominator,
            self.denominator * other.numerator,
            kind=f"{self.dimension}/{other.dimension}" if dimension is Dimension.COMPOUND else "",
        )


def _scaled(value: Decimal, numerator: Decimal, denominator: Decimal) -> Decimal:
    return _PRECISION.divide(_PRECISION.multiply(value, numerator), denominator)


@cache
def _table() -> tuple[dict[str, Unit], dict[str, Unit], dict[str, Unit]]:
    """The units by symbol as written, by lower-case name, and by canonical symbol."""
    canonicals: dict[str, Unit] = {}
    symbols: dict[str, Unit] = {}
    names: dict[str, Unit] = {}
    data = resources.files("verifier.language").joinpath("data/units.tsv")
    for line in data.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        dimension, canonical, factor, written, called = line.split("\t")
        unit = _unit(Dimension(dimension), canonical, factor)
        canonicals[canonical] = unit
        symbols.update((symbol, unit) for symbol in written.split("|") if symbol != "-")
        for name in called.split("|"):
            names[name] = unit
            names.setdefault(plural(name), unit)
    return symbols, names, canonicals


def _unit(dimension: Dimension, symbol: str, factor: str) -> Unit:
    fraction, _, shift = factor.partition("+")
    numerator, _, denominator = fraction.partition("/")
    return Unit(
        symbol, dimension, Decimal(numerator), Decimal(denominator or 1), Decimal(shift or 0)
    )


def plural(name: str) -> str:
    """The plural of a unit's name: of its first noun in "metre per second", else of the last."""
    if name.startswith("degree "):
        return name.replace("degree", "degrees", 1)
    head, per, rest = name.partition(" per ")
    return f"{head}s{per}{rest}"


def by_symbol(symbol: str) -> Unit | None:
    """The unit written so; capitals count ("mW", "MW")."""
    return _table()[0].get(symbol)


def by_name(name: str) -> Unit | None:
    """The unit with that lower-case name, singular or plural."""
    return _table()[1].get(name)


@cache
def canonical_unit(symbol: str) -> Unit | None:
    """The unit with that canonical symbol; "km/h" may also be a quotient of two."""
    unit = _table()[2].get(symbol)
    if unit is not None or "/" not in symbol:
        return unit
    top, _, bottom = symbol.partition("/")
    one, other = _table()[2].get(top), _table()[2].get(bottom)
    return one.over(other) if one and other else None


# ---- money -----------------------------------------------------------------------------------

DOLLAR = "$"
YEN_OR_YUAN = "¥"
CROWN = "kr"
_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", DOLLAR})
_SHARED_SIGNS = (
    _DOLLARS,
    frozenset({"JPY", "CNY", YEN_OR_YUAN}),
    frozenset({"SEK", "NOK", "DKK", "CZK", CROWN}),
)
CURRENCY_SIGNS = {
    "$": DOLLAR, "€": "EUR", "£": "GBP", "¥": YEN_OR_YUAN, "₹": "INR", "₽": "RUB", "₩": "KRW",
    "₺": "TRY", "₪": "ILS", "₫": "VND", "₦": "NGN", "₱": "PHP", "฿": "THB", "₴": "UAH", "₿": "BTC",
}  # fmt: skip
DOLLAR_PREFIXES = {
    "us": "USD", "u.s": "USD", "c": "CAD", "ca": "CAD", "can": "CAD", "a": "AUD", "au": "AUD",
    "nz": "NZD", "hk": "HKD", "s": "SGD", "nt": "TWD", "r": "BRL",
}  # fmt: skip
CURRENCY_CODES = frozenset(
    "USD EUR GBP JPY CNY INR CHF CAD AUD NZD HKD SGD SEK NOK DKK PLN CZK HUF RUB BRL MXN KRW TRY"
    " ZAR ILS THB IDR MYR PHP TWD AED SAR NGN KES EGP PKR BDT VND UAH RON ARS CLP COP"
    " PEN BTC".split()
) | {"RMB", "Rs", "INR", "Fr", "SFr"}
_CODE_ALIASES = {"RMB": "CNY", "Rs": "INR", "Fr": "CHF", "SFr": "CHF"}
CURRENCY_NAMES: dict[str, tuple[str, int]] = {
    "dollar": (DOLLAR, 1), "us dollar": ("USD", 1), "u.s. dollar": ("USD", 1),
    "canadian dollar": ("CAD", 1), "australian dollar": ("AUD", 1), "buck": (DOLLAR, 1),
    "euro": ("EUR", 1), "pound sterling": ("GBP", 1), "british pound": ("GBP", 1),
    "yen": ("JPY", 1), "japanese yen": ("JPY", 1), "yuan": ("CNY", 1), "renminbi": ("CNY", 1),
    "rupee": ("INR", 1), "swiss franc": ("CHF", 1), "franc": ("", 1), "ruble": ("RUB", 1),
    "rouble": ("RUB", 1), "krona": ("SEK", 1), "kronor": ("SEK", 1), "krone": (CROWN, 1),
    "kroner": (CROWN, 1), "zloty": ("PLN", 1), "peso": ("", 1), "lira": ("", 1), "rand": ("ZAR", 1),
    "won": ("KRW", 1), "shekel": ("ILS", 1), "baht": ("THB", 1), "bitcoin": ("BTC", 1),
    "guinea": ("", 1), "shilling": ("", 1), "cent": ("", 100), "us cent": ("USD", 100),
    "penny": ("", 100), "pence": ("GBP", 100), "pennies": ("", 100), "deutschmark": ("DEM", 1),
}  # fmt: skip
CURRENCY_NAMES |= {
    ("pounds sterling" if name == "pound sterling" else f"{name}s"): value
    for name, value in CURRENCY_NAMES.items()
}


@cache
def opening_words() -> frozenset[str]:
    """The words that the name of a unit or currency can start with."""
    names = _table()[1].keys() | CURRENCY_NAMES.keys() | {"pound", "pounds"}
    return frozenset(name.replace("-", " ").partition(" ")[0] for name in names)


def currency_of_code(code: str) -> str:
    """ISO 4217 code of a code as written ("RMB" is CNY), "" if it is none."""
    return _CODE_ALIASES.get(code, code) if code in CURRENCY_CODES else ""


def same_currency(one: str, other: str) -> bool:
    """Whether two currencies may be the same: an unstated one, or a bare "$", may be any."""
    if not one or not other or one == other:
        return True
    ambiguous = {DOLLAR, YEN_OR_YUAN, CROWN}
    return any(
        one in shared and other in shared and (one in ambiguous or other in ambiguous)
        for shared in _SHARED_SIGNS
    )
