"""The score: trees and slopes, from the file that ships."""

from __future__ import annotations

import math

import pytest

from verifier.judges.calibration import Slope, load_model, parse_model
from verifier.judges.features import FEATURES

LAID_OUT = {
    "features": ["size"],
    "thresholds": {"balanced": 0.5},
    "base": 0.5,
    "trees": [[[0, 0, 0], [1.0, 0.0, 0.0], [1, 0, 0], [2, 0, 0], [0.0, -1.0, 1.0]]],
}


@pytest.mark.parametrize(("size", "odds"), [(1.0, -0.5), (2.0, 1.5)])
def test_the_log_odds_are_a_sum(size: float, odds: float) -> None:
    model = parse_model(LAID_OUT)
    assert model.probability((size,)) == pytest.approx(1 / (1 + math.exp(-odds)))
    steeper = parse_model({**LAID_OUT, "slopes": [[0.25, 1.0, 2.0]]})
    more = odds + 0.25 * (size - 1.0) / 2.0
    assert steeper.probability((size,)) == pytest.approx(1 / (1 + math.exp(-more)))


def test_a_slope_is_level_far_from_its_centre() -> None:
    slope = Slope(weight=2.0, centre=10.0, spread=1.0)
    assert slope.at(10.0) == 0.0
    assert slope.at(11.0) == 2.0
    assert slope.at(13.0) == slope.at(99.0) == 6.0
    assert slope.at(-99.0) == -6.0


def test_the_score_that_ships_is_of_these_features() -> None:
    model = load_model()
    assert model.features == FEATURES
    assert len(model.slopes) == len(FEATURES)
    assert all(slope.spread > 0 for slope in model.slopes)
    levels = [model.thresholds[name] for name in ("cautious", "balanced", "strict")]
    assert levels == sorted(levels)
