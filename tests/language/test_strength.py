"""Modality, quantifiers and causes."""

from __future__ import annotations

import pytest

from verifier.language.strength import (
    Modality,
    Quantifier,
    association_cues,
    causal_cues,
    exclusive_cues,
    modal_cues,
    modality,
    quantifier_cues,
)
from verifier.language.tokens import tokenize


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("It may rain.", Modality.POSSIBLE),
        ("It will probably rain.", Modality.LIKELY),
        ("It will rain.", Modality.PLANNED),
        ("It rained in May.", Modality.FACT),
    ],
)
def test_modality(text: str, level: Modality) -> None:
    assert modality(modal_cues(tokenize(text))) is level


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("All users and some admins.", [Quantifier.ALL, Quantifier.SOME]),
        ("Not at all. After all, it was at most ten.", []),
        ("Most people.", [Quantifier.MOST]),
    ],
)
def test_quantifiers(text: str, levels: list[Quantifier]) -> None:
    assert [cue.level for cue in quantifier_cues(tokenize(text))] == levels


def test_only_is_exclusive_but_not_only_is_not() -> None:
    assert exclusive_cues(tokenize("the only one"))
    assert not exclusive_cues(tokenize("not only one"))


def test_causes() -> None:
    assert causal_cues(tokenize("It fell because of rain."), strict=True)
    assert causal_cues(tokenize("growth driven by cloud"), strict=True)
    assert not causal_cues(tokenize("It fell and it rained."))
    assert not causal_cues(tokenize("The money is due to be paid in May."))
    assert causal_cues(tokenize("The loss is due to demand."), strict=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Noise was strongly associated with stress.", True),
        ("Noise correlates with stress.", True),
        ("The risks associated with noise are known.", False),
        ("Noise caused stress.", False),
    ],
)
def test_associations_are_predicates(text: str, found: bool) -> None:
    assert bool(association_cues(tokenize(text))) is found
