"""Claims written for training: the format is read as it says, and our files keep to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.training.written import LABELS, MEASURING, TEXTS, WrittenError, laid_out, read_texts

PARTS = sorted(TEXTS.glob("[0-9]"))

FERRY = """=== history; The ferry
1 The ferry was built in 1931.
2 It carried sixty people.

3 Its last trip was in 1974.
---
S 1+3 | The ferry was in service for some four decades.
P 2 | It took sixty people and their cars.
U - | The ferry was sold to a museum.
C 2 | It carried sixteen people.
"""


def written(folder: Path, text: str) -> Path:
    (folder / "ferries.txt").write_text(text, encoding="utf-8")
    return folder


def test_claims_have_their_source_label_and_evidence(tmp_path: Path) -> None:
    records = read_texts(written(tmp_path, FERRY + FERRY.replace("1931", "1932")))
    assert [r["label"] for r in records[:4]] == [
        "supported",
        "partial",
        "unsupported",
        "contradicted",
    ]
    first, last = records[0], records[-1]
    assert first["source"] == (
        "The ferry was built in 1931. It carried sixty people.\n\nIts last trip was in 1974."
    )
    assert [[first["source"][a:b] for a, b in s] for s in first["evidence_sets"]] == [
        ["The ferry was built in 1931.", "Its last trip was in 1974."]
    ]
    assert records[2]["evidence_sets"] == []
    assert "1932" in last["source"]
    assert len({r["id"] for r in records}) == 8


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("2 It carried", "3 It carried", 3),
        ("S 1+3", "S 1+4", 7),
        ("U - |", "X - |", 9),
        ("C 2 | It", "C 2 It", 10),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int
) -> None:
    with pytest.raises(WrittenError, match=rf"^ferries\.txt:{line}: "):
        read_texts(written(tmp_path, FERRY.replace(old, new)))


def test_turns_and_headings_stand_on_lines_of_their_own() -> None:
    text, places = laid_out(["Minutes", "Mira: No.", "Tom: Yes, then.", "He left.", "", "End."])
    assert text == "Minutes\nMira: No.\nTom: Yes, then. He left.\n\nEnd."
    assert [text[a:b] for a, b in places][-2:] == ["He left.", "End."]


def test_our_files_keep_to_the_format() -> None:
    seen: set[str] = set()
    for folder in (*PARTS, MEASURING):
        records = read_texts(folder)
        assert {r["label"] for r in records} == set(LABELS.values())
        ids = {f"{folder.name}/{r['id']}" for r in records}
        assert len(ids) == len(records)
        assert seen.isdisjoint(ids)
        seen |= ids


def test_no_document_both_teaches_and_measures() -> None:
    taught = {r["source"] for part in PARTS for r in read_texts(part)}
    assert taught
    assert taught.isdisjoint(r["source"] for r in read_texts(MEASURING))
