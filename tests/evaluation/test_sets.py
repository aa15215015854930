"""Reading labelled sets, and what is said about bad ones."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.evaluation.answers import Label, Span
from verifier.evaluation.sets import LabelledClaim, LabelledSet, SetError, load_set

RECORD = {"id": "a", "source": "Sales rose. Costs fell.", "claim": "Up.", "label": "supported"}


def write(path: Path, *records: Any) -> Path:
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in records))
    return path


def only(path: Path, **changes: Any) -> LabelledClaim:
    return load_set(write(path, RECORD | changes)).claims[0]


def test_an_inline_source(tmp_path: Path) -> None:
    claim = only(tmp_path / "s.jsonl", kind="synonym", why="rose is up", split="test")
    assert claim.label is Label.SUPPORTED
    assert dict(claim.sources) == {"source.txt": RECORD["source"]}
    assert (claim.kind, claim.why, claim.split) == ("synonym", "rose is up", "test")


def test_gzip_and_unknown_fields(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(RECORD | {"votes": 3}).encode()))
    labelled = load_set(path)
    assert labelled.name == "s"
    assert len(labelled.claims) == 1


def test_a_corpus_is_a_folder_beside_the_set(tmp_path: Path) -> None:
    folder = tmp_path / "s" / "sales"
    folder.mkdir(parents=True)
    (folder / "q3.md").write_text("Sales rose.\n")
    (folder / "q3.csv").write_text("year,sales\n2024,7\n")
    record = {**RECORD, "source": None, "corpus": "sales"}
    first, second = load_set(
        write(tmp_path / "s.jsonl", record, {**record, "id": "b", "claim": "Up!"})
    ).claims
    assert dict(first.sources) == {"q3.csv": "year,sales\n2024,7\n", "q3.md": "Sales rose.\n"}
    assert first.sources is second.sources
    assert first.document == second.document


def test_equal_sources_are_one_document(tmp_path: Path) -> None:
    first, second = load_set(write(tmp_path / "s.jsonl", RECORD, {**RECORD, "id": "b"})).claims
    assert first.document == second.document


def test_evidence_as_quote_and_as_offsets(tmp_path: Path) -> None:
    claim = only(tmp_path / "s.jsonl", evidence_sets=[["Costs fell."], [[0, 11], [12, 23]]])
    assert claim.evidence_sets == (
        (Span("source.txt", 12, 23),),
        (Span("source.txt", 0, 11), Span("source.txt", 12, 23)),
    )


def test_evidence_in_one_of_several_sources(tmp_path: Path) -> None:
    sources = {"a.md": "Sales rose.", "b.md": "Costs fell."}
    claim = only(
        tmp_path / "s.jsonl",
        source=None,
        sources=sources,
        evidence_sets=[["Costs fell.", ["a.md", 0, 5]]],
    )
    assert claim.evidence_sets == ((Span("b.md", 0, 11), Span("a.md", 0, 5)),)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"label": "true"}, "'label' is 'true'; it must be one of supported, partial"),
        ({"label": ["supported"]}, "'label' is"),
        ({"claim": " "}, "'claim' must be a string that is not empty"),
        ({"id": 7}, "'id' must be a string"),
        ({"source": None}, "exactly one of 'corpus', 'source' and 'sources'"),
        ({"sources": {"a": "b"}}, "exactly one of"),
        ({"source": None, "sources": {}}, "'sources' must be an object"),
        ({"source": None, "sources": {"a.md": ""}}, "each text of 'sources'"),
        ({"source": None, "corpus": "../x"}, "must be the name of a folder"),
        ({"source": None, "corpus": "nowhere"}, "the corpus 'nowhere' cannot be read"),
        ({"split": "train"}, "'split' is 'train'"),
        ({"kind": 3}, "'kind' must be a string"),
        ({"evidence_sets": ["Costs fell."]}, "must be a list of lists"),
        ({"evidence_sets": [["Profits fell."]]}, "occurs 0 times"),
        ({"evidence_sets": [["s"]]}, "occurs 4 times"),
        ({"evidence_sets": [[[5, 99]]]}, "no stretch of source.txt"),
        ({"evidence_sets": [[[5, 5]]]}, "no stretch of source.txt"),
        ({"evidence_sets": [[[True, 5]]]}, "no stretch of source.txt"),
        ({"evidence_sets": [[["b.md", 0, 5]]]}, "there is no such source"),
        ({"evidence_sets": [[7]]}, "must be a quote"),
    ],
)
def test_a_bad_record_is_named_with_its_line(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = write(tmp_path / "s.jsonl", RECORD, "", {**RECORD, "id": "b", **changes})
    with pytest.raises(SetError) as caught:
        load_set(path)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("line", ["{", "[1]", "7", "[" * 100_000, '"text"'])
def test_a_line_that_is_no_record(tmp_path: Path, line: str) -> None:
    with pytest.raises(SetError, match=r"s\.jsonl:1: is not"):
        load_set(write(tmp_path / "s.jsonl", line))


def test_two_records_with_one_id(tmp_path: Path) -> None:
    with pytest.raises(SetError, match=r":2: the id 'a' was used in line 1"):
        load_set(write(tmp_path / "s.jsonl", RECORD, RECORD))


def test_many_mistakes_are_cut_short(tmp_path: Path) -> None:
    with pytest.raises(SetError, match="and 30 more"):
        load_set(write(tmp_path / "s.jsonl", *["{"] * 50))


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_empty_set(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)
    with pytest.raises(SetError, match="holds no records"):
        load_set(path)


@pytest.mark.parametrize(
    ("name", "content"), [("s.jsonl", b"\xff\xfe"), ("s.jsonl.gz", b"{}"), ("s.jsonl.gz", b"")]
)
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SetError):
        load_set(path)


def test_a_cut_gzip_file(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(RECORD).encode() * 50)[:-12])
    with pytest.raises(SetError, match="cannot be read"):
        load_set(path)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SetError, match="cannot be read"):
        load_set(tmp_path / "none.jsonl")
    with pytest.raises(SetError, match="cannot be read"):
        load_set(tmp_path)


def labelled(supported: int, others: int) -> LabelledSet:
    labels = [Label.SUPPORTED] * supported + [Label.PARTIAL] * others
    claims = [LabelledClaim(str(i), "c", label, {}, "d") for i, label in enumerate(labels)]
    return LabelledSet("s", tuple(claims))


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 70))
def test_a_sample_is_balanced_repeatable_and_in_order(
    supported: int, others: int, size: int
) -> None:
    whole = labelled(supported, others)
    sample = whole.sample(size)
    assert sample == whole.sample(size)
    assert len(sample.claims) == min(size, supported + others)
    places = [whole.claims.index(claim) for claim in sample.claims]
    assert places == sorted(set(places))
    if size < supported + others:
        taken = sum(claim.label is Label.SUPPORTED for claim in sample.claims)
        assert taken >= min(supported, size // 2)
        assert size - taken >= min(others, size - size // 2)


def test_a_record_without_a_split_belongs_to_both(tmp_path: Path) -> None:
    records = [{**RECORD, "id": name, "split": name} for name in ("dev", "test")]
    whole = load_set(write(tmp_path / "s.jsonl", RECORD, *records))
    assert [c.id for c in whole.of_split("dev").claims] == ["a", "dev"]
    assert [c.id for c in whole.of_split("test").claims] == ["a", "test"]
    assert whole.of_split("all") == whole
