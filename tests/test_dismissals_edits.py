"""Dismissals in the report hold while the text around them is edited."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.checker import Checker
from verifier.citing import apply_edits
from verifier.dismissals import dismissal_problems, insert_dismissal

CLAIM = "Penguins are faster than most seals in cold water."
BLOCKS = st.lists(
    st.sampled_from(
        [
            "Snow falls on the harbour.",
            "# A title",
            "> The harbour was built in 1911.",
            "1. The mill employs 150 people.",
            "```\n<!-- llmfeeder: ignore -- no -->\n```",
            "Why?",
        ]
    ),
    max_size=4,
)
FRAMES = st.sampled_from(["{}", "- {}", "> {}", "1. {}", "- > {}", "Snow falls here. {} It melts."])
ENDS = st.sampled_from(["\n", "\r\n"])


@settings(deadline=None, max_examples=60)
@given(BLOCKS, BLOCKS, BLOCKS, FRAMES, ENDS)
def test_an_inserted_comment_dismisses_its_claim_alone_whatever_stands_around(
    before: list[str], after: list[str], later: list[str], frame: str, end: str
) -> None:
    checker = Checker({"mill.txt": "The mill in Oldbury employs 140 people."}, cache=None)

    def text_of(blocks: list[str]) -> str:
        return "\n\n".join(blocks).replace("\n", end)

    text = text_of([*before, frame.format(CLAIM), *after])
    (finding,) = [f for f in checker.check_text(text) if f.claim.text == CLAIM]
    claim = finding.claim
    edits = insert_dismissal(text, claim.start, claim.end, finding.verdict, "known")
    written = apply_edits(text, edits)
    edited = text_of(later) + end * 2 + written + end * 2 + text_of(later)
    result = checker.check_text(edited)
    dismissed = [f.claim.text for f in result if f.dismissal is not None]
    assert dismissed == [CLAIM]
    assert dismissal_problems(edited, result.findings) == ()
