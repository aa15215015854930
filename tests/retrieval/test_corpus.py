"""Searching the sources: windows, filters, copies, and an index kept between runs."""

import pytest

from verifier.retrieval import Corpus
from verifier.retrieval.terms import query_terms, terms_of
from verifier.sources import document_from_text


class Drawer:
    """A store in memory that remembers how often it was read with success."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], bytes] = {}
        self.hits = 0

    def get(self, kind: str, key: str) -> bytes | None:
        value = self.values.get((kind, key))
        self.hits += value is not None
        return value

    def put(self, kind: str, key: str, value: bytes) -> None:
        self.values[kind, key] = value


def corpus(**texts: str) -> Corpus:
    return Corpus(document_from_text(f"{name}.txt", text) for name, text in texts.items())


def large(store: Drawer | None = None) -> Corpus:
    text = "\n\n".join(f"Plant {n} made {n * 7} tonnes of steel." for n in range(1200))
    return Corpus([document_from_text("plants.txt", text)], store)


def test_terms_are_stems_and_single_characters_where_words_are_not_spaced() -> None:
    assert terms_of("Costs of 日本語 rose") == ["cost", "of", "日", "本", "語", "rose"]
    assert query_terms("The costs of the plan") == ["cost", "plan"]
    assert query_terms("To be or not to be") == ["to", "be", "or", "not"]


def test_the_sentence_in_focus_brings_its_neighbours() -> None:
    found = corpus(a="One is red. Two is blue. Three is green. Four is black.\n\nFive is pink.")
    passage = found.search("blue")[0]
    assert passage.text == "One is red. Two is blue. Three is green."
    assert passage.sentences[passage.focus].text == "Two is blue."


def test_a_passage_stays_inside_its_block() -> None:
    found = corpus(a="One is red.\n\nTwo is blue.\n\nThree is green.")
    assert [p.text for p in found.search("blue")] == ["Two is blue."]


def test_sources_can_be_chosen_and_left_out() -> None:
    found = corpus(a="Margin fell.", b="Margin fell a lot.", c="Margin rose.")
    assert {p.document.id for p in found.search("margin", within={"b.txt"})} == {"b.txt"}
    assert {p.document.id for p in found.search("margin", without={"b.txt"})} == {"a.txt", "c.txt"}


def test_what_several_sources_have_word_for_word_is_found_once() -> None:
    found = corpus(a="Margin fell.", b="Margin fell.")
    assert [p.document.id for p in found.search("margin fell")] == ["a.txt"]
    assert [p.document.id for p in found.search("margin fell", within={"b.txt"})] == ["b.txt"]


def test_context_breaks_ties_only() -> None:
    found = corpus(a="It grew 51 percent in Asia.\n\nIt grew 51 percent in EMEA.")
    best = found.search("It grew 51 percent.", context="EMEA did best.")[0]
    assert best.text == "It grew 51 percent in EMEA."


def test_a_large_corpus_is_searched_like_a_small_one() -> None:
    assert large().search("steel of plant 1111")[0].text == "Plant 1111 made 7777 tonnes of steel."


def test_an_unchanged_large_corpus_is_indexed_once() -> None:
    store = Drawer()
    first, second = large(store), large(store)
    assert store.hits == 2  # the sentences and the index
    assert [p.text for p in first.search("plant 5")] == [p.text for p in second.search("plant 5")]


@pytest.mark.parametrize("damaged", [b"", b"no archive", None])
def test_an_unusable_index_is_built_anew(damaged: bytes | None) -> None:
    store = Drawer()
    expected = [p.text for p in large(store).search("plant 5")]
    (place,) = (place for place in store.values if place[0].startswith("index"))
    store.values[place] = store.values[place][:1000] if damaged is None else damaged
    assert [p.text for p in large(store).search("plant 5")] == expected
