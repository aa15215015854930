"""Words that mean the same although they are written otherwise."""

from __future__ import annotations

import pytest

from verifier import Settings, Verdict, check_text
from verifier.judges.analysis import Kind, analyse
from verifier.language.names import definitions

TRIAL = """Adverse events (AEs) were noted at every visit. The extended-release tablet (ERT) was
taken once a day.

In all, 14 patients reported AEs. The ERT caused few of them. COVID19 delayed the study by a year.
"""


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("In all, 14 patients reported adverse events.", "adverse events"),
        ("The extended-release tablet caused few of them.", "tablet"),
        ("COVID-19 delayed the study by a year.", "COVID-19"),
        ("The coronavirus delayed the study by a year.", "coronavirus"),
    ],
)
def test_other_forms_of_a_word_are_covered(claim: str, words: str) -> None:
    settings = Settings(judge="rules", sensitivity="balanced")
    (found,) = check_text(claim, {"trial.txt": TRIAL}, settings)
    assert found.verdict is Verdict.SUPPORTED
    assert words not in " ".join(found.uncovered_texts())


def test_acronyms_of_a_whole_text() -> None:
    assert definitions(TRIAL) == {"ae": ("advers", "event"), "ert": ("extend", "releas", "tablet")}
    assert definitions("It was high (see above) and (B) low.") == {}


def test_capitals_are_no_sign_of_a_name_where_all_words_have_them() -> None:
    shouted = analyse("VITAMIN LEVELS MAY AFFECT BONE STRENGTH IN OLDER MARISOL PATIENTS").items
    assert [item.norm for item in shouted if item.kind is Kind.NAME] == ["marisol"]
    plain = analyse("The Levels of Somerset were flooded when the river rose over its banks.").items
    assert [item.norm for item in plain if item.kind is Kind.NAME] == ["levels", "somerset"]
