"""What people see: golden texts of findings made by hand."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest

from verifier.model import (
    CheckResult,
    Citation,
    CitationCheck,
    CitationKind,
    CitationState,
    Dismissal,
    Evidence,
    EvidenceRole,
    Finding,
    NotCheckable,
    Outcome,
    SourceDocument,
    SourceState,
    SourceStatus,
    Verdict,
)
from verifier.outputs.layout import cells, text_of
from verifier.outputs.summary import ReportCheck
from verifier.outputs.terminal import render, write

WHOLE = """\
claims needing attention
CONTRADICTED   0.04  Free cash flow was 510 million dollars for the quarter.      report.md:14:1
                     q3-earnings.txt:9:31   "Free cash flow was 410 million dollars"
                     claim says 510 million dollars, the source says 410 million dollars
CONTRADICTED   0.04  Free cash flow was 510 million dollars for the quarter.      report.md:14:1
                     q3-earnings.txt:9:31   "Free cash flow was 410 million dollars"
                     claim says 510 million dollars, the source says 410 million dollars
UNSUPPORTED    0.11  The company announced a quarterly dividend of 12 cents per share.  \
report.md:14:57
                     nearest: q3-earnings.txt:8:1 ... nothing about: quarterly dividend, 12 cents

9 claims  6 supported  0 partial  1 unsupported  2 contradicted     faithfulness 0.67   \
(offline judge, 1 source, 3 skipped lines)
"""


def shown(*reports: ReportCheck, width: int | None = None, verbose: bool = False) -> str:
    stream = StringIO()
    write(render(reports, width, verbose), stream, colour=False)
    return stream.getvalue()


def with_result(report: ReportCheck, **changes: object) -> ReportCheck:
    assert report.result is not None
    return replace(report, result=replace(report.result, **changes))  # type: ignore[arg-type]


def test_a_pipe_gets_whole_lines(report: ReportCheck) -> None:
    assert shown(report) == WHOLE


@pytest.mark.parametrize("width", [30, 40, 60, 71, 72, 80, 100, 200])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(
    report: ReportCheck, width: int
) -> None:
    lines = render([report], width)
    assert all(cells(text_of(line)) <= width for line in lines)
    flat = "".join(text_of(line).replace(" ", "") for line in lines)
    for text in ("Freecashflowwas510milliondollars", "report.md:14:1", "faithfulness0.67"):
        assert text in flat


def test_80_columns(report: ReportCheck) -> None:
    lines = shown(report, width=80).splitlines()
    assert lines[1:4] == [
        "CONTRADICTED   0.04  Free cash flow was 510 million dollars for the quarter.",
        "                                                                  report.md:14:1",
        '                     q3-earnings.txt:9:31   "Free cash flow was 410 million',
    ]


def test_colours_mark_verdicts_and_conflicting_values(report: ReportCheck) -> None:
    stream = StringIO()
    write(render([report]), stream, colour=True)
    assert "\x1b[1;31mCONTRADICTED" in stream.getvalue()
    assert "\x1b[1;4m510 million dollars\x1b[0m" in stream.getvalue()
    assert "\x1b[1;4m410 million dollars\x1b[0m" in stream.getvalue()


def test_unreadable_sources_are_always_shown(report: ReportCheck) -> None:
    scan = SourceStatus("scan.pdf", SourceState.UNREADABLE, "it holds pictures only")
    env = SourceStatus(".env", SourceState.SKIPPED, "may hold secrets")
    assert report.result is not None
    both = with_result(report, sources=(*report.result.sources, scan, env))
    assert "unreadable sources\nscan.pdf   it holds pictures only\n" in shown(both)
    assert "(offline judge, 1 source, 1 unreadable, 3 skipped lines)" in shown(both)
    assert ".env" not in shown(both)
    assert "skipped files\n.env   may hold secrets\n" in shown(both, verbose=True)


def test_verbose_shows_every_claim_and_what_was_left_out(report: ReportCheck) -> None:
    asked = NotCheckable("Why is that?", 0, 12, 20, 3, "a question")
    text = shown(with_result(report, not_checkable=(asked,)), verbose=True)
    assert text.count("SUPPORTED      0.97  Revenue will be 7 billion dollars.") == 6
    assert 'q3-earnings.txt:9:1   "revenue of 7 billion dollars"' in text
    assert "Why is that?" in text
    assert "report.md:20:3" in text
    assert "                     a question\n" in text
    assert "1 not checkable)" in text


def test_not_checked_is_loud(report: ReportCheck) -> None:
    empty = ReportCheck("empty.md", CheckResult("empty.md", Outcome.NO_CLAIMS))
    assert shown(empty).startswith("NOT CHECKED    it holds no claim\n")
    assert "faithfulness" not in shown(empty)
    broken = ReportCheck("gone.md", error="gone.md: binary file")
    text = shown(report, empty, broken)
    assert "NOT CHECKED    gone.md: binary file" in text
    assert text.endswith(
        "total\n2 reports of 3 not checked\n9 claims  6 supported  0 partial  1 unsupported  "
        "2 contradicted     faithfulness 0.67   (1 report)\n"
    )


def test_a_faithful_report_says_so(report: ReportCheck, supported: Finding) -> None:
    good = with_result(report, findings=(supported,))
    assert shown(good).startswith("every claim is supported\n\n1 claim  1 supported")
    assert shown(good).count("faithfulness 1.00") == 1


def test_dismissed_claims_need_no_attention_and_are_counted(
    report: ReportCheck, unsupported: Finding
) -> None:
    passed = replace(unsupported, dismissal=Dismissal("agreed with the board"))
    dismissed = with_result(report, findings=(passed,))
    assert "needing attention" not in shown(dismissed)
    assert "no claim needs attention" in shown(dismissed)
    assert "1 dismissed" in shown(dismissed)
    assert "dismissed: agreed with the board" in shown(dismissed, verbose=True)


def test_a_partial_claim_says_what_is_missing(report: ReportCheck, supported: Finding) -> None:
    partial = replace(
        supported,
        verdict=Verdict.PARTIAL,
        score=0.5,
        reason="the rest is not covered",
        uncovered=((16, 33),),
    )
    text = shown(with_result(report, findings=(partial,)))
    assert "PARTIAL        0.50  Revenue will be 7 billion dollars." in text
    assert 'q3-earnings.txt:9:1   "revenue of 7 billion dollars"' in text
    assert "the rest is not covered\n" in text
    assert "nothing about: 7 billion dollars\n" in text


def test_a_claim_without_any_passage_says_so(report: ReportCheck, unsupported: Finding) -> None:
    alone = replace(unsupported, evidence=())
    text = shown(with_result(report, findings=(alone,)))
    assert "no passage comes near ... nothing about: quarterly dividend, 12 cents" in text


def test_sources_that_disagree_are_told_apart(
    report: ReportCheck, contradicted: Finding, supported: Finding
) -> None:
    both = replace(contradicted, evidence=(*contradicted.evidence, *supported.evidence))
    text = shown(with_result(report, findings=(both,)))
    assert 'contradicts: q3-earnings.txt:9:31   "Free cash flow' in text
    assert 'supports: q3-earnings.txt:9:1   "revenue of 7' in text


def test_claims_on_which_sources_disagree_are_shown(
    report: ReportCheck, contradicted: Finding, supported: Finding
) -> None:
    support = supported.evidence[0].span
    conflict = replace(contradicted.conflicts[0], support=support, message="the sources disagree")
    evidence = (*supported.evidence, *contradicted.evidence)
    disputed = replace(supported, evidence=evidence, conflicts=(conflict,))
    for verbose in (False, True):
        text = shown(with_result(report, findings=(disputed,)), verbose=verbose)
        assert text.count("claims on which sources disagree\nSUPPORTED") == 1
        assert text.count("the sources disagree\n") == 1
        assert "other claims" not in text


def test_many_passages_are_counted_unless_verbose(
    report: ReportCheck, contradicted: Finding, source: SourceDocument
) -> None:
    places = [(0, 7), (14, 25), (26, 35), (36, 45)]
    extra = [Evidence(source.span(*at), EvidenceRole.CONTRADICTS, 0.1) for at in places]
    many = with_result(
        report, findings=(replace(contradicted, evidence=(*contradicted.evidence, *extra)),)
    )
    assert "and 2 more passages (--verbose)" in shown(many)
    assert "more passages" not in shown(many, verbose=True)


def test_wrong_citations_need_attention(
    report: ReportCheck, supported: Finding, source: SourceDocument
) -> None:
    cited = Citation(CitationKind.FOOTNOTE, 8, 15, "2", "q2.txt")
    check = CitationCheck(
        cited, CitationState.ELSEWHERE, "q2.txt", "q2.txt does not say so", source.span(0, 7)
    )
    text = shown(with_result(report, findings=(replace(supported, citation_checks=(check,)),)))
    assert "citations needing attention\nELSEWHERE            Revenue   " in text
    assert "report.md:3:1\n                     q2.txt does not say so\n" in text
    assert 'better: q3-earnings.txt:1:1   "Results"' in text


def test_a_citation_that_only_echoes_the_verdict_is_not_told_again(
    report: ReportCheck, unsupported: Finding
) -> None:
    cited = Citation(CitationKind.FOOTNOTE, 8, 15, "2", "q2.txt")
    silent = CitationCheck(cited, CitationState.SILENT, "q2.txt", "q2.txt does not say so")
    missing = replace(silent, state=CitationState.MISSING, message="there is no q2.txt")
    for check, told in ((silent, False), (missing, True)):
        finding = replace(unsupported, citation_checks=(check,))
        text = shown(with_result(report, findings=(finding,)))
        assert ("citations needing attention" in text) == told


def test_where_one_citation_bears_the_claim_out_another_may_be_for_a_part_of_it(
    report: ReportCheck, supported: Finding
) -> None:
    cited = Citation(CitationKind.FOOTNOTE, 8, 15, "2", "q2.txt")
    good = CitationCheck(cited, CitationState.SUPPORTS, "q3.txt", "")
    for state, told in (
        (CitationState.SILENT, False),
        (CitationState.ELSEWHERE, False),
        (CitationState.CONTRADICTS, True),
        (CitationState.MISSING, True),
    ):
        other = CitationCheck(cited, state, "q2.txt", "q2.txt does not say so")
        finding = replace(supported, citation_checks=(good, other))
        text = shown(with_result(report, findings=(finding,)))
        assert ("citations needing attention" in text) == told


@pytest.mark.parametrize(
    ("start", "end", "label"),
    [
        ("row 3, column clinic", "row 3, column clinic", " (row 3, column clinic)"),
        ("row 3, column clinic", "row 3, column extra", " (row 3)"),
        ("$.trial.sites[0]", "$.trial.sponsor", " ($.trial)"),
        ("$.title", "$.sponsor", ""),
        ("", "$.sponsor", ""),
    ],
)
def test_a_passage_is_labelled_by_what_holds_all_of_it(
    report: ReportCheck, contradicted: Finding, start: str, end: str, label: str
) -> None:
    span = contradicted.evidence[0].span
    places = (replace(span.place, label=start), replace(span.end_place, label=end))
    labelled = replace(span, place=places[0], end_place=places[1])
    evidence = (replace(contradicted.evidence[0], span=labelled),)
    finding = replace(contradicted, evidence=evidence, conflicts=())
    text = shown(with_result(report, findings=(finding,)))
    assert f'q3-earnings.txt:9:31{label}   "Free' in text


def test_documents_cannot_command_the_terminal(report: ReportCheck, contradicted: Finding) -> None:
    claim = replace(contradicted.claim, text="Cash\x1b]0;owned\x07 flow was 510 million dollars.")
    text = shown(with_result(report, findings=(replace(contradicted, claim=claim),)))
    assert "\x1b" not in text
    assert "\x07" not in text
