"""A claim is where it says, whatever the Markdown: offsets, order, lines; never an error."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.claims import Extraction, extract_claims
from verifier.model import Claim, NotCheckable
from verifier.offsets import LineIndex
from verifier.settings import Settings

TABLES = Settings(tables=True)

words = st.sampled_from(
    [
        "Revenue",
        "rose",
        "fell by 5%",
        "in 2020.",
        "The firm",
        "is large.",
        "Dr. Smith",
        "café",
        "🦊🦊",
        "売上は増えた。",
        "5 p.m.",
        "U.S.",
        "cost $5 million",
        "(see below)",
        "why?",
        "a\u2028b",
        "tab\there",
        "nb\u00a0sp",
        "\ufeff",
        "\0",
        "e.g. this",
        "“quoted.”",
        "It did.",
        "x",
        "\x0c",
    ]
)
inline = st.one_of(
    words,
    words.map(lambda w: f"**{w}**"),
    words.map(lambda w: f"*{w}"),
    words.map(lambda w: f"~~{w}~~"),
    words.map(lambda w: f"`{w}`"),
    words.map(lambda w: f"[{w}](q3.pdf#page=4)"),
    words.map(lambda w: f"([{w}](<a b.md> 'title'))"),
    words.map(lambda w: f"${w}$"),
    st.sampled_from(
        [
            "[^1]",
            ".[^1]",
            "[^gone]",
            "^[a note. Two.]",
            "[@doe99, p. 4]",
            "[see @a; -@b]",
            "@doe [p. 3]",
            "[[note|label]]",
            "![alt](x.png)",
            "<br>",
            "<b>",
            "</b>",
            "<sup>2</sup>",
            "<!-- c -->",
            "<https://a.example>",
            "https://a.example/x_y_z.",
            "&amp;",
            "&nbsp;",
            "\\*",
            "\\",
            "***",
            "__",
            "``",
            "[1]",
            "[ref]",
            "[ref][1]",
            "<del>",
            "</del>",
            "|",
            "\\|",
            "=",
            "【4†source】",
            "$",
            "![[x]]",
        ]
    ),
)
line = st.lists(inline, min_size=1, max_size=6).map(" ".join)
prefix = st.sampled_from(
    [
        "",
        "",
        "",
        "> ",
        ">",
        "- ",
        "  - ",
        "1. ",
        "   ",
        "    ",
        "\t",
        "> - ",
        ">> ",
        "# ",
        "- [x] ",
        "[^1]: ",
        "[ref]: ",
        "| a | ",
        "> [!NOTE]\n> ",
        "+\t",
        "10) ",
        " > ",
        "```\n",
        "::: note\n",
        "* * ",
        "-\n",
    ]
)
row = st.sampled_from(
    ["| a | b |\n|---|---|\n| x | **y** |", "---", "===", "", "", " ", "```", "~~~", ">"]
)
documents = st.lists(
    st.tuples(
        st.one_of(st.tuples(prefix, line).map("".join), row),
        st.sampled_from(["\n", "\n", "\r\n", "\r", "\n\n", "  \n", "\\\n", "\r\n\r\n", "\u2028\n"]),
    ),
    max_size=8,
).map(lambda parts: "".join(text + end for text, end in parts))


def check_promise(text: str, extraction: Extraction) -> None:
    lines = LineIndex.of(text)
    before = 0
    sentences: list[Claim | NotCheckable] = [*extraction.claims, *extraction.not_checkable]
    for sentence in sorted(sentences, key=lambda found: found.start):
        assert before <= sentence.start < sentence.end <= len(text)
        assert sentence.text == sentence.text.strip() != ""
        assert (sentence.line, sentence.column) == lines.position(sentence.start)
        before = sentence.end
    assert list(extraction.claims) == sorted(extraction.claims, key=lambda claim: claim.start)
    for claim in extraction.claims:
        offsets = claim.offsets
        assert offsets.length == len(claim.text)
        last = claim.start
        for at in range(len(claim.text)):
            start, end = offsets.raw_span(at, at + 1)
            assert claim.start <= start <= end <= claim.end
            assert start >= last
            last = start
        for at, raw_start, raw_end, verbatim, stop in zip(
            offsets.starts,
            offsets.raw_starts,
            offsets.raw_ends,
            offsets.verbatim,
            (*offsets.starts[1:], offsets.length),
            strict=True,
        ):
            if verbatim:
                assert text[raw_start : raw_start + stop - at] == claim.text[at:stop]
                assert raw_end == raw_start + stop - at
        for citation in claim.citations:
            assert 0 <= citation.start < citation.end <= len(text)


@given(documents)
@settings(max_examples=400, deadline=None)
def test_a_claim_is_where_it_says(text: str) -> None:
    check_promise(text, extract_claims(text, TABLES))


@given(st.text(st.sampled_from(list("aB. *_`[]()<>!\\#-+=>|~$^@&;:1\n\r\t \"'🦊")), max_size=80))
@settings(max_examples=400, deadline=None)
def test_any_characters_keep_the_promise(text: str) -> None:
    check_promise(text, extract_claims(text, TABLES))


@given(documents)
@settings(max_examples=150, deadline=None)
def test_line_ends_make_no_difference_to_what_is_said(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    crlf = plain.replace("\n", "\r\n")
    first, second = extract_claims(plain, TABLES), extract_claims(crlf, TABLES)
    assert [c.text for c in first.claims] == [c.text for c in second.claims]
    assert [(c.line, c.column) for c in first.claims] == [(c.line, c.column) for c in second.claims]
    assert first.skipped_lines == second.skipped_lines


@given(documents)
@settings(max_examples=150, deadline=None)
def test_lines_are_either_blank_or_held_or_skipped(text: str) -> None:
    extraction = extract_claims(text, TABLES)
    lines = re.split(r"\r\n|\r|\n", text)
    assert 0 <= extraction.skipped_lines <= sum(1 for each in lines if each.strip())


HOSTILE = {
    "asterisks": "*" * 10_000,
    "asterisk pairs": "**a " * 5_000,
    "underscores": "_a" * 10_000,
    "brackets": "[" * 10_000,
    "bracket pairs": "[a](" * 5_000,
    "closing brackets": "]" * 10_000,
    "images": "![" * 5_000,
    "footnotes": "[^1]" * 5_000,
    "inline notes": "^[" * 3_000,
    "pandoc": "[@" * 5_000,
    "pandoc keys": "[" + "@a;" * 5_000 + "]",
    "wikilinks": "[[a" * 5_000,
    "backticks": "".join("`" * (n % 50) + "a" for n in range(1_000)),
    "dollars": "$a " * 5_000,
    "tags": "<a " * 5_000,
    "comments": "<!-- " * 5_000,
    "entities": "&amp;" * 5_000,
    "quotes": ">" * 5_000 + " It fell.",
    "lists": "".join("  " * n + "- It fell.\n" for n in range(200)),
    "quote lines": (">" * 100 + " It fell.\n") * 50,
    "one long line": "It fell by 5 percent in the quarter. " * 3_000,
    "one long word": "a" * 200_000,
    "numbers in brackets": "It fell [1]. " * 3_000,
    "links": "It fell [here](https://a.example). " * 2_000,
    "urls": "https://a.example/x " * 3_000,
    "groups": "(" * 5_000 + "[a](b)" + ", " * 5_000,
    "soft breaks": "a\n" * 10_000,
    "tables": "| a | b |\n|---|---|\n" + "| It fell | 5 |\n" * 2_000,
    "wide table": "|" + " a |" * 500 + "\n|" + "---|" * 500 + "\n|" + " b |" * 500,
    "definitions": "".join(f"[^{n}]: It fell.\n" for n in range(3_000)),
    "brackets, closed": "[" * 2_000 + "]" * 2_000,
    "nested links": "[" * 500 + "a" + "](b)" * 500,
    "nested images": "![" * 300 + "a" + "](b)" * 300,
    "struck": "~~a~~ " * 5_000,
    "html strike": "<del>a</del> " * 2_000,
    "sup": "a<sup>1</sup> " * 3_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_input_is_read_in_reasonable_time(text: str) -> None:
    begin = time.process_time()
    extraction = extract_claims(text, TABLES)
    assert time.process_time() - begin < 5
    check_promise(text, extraction)
