"""Citations are inserted where the style wants them, and once only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.citing import (
    Edit,
    Reference,
    Style,
    apply_edits,
    cite,
    cite_all,
    recite,
    reference_to,
    replace_value,
)
from verifier.model import (
    Citation,
    CitationKind,
    Claim,
    Conflict,
    ConflictKind,
    Finding,
    Place,
    SourceSpan,
    Verdict,
)
from verifier.offsets import OffsetMap

TEXT = Reference("q3.txt", "sources/q3.txt", "q3", line=9)
PAPER = Reference("study.pdf", "sources/study.pdf", "study", page=4)
OTHER = Reference("b.pdf", "sources/b.pdf", "b", page=1)


def cited(text: str, sentence: str, reference: Reference, style: Style) -> str:
    end = text.index(sentence) + len(sentence)
    return apply_edits(text, cite(text, end, reference, style))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Sales fell.", "Sales fell.[^1]\n\n[^1]: q3.txt, line 9.\n"),
        ("Sales fell.\n", "Sales fell.[^1]\n\n[^1]: q3.txt, line 9.\n"),
        (
            "Sales fell. Staff left.[^a]\n\n[^a]: A remark.\n",
            "Sales fell.[^1] Staff left.[^a]\n\n[^a]: A remark.\n[^1]: q3.txt, line 9.\n",
        ),
        (
            "Sales fell.[^7]\n\n[^7]: A remark\n    over two lines.\n\nThe end.\n",
            "Sales fell.[^7][^8]\n\n[^7]: A remark\n    over two lines.\n"
            "[^8]: q3.txt, line 9.\n\nThe end.\n",
        ),
        (
            "Sales fell.\n\n[^1]: [notes](sources/a.txt)\n",
            "Sales fell.[^2]\n\n[^1]: [notes](sources/a.txt)\n"
            "[^2]: [q3.txt](sources/q3.txt), line 9.\n",
        ),
        (
            "Sales fell.\n\n[^n]: [Third quarter](sources/q3.txt)\n",
            "Sales fell.[^n]\n\n[^n]: [Third quarter](sources/q3.txt)\n",
        ),
        (
            "Sales fell.\r\n\r\nMore.\r\n",
            "Sales fell.[^1]\r\n\r\nMore.\r\n\r\n[^1]: q3.txt, line 9.\r\n",
        ),
        ("Sales fell.\n```\ncode", "Sales fell.[^1]\n\n[^1]: q3.txt, line 9.\n\n```\ncode"),
    ],
)
def test_a_footnote_goes_behind_the_full_stop(before: str, after: str) -> None:
    assert cited(before, "Sales fell.", TEXT, Style.FOOTNOTE) == after


def test_footnotes_kept_by_section_stay_there() -> None:
    text = "# A\n\nOne.\n\n[^1]: x\n\n# B\n\nTwo.[^2]\n\n[^2]: y\n"
    after = cited(text, "One.", TEXT, Style.FOOTNOTE)
    assert (
        after == "# A\n\nOne.[^3]\n\n[^1]: x\n[^3]: q3.txt, line 9.\n\n# B\n\nTwo.[^2]\n\n[^2]: y\n"
    )


def test_a_label_in_code_is_no_footnote_but_is_not_taken_either() -> None:
    after = cited("Sales fell. `[^1]: q3.txt, line 9.`", "Sales fell.", TEXT, Style.FOOTNOTE)
    assert after == "Sales fell.[^2] `[^1]: q3.txt, line 9.`\n\n[^2]: q3.txt, line 9.\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It grew.", "It grew [@study, p. 4]."),
        ("It grew", "It grew [@study, p. 4]"),
        ("It grew [@b, p. 1].", "It grew [@b, p. 1; @study, p. 4]."),
        ("It grew. [@b]", "It grew. [@b; @study, p. 4]"),
        ("“It grew.”", "“It grew.” [@study, p. 4]"),
        ("It grew [@study, p. 4].", "It grew [@study, p. 4]."),
        ("It grew [see @study, p. 4].", "It grew [see @study, p. 4]."),
        ("It grew [@study, p. 42].", "It grew [@study, p. 42; @study, p. 4]."),
    ],
)
def test_a_pandoc_citation_goes_before_the_full_stop(before: str, after: str) -> None:
    end = len(before) if "[@b]" not in before else len("It grew.")
    assert apply_edits(before, cite(before, end, PAPER, Style.PANDOC)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It grew.", "It grew ([study.pdf, p. 4](sources/study.pdf#page=4))."),
        (
            "It grew ([b](sources/b.txt)).",
            "It grew ([b](sources/b.txt); [study.pdf, p. 4](sources/study.pdf#page=4)).",
        ),
        ("It grew ([s](sources/study.pdf#page=4)).", "It grew ([s](sources/study.pdf#page=4))."),
    ],
)
def test_a_link_goes_before_the_full_stop(before: str, after: str) -> None:
    assert apply_edits(before, cite(before, len(before), PAPER, Style.LINK)) == after


def test_all_claims_are_cited_at_once_with_a_label_a_place() -> None:
    text = "One. Two. Three.\n"
    edits = cite_all(text, [(4, TEXT), (9, PAPER), (16, TEXT)], Style.FOOTNOTE)
    assert apply_edits(text, edits) == (
        "One.[^1] Two.[^2] Three.[^1]\n\n[^1]: q3.txt, line 9.\n[^2]: study.pdf, p. 4.\n"
    )


PIECES = st.sampled_from(
    [
        *(
            "",
            "Aß. ",
            "“B.” ",
            "😀 c ",
            "\u2028",
            "\r\n",
            "\n\n",
            "\n- d\n",
            "> e.\n",
            "| a | b |\n",
        ),
        *("[^1]", "\n\n[^1]: q3.txt, line 9.\n", "\n\n[^n]: note\n    more\n\n"),
        *("[@study, p. 4]", " ([q3.txt, line 9](sources/q3.txt#L9))"),
        *("`x`", "<!-- c -->", "\n```\n"),
    ]
)


@given(
    before=st.lists(PIECES, max_size=6).map("".join),
    after=st.lists(PIECES, max_size=6).map("".join),
    style=st.sampled_from(Style),
    reference=st.sampled_from([TEXT, PAPER]),
)
def test_applying_a_citation_twice_changes_nothing_more(
    before: str, after: str, style: Style, reference: Reference
) -> None:
    claim = "Sales fell."
    text = f"{before}{claim}{after}"
    if "```" in before or "<!--" in before:
        return
    edits = cite(text, len(before) + len(claim), reference, style)
    once = apply_edits(text, edits)
    grown = sum(len(edit.text) for edit in edits if edit.start < len(before) + len(claim))
    end = len(before) + len(claim) + grown
    assert cite(once, end, reference, style) == []
    assert "".join(edit.text for edit in edits) == "" or len(once) > len(text)


def test_a_wrong_pandoc_citation_is_put_right() -> None:
    text = "It grew [see @b, p. 12]."
    citation = Citation(CitationKind.PANDOC, 8, 23, "b", "b", 12)
    once = apply_edits(text, recite(text, citation, PAPER))
    assert once == "It grew [see @study, p. 4]."
    moved = Citation(CitationKind.PANDOC, 8, len(once) - 1, "study", "study", 4)
    assert recite(once, moved, PAPER) == []


def test_a_wrong_link_is_put_right() -> None:
    text = "It grew ([b.pdf, p. 1](sources/b.pdf#page=1))."
    citation = Citation(CitationKind.LINK, 9, len(text) - 2, "x", "sources/b.pdf", 1)
    once = apply_edits(text, recite(text, citation, PAPER))
    assert once == "It grew ([study.pdf, p. 4](sources/study.pdf#page=4))."
    again = Citation(CitationKind.LINK, 9, len(once) - 2, "x", "sources/study.pdf", 4)
    assert recite(once, again, PAPER) == []


def test_a_footnote_of_one_claim_is_mended_in_place_and_a_shared_one_left_to_the_others() -> None:
    alone = "It grew.[^1]\n\n[^1]: b.pdf, p. 1.\n"
    citation = Citation(CitationKind.FOOTNOTE, 8, 12, "1", "b.pdf, p. 1.", 1)
    once = apply_edits(alone, recite(alone, citation, PAPER))
    assert once == "It grew.[^1]\n\n[^1]: study.pdf, p. 4.\n"
    assert recite(once, citation, PAPER) == []
    shared = "It grew.[^1] It fell.[^1]\n\n[^1]: b.pdf, p. 1.\n"
    assert apply_edits(shared, recite(shared, citation, PAPER)) == (
        "It grew.[^2] It fell.[^1]\n\n[^1]: b.pdf, p. 1.\n[^2]: study.pdf, p. 4.\n"
    )


def contradiction(text: str, wrong: str, right: str) -> Finding:
    at = text.index(wrong)
    source = SourceSpan("q3.txt", 0, len(right), right)
    claim = Claim(text, 0, len(text), offsets=OffsetMap.identity(len(text)))
    conflict = Conflict(ConflictKind.NUMBER, at, at + len(wrong), wrong, source, "differs")
    return Finding(claim, Verdict.CONTRADICTED, 0.0, "differs", conflicts=(conflict,))


def test_a_wrong_value_is_replaced_once() -> None:
    text = "Cash flow was 510 million dollars."
    finding = contradiction(text, "510 million dollars", "410\nmillion dollars")
    edits = replace_value(text, finding, 0)
    assert apply_edits(text, edits) == "Cash flow was 410 million dollars."
    assert replace_value(apply_edits(text, edits), finding, 0) == []


def test_a_bare_number_takes_no_place_of_one_with_its_unit() -> None:
    text = "Participants walked for 39 minutes."
    assert replace_value(text, contradiction(text, "39 minutes", "33"), 0) == []


def test_edits_at_one_place_keep_their_order() -> None:
    assert apply_edits("ab", [Edit(1, 1, "x"), Edit(1, 1, "y")]) == "axyb"


def test_a_reference_is_relative_to_the_report_and_encoded() -> None:
    span = SourceSpan("a (1).pdf", 0, 1, "x", Place(page=3), Place(page=3))
    reference = reference_to(span, "/w/docs/r.md", "/w/sources/a (1).pdf")
    assert reference.link == "../sources/a%20%281%29.pdf#page=3"
    assert reference.pandoc == "@a-1, p. 3"
