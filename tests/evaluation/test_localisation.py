"""Overlap of shown and gold passages by hand, and its bounds."""

from hypothesis import given
from hypothesis import strategies as st

from verifier.evaluation.answers import Span
from verifier.evaluation.localisation import Localisation, character_overlap, localisation

spans = st.lists(
    st.builds(
        lambda source, start, length: Span(source, start, start + length),
        st.sampled_from("ab"),
        st.integers(0, 30),
        st.integers(1, 20),
    ),
    max_size=3,
)


def test_one_span_against_the_best_of_two_sets() -> None:
    shown = [Span("a", 0, 10)]
    gold = [[Span("a", 8, 28)], [Span("a", 5, 10), Span("a", 20, 25)]]
    assert localisation([(shown, gold)]) == Localisation(1, 1, 1.0, 0.5, 0.5)


def test_a_claim_without_a_passage_counts_as_nothing_found() -> None:
    gold = [[Span("a", 0, 4)]]
    result = localisation([([], gold), ([Span("a", 0, 4)], gold)])
    assert result == Localisation(2, 1, 0.5, 0.5, 0.5)
    assert localisation([]) is None


def test_another_source_is_no_hit() -> None:
    assert localisation([([Span("b", 0, 4)], [[Span("a", 0, 4)]])]) == Localisation(1, 1, 0, 0, 0)


def test_overlapping_spans_are_counted_once() -> None:
    twice = [Span("a", 0, 4), Span("a", 2, 6)]
    assert character_overlap(twice, [Span("a", 0, 3)]) == (0.5, 1.0)


@given(spans, spans)
def test_precision_and_recall_change_places_with_the_sides(
    ours: list[Span], theirs: list[Span]
) -> None:
    precision, recall = character_overlap(ours, theirs)
    assert character_overlap(theirs, ours) == (recall, precision)
    assert 0 <= precision <= 1
    assert (precision == 0) == (recall == 0)


@given(spans.filter(bool))
def test_the_gold_passage_itself_is_perfect(gold: list[Span]) -> None:
    result = localisation([(gold, [gold])])
    assert result is not None
    assert result.hit == 1
    assert (result.precision, result.recall) == (1, 1)
