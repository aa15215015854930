"""Running a set: worst verdict, the documents' checkers, spans in the set's own text."""

import json
from pathlib import Path

import pytest

from verifier.evaluation.answers import Span
from verifier.evaluation.runner import run, worst
from verifier.evaluation.sets import LabelledSet, load_set
from verifier.model import Verdict
from verifier.settings import Settings

SOURCE = "The mill in Oldbury employs 140 people.\n\nIt was built in 1911."


def labelled_set(folder: Path, *records: dict[str, object]) -> LabelledSet:
    path = folder / "s.jsonl"
    path.write_text("\n".join(json.dumps({"id": str(i), **r}) for i, r in enumerate(records)))
    return load_set(path)


@pytest.fixture
def mill(tmp_path: Path) -> LabelledSet:
    claims = [
        ("The mill in Oldbury employs 140 people.", "supported"),
        ("The mill in Oldbury employs 140 people. It sells cheese to Norway.", "partial"),
        ("# A heading", "supported"),
    ]
    records: list[dict[str, object]] = [
        {"claim": claim, "label": label, "source": SOURCE, "evidence_sets": [[[0, 39]]]}
        for claim, label in claims
    ]
    return labelled_set(tmp_path, *records)


def test_the_worst_verdict_counts() -> None:
    assert worst([Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.PARTIAL]) == "contradicted"
    assert worst([]) is Verdict.SUPPORTED


def test_answers_keep_the_order_and_the_worst_sentence(mill: LabelledSet) -> None:
    done: list[int] = []
    first, second, _ = run(mill, Settings(), done.append)
    assert [first.answer.id, second.answer.id] == ["0", "1"]
    assert done == [3]
    assert first.answer.verdict is Verdict.SUPPORTED
    assert first.answer.claims == 1
    assert second.answer.claims == 2
    assert second.answer.verdict is worst(f.verdict for f in second.findings)
    assert second.answer.score == min(f.score for f in second.findings)
    assert first.answer.seconds > 0


def test_spans_are_offsets_into_the_sets_own_source(mill: LabelledSet) -> None:
    first = run(mill, Settings())[0]
    assert first.answer.spans == (Span("source.txt", 0, 39),)


def test_spans_behind_markup_and_line_ends_are_mapped_back(tmp_path: Path) -> None:
    text = "<p>The <b>mill</b> &amp; its barn</p>\r\n<p>The dam holds 40 litres of oil.</p>\r\n"
    record: dict[str, object] = {
        "claim": "The dam holds 40 litres of oil.",
        "label": "supported",
        "sources": {"page.html": text},
    }
    answer = run(labelled_set(tmp_path, record), Settings())[0].answer
    (span,) = answer.spans
    assert "The dam holds 40 litres of oil." in text[span.start : span.end]
