"""What the sources say on a statement, and sources narrowed to a part of their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier import Checker, SourceState
from verifier.errors import Cancelled

SOURCES = {
    "mill.txt": "The mill employs 140 people. It was built in 1911.\n\nWater comes from the Arrow.",
    "town.txt": "The town has two bakeries. The mill is closed on Sundays.",
}


def test_the_nearest_sentence_comes_first_with_its_exact_span() -> None:
    found = Checker(SOURCES).find_support("The mill employs 150 people in Oldbury.")
    best = found[0]
    assert best.span.text == "The mill employs 140 people."
    text = SOURCES[best.span.source_id]
    assert text[best.span.start : best.span.end] == best.span.text
    assert best.passage.text == "The mill employs 140 people. It was built in 1911."
    assert best.missing == ("150", "Oldbury")
    assert [f.coverage for f in found] == sorted((f.coverage for f in found), reverse=True)


@pytest.mark.parametrize("statement", ["", "   ", "?!", "zebras quickly"])
def test_nothing_found_is_an_empty_list(statement: str) -> None:
    assert Checker(SOURCES).find_support(statement) == []


def test_the_limit_holds() -> None:
    assert len(Checker(SOURCES).find_support("The mill", limit=1)) == 1


def folder(tmp_path: Path) -> Path:
    for name in ("a/one.txt", "a/deep/two.txt", "b/three.txt", ".hidden/four.txt", "ab.txt"):
        path = tmp_path / "sources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"The number of {name} is 17.")
    return tmp_path / "sources"


@pytest.mark.parametrize(
    ("below", "read"),
    [
        ([], ["a/deep/two.txt", "a/one.txt", "ab.txt", "b/three.txt"]),
        (["a"], ["a/deep/two.txt", "a/one.txt"]),
        (["a/one.txt", "b"], ["a/one.txt", "b/three.txt"]),
        ([".hidden"], []),
        ([".."], ["a/deep/two.txt", "a/one.txt", "ab.txt", "b/three.txt"]),
    ],
)
def test_sources_can_be_narrowed(tmp_path: Path, below: list[str], read: list[str]) -> None:
    sources = folder(tmp_path)
    checker = Checker([sources], cache=None, below=[sources / name for name in below])
    states = {status.id: status.state for status in checker.sources}
    assert [name for name in states if states[name] is SourceState.INDEXED] == read


def test_a_narrowed_folder_says_why_it_is_left_out(tmp_path: Path) -> None:
    sources = folder(tmp_path)
    checker = Checker([sources], cache=None, below=[sources / ".hidden" / "four.txt"])
    assert [(s.id, s.reason) for s in checker.sources] == [(".hidden/", "hidden folder")]


def test_reading_the_sources_can_be_cancelled(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        Checker([folder(tmp_path)], cache=None, cancelled=lambda: True)
