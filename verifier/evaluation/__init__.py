"""How good the verdicts are: labelled sets, figures, and the command that prints them."""

from verifier.evaluation.answers import Answer, Span
from verifier.evaluation.figures import Figures, measure
from verifier.evaluation.sets import LabelledClaim, LabelledSet, SetError, load_set, own_set_path

__all__ = [
    "Answer",
    "Figures",
    "LabelledClaim",
    "LabelledSet",
    "SetError",
    "Span",
    "load_set",
    "measure",
    "own_set_path",
]
