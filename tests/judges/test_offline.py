"""What the offline judge says of true claims and of false ones that look alike."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text

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
