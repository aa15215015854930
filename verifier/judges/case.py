"""A claim with everything that the sources hold on it, before any verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, analyse
from verifier.judges.base import Lookup
from verifier.judges.compared_numbers import worked
from verifier.judges.contradictions import differences_of
from verifier.judges.differences import Difference
from verifier.judges.features import features
from verifier.judges.reckoning import Reckoned, misreckoned, reckoned_in, with_reckoned
from verifier.judges.windows import Ground, candidates_of, ground_of, sentences_of
from verifier.model import Claim
from verifier.retrieval import Passage, Sentence

_SMALL_OPEN_WEIGHT = 0.15


class Case(NamedTuple):
    """A claim with everything that was found on it.

    Attributes:
        sentences: how many sentences the search returned.
        values: the features of the score.
        reckoned: the claim's numbers that are worked out from the sources'.
    """

    analysis: Analysis
    ground: Ground
    differences: tuple[Difference, ...]
    sentences: int
    values: tuple[float, ...]
    reckoned: tuple[Reckoned, ...] = ()


def build_case(claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Case | None:
    """What the sources hold on `claim`; None where that is nothing at all."""
    analysis = analyse(claim.text)
    sentences = sentences_of(passages)
    if not sentences or not analysis.items:
        return None
    candidates = candidates_of(analysis, sentences)
    ground = ground_of(analysis, candidates)
    more = _look_up_rest(analysis, ground, sentences, lookup)
    if more:
        sentences = [*sentences, *more]
        ground = ground_of(analysis, candidates_of(analysis, sentences))
    return case_of(analysis, ground, len(sentences))


def case_of(analysis: Analysis, ground: Ground, sentences: int) -> Case:
    """The case of a claim that rests on `ground`, found among so many sentences."""
    compared = tuple(worked(analysis, ground.candidates))
    reckoned = reckoned_in(analysis, ground, compared)
    if reckoned:
        ground = with_reckoned(analysis, ground, reckoned)
        compared = tuple(worked(analysis, ground.candidates))
    differences = (
        *differences_of(analysis, ground.primary.candidates),
        *misreckoned(analysis, compared),
    )
    values = features(analysis, ground, differences, sentences)
    return Case(analysis, ground, differences, sentences, values, reckoned)


def _look_up_rest(
    analysis: Analysis, ground: Ground, sentences: Sequence[Sentence], lookup: Lookup
) -> list[Sentence]:
    """Sentences not seen yet that a search for the uncovered part finds."""
    open_items = [
        item
        for item, quality in zip(analysis.items, ground.anywhere, strict=True)
        if quality < COVERED
    ]
    weight = sum(item.weight for item in open_items)
    if weight < _SMALL_OPEN_WEIGHT * analysis.weight:
        return []
    query = " ".join(analysis.text[item.start : item.end] for item in open_items)
    known = {(sentence.document.id, sentence.start) for sentence in sentences}
    found = sentences_of(lookup(query))
    return [s for s in found if (s.document.id, s.start) not in known]
