"""What the offline judge says of true claims and of false ones that look alike."""

from __future__ import annotations

import pytest

from verifier import ConflictKind, Finding, Settings, Verdict, check_text

SOURCE = """Acme Corporation reported revenue of 2.1 billion dollars for the quarter. Free cash flow
was 410 million dollars. The board did not approve the merger with Orion.

Perseverance landed in Jezero Crater on 18 February 2021. The rover is powered by a generator
rather than solar panels. Sales rose by 12 percent after the launch.
"""


def finding(claim: str, source: str = SOURCE, sensitivity: str = "balanced") -> Finding:
    settings = Settings(sensitivity=sensitivity)  # type: ignore[arg-type]
    result = check_text(claim, {"source.txt": source}, settings)
    assert len(result.findings) == 1
    return result.findings[0]


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Free cash flow was $410 million.", "Free cash flow was 510 million dollars."),
        (
            "Acme reported revenue of 2,100 million dollars for the quarter.",
            "Acme reported revenue of 2.6 billion dollars for the quarter.",
        ),
        (
            "The merger with Orion was not approved by the board.",
            "The board approved the merger with Orion.",
        ),
        (
            "Perseverance landed in Jezero Crater in February 2021.",
            "Perseverance landed in Jezero Crater in March 2021.",
        ),
        (
            "Sales increased by 12 percent after the launch.",
            "Sales fell by 12 percent after the launch.",
        ),
        (
            "Sales rose by 12 percent after the launch.",
            "Sales rose by 12 percent before the launch.",
        ),
    ],
)
def test_a_true_claim_and_its_false_look_alike(true: str, false: str) -> None:
    assert finding(true).verdict is Verdict.SUPPORTED
    contradicted = finding(false)
    assert contradicted.verdict is Verdict.CONTRADICTED
    assert contradicted.conflicts


def test_a_contradiction_shows_both_pieces() -> None:
    conflict = finding("Free cash flow was 510 million dollars.").conflicts[0]
    assert conflict.text == "510 million dollars"
    assert conflict.source.text == "410 million dollars"
    assert conflict.message == "claim says 510 million dollars, the source says 410 million dollars"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The device is safe.", "The device isn't safe."),
        ("The balance was -5 dollars.", "The balance was 5 dollars."),
        ("It hasn't failed.", "It has failed."),
    ],
)
def test_a_small_sign_is_not_overlooked(claim: str, source: str) -> None:
    assert finding(claim, source, "cautious").reason.split()[:2] != ["word", "for"]


def test_quotation_marks_do_not_matter_to_a_quote() -> None:
    result = finding("The device is “safe”.", "The device is safe.")
    assert result.verdict is Verdict.SUPPORTED
    assert result.reason.startswith("word for word")


def test_another_passage_that_supports_the_claim_outweighs_a_rival() -> None:
    source = (
        "Revenue of the Dublin unit was 12 million dollars in 2019. "
        "Revenue of the Dublin unit was 15 million dollars in 2020."
    )
    for claim in source.split(". "):
        assert finding(claim, source).verdict is Verdict.SUPPORTED


def test_two_documents_support_a_claim_together() -> None:
    sources = {
        "a.txt": "Acme opened its Dublin factory in March 2019. It rained.",
        "b.txt": "The Dublin factory of Acme employs 240 people. It snowed.",
    }
    claim = "Acme opened its Dublin factory in March 2019, which employs 240 people."
    result = check_text(claim, sources, Settings(sensitivity="balanced")).findings[0]
    assert result.verdict is Verdict.SUPPORTED
    assert {piece.span.source_id for piece in result.evidence} == {"a.txt", "b.txt"}


def test_nothing_in_common_is_unsupported_with_a_reason() -> None:
    result = finding("Zebras graze peacefully.")
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.reason
    assert result.uncovered == ((0, len("Zebras graze peacefully.")),)


def test_a_supported_claim_says_what_its_evidence_does_not_mention() -> None:
    result = finding(
        "Acme Corporation reported record revenue of 2.1 billion dollars.", SOURCE, "cautious"
    )
    assert result.verdict is Verdict.SUPPORTED
    assert result.uncovered_texts() == ("record",)
    assert result.reason == "supported by source.txt:1:1, which does not mention: record"


def test_a_supported_claim_with_nothing_uncovered_says_no_more() -> None:
    result = finding("Free cash flow was $410 million.")
    assert result.uncovered == ()
    assert "mention" not in result.reason


def test_what_is_missing_is_named() -> None:
    result = finding("The company announced a quarterly dividend of 12 cents per share.")
    assert result.verdict is Verdict.UNSUPPORTED
    assert "dividend" in result.reason
    assert result.evidence


def test_a_cause_that_the_source_does_not_give_is_an_overclaim() -> None:
    source = "Sales rose by 12 percent. The new factory opened in Dublin."
    result = finding("Sales rose by 12 percent because of the new Dublin factory.", source)
    assert result.verdict is Verdict.PARTIAL
    assert result.conflicts[0].kind is ConflictKind.CAUSE


def test_a_row_of_a_table_has_its_unit_in_the_label() -> None:
    table = "clinic,participants,extra minutes of sleep\nPorto,77,39\nLeeds,70,33\n"
    settings = Settings(judge="rules")
    for claim, verdict in (
        ("The participants in Leeds had 33 extra minutes of sleep.", Verdict.SUPPORTED),
        ("The participants in Leeds had 39 extra minutes of sleep.", Verdict.CONTRADICTED),
    ):
        result = check_text(claim, {"clinics.csv": table}, settings).findings[0]
        assert result.verdict is verdict, result.reason


def test_evidence_that_stands_before_the_best_sentence_is_a_span_of_its_own() -> None:
    source = (
        "Acme employs 240 people in Dublin. The weather was mild, and the harbour was busy from the"
        " first light of the day. Boats came in with mackerel, and lorries waited along the quay "
        "for boxes of ice. "
        "Acme opened its large Dublin factory for electric motors in March 2019."
    )
    claim = (
        "Acme, which employs 240 people, opened its large factory for electric motors in Dublin."
    )
    result = finding(claim, source)
    assert len(result.evidence) == 2
    for piece in result.evidence:
        assert piece.span.start < piece.span.end
        assert source[piece.span.start : piece.span.end] == piece.span.text
