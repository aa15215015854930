"""The offline judge: typed evidence, no model, no network."""

from __future__ import annotations

import re
from collections.abc import Sequence

from verifier.judges.base import Lookup
from verifier.model import Claim, Evidence, EvidenceRole, Finding, Verdict
from verifier.retrieval import Passage
from verifier.settings import Settings


class OfflineJudge:
    """Judges by aligning the claim with each passage and comparing what differs by kind."""

    name = "offline"

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        """The finding for `claim`; see `Judge.judge`."""
        words = set(re.findall(r"\w+", claim.text.lower()))
        best, score = None, 0.0
        for passage in passages:
            share = len(words & set(re.findall(r"\w+", passage.text.lower()))) / max(1, len(words))
            if share > score:
                best, score = passage, share
        verdict = Verdict.SUPPORTED if score > 0.8 else Verdict.UNSUPPORTED
        role = EvidenceRole.SUPPORTS if verdict is Verdict.SUPPORTED else EvidenceRole.NEAREST
        evidence = (Evidence(best.span(), role, score),) if best else ()
        return Finding(claim, verdict, score, f"{score:.0%} of its words", evidence)
