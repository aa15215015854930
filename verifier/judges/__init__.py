"""Judges: a claim and the passages found for it -> a finding."""

from dataclasses import replace

from verifier.cache import Cache
from verifier.judges.base import Judge, Lookup
from verifier.judges.entailed import is_present, load_entailment
from verifier.judges.offline import OfflineJudge
from verifier.settings import Settings

__all__ = ["Judge", "Lookup", "OfflineJudge", "asks_a_model", "judge_for"]


def judge_for(settings: Settings, cache: Cache | None = None) -> Judge:
    """Who gives the verdicts: the offline judge with the entailment model, or the rules alone.

    The rules alone where the settings say so, or where the model cannot be used.

    Args:
        settings: how to check.
        cache: keeps the model's answers between runs.
    """
    entailment = load_entailment() if asks_a_model(settings) else None
    if entailment is not None:
        entailment = replace(entailment, cache=cache)
    return OfflineJudge(settings, entailment=entailment)


def asks_a_model(settings: Settings) -> bool:
    """Whether `judge_for` will look for a model, which takes a second to load."""
    return settings.judge == "offline" and is_present()
