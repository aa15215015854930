"""Headings, previous sentences, citations and raw ranges of claims; and what once went wrong."""

import pytest

from verifier.claims import extract_claims
from verifier.model import Citation, CitationKind, Claim
from verifier.settings import Settings


def claims(text: str) -> tuple[Claim, ...]:
    return extract_claims(text).claims


def cited(text: str) -> list[list[tuple[str, str, str, int | None]]]:
    """For each claim its citations as (raw text, key, target, page)."""
    return [
        [(text[c.start : c.end], c.key, c.target, c.page) for c in claim.citations]
        for claim in claims(text)
    ]


def test_headings_are_those_above_outermost_first() -> None:
    text = (
        "Top fell.\n\n# A *b* `c`\n\nOne fell.\n\n## B\n\nTwo fell.\n\n### C\n\nThree fell.\n\n"
        "## [D](x)\n\nFour fell.\n\n> # Q\n>\n> Five fell.\n\nSix fell.\n"
    )
    assert [claim.headings for claim in claims(text)] == [
        (),
        ("A b c",),
        ("A b c", "B"),
        ("A b c", "B", "C"),
        ("A b c", "D"),
        ("Q",),
        ("A b c", "D"),
    ]


def test_the_previous_sentence_is_that_of_the_same_block() -> None:
    text = "One **fell**. Did it? Two fell.\n\n- Three fell. Four fell.\n"
    assert [claim.previous for claim in claims(text)] == ["", "Did it?", "", "Three fell."]


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("**Costs fell.** *They rose.*", ["**Costs fell.**", "*They rose.*"]),
        ("**Costs fell. They rose.**", ["**Costs fell.", "They rose.**"]),
        ("***Costs*** `fell.`", ["***Costs*** `fell.`"]),
        ("It fell.[^1] **It rose.[^2]**\n\n[^1]: a\n", ["It fell.", "**It rose.[^2]**"]),
        ("It fell [@a]. It rose.", ["It fell [@a].", "It rose."]),
        ("It fell. [It rose](x.md). It sank", ["It fell.", "[It rose](x.md).", "It sank"]),
        ("> It\n> fell.", ["It\n> fell."]),
        ("It costs $5\\,\\%$. It fell.", ["It costs $5\\,\\%$.", "It fell."]),
        ("<b>It fell.</b> It rose.", ["<b>It fell.</b>", "It rose."]),
        ("__It__ fell &amp; rose&#33;", ["__It__ fell &amp; rose&#33;"]),
    ],
)
def test_a_claim_is_shown_with_its_markup(text: str, ranges: list[str]) -> None:
    assert [text[claim.start : claim.end] for claim in claims(text)] == ranges


def test_offsets_point_at_the_raw_words() -> None:
    text = "- Net &gt; 5 **million\r\n  dollars** were `lost` in May.\r\n"
    (claim,) = claims(text)
    assert claim.text == "Net > 5 million dollars were lost in May."
    for word in ("Net", "million", "dollars", "lost", "May."):
        start = claim.text.index(word)
        low, high = claim.offsets.raw_span(start, start + len(word))
        assert text[low:high] == word
    sign = claim.text.index(">")
    assert text[slice(*claim.offsets.raw_span(sign, sign + 1))] == "&gt;"


FOOTNOTE, PANDOC, LINK = CitationKind.FOOTNOTE, CitationKind.PANDOC, CitationKind.LINK


def test_footnotes_point_at_their_definitions() -> None:
    text = (
        "Revenue fell.[^1] Then it rose[^r, x]. Costs fell.[^q][^none] It ended.^[annual.pdf, p. 9]"
        "\n\n"
        "[^1]: Acme, *Results*, q3.pdf, pp. 4-6.\n[^q]: [Report](q3.pdf#page=7),\n"
        "    second line.\n"
    )
    assert cited(text) == [
        [("[^1]", "1", "Acme, *Results*, q3.pdf, pp. 4-6.", 4)],
        [],
        [
            ("[^q]", "q", "[Report](q3.pdf#page=7), second line.", 7),
            ("[^none]", "none", "", None),
        ],
        [("^[annual.pdf, p. 9]", "", "annual.pdf, p. 9", 9)],
    ]


def test_pandoc_citations_name_key_and_page() -> None:
    text = (
        "Costs fell [@doe99, p. 4; see @smith_04, pp. 33-35]. They rose. [-@k] "
        "It ended [see @a.b:c].\n\n"
        "@doe99 [p. 30] says so. It grew [@{https://x.example/y}, chap. 2].\n"
    )
    assert cited(text) == [
        [
            ("[@doe99, p. 4", "doe99", "doe99", 4),
            (" see @smith_04, pp. 33-35]", "smith_04", "smith_04", 33),
        ],
        [("[-@k]", "k", "k", None)],
        [("[see @a.b:c]", "a.b:c", "a.b:c", None)],
        [("@doe99 [p. 30]", "doe99", "doe99", 30)],
        [("[@{https://x.example/y}, chap. 2]", "https://x.example/y", "https://x.example/y", None)],
    ]


def test_links_name_target_anchor_and_page() -> None:
    text = (
        "The [report](<src/q 3.pdf#page=4>) says so. It fell ([a](b%20c.md#costs), p. 12). "
        "It is at https://a.example/b?x=1. See [above](#top) or [mail](mailto:a@b.example). "
        "It [rose][r]. Costs fell [[notes/q3#Costs|there]].\n\n[r]: https://b.example/#page=3\n"
    )
    found = [
        [(c.kind, c.key, c.target, c.page, c.anchor) for c in x.citations] for x in claims(text)
    ]
    assert found == [
        [(LINK, "src/q 3.pdf#page=4", "src/q 3.pdf", 4, "page=4")],
        [(LINK, "b%20c.md#costs", "b c.md", 12, "costs")],
        [(LINK, "https://a.example/b?x=1", "https://a.example/b?x=1", None, "")],
        [(LINK, "https://b.example/#page=3", "https://b.example/", 3, "page=3")],
        [(LINK, "notes/q3#Costs", "notes/q3", None, "Costs")],
    ]


def test_numbers_in_brackets_point_at_a_list_of_references() -> None:
    text = (
        "Revenue fell [1]. Costs rose.[2, 3] Staff grew [9].\n\n# References\n\n"
        "[1] Acme (2023), q3.pdf, p. 4\n\n[2]: https://a.example/x\n\n3. Nothing\n"
    )
    assert cited(text) == [
        [(" [1]", "1", "[1] Acme (2023), q3.pdf, p. 4", 4)],
        [("[2, 3]", "3", "Nothing", None)],
        [],
    ]
    listed = "Revenue fell [2].\n\n## Sources\n\n1. a.pdf\n2. b.pdf, p. 3\n"
    assert cited(listed) == [[(" [2]", "2", "b.pdf, p. 3", 3)]]


def test_a_source_line_belongs_to_the_sentence_before_it() -> None:
    (citations,) = cited("Revenue fell. Source: [the report](q3.pdf), p. 4.")
    assert [(target, page) for _, _, target, page in citations] == [("q3.pdf", 4)]


def test_a_page_may_stand_in_the_link_itself() -> None:
    text = "Revenue fell ([Q3 report, p. 4](q3.pdf)). Costs rose [(annual report)](a.pdf)."
    assert [claim.text for claim in claims(text)] == ["Revenue fell.", "Costs rose."]
    assert [[page for _, _, _, page in each] for each in cited(text)] == [[4], [None]]


def test_pictures_cite_nothing() -> None:
    assert cited("The fox ![fox](fox.png) fell. It rose ![](a.pdf).") == [[], []]


def test_rows_are_claims_only_on_demand() -> None:
    text = "| Region | Growth |\n|---|---|\n| EMEA | 51 % [^1] |\n\n[^1]: q3.csv\n"
    assert claims(text) == ()
    (row,) = extract_claims(text, Settings(tables=True)).claims
    assert row.text == "Region: EMEA; Growth: 51 %"
    assert text[row.start : row.end] == "EMEA | 51 %"
    assert row.citations == (Citation(FOOTNOTE, 44, 48, "1", "q3.csv"),)
    value = row.text.index("51")
    assert text[slice(*row.offsets.raw_span(value, value + 4))] == "51 %"


# Each of these was once taken for a claim, or left its markup in one.
@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: Revenue rose by 5 percent.\n---\n",
        "Revenue rose by 5 percent\n===\n",
        "Revenue rose by 5 percent\n---\n",
        "<!-- Revenue rose by 5 percent. -->\n",
        "    Revenue rose by 5 percent.\n",
        "[^1]: Revenue rose by 5 percent, q3.pdf.\n",
        "[ref]: https://a.example/revenue-rose-by-5-percent 'Revenue rose.'\n",
        "Region | Growth\n--- | ---\nRevenue rose | by 5 percent\n",
        "- [ ] Check that revenue rose by 5 percent.\n",
    ],
)
def test_what_is_no_claim(text: str) -> None:
    assert claims(text) == ()


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("- [x] Revenue rose.", ["Revenue rose."]),
        ("It fell.[^1] Next it rose.\n\n[^1]: a\n", ["It fell.", "Next it rose."]),
        ("The [firm](https://a.example/b) **rose**.", ["The firm rose."]),
        ("> Revenue rose.\n> It fell.", ["Revenue rose.", "It fell."]),
        ("売上は10%増えた。利益は減った。", ["売上は10%増えた。", "利益は減った。"]),
    ],
)
def test_what_is_judged(text: str, judged: list[str]) -> None:
    assert [claim.text for claim in claims(text)] == judged
