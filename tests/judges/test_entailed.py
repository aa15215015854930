"""What the entailment model changes, with a stand-in that answers as each test says."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from tests.judges.test_nli import tiny_network, tiny_tokenizer, write_manifest
from verifier import Checker, EvidenceRole, Finding, Settings, Verdict
from verifier.cache import Cache
from verifier.errors import Cancelled
from verifier.judges import OfflineJudge, asks_a_model, entailed, judge_for, nli
from verifier.judges.entailed import (
    FEATURES,
    Entailment,
    JointScore,
    features,
    log_odds,
    parse_entailment,
)
from verifier.judges.nli import EntailmentModel, Probabilities

SOURCE = """The mill in Oldbury employs 140 people. It was closed in 2019 after a flood.

Nobody at the company answered our questions. The director, Anna Roth, left the firm in May.
"""
PARAPHRASE = "Roth is no longer in charge."
YES, OPEN, NO = (
    Probabilities(0.97, 0.02, 0.01),
    Probabilities(0.05, 0.9, 0.05),
    Probabilities(0.01, 0.02, 0.97),
)
Says = Callable[[str, str], Probabilities]


class StandIn:
    """Answers as `says` does, and keeps what it was asked."""

    digest = "stand-in"

    def __init__(self, says: Says) -> None:
        self._says = says
        self.asked: list[tuple[str, str]] = []

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[Probabilities]:
        self.asked += pairs
        return [self._says(premise, claim) for premise, claim in pairs]


def by_the_model() -> JointScore:
    """A score that is what the piece says that entails the claim most."""
    thresholds = {"cautious": 0.3, "balanced": 0.5, "strict": 0.7}
    return JointScore((0.0, 1.0, 0.0, 0.0), 0.0, thresholds)


def judged(
    claim: str, says: Says, contradicts: float | None = None, source: str = SOURCE
) -> tuple[Finding, StandIn]:
    stand_in = StandIn(says)
    model = cast(EntailmentModel, stand_in)
    judge = OfflineJudge(
        Settings(sensitivity="balanced"),
        entailment=Entailment(model, by_the_model(), (0.0, 1.0), contradicts),
    )
    (finding,) = Checker({"mill.txt": source}, judge=judge).check_text(claim)
    return finding, stand_in


def always(answer: Probabilities) -> Says:
    return lambda premise, claim: answer


def only_beside(words: str) -> Says:
    return lambda premise, claim: YES if words in premise else OPEN


def test_a_paraphrase_is_supported_by_the_passage_that_entails_it() -> None:
    without = judged(PARAPHRASE, always(OPEN))[0]
    assert without.verdict is not Verdict.SUPPORTED
    finding, _ = judged(PARAPHRASE, only_beside("left the firm"))
    assert finding.verdict is Verdict.SUPPORTED
    assert "in other words" in finding.reason
    assert finding.uncovered == ()
    (evidence,) = finding.evidence
    assert evidence.role is EvidenceRole.SUPPORTS
    assert "left the firm in May." in evidence.span.text
    assert SOURCE[evidence.span.start : evidence.span.end] == evidence.span.text
    assert evidence.span.locator() in finding.reason


def test_what_the_rules_bear_out_keeps_their_evidence() -> None:
    finding, _ = judged("The mill employs 140 people in Oldbury.", always(YES))
    assert finding.verdict is Verdict.SUPPORTED
    assert "other words" not in finding.reason
    assert finding.evidence[0].matched


def test_the_model_can_take_support_away_and_says_so() -> None:
    finding, _ = judged("The mill employs 140 people in Oldbury.", always(OPEN))
    assert finding.verdict is Verdict.UNSUPPORTED
    assert "entailment model" in finding.reason


@pytest.mark.parametrize(
    "claim",
    [
        "The mill in Oldbury employs 140 people.",  # word for word
        "The mill in Oldbury employs 150 people.",  # a typed contradiction
    ],
)
def test_what_the_rules_settle_is_not_asked(claim: str) -> None:
    finding, stand_in = judged(claim, always(OPEN))
    assert stand_in.asked == []
    expected = Verdict.SUPPORTED if "140" in claim else Verdict.CONTRADICTED
    assert finding.verdict is expected


def test_a_decisive_overclaim_is_not_asked() -> None:
    source = "Most of the staff at the Oldbury mill were given notice in March."
    claim = "All of the staff at the Oldbury mill were given notice in March."
    finding, stand_in = judged(claim, always(YES), source=source)
    assert stand_in.asked == []
    assert finding.verdict is not Verdict.SUPPORTED


def test_clear_scores_are_not_asked() -> None:
    stand_in = StandIn(always(YES))
    entailment = Entailment(cast(EntailmentModel, stand_in), by_the_model(), (0.999, 1.0), None)
    judge = OfflineJudge(entailment=entailment)
    Checker({"mill.txt": SOURCE}, judge=judge).check_text(PARAPHRASE)
    assert stand_in.asked == []


def test_nothing_found_is_not_asked() -> None:
    finding, stand_in = judged("Penguins outpace seals.", always(YES))
    assert stand_in.asked == []
    assert finding.verdict is Verdict.UNSUPPORTED


def test_a_contradiction_by_the_model_alone_needs_a_threshold_and_shows_the_passage() -> None:
    never, _ = judged(PARAPHRASE, always(NO))
    unsure, _ = judged(PARAPHRASE, always(NO), contradicts=0.98)
    sure, _ = judged(PARAPHRASE, always(NO), contradicts=0.95)
    assert never.verdict is not Verdict.CONTRADICTED
    assert unsure.verdict is not Verdict.CONTRADICTED
    assert sure.verdict is Verdict.CONTRADICTED
    assert sure.evidence[0].role is EvidenceRole.CONTRADICTS
    assert "the entailment model reads" in sure.reason
    assert sure.evidence[0].span.text in sure.reason


def test_each_piece_is_asked_once_beside_the_claim() -> None:
    _, stand_in = judged(PARAPHRASE, always(OPEN))
    assert len(set(stand_in.asked)) == len(stand_in.asked) > 0
    assert {claim for _, claim in stand_in.asked} == {PARAPHRASE}


def test_answers_are_kept_between_runs_for_one_model_alone(tmp_path: Path) -> None:
    def asked(digest: str, claim: str) -> int:
        stand_in = StandIn(only_beside("left the firm"))
        stand_in.digest = digest
        entailment = Entailment(
            cast(EntailmentModel, stand_in),
            by_the_model(),
            (0.0, 1.0),
            cache=Cache(tmp_path / "cache"),
        )
        judge = OfflineJudge(entailment=entailment)
        (finding,) = Checker({"mill.txt": SOURCE}, judge=judge, cache=None).check_text(claim)
        assert finding.verdict is Verdict.SUPPORTED
        return len(stand_in.asked)

    first = asked("one", PARAPHRASE)
    assert first > 0
    assert asked("one", PARAPHRASE) == 0
    assert asked("two", PARAPHRASE) == first
    assert asked("one", "Roth does not run it any more.") > 0


def test_evidence_gathered_from_two_places_is_two_spans() -> None:
    source = "The mill lies in Oldbury.\n\nIt rained all year.\n\nRoth led the mill for a decade."
    both = judged(
        "In Oldbury, Roth was in charge of a factory.",
        lambda premise, claim: YES if "lies in" in premise and "Roth led" in premise else OPEN,
        source=source,
    )[0]
    assert "in other words" in both.reason
    assert [e.span.text for e in both.evidence] == [
        "The mill lies in Oldbury.",
        "Roth led the mill for a decade.",
    ]


def test_a_check_can_be_cancelled_between_claims() -> None:
    stand_in = StandIn(always(OPEN))
    entailment = Entailment(cast(EntailmentModel, stand_in), by_the_model(), (0.0, 1.0))
    judge = OfflineJudge(entailment=entailment)
    judge.at_once = 1
    checker = Checker({"mill.txt": SOURCE}, judge=judge)
    answers = iter([False, True])
    with pytest.raises(Cancelled):
        checker.check_text(
            f"{PARAPHRASE} The flood ended its days.", cancelled=lambda: next(answers)
        )
    assert {claim for _, claim in stand_in.asked} == {PARAPHRASE}


def test_the_name_tells_who_judges() -> None:
    entailment = Entailment(
        cast(EntailmentModel, StandIn(always(OPEN))), by_the_model(), (0.0, 1.0)
    )
    assert OfflineJudge().name == "rules"
    assert OfflineJudge(entailment=entailment).name == "offline"


class TestFeatures:
    def test_of_two_pieces(self) -> None:
        values = dict(zip(FEATURES, features(0.3, [OPEN, YES]), strict=True))
        assert values["rules_log_odds"] == 0.3
        assert values["entails_most"] == pytest.approx(log_odds(0.97))
        assert values["entails_mean"] == pytest.approx((log_odds(0.97) + log_odds(0.05)) / 2)
        assert values["contradicts_beside"] == pytest.approx(log_odds(0.01))

    def test_they_are_added_up(self) -> None:
        score = JointScore((1.0, 0.5, 0.0, -2.0), 0.25, {})
        assert log_odds(score.probability((1.0, 2.0, 3.0, 0.5))) == pytest.approx(1.25)
        assert 0.0 <= score.probability((1e9, 1e9, 0.0, 0.0)) <= 1.0

    @pytest.mark.parametrize("p", [0.0, 1e-12, 0.5, 1.0])
    def test_log_odds_are_bounded(self, p: float) -> None:
        assert -9.0 <= log_odds(p) <= 9.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tiny model with a score."""
    tiny_tokenizer(tmp_path / "tokenizer.json")
    tiny_network(tmp_path / "model.onnx")
    write_manifest(tmp_path)
    digest = nli.read_manifest(tmp_path).digest
    (tmp_path / "score.json").write_text(json.dumps({**TestLoading.DATA, "model": digest}))
    return tmp_path


class TestLoading:
    DATA: ClassVar[dict[str, Any]] = {
        "model": "stand-in",
        "features": list(FEATURES),
        "thresholds": {"cautious": 0.3, "balanced": 0.5, "strict": 0.7},
        "weights": [0.5, 0.5, 0.5, -0.3],
        "base": 0.0,
        "asked": [0.01, 0.99],
        "contradicts": None,
    }

    def test_a_score_belongs_to_one_model(self) -> None:
        model = cast(EntailmentModel, StandIn(always(OPEN)))
        found = parse_entailment(model, self.DATA)
        assert found is not None
        assert (found.asked, found.contradicts) == ((0.01, 0.99), None)
        assert parse_entailment(model, {**self.DATA, "model": "another"}) is None
        assert parse_entailment(model, {**self.DATA, "features": ["another"]}) is None

    def test_the_rules_judge_where_the_settings_say_so(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LLMFEEDER_MODEL", str(folder))
        assert not asks_a_model(Settings(judge="rules"))
        assert judge_for(Settings(judge="rules")).name == "rules"
        assert judge_for(Settings(judge="offline")).name == "offline"
        assert entailed.why_unavailable() is None

    def test_off_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LLMFEEDER_MODEL", "off")
        assert not asks_a_model(Settings())
        assert judge_for(Settings()).name == "rules"
        assert entailed.why_unavailable() == "LLMFEEDER_MODEL is off"

    def test_the_rules_judge_where_there_is_no_library(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LLMFEEDER_MODEL", str(folder))
        monkeypatch.setattr(nli, "LIBRARIES", ("no_such_library_here",))
        assert not asks_a_model(Settings())
        assert judge_for(Settings()).name == "rules"

    def test_the_rules_judge_where_the_model_is_damaged(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LLMFEEDER_MODEL", str(folder))
        (folder / "model.onnx").write_bytes(b"rot")
        result = Checker({"mill.txt": SOURCE}, cache=None).check_text(PARAPHRASE)
        rules = Checker({"mill.txt": SOURCE}, Settings(judge="rules")).check_text(PARAPHRASE)
        assert (result.judge, result.findings) == ("rules", rules.findings)
        assert "damaged" in (entailed.why_unavailable() or "")

    def test_the_model_is_loaded_when_it_is_first_asked(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        loaded: list[Path] = []
        monkeypatch.setenv("LLMFEEDER_MODEL", str(folder))
        monkeypatch.setattr(nli, "load", loaded.append)
        checker = Checker({"mill.txt": SOURCE}, cache=None)
        assert checker.check_text(SOURCE).judge == "offline"
        assert not loaded
        assert checker.check_text(PARAPHRASE).judge == "rules"
        assert loaded == [folder]

    @pytest.mark.parametrize("score", ["{", json.dumps({**DATA, "model": "another"})])
    def test_the_rules_judge_where_the_score_is_of_another_model(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, score: str
    ) -> None:
        monkeypatch.setenv("LLMFEEDER_MODEL", str(folder))
        (folder / "score.json").write_text(score)
        assert judge_for(Settings()).name == "rules"
        assert "do not belong together" in (entailed.why_unavailable() or "")

    def test_the_real_libraries_judge(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LLMFEEDER_MODEL", str(folder))
        result = Checker({"mill.txt": SOURCE}).check_text(PARAPHRASE)
        assert result.judge == "offline"
        assert Checker({"mill.txt": SOURCE}).check_text(PARAPHRASE, quick=True).judge == "rules"


def test_what_neither_sees_is_below_every_threshold_though_nothing_contradicts_it() -> None:
    score = JointScore((0.4, 0.5, 0.5, -0.6), 2.0, {"cautious": 0.3, "strict": 0.6})
    unseen = (log_odds(0.2), log_odds(0.2), log_odds(0.1), log_odds(0.001))
    assert score.probability(unseen) < 0.3
    for seen in ((log_odds(0.4), *unseen[1:]), (unseen[0], log_odds(0.3), *unseen[2:])):
        assert score.probability(seen) > 0.6
