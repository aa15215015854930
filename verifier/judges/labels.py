"""Quantities of tables and settings, whose unit stands in the label: "minutes of sleep: 39"."""

from __future__ import annotations

from msgspec.structs import replace

from verifier.language.quantities import Dimension, Quantity, find_quantities
from verifier.patterns import pattern

_LABEL = pattern(r"(?:^|[;\n])\s*(?P<label>[^;:\n]{1,80}):\s*$")
_UNIT = pattern(r"[^\W\d_]+|[%$€£¥]")


def labelled_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of `text`; a bare number behind a label has the unit that the label names."""
    found = find_quantities(text)
    if ":" not in text:
        return found
    return tuple(_with_unit(text, quantity) for quantity in found)


def _with_unit(text: str, quantity: Quantity) -> Quantity:
    if quantity.dimension is not Dimension.COUNT or quantity.unit:
        return quantity
    label = _LABEL.search(text, 0, quantity.number_start)
    if label is None or text[quantity.end : quantity.end + 1] not in ("", ";", "\n", "."):
        return quantity
    number = text[quantity.number_start : quantity.number_end]
    for word in _UNIT.findall(label["label"]):
        read = find_quantities(f"{number} {word}")
        if len(read) == 1 and read[0].dimension is not Dimension.COUNT:
            return replace(
                read[0],
                start=quantity.start,
                end=quantity.end,
                number_start=quantity.number_start,
                number_end=quantity.number_end,
            )
    return quantity
