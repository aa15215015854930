"""From features to the probability that a claim is supported.

The coefficients are fitted by benchmarks/fitting/fit_score.py; data/score.json holds them with
where they come from.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from msgspec import Struct


class Tree(Struct, frozen=True):
    """A regression tree as parallel tuples; a node without children (left 0) is a leaf.

    Attributes:
        feature: the feature that each node asks for.
        threshold: up to which value the left child is next.
        value: what a leaf adds to the log-odds.
    """

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    def at(self, features: Sequence[float]) -> float:
        """The value of the leaf that `features` lead to."""
        node = 0
        while self.left[node]:
            low = features[self.feature[node]] <= self.threshold[node]
            node = self.left[node] if low else self.right[node]
        return self.value[node]


SPREAD = 3.0
"""How many spreads off its centre a feature still counts."""


class Slope(NamedTuple):
    """A straight line over one feature, level beyond SPREAD.

    Attributes:
        weight: what it adds to the log-odds for each spread that the feature is above the centre.
    """

    weight: float
    centre: float
    spread: float

    def at(self, feature: float) -> float:
        """What it adds to the log-odds."""
        return self.weight * max(-SPREAD, min(SPREAD, (feature - self.centre) / self.spread))


class Model(Struct, frozen=True):
    """An additive model: log-odds = base + sum of the trees + sum of the slopes.

    Attributes:
        features: the names of the features it was fitted on, in order.
        thresholds: sensitivity -> the score from which a claim counts as supported.
        slopes: one for each feature, or none at all.
    """

    features: tuple[str, ...]
    base: float
    trees: tuple[Tree, ...]
    thresholds: dict[str, float]
    slopes: tuple[Slope, ...] = ()

    def probability(self, features: Sequence[float]) -> float:
        """Probability of "supported", 0 to 1."""
        odds = self.base + sum(tree.at(features) for tree in self.trees)
        if self.slopes:
            pairs = zip(self.slopes, features, strict=True)
            odds += sum(slope.at(feature) for slope, feature in pairs)
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


@cache
def load_model() -> Model:
    """The model that ships with the package."""
    text = files("verifier.judges").joinpath("data", "score.json").read_text("utf-8")
    return parse_model(json.loads(text))


def parse_model(data: dict[str, Any]) -> Model:
    """The model in `data`, laid out as in data/score.json."""
    return Model(
        tuple(data["features"]),
        float(data["base"]),
        tuple(Tree(*(tuple(column) for column in tree)) for tree in data["trees"]),
        {name: float(value) for name, value in data["thresholds"].items()},
        tuple(Slope(*slope) for slope in data.get("slopes", ())),
    )
