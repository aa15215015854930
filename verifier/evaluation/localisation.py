"""Whether the passage shown is the one that people would cite, and how tight it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verifier.evaluation.answers import Span


@dataclass(frozen=True, slots=True)
class Localisation:
    """Means over the supported claims that have gold passages.

    Attributes:
        claims: how many there are; one without a shown passage counts 0 in each mean.
        shown: for how many a passage was shown.
        hit: share of claims of which a shown passage touches a gold one.
        precision: share of the shown characters that are gold, against the best gold set.
        recall: share of that set's characters that are shown.
    """

    claims: int
    shown: int
    hit: float
    precision: float
    recall: float


Located = tuple[Sequence[Span], Sequence[Sequence[Span]]]
"""The passages shown, and the alternative sets of gold passages."""


def localisation(located: Sequence[Located]) -> Localisation | None:
    """The means over `located`, None where it is empty."""
    if not located:
        return None
    parts = [_of_one(shown, gold) for shown, gold in located]
    count = len(parts)
    return Localisation(
        count,
        sum(bool(shown) for shown, _ in located),
        sum(hit for hit, _, _ in parts) / count,
        sum(precision for _, precision, _ in parts) / count,
        sum(recall for _, _, recall in parts) / count,
    )


def _of_one(
    shown: Sequence[Span], evidence_sets: Sequence[Sequence[Span]]
) -> tuple[bool, float, float]:
    """Hit, precision and recall against the set with the best F1."""
    best = (0.0, 0.0, 0.0)
    for gold in evidence_sets:
        precision, recall = character_overlap(shown, gold)
        total = precision + recall
        best = max(best, (2 * precision * recall / total if total else 0.0, precision, recall))
    return best[0] > 0, best[1], best[2]


def character_overlap(shown: Iterable[Span], gold: Iterable[Span]) -> tuple[float, float]:
    """Precision and recall of the shown characters; 0 where either side has none."""
    ours, theirs = _characters(shown), _characters(gold)
    if not ours or not theirs:
        return 0.0, 0.0
    common = len(ours & theirs)
    return common / len(ours), common / len(theirs)


def _characters(spans: Iterable[Span]) -> set[tuple[str, int]]:
    return {(span.source, at) for span in spans for at in range(span.start, span.end)}
