"""Quantities of tables and settings, whose unit or noun stands in the label: "rooms: 39"."""

from __future__ import annotations

from msgspec.structs import replace

from verifier.language.quantities import Dimension, Quantity, find_quantities
from verifier.language.quantities.nouns import singular
from verifier.patterns import pattern

_LABEL = pattern(r"(?:^|[;\n])\s*(?P<label>[^;:\n]{1,80}):\s*$")
_UNIT = pattern(r"[^\W\d_]+|[%$€£¥]")
_OF_ANYTHING = frozenset(
    "number numbers count total value values amount quantity figure figures sum size population "
    "capacity attendance turnout membership enrolment enrollment headcount workforce staff".split()
)
"""Labels that do not say in one word what their number counts."""


def labelled_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of `text`; a bare number behind a label has the unit that the label names.

    Where the label names no unit, the number counts what the label ends in: "rooms: 33".
    """
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
    return replace(quantity, noun=_counted(label["label"])) if not quantity.noun else quantity


def _counted(label: str) -> str:
    """What the label says that its number counts, in the singular; "" if it does not say."""
    words = _UNIT.findall(label.lower())
    return singular(words[-1]) if words and words[-1] not in _OF_ANYTHING else ""
