"""Our reading of Markdown is markdown-it's own: the same blocks, the same shown text.

Marks of citations, images, HTML and struck-out text are ours to show differently, so these
documents have none.
"""

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from verifier.claims.blocks import TextBlock, parse_markdown
from verifier.claims.draft import Draft

PIECES = [
    *["*", "**", "_", "__", "`", "``", "a", "b c", "d.", "\\*", "\\", "&amp;", "&copy;", "&x;"],
    *["[a](b)", "[a](<b c> 'd')", "[a]", "[a]: b\n", "[", "]", "(", ")", "<https://x.example>"],
    *["<", ">", "#", "- ", "+ ", "* ", "1. ", "> ", "    ", "\t", "---", "===", "```", "|"],
    *["\n", "\n", "\n\n", "  \n", "é", "🦊", "="],
]
documents = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)

REFERENCE = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")


def shown_by_reference(text: str) -> list[str]:
    tokens = REFERENCE.parse(text)
    shown = []
    for at, token in enumerate(tokens):
        if token.type == "inline" and tokens[at - 1].type == "paragraph_open":
            parts = [
                " " if child.type in ("softbreak", "hardbreak") else child.content
                for child in token.children or []
                if child.type != "html_inline"
            ]
            shown.append(" ".join("".join(parts).split()))
    return [each for each in shown if each]


def shown_by_us(text: str) -> list[str]:
    document = parse_markdown(text)
    shown = []
    for block in document.blocks:
        if isinstance(block, TextBlock):
            draft = Draft(block.content)
            draft.read(document.atoms(block.content))
            shown.append(" ".join("".join(chunk.text for chunk in draft.chunks).split()))
    return [each for each in shown if each]


@given(documents)
@settings(max_examples=300, deadline=None)
def test_blocks_and_shown_text_are_those_of_commonmark(text: str) -> None:
    if not text.startswith("---"):
        assert shown_by_us(text) == shown_by_reference(text)
