"""Judges: a claim and the passages found for it -> a finding."""

from verifier.judges.base import Judge, Lookup
from verifier.judges.offline import OfflineJudge

__all__ = ["Judge", "Lookup", "OfflineJudge"]
