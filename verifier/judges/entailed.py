"""What the entailment model adds to the typed evidence: what it reads, what its answer means."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from verifier.cache import Cache
from verifier.judges import nli, reasons
from verifier.judges.leads import lead_of
from verifier.judges.nli import EntailmentModel, ModelOnDemand, Probabilities
from verifier.judges.nli_windows import joined, pieces
from verifier.judges.windows import Ground, adjacent
from verifier.model import Claim, Evidence, EvidenceRole, Finding, Verdict
from verifier.retrieval import Sentence

SCORE: Final = "score.json"
"""The score's file, beside the model's; benchmarks/training/calibrate.py writes it."""

LENGTHS: Final = ((25, 1),)
"""Windows that are read: words at least, and around how many sentences."""

GATHERED_WORDS: Final = 100
"""Of the piece gathered from several places, at most."""

FEATURES: Final = ("rules_log_odds", "entails_most", "entails_mean", "contradicts_beside")
"""What the score with the model is computed from, in log-odds: the rules' score, the most and the
mean that the pieces entail the claim, and how far the most entailing one contradicts it."""

RULES_SEE: Final = 0.3
MODEL_SEES: Final = 0.25
"""Scores below which the rules, and the most entailing piece, see nothing of a claim."""

_BELOW_ALL = 0.9
_FARTHEST = 9.0
_CACHED = "entailment"


class Piece(NamedTuple):
    """A piece of the sources, as the model reads it.

    Attributes:
        text: on one line.
        sentences: what it is made of, in the order of the sources.
    """

    text: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the model makes of a claim beside each piece; there is at least one.

    Attributes:
        pieces: in the order of `pieces_for`, the one gathered from several places last.
        probabilities: for each piece.
    """

    pieces: tuple[Piece, ...]
    probabilities: tuple[Probabilities, ...]

    @property
    def entailing(self) -> tuple[Piece, Probabilities]:
        """The piece that entails the claim most."""
        at = max(range(len(self.pieces)), key=lambda at: self.probabilities[at].entails)
        return self.pieces[at], self.probabilities[at]

    @property
    def contradicting(self) -> tuple[Piece, Probabilities]:
        """The piece that contradicts the claim most."""
        at = max(range(len(self.pieces)), key=lambda at: self.probabilities[at].contradicts)
        return self.pieces[at], self.probabilities[at]


@dataclass(frozen=True, slots=True)
class JointScore:
    """Log-odds = base + the weighted sum of FEATURES.

    Attributes:
        thresholds: sensitivity -> the score from which a claim counts as supported.
    """

    weights: tuple[float, ...]
    base: float
    thresholds: dict[str, float]

    def probability(self, values: Sequence[float]) -> float:
        """Probability of "supported", 0 to 1; below every threshold where neither sees it."""
        odds = self.base + sum(w * v for w, v in zip(self.weights, values, strict=True))
        score = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))
        if seen_by_neither(values):
            return min(score, _BELOW_ALL * min(self.thresholds.values()))
        return score


@dataclass(frozen=True, slots=True)
class Opinion:
    """A claim's reading and the score that it and the typed evidence make together."""

    reading: Reading
    score: float

    @property
    def entails(self) -> bool:
        """Whether the model finds the claim in some piece."""
        return self.reading.entailing[1].entails >= 0.5


@dataclass(frozen=True, slots=True)
class Entailment:
    """The model with the score that its answers and the typed evidence make together.

    Attributes:
        asked: the rules' scores, least and most, between which the model is asked.
        contradicts: from which probability of contradiction on the model alone may call a claim
            contradicted; None for never.
        cache: keeps the model's answers between runs.
    """

    model: EntailmentModel | ModelOnDemand
    score: JointScore
    asked: tuple[float, float]
    contradicts: float | None = None
    cache: Cache | None = None

    def is_asked(self, rules: float) -> bool:
        """Whether the rules' score leaves the verdict open."""
        return self.asked[0] <= rules <= self.asked[1]

    def opinion(self, claim: str, ground: Ground, rules: float) -> Opinion | None:
        """What the model makes of the text `claim`; None where it cannot be used after all.

        Args:
            claim: the judged text.
            ground: what the sources offer for it.
            rules: the rules' score.
        """
        found = pieces_for(claim, ground)
        answers = self._answers([(piece.text, claim) for piece in found])
        if answers is None:
            return None
        reading = Reading(found, answers)
        joint = features(log_odds(rules), reading.probabilities)
        return Opinion(reading, self.score.probability(joint))

    def _answers(self, pairs: Sequence[tuple[str, str]]) -> tuple[Probabilities, ...] | None:
        if self.cache is None:
            return _all(self.model.scores(pairs))
        key = json.dumps([self.model.digest, *pairs])
        known = self.cache.get(_CACHED, key)
        if known is not None:
            return tuple(Probabilities(*answer) for answer in json.loads(known))
        answers = _all(self.model.scores(pairs))
        if answers is not None:
            self.cache.put(_CACHED, key, json.dumps(answers).encode())
        return answers

    def speaks_against(self, opinion: Opinion) -> bool:
        """Whether the model is so sure of a contradiction that it may call it one alone."""
        return (
            self.contradicts is not None
            and opinion.reading.contradicting[1].contradicts >= self.contradicts
        )


def _all(answers: list[Probabilities] | None) -> tuple[Probabilities, ...] | None:
    return None if answers is None else tuple(answers)


def parse_entailment(
    model: EntailmentModel | ModelOnDemand, data: dict[str, Any]
) -> Entailment | None:
    """The model with its score in `data`, as in SCORE; None for another model's."""
    if data["model"] != model.digest or tuple(data["features"]) != FEATURES:
        return None
    low, high = data["asked"]
    contradicts = data["contradicts"]
    return Entailment(
        model,
        JointScore(
            tuple(float(weight) for weight in data["weights"]),
            float(data["base"]),
            {name: float(value) for name, value in data["thresholds"].items()},
        ),
        (float(low), float(high)),
        None if contradicts is None else float(contradicts),
    )


def is_present() -> bool:
    """Whether this installation has a model and what runs it, as far as a glance tells."""
    return nli.is_present(nli.model_folder())


def why_unavailable() -> str | None:
    """Why there is no model to ask, for people to read; None when there is one."""
    folder = nli.model_folder()
    missing = nli.why_unavailable(folder)
    if folder is None or missing is not None:
        return missing
    if load_entailment() is None or nli.load(folder) is None:
        return f"{folder}: its files do not belong together"
    return None


def load_entailment() -> Entailment | None:
    """The model with its score, or None where there is none; it is loaded when first asked."""
    folder = nli.model_folder()
    return _load(folder) if folder is not None else None


@cache
def _load(folder: Path) -> Entailment | None:
    try:
        score = json.loads((folder / SCORE).read_text("utf-8"))
        manifest = nli.read_manifest(folder)
    except (OSError, ValueError):
        return None
    if not nli.is_present(folder):
        return None
    return parse_entailment(nli.ModelOnDemand(folder, manifest.digest), score)


def in_other_words(claim: Claim, opinion: Opinion) -> Finding:
    """The finding for a claim that the model finds said in other words."""
    piece, _ = opinion.reading.entailing
    evidence = _evidence(EvidenceRole.SUPPORTS, piece, opinion.score)
    reason = reasons.in_other_words([one.span for one in evidence])
    return Finding(claim, Verdict.SUPPORTED, opinion.score, reason, evidence)


def read_as_contradiction(claim: Claim, opinion: Opinion) -> Finding:
    """The finding for a claim that the model alone finds contradicted."""
    piece, _ = opinion.reading.contradicting
    evidence = _evidence(EvidenceRole.CONTRADICTS, piece, opinion.score)
    reason = reasons.read_as_contradiction([one.span for one in evidence])
    return Finding(claim, Verdict.CONTRADICTED, opinion.score, reason, evidence)


def _evidence(role: EvidenceRole, piece: Piece, score: float) -> tuple[Evidence, ...]:
    """The places that `piece` was read from."""
    return tuple(
        Evidence(run[0].document.span(run[0].start, run[-1].end), role, score)
        for run in runs_of(piece.sentences)
    )


def pieces_for(claim: str, ground: Ground) -> tuple[Piece, ...]:
    """What to read for the text `claim` of what the sources offer; at least one piece."""
    runs = runs_of([candidate.sentence for candidate in ground.candidates])
    texts = [[as_read(sentence) for sentence in run] for run in runs]
    return tuple(
        Piece(joined(texts, places), tuple(runs[run][at] for run, at in places))
        for places in pieces(claim, texts, LENGTHS, GATHERED_WORDS)
    )


def as_read(sentence: Sentence) -> str:
    """The sentence on one line; behind what introduces the list that it begins an item of."""
    lead = lead_of(sentence) if sentence.start == sentence.block.start else None
    return " ".join([*(lead.text.split() if lead else ()), *sentence.text.split()])


def runs_of(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """`sentences` in the order of the sources, neighbours together."""
    runs: list[list[Sentence]] = []
    for sentence in sorted(sentences, key=lambda s: (s.document.id, s.start)):
        if runs and adjacent(runs[-1][-1], sentence):
            runs[-1].append(sentence)
        else:
            runs.append([sentence])
    return runs


def features(rules: float, says: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The values of FEATURES, in that order.

    Args:
        rules: the log-odds of the rules' score.
        says: for each piece the probabilities of entailment, neutral and contradiction.
    """
    entails = [log_odds(answer[0]) for answer in says]
    most = max(entails)
    beside = log_odds(says[entails.index(most)][2])
    return rules, most, sum(entails) / len(entails), beside


def seen_by_neither(values: Sequence[float]) -> bool:
    """Whether neither the rules nor the model find a claim with these values of FEATURES.

    That nothing contradicts such a claim does not support it.
    """
    return values[0] < log_odds(RULES_SEE) and values[1] < log_odds(MODEL_SEES)


def log_odds(probability: float) -> float:
    """The logarithm of the odds, -9 to 9."""
    p = min(max(probability, 1e-6), 1 - 1e-6)
    return max(-_FARTHEST, min(_FARTHEST, math.log(p / (1 - p))))
