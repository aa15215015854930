"""Calibration by hand, and the bounds of its figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.evaluation.calibration import Bin, auc, brier, calibration, reliability

scored = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1)


def test_brier_by_hand() -> None:
    assert brier([(0.9, True), (0.2, False), (0.5, True)]) == pytest.approx(
        (0.01 + 0.04 + 0.25) / 3
    )


def test_bins_by_hand() -> None:
    assert reliability([(0.0, False), (0.5, True), (0.6, False), (1.0, True)], bins=2) == (
        Bin(0.0, 0.5, 1, 0.0, 0.0),
        Bin(0.5, 1.0, 3, pytest.approx(0.7), pytest.approx(2 / 3)),  # type: ignore[arg-type]
    )


def test_auc_counts_ties_half() -> None:
    assert auc([(0.9, True), (0.1, False)]) == 1.0
    assert auc([(0.1, True), (0.9, False)]) == 0.0
    assert auc([(0.5, True), (0.5, False), (0.4, False)]) == 0.75
    assert auc([(0.5, True)]) is None


def test_all_figures_by_hand() -> None:
    result = calibration([(1.0, True), (1.0, False), (0.0, False), (0.0, False)])
    assert result is not None
    assert result.brier == 0.25
    assert result.brier_of_base_rate == pytest.approx(0.25 * 0.75)
    assert result.expected_error == pytest.approx(0.25)
    assert result.auc == pytest.approx(5 / 6)
    assert calibration([]) is None


@given(scored)
def test_figures_stay_in_their_bounds(pairs: list[tuple[float, bool]]) -> None:
    result = calibration(pairs)
    assert result is not None
    assert 0 <= result.brier <= 1
    assert 0 <= result.expected_error <= 1 + 1e-9
    assert sum(one.claims for one in result.bins) == len(pairs)
    for one in result.bins:
        assert one.low - 1e-9 <= one.mean_score <= one.high + 1e-9


@given(scored)
def test_auc_turns_over_with_the_scores(pairs: list[tuple[float, bool]]) -> None:
    ranks = [(round(score, 3), gold) for score, gold in pairs]
    turned = [(-score, gold) for score, gold in ranks]
    first, second = auc(ranks), auc(turned)
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert first + second == pytest.approx(1)
