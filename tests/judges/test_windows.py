"""What is shown with a claim: sentences that belong together, and no bare headings."""

from __future__ import annotations

from verifier import Settings, check_text


def shown(claim: str, source: str) -> list[str]:
    settings = Settings(judge="rules", sensitivity="cautious")
    (finding,) = check_text(claim, {"source.txt": source}, settings).findings
    return [piece.span.text for piece in finding.evidence]


def test_a_heading_is_no_evidence_where_a_sentence_says_so() -> None:
    source = (
        "Tin and copper\n\n"
        "The miners of the valley dug both tin and copper until the price fell.\n\n"
        "Later years brought visitors."
    )
    assert shown("Tin and copper were dug.", source)[0].startswith("The miners")


def test_sentences_that_stand_near_are_shown_together() -> None:
    source = (
        "Mara Holt founded the Lisbon workshop in 1998. It had three rooms. "
        "Her brother joined Holt's workshop as its bookkeeper."
    )
    (span,) = shown(
        "Mara Holt founded the Lisbon workshop in 1998 and her brother became its bookkeeper.",
        source,
    )
    assert span == source


def test_sentences_far_apart_are_shown_apart() -> None:
    filler = "The village has a mill, a school and a bridge of stone. " * 8
    source = (
        "Mara Holt founded the Lisbon workshop in 1998. "
        + filler
        + "Her brother joined Holt's workshop as its bookkeeper."
    )
    found = shown(
        "Mara Holt founded the Lisbon workshop in 1998 and her brother became its bookkeeper.",
        source,
    )
    assert len(found) == 2
