"""Nasty Markdown files, each with what a careful reader finds in it.

Beside each `corpus/NAME.md` stands `NAME.json`: the claims as [line:column, text], the sentences
that are none as [line:column, text, reason], and how many lines hold neither; "tables" where the
check is to read tables.
"""

import json
from pathlib import Path

import pytest

from verifier.claims import extract_claims
from verifier.settings import Settings

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(CORPUS.glob("*.md"))


def test_the_corpus_is_there() -> None:
    assert len(FILES) >= 60
    assert {path.stem for path in FILES} == {path.stem for path in CORPUS.glob("*.json")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_what_a_reader_finds_in_it(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    found = extract_claims(text, Settings(tables=expected.get("tables", False)))
    assert {
        "claims": [[f"{c.line}:{c.column}", c.text] for c in found.claims],
        "not_checkable": [[f"{n.line}:{n.column}", n.text, n.reason] for n in found.not_checkable],
        "skipped_lines": found.skipped_lines,
    } == {key: value for key, value in expected.items() if key != "tables"}
