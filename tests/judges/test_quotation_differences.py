"""Quotations that are not word for word, and those that need not be."""

from __future__ import annotations

import pytest

from verifier import ConflictKind, Finding, Settings, Verdict, check_text

SOURCE = (
    "The maker said on Monday that it recalls 19 tractors to fix a specific hydraulic valve issue "
    "that could result in a loss of braking while reversing. Mr Holt told reporters: “We did not "
    "get the balance right when we raised our prices in spring.” His new book is called A Short "
    "History of the Garden Wall."
)


def finding(claim: str) -> Finding:
    (found,) = check_text(
        claim, {"news.txt": SOURCE}, Settings(judge="rules", sensitivity="cautious")
    )
    return found


@pytest.mark.parametrize(
    ("claim", "ours", "theirs"),
    [
        (
            'It recalls 19 tractors to fix a "specific hydraulic pump issue that could result in a '
            'loss of braking while reversing."',
            "pump",
            "valve",
        ),
        (
            "Holt told reporters: “We did not get the balance right when we raised prices in "
            "spring.”",
            "raised prices",
            "raised our prices",
        ),
        (
            "Holt told reporters: “We did not get the balance quite right when we raised our "
            "prices in spring.”",
            "balance quite",
            "balance",
        ),
    ],
)
def test_other_words_in_quotation_marks_are_shown(claim: str, ours: str, theirs: str) -> None:
    found = finding(claim)
    assert found.verdict is Verdict.PARTIAL
    conflict = found.conflicts[0]
    assert conflict.kind is ConflictKind.QUOTATION
    assert (conflict.text, conflict.source.text) == (ours, theirs)
    assert f"claim quotes “{ours}”, the source says “{theirs}”" in found.reason


@pytest.mark.parametrize(
    "claim",
    [
        "“We did not get the balance right when we raised our prices in spring,” Holt said.",
        "Holt told reporters: “We did not get the balance right when we [...] raised our prices.”",
        'Holt told reporters: "we did not get the balance right … in spring".',
        'Holt said they "did not get the balance right" when they raised prices in spring.',
        "Holt told reporters that they did not get the balance quite right.",
        'His new book is "A Brief History of the Garden Wall and Gate".',
    ],
    ids=["whole", "left out", "dots", "a part", "no quotation", "a title"],
)
def test_word_for_word_or_no_quotation_is_left_alone(claim: str) -> None:
    assert not any(c.kind is ConflictKind.QUOTATION for c in finding(claim).conflicts)


def test_an_opposite_undoes_a_negation() -> None:
    found = finding("Holt told reporters they got the balance wrong when they raised prices.")
    assert found.verdict is not Verdict.CONTRADICTED
