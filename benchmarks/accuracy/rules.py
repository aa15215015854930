"""The rules judge behind the one function that accuracy scripts ask for: `judge(claim, source)`.

The environment variable LLMFEEDER_SCORE may name a score file to use in place of the shipped one,
such as one fitted without the set that is measured.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from verifier import Checker, Settings, Verdict
from verifier.judges.calibration import load_model, parse_model
from verifier.judges.offline import OfflineJudge

_SCORE = os.environ.get("LLMFEEDER_SCORE")
_MODEL = parse_model(json.loads(Path(_SCORE).read_text("utf-8"))) if _SCORE else load_model()
_SETTINGS = Settings(judge="rules", sensitivity="balanced")


def judge(claim_text: str, source_text: str) -> dict[str, Any]:
    """The verdict of the worst claim of `claim_text`, with the first piece of evidence."""
    rules = OfflineJudge(_SETTINGS, _MODEL)
    checker = Checker({"source": source_text}, _SETTINGS, judge=rules)
    findings = checker.check_text(claim_text).findings
    worst = max((finding.verdict for finding in findings), key=lambda v: v.severity, default=None)
    evidence = findings[0].evidence if findings else ()
    return {
        "verdict": (worst or Verdict.SUPPORTED).value,
        "span": [evidence[0].span.start, evidence[0].span.end] if evidence else None,
        "score": min((finding.score for finding in findings), default=1.0),
        "claims": len(findings),
    }
