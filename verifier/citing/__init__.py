"""Citations: which source one names, whether it bears out its claim, edits that insert one."""

from verifier.citing.bibliography import Entry, read_bibliography
from verifier.citing.check import check_citations, passages_to_cite
from verifier.citing.edits import (
    Edit,
    Reference,
    apply_edits,
    cite,
    cite_all,
    lacks_unit,
    recite,
    reference_to,
    replace_value,
)
from verifier.citing.resolve import Catalogue, Resolved, Resolver, Standing
from verifier.citing.review import resolver_for, review_citations
from verifier.citing.styles import Style, detect_style, style_of

__all__ = [
    "Catalogue",
    "Edit",
    "Entry",
    "Reference",
    "Resolved",
    "Resolver",
    "Standing",
    "Style",
    "apply_edits",
    "check_citations",
    "cite",
    "cite_all",
    "detect_style",
    "lacks_unit",
    "passages_to_cite",
    "read_bibliography",
    "recite",
    "reference_to",
    "replace_value",
    "resolver_for",
    "review_citations",
    "style_of",
]
