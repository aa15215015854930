"""What was not checked never looks like a text without problems."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from verifier import Checker, Outcome, SourceState, check_text
from verifier.claims import extract_claims

PARTS = [
    "# Heading",
    "Free cash flow was 410 million dollars.",
    "Did the margin fall?",
    "Click Save.",
    "- The plant made 12 tonnes of steel.",
    "> The board met on 3 May 2021.",
    "```\ncode = 1\n```",
    "<!-- a comment -->",
    "---",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "[^1]: q3.txt",
    "",
]
reports = st.lists(st.sampled_from(PARTS) | st.text(max_size=40), max_size=8).map("\n\n".join)
sources = st.dictionaries(
    st.sampled_from(["a.txt", "b.md", "c.json", "d.csv"]), reports | st.text(max_size=60)
)


@settings(deadline=None, max_examples=60)
@given(reports, sources)
def test_a_figure_stands_only_for_claims_that_were_judged(text: str, texts: dict[str, str]) -> None:
    result = check_text(text, texts)
    assert (result.faithfulness is None) == (result.outcome is not Outcome.CHECKED)
    assert bool(result.findings) == (result.outcome is Outcome.CHECKED)
    assert {status.id for status in result.sources} == set(texts)
    extraction = extract_claims(text)
    if result.outcome is Outcome.CHECKED:
        assert [f.claim.start for f in result] == [c.start for c in extraction.claims]
    elif result.outcome is Outcome.NO_CLAIMS:
        assert extraction.claims == ()
    assert result.not_checkable == extraction.not_checkable


@settings(deadline=None, max_examples=25)
@given(st.lists(st.binary(min_size=1, max_size=30), min_size=1, max_size=4))
def test_every_file_of_the_folder_has_a_state(contents: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for number, content in enumerate(contents):
            (folder / f"{number}.txt").write_bytes(content)
        checker = Checker([folder], cache=None)
        assert [status.id for status in checker.sources] == [
            f"{number}.txt" for number in range(len(contents))
        ]
        for status in checker.sources:
            assert status.state is SourceState.INDEXED or status.reason
            assert (checker.document(status.id) is None) == (
                status.state is not SourceState.INDEXED
            )
