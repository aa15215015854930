"""Another thing of one kind, and other words for the same one."""

from __future__ import annotations

import pytest

from verifier import Finding, Settings, Verdict, check_text


def finding(claim: str, source: str) -> Finding:
    return check_text(claim, {"s.md": source}, Settings(judge="rules")).findings[0]


@pytest.mark.parametrize(
    ("claim", "source", "message"),
    [
        (
            "The release team approves every change to the parser.",
            "The compiler team approves every change to the parser.",
            "claim says release team, the source says compiler team",
        ),
        (
            "The project received money from the lottery fund.",
            "The project received money from the pension fund.",
            "claim says lottery fund, the source says pension fund",
        ),
        (
            "The safety committee rejected the plan in March.",
            "The safety committee met in May. The finance committee rejected the plan in March.",
            "claim says safety committee, the source says finance committee",
        ),
    ],
)
def test_another_thing_of_the_kind(claim: str, source: str, message: str) -> None:
    found = finding(claim, source)
    assert found.verdict is Verdict.PARTIAL
    assert message in found.reason


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The team approves every change.", "The compiler team approves every change."),
        ("The animal shelter opened in May.", "The dog shelter opened in May."),
        ("The doc team approves every change.", "The documentation team approves every change."),
        ("The config file is read at the start.", "The configuration file is read at the start."),
        ("The town council approved the plan.", "The city council approved the plan."),
        ("The film festival opened in May.", "The movie festival opened in May."),
        (
            "The police department closed the road.",
            "The local department of police closed the road.",
        ),
        (
            "The parser team approves every change.",
            "The compiler team, also called the parser team, approves every change.",
        ),
        (
            "The release team approves every change to the parser.",
            "# Release process\n\nThe core team approves every change to the parser.",
        ),
    ],
)
def test_other_words_for_the_same_thing(claim: str, source: str) -> None:
    found = finding(claim, source)
    assert found.verdict is Verdict.SUPPORTED
    assert not found.conflicts
