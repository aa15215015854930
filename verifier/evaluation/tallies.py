"""Counts of flagged and unflagged claims, the rates made of them, and their bootstrap intervals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from verifier.evaluation.answers import Answer
from verifier.model import Verdict

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many claims were flagged, by whether their label is supported.

    Attributes:
        supported: claims that are supported.
        flagged: of these, those that got any other verdict.
        called_contradicted: of these, those that were called contradicted.
        others: claims that are not supported.
        caught: of these, those that were flagged.
    """

    supported: int = 0
    flagged: int = 0
    called_contradicted: int = 0
    others: int = 0
    caught: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.supported + other.supported,
            self.flagged + other.flagged,
            self.called_contradicted + other.called_contradicted,
            self.others + other.others,
            self.caught + other.caught,
        )

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> Tally:
        """Count `answers`."""
        total = cls()
        for answer in answers:
            total += cls._of_one(answer)
        return total

    @classmethod
    def _of_one(cls, answer: Answer) -> Tally:
        if answer.is_supported:
            contradicted = answer.verdict is Verdict.CONTRADICTED
            return cls(1, int(answer.is_flagged), int(contradicted))
        return cls(others=1, caught=int(answer.is_flagged))

    @property
    def false_alarm_rate(self) -> float | None:
        """Share of the supported claims that were flagged."""
        return ratio(self.flagged, self.supported)

    @property
    def wrongly_contradicted_rate(self) -> float | None:
        """Share of the supported claims that were called contradicted."""
        return ratio(self.called_contradicted, self.supported)

    @property
    def caught_rate(self) -> float | None:
        """Share of the claims that are not supported that were flagged."""
        return ratio(self.caught, self.others)

    @property
    def balanced_accuracy(self) -> float | None:
        """Mean of the recalls on supported claims and on all others; None without both."""
        if not self.supported or not self.others:
            return None
        return ((1 - self.flagged / self.supported) + self.caught / self.others) / 2


def ratio(part: int, whole: int) -> float | None:
    """part / whole, None where whole is 0."""
    return part / whole if whole else None


def by_document(answers: Iterable[Answer]) -> list[Tally]:
    """One tally for each document, in the order of their first claims."""
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.document, []).append(answer)
    return [Tally.of(group) for group in groups.values()]


def bootstrap_interval(
    documents: Sequence[Tally],
    figure: Callable[[Tally], float | None],
    rounds: int = 400,
    seed: int = 7,
) -> Interval | None:
    """95 % percentile interval of `figure` under redrawing whole documents.

    Claims on one document are alike, so that redrawing claims would give too narrow an interval
    (cluster bootstrap: Davison and Hinkley, Bootstrap Methods and their Application, 1997, 3.8).
    None where no redraw has the figure.
    """
    if not documents:
        return None
    draw = random.Random(seed)  # noqa: S311 a repeatable draw, no secret
    values = []
    for _ in range(rounds):
        value = figure(_total(draw.choices(documents, k=len(documents))))
        if value is not None:
            values.append(value)
    values.sort()
    return (quantile(values, 0.025), quantile(values, 0.975)) if values else None


def quantile(ascending: Sequence[float], share: float) -> float:
    """The value below which `share` of the `ascending` values lie, linear between neighbours."""
    place = share * (len(ascending) - 1)
    low = int(place)
    high = min(low + 1, len(ascending) - 1)
    return ascending[low] + (ascending[high] - ascending[low]) * (place - low)


def _total(tallies: Iterable[Tally]) -> Tally:
    supported = flagged = called_contradicted = others = caught = 0
    for tally in tallies:
        supported += tally.supported
        flagged += tally.flagged
        called_contradicted += tally.called_contradicted
        others += tally.others
        caught += tally.caught
    return Tally(supported, flagged, called_contradicted, others, caught)
