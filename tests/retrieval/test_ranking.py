"""Both indexes rank alike, and an index that was packed finds what it found before."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.retrieval.ranking import MemoryIndex, SentenceIndex, TantivyIndex

WORDS = ["revenue", "margin", "fell", "rose", "Dublin", "quarter", "12", "日本"]
sentences = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=1, max_size=12
)
weights = st.dictionaries(
    st.sampled_from(["revenu", "margin", "rose", "dublin", "12", "日"]),
    st.sampled_from([0.3, 1.0]),
    min_size=1,
)


@settings(max_examples=25, deadline=None)
@given(sentences, weights)
def test_the_two_indexes_agree(texts: list[str], query: dict[str, float]) -> None:
    small = MemoryIndex(texts).search(query, len(texts), None)
    large = TantivyIndex.build(texts).search(query, len(texts), None)
    assert sorted(number for number, _ in small) == sorted(number for number, _ in large)
    assert dict(small) == pytest.approx(dict(large), rel=1e-3)


@pytest.mark.parametrize("make", [MemoryIndex, TantivyIndex.build])
def test_equal_scores_come_in_the_order_of_the_sentences(make: type[MemoryIndex]) -> None:
    index: SentenceIndex = make(["the margin fell"] * 50)
    hits = index.search({"margin": 1.0}, 5, None)
    assert [number for number, _ in hits] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("make", [MemoryIndex, TantivyIndex.build])
def test_a_filter_reaches_beyond_the_first_hits(make: type[MemoryIndex]) -> None:
    index: SentenceIndex = make(["margin margin"] * 200 + ["margin"])
    assert [n for n, _ in index.search({"margin": 1.0}, 3, lambda number: number == 200)] == [200]


def test_a_packed_index_finds_the_same() -> None:
    index = TantivyIndex.build(["revenue rose", "margin fell in Dublin", "Dublin"])
    query = {"dublin": 1.0, "margin": 1.0}
    copy = TantivyIndex.unpack(index.pack())
    assert copy.search(query, 3, None) == index.search(query, 3, None)
