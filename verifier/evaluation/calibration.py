"""Whether a score of 0.8 means "supported in 8 of 10 cases": Brier score, reliability, ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Scored = tuple[float, bool]
"""The probability given, and whether the claim is supported."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The claims whose score lies in [low, high), in [low, high] for the last bin.

    Attributes:
        mean_score: their mean score.
        share_supported: how many of them are supported, 0 to 1.
    """

    low: float
    high: float
    claims: int
    mean_score: float
    share_supported: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far the scores can be read as probabilities.

    Attributes:
        claims: how many have a score.
        brier: mean squared distance of the score from 1 (supported) or 0; 0 is best.
        brier_of_base_rate: the same for the constant score that knows only the share supported.
        expected_error: mean distance between score and share supported over the bins.
        auc: chance that a supported claim has a higher score than another; None with one class.
        bins: those that hold a claim, ascending.
    """

    claims: int
    brier: float
    brier_of_base_rate: float
    expected_error: float
    auc: float | None
    bins: tuple[Bin, ...]


def calibration(scored: Sequence[Scored], bins: int = 10) -> Calibration | None:
    """The calibration of the scores, None where there are none."""
    if not scored:
        return None
    base_rate = sum(gold for _, gold in scored) / len(scored)
    table = reliability(scored, bins)
    return Calibration(
        claims=len(scored),
        brier=brier(scored),
        brier_of_base_rate=base_rate * (1 - base_rate),
        expected_error=sum(b.claims * abs(b.mean_score - b.share_supported) for b in table)
        / len(scored),
        auc=auc(scored),
        bins=table,
    )


def brier(scored: Sequence[Scored]) -> float:
    """Mean squared error of the probabilities (Brier, Monthly Weather Review, 1950)."""
    return sum((score - gold) ** 2 for score, gold in scored) / len(scored)


def reliability(scored: Sequence[Scored], bins: int = 10) -> tuple[Bin, ...]:
    """The bins of equal width over [0, 1] that hold a claim."""
    groups: dict[int, list[Scored]] = {}
    for score, gold in scored:
        groups.setdefault(min(int(score * bins), bins - 1), []).append((score, gold))
    return tuple(
        Bin(
            at / bins,
            (at + 1) / bins,
            len(group),
            sum(score for score, _ in group) / len(group),
            sum(gold for _, gold in group) / len(group),
        )
        for at, group in sorted(groups.items())
    )


def auc(scored: Sequence[Scored]) -> float | None:
    """Area under the ROC curve, ties counted half; None with one class only."""
    positives = sum(gold for _, gold in scored)
    negatives = len(scored) - positives
    if not positives or not negatives:
        return None
    groups: dict[float, list[int]] = {}
    for score, gold in scored:
        groups.setdefault(score, [0, 0])[gold] += 1
    below, won = 0, 0.0
    for _, (others, supported) in sorted(groups.items()):
        won += supported * (below + others / 2)
        below += others
    return won / (positives * negatives)
