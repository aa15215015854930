"""Judges: a claim and the passages found for it -> a finding."""

from verifier.judges.base import Judge, Lookup
from verifier.judges.entailed import is_present, load_entailment
from verifier.judges.offline import OfflineJudge
from verifier.settings import Settings

__all__ = ["Judge", "Lookup", "OfflineJudge", "asks_a_model", "judge_for"]


def judge_for(settings: Settings) -> Judge:
    """Who gives the verdicts: the offline judge with the entailment model, or the rules alone.

    The rules alone where the settings say so, or where the model cannot be used.
    """
    entailment = load_entailment() if asks_a_model(settings) else None
    return OfflineJudge(settings, entailment=entailment)


def asks_a_model(settings: Settings) -> bool:
    """Whether `judge_for` will look for a model, which takes a second to load."""
    return settings.judge == "offline" and is_present()
