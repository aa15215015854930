"""Quantities as intervals with a dimension: found in a text, compared, and derived.

"About 310", "more than 300 km", "$2.1bn", "10-20 minutes", "a third of": each is an interval in
the base unit of its dimension, so that roundings, conversions and hedges compare by value.
"""

from verifier.language.quantities.compare import compare
from verifier.language.quantities.derive import Derivation, derived
from verifier.language.quantities.find import find_quantities
from verifier.language.quantities.model import Bound, Quantity, Relation
from verifier.language.units import Dimension

__all__ = [
    "Bound",
    "Derivation",
    "Dimension",
    "Quantity",
    "Relation",
    "compare",
    "derived",
    "find_quantities",
]
