"""Numbers that a writer worked out from those of a passage."""

from __future__ import annotations

import pytest

from verifier.language.quantities import Derivation, derived, find_quantities


def derivation(claim: str, passage: str) -> Derivation | None:
    return derived(find_quantities(claim)[0], find_quantities(passage))


@pytest.mark.parametrize(
    ("claim", "passage", "phrase"),
    [
        ("30 patients", "12 patients fell ill and 18 patients recovered.", "the sum of"),
        ("6 patients", "12 patients fell ill and 18 patients recovered.", "the difference between"),
        ("$9 million", "Costs were $3 million, $2 million and $4 million.", "the sum of all"),
        ("up 25 %", "Sales rose from $80 million to $100 million.", "the change from"),
        ("down 20 %", "Sales fell from $100 million to $80 million.", "the change from"),
        ("40 % of patients", "Of 50 patients, 20 patients recovered.", "as a share of"),
        ("doubled", "It grew from 15 members to 30 members.", "divided by"),
        ("300 beds", "There are 12 wards with 25 beds each.", "times"),
        ("$600", "It sold 40 tickets at $15 apiece.", "times"),
        ("200 staff", "40 % of the 500 staff work at night.", "of"),
        ("two percentage points", "The rate went from 4 % to 6 %.", "the difference between"),
        ("up about a third", "Sales rose from $75 million to $101 million.", "the change from"),
    ],
)
def test_derived(claim: str, passage: str, phrase: str) -> None:
    found = derivation(claim, passage)
    assert found is not None
    assert phrase in found.phrase


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("31 patients", "12 patients fell ill and 18 patients recovered."),
        ("up 30 %", "Sales rose from $80 million to $100 million."),
        ("$30", "It has 12 rooms and 18 beds."),
        ("€180", "It took $80 and $100."),
        ("the 30th patient", "12 patients fell ill and 18 patients recovered."),
        ("30 patients", "30 patients fell ill."),
    ],
)
def test_not_derived(claim: str, passage: str) -> None:
    assert derivation(claim, passage) is None


def test_the_phrase_quotes_the_passage() -> None:
    passage = "Sales rose from $80 million to $100 million."
    found = derivation("up 25 %", passage)
    assert found is not None
    assert found.explain(passage) == "the change from $80 million to $100 million"
