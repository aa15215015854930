"""Claims that share nearly every word with the source, and what still tells true from false."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text


def finding(claim: str, source: str, sensitivity: str = "balanced") -> Finding:
    settings = Settings(judge="rules", sensitivity=sensitivity)  # type: ignore[arg-type]
    (found,) = check_text(claim, {"source.txt": source}, settings)
    return found


@pytest.mark.parametrize("sensitivity", ["cautious", "balanced"])
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The bakery opened two shops, in Porto and in Bergen.",
            "The bakery opened two shops during the spring, in Porto and in Lyon.",
        ),
        (
            "The prize went to Ines Varga of the Lund institute.",
            "The prize went to Ines Varga of the Delft institute.",
        ),
        (
            "The ferry sails from Split to Vis every morning.",
            "The ferry sails from Split to Hvar every morning.",
        ),
        (
            "The cache is cleared before the request has been sent.",
            "The cache is cleared after the request has been sent.",
        ),
        ("The tenant may sublet the rooms.", "The tenant may not sublet the rooms."),
    ],
    ids=["one of two places", "a name", "the other end", "before for after", "may for may not"],
)
def test_a_swapped_name_and_an_opposite_contradict(
    claim: str, source: str, sensitivity: str
) -> None:
    assert finding(claim, source, sensitivity).verdict is Verdict.CONTRADICTED


def test_a_link_that_the_source_does_not_state_is_partial() -> None:
    source = "Ticket sales rose by a tenth. The new hall opened in May."
    found = finding("Ticket sales rose because the new hall opened in May.", source)
    assert found.verdict is Verdict.PARTIAL
    assert "gives a cause" in found.reason


@pytest.mark.parametrize("sensitivity", ["cautious", "balanced"])
def test_one_word_in_other_words_is_no_error(sensitivity: str) -> None:
    source = "Marta Lind gave her side the lead with a header in the 12th minute."
    found = finding("Marta Lind scored with a header in the 12th minute.", source, sensitivity)
    assert found.verdict is Verdict.SUPPORTED
    assert found.uncovered_texts() == ("scored",)


def test_an_added_thing_is_partial() -> None:
    found = finding("The van carries six crates and two bicycles.", "The van carries six crates.")
    assert found.verdict is Verdict.PARTIAL
    assert found.uncovered_texts() == ("two bicycles",)


def test_cannot_is_no_bare_fact_beside_can() -> None:
    found = finding(
        "A file of 8 MB cannot be uploaded to the server.",
        "Files of up to 5 MB can be uploaded to the server.",
    )
    assert "states as a fact" not in found.reason
