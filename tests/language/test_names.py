"""Names and when two of them mean the same."""

from __future__ import annotations

import pytest

from verifier.language.names import acronyms, find_names, initials, same_name
from verifier.language.tokens import tokenize


def test_runs_of_capitals() -> None:
    text = "The board met Maria Alvarez and J. Smith at the University of Oxford in May."
    names = [name.parts for name in find_names(tokenize(text))]
    assert names == [("maria", "alvarez"), ("j", "smith"), ("university", "oxford")]


def test_acronyms_are_read_from_brackets() -> None:
    text = "The World Health Organization (WHO) advised."
    assert acronyms(text, tokenize(text)) == {"who": ("world", "health", "organization")}


@pytest.mark.parametrize(
    ("claim", "source", "same"),
    [
        (("alvarez",), ("maria", "alvarez"), True),
        (("m", "alvarez"), ("maria", "alvarez"), True),
        (("who",), ("world", "health", "organization"), True),
        (("acme",), ("acme", "corporation"), True),
        (("dr", "smith"), ("john", "smith"), True),
        (("maria", "lopez"), ("maria", "alvarez"), False),
        (("dublin",), ("tokyo",), False),
    ],
)
def test_same_name(claim: tuple[str, ...], source: tuple[str, ...], same: bool) -> None:
    assert same_name(claim, source) is same


def test_initials_leave_particles_out() -> None:
    assert initials(("university", "of", "oxford")) == "uo"
