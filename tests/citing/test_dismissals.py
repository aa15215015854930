"""Dismissals in the report: which findings they meet, and which they do not."""

from __future__ import annotations

import pytest

from verifier.citing import apply_edits
from verifier.dismissals import comments, dismissal_problems, dismissed, insert_dismissal
from verifier.model import Claim, Finding, Verdict


def findings(report: str, *sentences: str, verdict: Verdict = Verdict.UNSUPPORTED) -> list[Finding]:
    places = [(report.index(sentence), len(sentence)) for sentence in sentences]
    return [
        Finding(Claim(report[at : at + size], at, at + size), verdict, 0.1, "so")
        for at, size in places
    ]


def reasons(report: str, *sentences: str, verdict: Verdict = Verdict.UNSUPPORTED) -> list[str]:
    found = dismissed(report, findings(report, *sentences, verdict=verdict))
    return [f.dismissal.reason if f.dismissal else "" for f in found]


def test_behind_a_sentence_it_dismisses_that_one_alone() -> None:
    report = "One. Two. <!-- llmfeeder: ignore unsupported -- known --> Three.\n"
    assert reasons(report, "One.", "Two.", "Three.") == ["", "known", ""]


def test_in_front_of_the_first_sentence_of_a_line_it_dismisses_that_one() -> None:
    assert reasons("<!-- llmfeeder: ignore -- known --> One. Two.", "One.", "Two.") == ["known", ""]


@pytest.mark.parametrize(
    "report",
    [
        "<!-- llmfeeder: ignore -- known -->\nOne. Two\ngoes on.\n\nThree.",
        "<!-- llmfeeder: ignore -- known -->\n\nOne. Two\ngoes on.\n\nThree.",
        "> <!-- llmfeeder: ignore -- known -->\n> One. Two\n> goes on.\n>\n> Three.",
        "- <!-- llmfeeder: ignore -- known -->\n  One. Two\n  goes on.\n- Three.",
        "<!-- llmfeeder: ignore\n-- known -->\r\n\r\nOne. Two\r\ngoes on.\r\n\r\nThree.",
        "[^1]: <!-- llmfeeder: ignore -- known -->\n    One. Two\n    goes on.\n\nThree.",
    ],
)
def test_alone_on_its_line_it_dismisses_the_next_block(report: str) -> None:
    second = report[report.index("Two") : report.index("on.") + 3]
    assert reasons(report, "One.", second, "Three.") == ["known", "known", ""]


@pytest.mark.parametrize(
    "report",
    [
        "- One. <!-- llmfeeder: ignore -- known -->\n- Two.",
        "> One. <!-- llmfeeder: ignore -- known -->\n> Two.",
        "[^1]: One. <!-- llmfeeder: ignore -- known -->\n\nTwo.",
        "| One. <!-- llmfeeder: ignore -- known --> | x |\n| Two. | y |",
    ],
)
def test_in_lists_quotes_footnotes_and_tables(report: str) -> None:
    assert reasons(report, "One.", "Two.") == ["known", ""]


def test_only_the_named_verdicts_are_dismissed() -> None:
    report = "One. <!-- llmfeeder: ignore unsupported, partial -- known -->"
    assert reasons(report, "One.", verdict=Verdict.PARTIAL) == ["known"]
    assert reasons(report, "One.", verdict=Verdict.CONTRADICTED) == [""]
    assert reasons(report, "One.", verdict=Verdict.SUPPORTED) == [""]


@pytest.mark.parametrize("code", ["`{}`", "```\n{}\n```", "~~~ md\n{}\n~~~\n"])
def test_comments_in_code_dismiss_nothing(code: str) -> None:
    report = code.format("One. <!-- llmfeeder: ignore -- known -->")
    assert comments(report) == ()


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("ignore unsupported", "needs a reason"),
        ("ignore unsupported --", "needs a reason"),
        ("ignore wrong -- known", "'wrong' is no verdict"),
        ("skip -- known", "knows no 'skip'"),
        ("ignore contradicted -- known", "dismisses nothing"),
    ],
)
def test_what_is_wrong_with_a_dismissal_is_said(comment: str, message: str) -> None:
    report = f"One. <!-- llmfeeder: {comment} -->"
    found = findings(report, "One.")
    (problem,) = dismissal_problems(report, found)
    assert message in problem.message
    assert report[problem.start : problem.end] == f"<!-- llmfeeder: {comment} -->"
    assert dismissed(report, found) == tuple(found)


@pytest.mark.parametrize("report", ["A. One.[^1] B.\n", "One. Two.", "- One.\n", "One [@a, p. 1]."])
def test_inserting_one_dismisses_and_is_idempotent(report: str) -> None:
    sentence = "One." if "One." in report else "One [@a, p. 1]."
    start = report.index(sentence)
    end = start + len(sentence)
    edits = insert_dismissal(report, start, end, Verdict.UNSUPPORTED, "said -- by <us>")
    after = apply_edits(report, edits)
    assert "<!-- llmfeeder: ignore unsupported -- said by us -->" in after
    assert reasons(after, sentence) == ["said by us"]
    assert insert_dismissal(after, start, end, Verdict.UNSUPPORTED, "again") == []
    assert dismissal_problems(after, findings(after, sentence)) == ()


def test_a_dismissal_without_a_reason_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="reason"):
        insert_dismissal("One.", 0, 4, Verdict.PARTIAL, " -- ")
