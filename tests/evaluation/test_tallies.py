"""Rates by hand, and what holds for any answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.evaluation.answers import Answer, Label
from verifier.evaluation.tallies import Tally, bootstrap_interval, by_document, quantile
from verifier.model import Verdict

answers = st.lists(
    st.builds(
        Answer,
        id=st.just("a"),
        document=st.sampled_from("abc"),
        label=st.sampled_from(Label),
        verdict=st.sampled_from(Verdict),
    )
)


def answer(label: Label, verdict: Verdict, document: str = "d") -> Answer:
    return Answer("a", document, label, verdict)


def test_rates_by_hand() -> None:
    tally = Tally.of(
        [
            answer(Label.SUPPORTED, Verdict.SUPPORTED),
            answer(Label.SUPPORTED, Verdict.SUPPORTED),
            answer(Label.SUPPORTED, Verdict.PARTIAL),
            answer(Label.SUPPORTED, Verdict.CONTRADICTED),
            answer(Label.PARTIAL, Verdict.SUPPORTED),
            answer(Label.NOT_SUPPORTED, Verdict.UNSUPPORTED),
            answer(Label.CONTRADICTED, Verdict.PARTIAL),
        ]
    )
    assert tally == Tally(supported=4, flagged=2, called_contradicted=1, others=3, caught=2)
    assert tally.false_alarm_rate == 0.5
    assert tally.wrongly_contradicted_rate == 0.25
    assert tally.caught_rate == pytest.approx(2 / 3)
    assert tally.balanced_accuracy == pytest.approx((1 / 2 + 2 / 3) / 2)


def test_a_single_class_has_no_balanced_accuracy() -> None:
    assert Tally.of([answer(Label.SUPPORTED, Verdict.SUPPORTED)]).balanced_accuracy is None
    assert Tally.of([answer(Label.PARTIAL, Verdict.PARTIAL)]).balanced_accuracy is None
    assert Tally().false_alarm_rate is None


@given(answers)
def test_tallies_of_documents_add_up(given_answers: list[Answer]) -> None:
    total = Tally.of(given_answers)
    assert sum(by_document(given_answers), Tally()) == total
    assert total.supported + total.others == len(given_answers)
    assert total.called_contradicted <= total.flagged <= total.supported
    assert total.caught <= total.others


@given(answers)
def test_an_interval_is_ordered_and_repeatable(given_answers: list[Answer]) -> None:
    documents = by_document(given_answers)
    interval = bootstrap_interval(documents, lambda t: t.false_alarm_rate, rounds=30)
    assert interval == bootstrap_interval(documents, lambda t: t.false_alarm_rate, rounds=30)
    if any(one.label is Label.SUPPORTED for one in given_answers) and len(documents) == 1:
        assert interval is not None
        assert interval[0] == interval[1] == documents[0].false_alarm_rate
    if interval is not None:
        assert 0 <= interval[0] <= interval[1] <= 1


def test_the_interval_is_wider_by_document_than_by_claim() -> None:
    alike = [Tally(supported=10, flagged=10), Tally(supported=10)] * 5
    apart = [Tally(supported=1, flagged=1), Tally(supported=1)] * 50
    by_group = bootstrap_interval(alike, lambda t: t.false_alarm_rate)
    by_claim = bootstrap_interval(apart, lambda t: t.false_alarm_rate)
    assert by_group is not None
    assert by_claim is not None
    assert by_group[1] - by_group[0] > 2 * (by_claim[1] - by_claim[0])


def test_quantiles_lie_between_neighbours() -> None:
    assert quantile([1.0, 2.0, 3.0], 0.5) == 2.0
    assert quantile([1.0, 2.0], 0.25) == 1.25
    assert quantile([4.0], 0.975) == 4.0
