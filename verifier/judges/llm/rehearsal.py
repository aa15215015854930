"""What a run would ask, without asking: for `--dry-run`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verifier.cache import Cache
from verifier.judges import OfflineJudge, judge_for
from verifier.judges.base import Question
from verifier.judges.llm.asking import Asker, Stopped
from verifier.judges.llm.clients import Client
from verifier.judges.llm.judge import RemoteJudge, RemoteQuestion
from verifier.model import Asked, AskState, Finding
from verifier.remote import Remote
from verifier.settings import Settings

EXPECTED_ANSWER = 150
"""Tokens of a usual answer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would send.

    Attributes:
        questions: those without a known answer, each once, as they would be put.
        known: questions whose answer is known from before.
        input_tokens: about what the questions have, in all.
    """

    questions: tuple[RemoteQuestion, ...]
    known: int
    input_tokens: int

    @property
    def output_tokens(self) -> int:
        """About what the answers would have, in all."""
        return EXPECTED_ANSWER * len(self.questions)


class Rehearsal(RemoteJudge):
    """A remote judge that notes its questions and puts none: it has no client."""

    def __init__(self, remote: Remote, settings: Settings, cache: Cache | None = None) -> None:
        asker = Asker(remote, _nobody, cache)
        super().__init__(remote, asker, judge_for(settings, cache), OfflineJudge(settings))
        self.parallel = 1
        self._questions: list[RemoteQuestion] = []

    def ask(self, question: Question, stopped: Stopped) -> Finding:
        """The offline finding; the question is noted."""
        if not isinstance(question, RemoteQuestion):
            raise TypeError(f"not a question of this judge: {question!r}")
        self._questions.append(question)
        return replace(question.offline, asked=Asked(AskState.FAILED, "nothing is sent"))

    def plan(self) -> Plan:
        """What would be sent for the claims seen so far."""
        distinct: dict[str, RemoteQuestion] = {}
        for question in self._questions:
            distinct.setdefault(question.shown.data(), question)
        fresh = [question for question in distinct.values() if not self.is_known(question)]
        return Plan(tuple(fresh), len(distinct) - len(fresh), _tokens(self, fresh))


def _tokens(judge: RemoteJudge, questions: Sequence[RemoteQuestion]) -> int:
    return sum(judge.estimate(question) for question in questions)


def _nobody() -> Client:
    raise AssertionError("a rehearsal asks nobody")
