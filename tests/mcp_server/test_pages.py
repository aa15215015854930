"""Pages of a result: each is short, together they hold everything, and each says what it omits."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier import Checker, CheckResult, Outcome, SourceState, check_text
from verifier.mcp_server.pages import MOST_CHARACTERS, report_page, support_page
from verifier.mcp_server.results import LONGEST_TEXT, CheckReport
from verifier.mcp_server.texts import report_text, support_text
from verifier.model import NotCheckable, SourceStatus

_NAMES = "Arden Bexley Corby Dorset Elham Frome Goole Hythe Ilkley Jarrow".split()
_MILLS = [first + second.lower() for first in _NAMES for second in _NAMES]
SOURCE = "\n\n".join(f"The {mill} mill has {n + 3} rooms." for n, mill in enumerate(_MILLS))
TEXT = "\n\n".join(
    f"The {mill} mill has {n + (3 if n % 3 else 500)} rooms." for n, mill in enumerate(_MILLS)
)
WRONG = 34


@pytest.fixture(scope="module")
def result() -> CheckResult:
    checked = check_text(TEXT, {"mills.txt": SOURCE})
    assert len(checked.problems()) == WRONG
    return checked


def pages(text: str, result: CheckResult, limit: int) -> list[CheckReport]:
    found = [report_page(text, result, 0, limit)]
    while (offset := found[-1].next_offset) is not None:
        assert found[-1].left_out
        assert f"offset {offset} " in found[-1].left_out
        found.append(report_page(text, result, offset, limit))
    assert found[-1].left_out is None
    return found


@pytest.mark.parametrize("limit", [1, 7, 50, 200])
def test_the_pages_hold_every_claim_once(result: CheckResult, limit: int) -> None:
    found = pages(TEXT, result, limit)
    numbers = [claim.number for page in found for claim in page.claims]
    assert sorted(numbers) == list(range(1, 101))
    mend = [item.number for page in found for item in page.needs_attention]
    starts = [result.findings[number - 1].claim.start for number in mend]
    assert starts == [finding.claim.start for finding in result.problems()]
    assert numbers[: len(mend)] == mend
    for page in found:
        assert page.claims_total == 100
        assert page.needs_attention_total == len(mend)
        assert page.counts == found[0].counts
        assert page.faithfulness == found[0].faithfulness
        assert len(page.claims) <= limit


def test_a_page_stays_below_its_size(result: CheckResult) -> None:
    found = pages(TEXT, result, 200)
    assert len(found) > 2
    for page in found:
        assert len(page.model_dump_json(exclude_defaults=True)) < MOST_CHARACTERS + 1_500
        assert len(report_text(page)) < MOST_CHARACTERS


def test_what_is_left_out_is_counted_by_kind(result: CheckResult) -> None:
    left = report_page(TEXT, result, 0, 10).left_out
    assert left == "24 claims to mend, 66 claims; call again with offset 10 to get them"


def status(name: str, state: SourceState) -> SourceStatus:
    return SourceStatus(name, state, "encrypted" if state is SourceState.UNREADABLE else "binary")


def test_sentences_and_sources_come_after_the_claims() -> None:
    sources = [status(f"{n}.bin", SourceState.SKIPPED) for n in range(30)]
    sources.append(status("a.pdf", SourceState.UNREADABLE))
    sentences = tuple(NotCheckable(f"What {n}?", n, n + 6, 1, 1, "a question") for n in range(30))
    whole = CheckResult("text", Outcome.NO_CLAIMS, (), sentences, 0, tuple(sources))
    first = report_page("", whole, 0, 30)
    assert len(first.sentences_without_claim or ()) == 30
    assert first.sources_not_read is None
    assert first.left_out == (
        "31 sources that were not read; call again with offset 30 to get them"
    )
    assert first.sources.unreadable == 1
    assert "a.pdf (encrypted)" in first.summary
    second = report_page("", whole, 30, 200)
    assert [note.source for note in second.sources_not_read or ()][:2] == ["a.pdf", "0.bin"]
    assert len(second.sources_not_read or ()) == 31


def test_support_says_what_it_leaves_out() -> None:
    found = Checker({"mills.txt": SOURCE}).find_support("The Ardenarden mill has 3 rooms.")
    assert len(found) > 2
    sources = [status(f"{n}.bin", SourceState.SKIPPED) for n in range(21)]
    page = support_page(found, sources, 1)
    assert [item.quote for item in page.passages] == ["The Ardenarden mill has 3 rooms."]
    assert len(page.sources_not_read or ()) == 20
    assert page.left_out == (
        f"{len(found) - 1} more passages; a larger limit shows more; "
        "1 more source that was not read; verify_against_sources lists them"
    )
    assert page.left_out in support_text(page)
    assert support_page(found[:1], [], 1).left_out is None


def test_long_texts_are_shortened_but_their_offsets_are_whole() -> None:
    words = " ".join(f"word{n}" for n in range(2_000))
    text = f"The mill has 5 rooms and {words}."
    page = report_page(text, check_text(text, {"a": f"The mill has 6 rooms and {words}."}), 0, 50)
    claim = page.claims[0]
    assert (claim.start, claim.end) == (0, len(text))
    assert len(claim.text) <= LONGEST_TEXT
    assert claim.text.endswith("[...]")
    evidence = claim.evidence[0]
    assert evidence.cut
    assert len(evidence.quote) == LONGEST_TEXT
    assert evidence.end - evidence.start > LONGEST_TEXT
    assert len(page.model_dump_json()) < MOST_CHARACTERS


_SENTENCE = st.sampled_from(
    ["The Ardenarden mill has 3 rooms.", "The Ardenbexley mill has 9 rooms.", "Why?", "# A", ""]
)


@given(
    lines=st.lists(st.one_of(_SENTENCE, st.text(max_size=60)), max_size=12),
    limit=st.integers(1, 6),
)
@settings(max_examples=40, deadline=None)
def test_no_entry_is_lost_whatever_the_text(lines: list[str], limit: int) -> None:
    text = "\n\n".join(lines)
    found = check_text(text, {"mills.txt": SOURCE})
    all_pages = pages(text, found, limit)
    numbers: list[int] = [claim.number for page in all_pages for claim in page.claims]
    assert sorted(numbers) == list(range(1, len(found.findings) + 1))
    sentences: list[Any] = [s for page in all_pages for s in page.sentences_without_claim or ()]
    assert len(sentences) == len(found.not_checkable)
    for page in all_pages:
        assert report_text(page)
        for claim in page.claims:
            finding = found.findings[claim.number - 1]
            assert (claim.start, claim.end) == (finding.claim.start, finding.claim.end)
