"""The value types: ordering, figures, places."""

from verifier import CheckResult, Claim, Finding, Outcome, SourceDocument, Verdict
from verifier.model import Landmark
from verifier.offsets import OffsetMap


def finding(verdict: Verdict, score: float = 0.5) -> Finding:
    return Finding(Claim("c", 0, 1), verdict, score, "")


def test_faithfulness_counts_partial_as_half() -> None:
    verdicts = [Verdict.SUPPORTED, Verdict.PARTIAL, Verdict.UNSUPPORTED, Verdict.CONTRADICTED]
    result = CheckResult("r", Outcome.CHECKED, tuple(finding(v) for v in verdicts))
    assert result.faithfulness == 0.375
    assert result.counts() == dict.fromkeys(Verdict, 1)


def test_nothing_checked_has_no_faithfulness() -> None:
    assert CheckResult("r", Outcome.NO_CLAIMS).faithfulness is None


def test_problems_come_worst_first() -> None:
    findings = (
        finding(Verdict.PARTIAL),
        finding(Verdict.CONTRADICTED, 0.2),
        finding(Verdict.SUPPORTED),
        finding(Verdict.CONTRADICTED, 0.1),
    )
    problems = CheckResult("r", Outcome.CHECKED, findings).problems()
    assert [(p.verdict, p.score) for p in problems] == [
        (Verdict.CONTRADICTED, 0.1),
        (Verdict.CONTRADICTED, 0.2),
        (Verdict.PARTIAL, 0.5),
    ]


def test_locators() -> None:
    text = "one\r\ntwo 🦊 three"
    document = SourceDocument("q3.txt", text, raw=text, offsets=OffsetMap.identity(len(text)))
    assert document.span(11, 16).locator() == "q3.txt:2:7"
    pdf = SourceDocument("study.pdf", "page one page two", pages=(0, 9))
    assert pdf.span(9, 13).locator() == "study.pdf p.2"
    assert pdf.span(0, 4).page == 1


def test_innermost_landmark_names_the_place() -> None:
    marks = (Landmark(0, 10, "$.a"), Landmark(2, 4, "$.a.b"))
    document = SourceDocument("x.json", "0123456789", landmarks=marks)
    assert [document.place(i).label for i in (0, 2, 4)] == ["$.a", "$.a.b", "$.a"]
