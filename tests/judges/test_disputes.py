"""Sources that disagree with each other, and copies, which are one witness."""

from __future__ import annotations

import pytest

from verifier import EvidenceRole, Finding, Settings, Verdict, check_text

REPORT = """Free cash flow was 410 million dollars in the third quarter. The board approved the
merger with Orion.
"""
CALL = """Acme's free cash flow was 510 million dollars in the third quarter. The board did not
approve the merger with Orion.
"""


def finding(claim: str, **sources: str) -> Finding:
    settings = Settings(judge="rules", sensitivity="balanced")
    texts = {f"{name}.txt": text for name, text in sources.items()}
    (found,) = check_text(claim, texts, settings).findings
    return found


@pytest.mark.parametrize(
    ("claim", "support", "against"),
    [
        (
            "Free cash flow was 410 million dollars in the third quarter.",
            ("report.txt", "410 million dollars"),
            ("call.txt", "510 million dollars"),
        ),
        (
            "Free cash flow came to $510 million in the third quarter.",
            ("call.txt", "510 million dollars"),
            ("report.txt", "410 million dollars"),
        ),
        (
            "The merger with Orion was approved by the board.",
            ("report.txt", "approved"),
            ("call.txt", "not approve"),
        ),
    ],
)
def test_sources_that_disagree_are_reported_with_both_spans(
    claim: str, support: tuple[str, str], against: tuple[str, str]
) -> None:
    found = finding(claim, report=REPORT, call=CALL)
    assert found.verdict is Verdict.SUPPORTED
    assert found.is_disputed
    (conflict,) = found.conflicts
    assert conflict.support is not None
    assert (conflict.support.source_id, conflict.support.text) == support
    assert (conflict.source.source_id, conflict.source.text) == against
    assert [piece.role for piece in found.evidence] == [
        EvidenceRole.SUPPORTS,
        EvidenceRole.CONTRADICTS,
    ]
    assert "the sources disagree" in found.reason
    assert "report.txt:1" in found.reason
    assert "call.txt:1" in found.reason


def test_what_no_source_bears_out_is_contradicted_as_before() -> None:
    found = finding("Free cash flow was $610 million in the third quarter.", report=REPORT)
    assert found.verdict is Verdict.CONTRADICTED
    assert not found.is_disputed


@pytest.mark.parametrize(
    "sources",
    [
        {"y2021": "Free cash flow was 410 million.", "y2022": "Free cash flow was 510 million."},
        {
            "a": "Free cash flow was 410 million dollars in 2021.",
            "b": "Free cash flow was 510 million dollars in 2022.",
        },
        {
            "a": "Acme's free cash flow was 410 million dollars.",
            "b": "The free cash flow of Borealis was 510 million dollars.",
        },
        {"a": "Free cash flow was 410 million dollars, not 510 million dollars."},
    ],
    ids=["a series of reports", "other years", "other companies", "one source"],
)
def test_sources_on_other_matters_do_not_disagree(sources: dict[str, str]) -> None:
    found = finding("Free cash flow came to $410 million.", **sources)
    assert not found.is_disputed
    assert found.verdict is not Verdict.CONTRADICTED


def test_copies_are_one_witness() -> None:
    copy = REPORT.replace("The board", "the board").replace(".", " .", 1)
    whole = finding("The merger with Orion was approved by the board.", report=REPORT)
    both = finding("The merger with Orion was approved by the board.", report=REPORT, zcopy=copy)
    assert [piece.span for piece in both.evidence] == [piece.span for piece in whole.evidence]
    assert both.verdict is whole.verdict is Verdict.SUPPORTED


def test_copies_do_not_crowd_out_another_source() -> None:
    copies = {f"copy{letter}": REPORT for letter in "abcdefghijklmn"}
    found = finding("The board approved the merger with Orion.", call=CALL, **copies)
    assert found.is_disputed
    assert found.conflicts[0].source.source_id == "call.txt"


@pytest.mark.parametrize(
    ("label", "rival"),
    [
        ("rooms", False),
        ("age", False),
        ("guests", True),
        ("number of people", True),
        ("capacity", True),
    ],
)
def test_a_row_speaks_against_a_number_of_what_its_label_counts(label: str, rival: bool) -> None:
    sources = {
        "guide.txt": "The mill in Oldbury holds 150 people.",
        "mills.csv": f"building,town,{label}\nmill,Oldbury,33\n",
    }
    claim = "The mill in Oldbury can hold 150 people."
    (found,) = check_text(claim, sources, Settings(judge="rules")).findings
    assert found.verdict is Verdict.SUPPORTED
    assert bool(found.conflicts) is rival
