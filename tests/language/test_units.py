"""The units, their names, and that they convert as the standards say."""

from __future__ import annotations

from decimal import Decimal

import pytest

from verifier.language.units import (
    Dimension,
    by_name,
    by_symbol,
    canonical_unit,
    currency_of_code,
    same_currency,
)


@pytest.mark.parametrize(
    ("name", "value", "other", "expected"),
    [
        ("mile", "1", "kilometre", "1.609344"),
        ("nautical mile", "1", "metre", "1852"),
        ("acre", "1", "hectare", "0.40468564224"),
        ("square mile", "1", "square kilometre", "2.589988110336"),
        ("gallon", "1", "litre", "3.785411784"),
        ("cubic metre", "1", "litre", "1000"),
        ("ounce", "16", "lb", "1"),
        ("stone", "1", "lb", "14"),
        ("fortnight", "1", "day", "14"),
        ("year", "1", "month", "12"),
        ("knot", "1", "kilometre per hour", "1.852"),
        ("degree celsius", "100", "degree fahrenheit", "212"),
        ("kelvin", "0", "celsius", "-273.15"),
        ("kilowatt hour", "1", "megajoule", "3.6"),
        ("calorie", "1000", "kilojoule", "4.184"),
        ("atmosphere", "1", "pascal", "101325"),
        ("kibibyte", "1", "byte", "1024"),
        ("megabit", "8", "megabyte", "1"),
    ],
)
def test_conversion(name: str, value: str, other: str, expected: str) -> None:
    one, two = by_name(name), by_name(other)
    assert one is not None
    assert two is not None
    assert one.dimension is two.dimension
    converted = two.from_base(one.to_base(Decimal(value)))
    assert abs(converted - Decimal(expected)) < Decimal("1e-12")


def test_capitals_count_in_symbols() -> None:
    milli, mega = by_symbol("mW"), by_symbol("MW")
    assert milli is not None
    assert mega is not None
    assert mega.numerator / milli.numerator == Decimal(10**9)


def test_plurals_are_names_too() -> None:
    assert by_name("kilometres per hour") == by_name("kilometre per hour")
    assert by_name("inches") == by_name("inch")
    assert by_name("degrees celsius") == by_name("degree celsius")


def test_quotients() -> None:
    gram, litre, mole, hour, metre = map(by_name, ("gram", "litre", "mole", "hour", "metre"))
    assert gram and litre and mole and hour and metre
    for top, bottom, dimension in (
        (gram, litre, Dimension.CONCENTRATION),
        (mole, litre, Dimension.MOLARITY),
        (metre, hour, Dimension.SPEED),
    ):
        quotient = top.over(bottom)
        assert quotient is not None
        assert quotient.dimension is dimension
    assert hour.over(metre) is None
    assert canonical_unit("g/l") == gram.over(litre)


def test_currencies() -> None:
    assert currency_of_code("RMB") == "CNY"
    assert currency_of_code("NASA") == ""
    assert same_currency("USD", "$")
    assert same_currency("", "EUR")
    assert not same_currency("USD", "CAD")
    assert not same_currency("EUR", "$")
