"""Claims about who said what in a transcript."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text

CHAT = """Anna: Careful, the shop closes at six today. I still need flour and eggs.
Tom: Ok, I will drive over after lunch.
Anna: Thanks! Please bring two lemons too.
Tom: Sure.
"""
NOTES = """Result: The shop closes at six.
Method: We asked the owner.
Note: The owner was busy.
"""


def finding(claim: str, source: str = CHAT) -> Finding:
    settings = Settings(judge="rules", sensitivity="balanced")
    (found,) = check_text(claim, {"chat.txt": source}, settings)
    return found


@pytest.mark.parametrize(
    "claim",
    [
        "Anna warns Tom that the shop closes at six.",
        "Anna mentions that she needs flour and eggs.",
        "Anna asks Tom to bring two lemons.",
    ],
)
def test_the_speaker_and_what_the_turn_does_are_borne_out(claim: str) -> None:
    found = finding(claim)
    assert found.verdict is Verdict.SUPPORTED, found.reason
    assert not {"warns", "mentions", "asks", "Anna"} & set(found.uncovered_texts())


@pytest.mark.parametrize(
    "claim",
    [
        "Anna warns Tom that the shop closes at seven.",
        "Anna mentions that she needs butter and cheese.",
    ],
)
def test_what_is_said_must_be_there(claim: str) -> None:
    assert finding(claim).verdict is not Verdict.SUPPORTED


def test_labels_are_no_speakers() -> None:
    found = finding("The paper recommends that the shop closes at six.", NOTES)
    assert "recommends" in found.uncovered_texts()
