"""The model that comes with the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verifier import Checker, EvidenceRole, Settings, Verdict
from verifier.judges import entailed, nli
from verifier.judges.entailed import FEATURES, SCORE
from verifier.judges.nli import WEIGHTS

SOURCE = """The ferry to Holm was cancelled on Monday because of strong winds. Passengers were given
their money back, and most of them spent the night at a school.
"""
LARGEST = 95_000_000
SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LLMFEEDER_MODEL")


def test_it_is_whole_and_its_score_is_its_own() -> None:
    assert nli.why_unavailable(WEIGHTS) is None
    score = json.loads((WEIGHTS / SCORE).read_text("utf-8"))
    assert score["model"] == nli.read_manifest(WEIGHTS).digest
    assert tuple(score["features"]) == FEATURES
    thresholds = [score["thresholds"][name] for name in ("cautious", "balanced", "strict")]
    assert thresholds == sorted(thresholds)
    assert all(0.0 < threshold < 1.0 for threshold in thresholds)
    assert max(path.stat().st_size for path in WEIGHTS.iterdir()) < LARGEST


def test_it_judges_by_default() -> None:
    checker = Checker({"ferry.txt": SOURCE}, cache=None)
    assert checker.refines
    assert entailed.why_unavailable() is None
    claims = "Passengers got a refund. The passengers were fined."
    result = checker.check_text(claims)
    assert result.judge == "offline"
    true, false = result.findings
    assert true.verdict is Verdict.SUPPORTED
    assert true.evidence[0].role is EvidenceRole.SUPPORTS
    assert "money back" in true.evidence[0].span.text
    assert false.verdict is not Verdict.SUPPORTED
    assert true.score > false.score


def test_the_rules_judge_where_the_settings_say_so() -> None:
    checker = Checker({"ferry.txt": SOURCE}, Settings(judge="rules"), cache=None)
    assert not checker.refines
    assert checker.check_text("Passengers got a refund.").judge == "rules"


@pytest.mark.parametrize("sample", ["quarterly-results", "software-manual", "walking-study"])
def test_the_samples_keep_the_verdicts_that_the_rules_give(sample: str) -> None:
    folder = SAMPLES / sample
    text = (folder / "report.md").read_text("utf-8")
    said = [
        Checker(folder / "sources", Settings(judge=judge), cache=None).check_text(text).findings
        for judge in ("rules", "offline")
    ]
    rules, offline = ([(f.claim.text, f.verdict) for f in findings] for findings in said)
    assert offline == rules
