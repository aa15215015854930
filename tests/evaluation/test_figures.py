"""The figures of a set, by hand."""

import json

import pytest

from verifier.evaluation.answers import Answer, Label, Span
from verifier.evaluation.figures import KindFigures, VerdictFigures, mean_figures, measure
from verifier.model import Verdict

S, P, U, C = Verdict
GOLD = ((Span("a", 0, 10),),)
ANSWERS = [
    Answer("1", "x", Label.SUPPORTED, S, 0.9, "paraphrase", 1, 0.1, GOLD[0], GOLD[0], GOLD),
    Answer("2", "x", Label.SUPPORTED, C, 0.2, "paraphrase", 2, 0.1, (), (), GOLD),
    Answer("3", "x", Label.CONTRADICTED, C, 0.1, "number"),
    Answer("4", "y", Label.CONTRADICTED, U, 0.3, "number"),
    Answer("5", "y", Label.UNSUPPORTED, C, 0.3, "unrelated"),
    Answer("6", "y", Label.NOT_SUPPORTED, C, 0.3),
    Answer("7", "z", Label.NOT_SUPPORTED, S, None, claims=0),
]


def test_rates() -> None:
    figures = measure(ANSWERS)
    assert (figures.records, figures.documents) == (7, 3)
    assert figures.false_alarm == 0.5
    assert figures.wrongly_contradicted == 0.5
    assert figures.balanced_accuracy == pytest.approx((0.5 + 4 / 5) / 2)
    assert figures.accuracy == pytest.approx(3 / 7)
    assert figures.no_claim_found == pytest.approx(1 / 7)
    assert figures.claims_per_second == pytest.approx(7 / 0.2)
    assert figures.localisation is not None
    assert figures.localisation.hit == 0.5
    assert figures.calibration is not None
    assert figures.calibration.claims == 6


def test_verdicts_leave_out_records_of_which_the_verdict_is_not_known() -> None:
    verdicts = measure(ANSWERS).verdicts
    assert verdicts[C] == VerdictFigures(3, 2, pytest.approx(1 / 3), 0.5, 0.4)  # type: ignore[arg-type]
    assert verdicts[S] == VerdictFigures(2, 2, 0.5, 0.5, 0.5)
    assert verdicts[U] == VerdictFigures(1, 1, 0.0, 0.0, 0.0)
    assert P not in verdicts


def test_confusion_has_a_row_for_each_label_that_occurs() -> None:
    confusion = measure(ANSWERS).confusion
    assert list(confusion) == [
        Label.SUPPORTED,
        Label.UNSUPPORTED,
        Label.CONTRADICTED,
        Label.NOT_SUPPORTED,
    ]
    assert confusion[Label.CONTRADICTED] == {S: 0, P: 0, U: 1, C: 1}


def test_kinds() -> None:
    assert measure(ANSWERS).by_kind == (
        KindFigures("paraphrase", Label.SUPPORTED, 2, 1, 1, 1),
        KindFigures("unrelated", Label.UNSUPPORTED, 1, 0, 1, 1),
        KindFigures("number", Label.CONTRADICTED, 2, 1, 2, 1),
    )


def test_no_answers_have_no_figures() -> None:
    figures = measure([])
    assert figures.false_alarm is None
    assert figures.calibration is None
    assert figures.claims_per_second is None


def test_figures_are_json() -> None:
    assert json.loads(json.dumps(measure(ANSWERS).as_json()))["false_alarm"] == 0.5


def test_the_mean_is_over_sets_with_both_classes() -> None:
    only_supported = measure(ANSWERS[:1])
    means = mean_figures([measure(ANSWERS), only_supported])
    assert means["false_alarm"] == 0.5
    assert mean_figures([only_supported])["false_alarm"] is None
