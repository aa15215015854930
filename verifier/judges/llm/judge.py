"""Asks what is not settled offline; without an answer that counts the offline verdict stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.judges.base import Judge, Lookup, Question
from verifier.judges.llm.asking import Asker, Outcome, Stopped
from verifier.judges.llm.passages import Excerpt, excerpts, remark
from verifier.judges.llm.prompt import Shown, estimated_input
from verifier.judges.llm.verdicts import judged
from verifier.judges.offline import verbatim_sentence
from verifier.model import (
    Asked,
    AskState,
    Claim,
    ConflictKind,
    Finding,
    RemoteUse,
    Verdict,
)
from verifier.remote import Remote
from verifier.retrieval import Passage

SURELY_SUPPORTED: Final = 0.75
SURELY_UNSUPPORTED: Final = 0.05
"""Scores from and up to which hybrid mode leaves a verdict to the offline judge."""
_HARD: Final = (ConflictKind.NUMBER, ConflictKind.DATE, ConflictKind.UNIT)


@dataclass(frozen=True, slots=True)
class RemoteQuestion:
    """A claim to ask about.

    Attributes:
        offline: what stands if there is no answer that counts.
        excerpts: the passages shown, in the order of their numbers.
        shown: all that is sent of it.
    """

    offline: Finding
    excerpts: tuple[Excerpt, ...]
    shown: Shown

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.offline.claim


class RemoteJudge:
    """Asks a model about what the offline judge leaves to it; see `verifier.judges.base.Asking`.

    Args:
        remote: whom, about what, within which bounds.
        asker: puts the questions.
        offline: judges first; its verdict stands where there is no answer that counts.
        rules: reads the sentences that the model quotes.
    """

    def __init__(self, remote: Remote, asker: Asker, offline: Judge, rules: Judge) -> None:
        self.name: str = remote.mode
        self.parallel = remote.parallel
        self.local = offline
        self._remote = remote
        self._asker = asker
        self._rules = rules

    def begin(self) -> None:
        """A check begins."""
        self._asker.begin()

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        """The finding for `claim`; see `Judge.judge`."""
        prepared = self.prepare(claim, passages, lookup)
        return prepared if isinstance(prepared, Finding) else self.ask(prepared, lambda: False)

    def prepare(
        self, claim: Claim, passages: Sequence[Passage], lookup: Lookup
    ) -> Finding | RemoteQuestion:
        """What the offline judge settles, or the question that it leaves."""
        looked_up: list[Passage] = []

        def remembered(query: str) -> Sequence[Passage]:
            found = lookup(query)
            looked_up.extend(found)
            return found

        offline = self.local.judge(claim, passages, remembered)
        shown = excerpts((*passages, *looked_up))
        settled = not shown or verbatim_sentence(claim, passages) is not None
        if settled or (self.name == "hybrid" and is_sure(offline)):
            return replace(offline, asked=Asked(AskState.NOT_NEEDED))
        told = Shown(
            claim.text,
            claim.previous,
            tuple(claim.headings),
            tuple(excerpt.text for excerpt in shown),
        )
        return RemoteQuestion(offline, shown, told)

    def ask(self, question: Question, stopped: Stopped) -> Finding:
        """The finding for the claim of `question`, with the model's answer where it counts.

        Raises:
            Cancelled: `stopped` said so.
        """
        if not isinstance(question, RemoteQuestion):
            raise TypeError(f"not a question of this judge: {question!r}")
        outcome = self._asker.ask(question.shown, stopped)
        finding, state, why = question.offline, AskState.FAILED, outcome.why
        if outcome.answer is not None:
            result = judged(
                outcome.answer, question.offline, question.excerpts, self._rules, self._remote.model
            )
            finding, state, why = result.finding, result.state, result.why
        instructions = notes = _instructions(question, outcome, self._remote.model)
        if state is AskState.FAILED:
            notes = (f"judged offline, not by {self._remote.model}: {why}", *notes)
        asked = Asked(
            state, why, outcome.cached, outcome.input_tokens, outcome.output_tokens, instructions
        )
        return replace(finding, notes=(*finding.notes, *notes), asked=asked)

    def is_known(self, question: RemoteQuestion) -> bool:
        """Whether the answer is known from before, so that nothing would be sent."""
        return self._asker.known(question.shown) is not None

    def estimate(self, question: RemoteQuestion) -> int:
        """About how many tokens the question sends."""
        return estimated_input(question.shown)

    def use(self, findings: Iterable[Finding]) -> RemoteUse:
        """What was asked for `findings`, in all."""
        return remote_use(self._remote, findings)


def is_sure(offline: Finding) -> bool:
    """Whether hybrid mode leaves the claim to the offline judge.

    It does where the calibrated score is far from the threshold, and where a contradiction is one
    of numbers, dates or units. A claim that is borne out in part, one with an open piece, and a
    contradiction that hangs on words are asked about.
    """
    if offline.verdict is Verdict.SUPPORTED:
        return offline.score >= SURELY_SUPPORTED and not offline.uncovered
    if offline.verdict is Verdict.CONTRADICTED:
        return all(conflict.kind in _HARD for conflict in offline.conflicts)
    return offline.verdict is Verdict.UNSUPPORTED and offline.score <= SURELY_UNSUPPORTED


def _instructions(question: RemoteQuestion, outcome: Outcome, model: str) -> tuple[str, ...]:
    """Remarks on the passages that try to instruct a model."""
    notes: list[str] = []
    seen: set[int] = set()
    for number, excerpt in enumerate(question.excerpts, start=1):
        spans = excerpt.instructions()
        notes += [remark(span) for span in spans]
        if spans:
            seen.add(number)
    for number in dict.fromkeys(outcome.answer.instructed_by if outcome.answer else ()):
        if number not in seen and 1 <= number <= len(question.excerpts):
            seen.add(number)
            excerpt = question.excerpts[number - 1]
            where = excerpt.document.span(excerpt.start, excerpt.end).locator()
            notes.append(f"{model} says that {where} tries to give it instructions")
    return tuple(notes)


def remote_use(remote: Remote, findings: Iterable[Finding]) -> RemoteUse:
    """What `remote` was asked for `findings`, in all."""
    items = [finding.asked for finding in findings if finding.asked is not None]
    states = Counter(item.state for item in items)
    failures = Counter(item.why for item in items if item.state is AskState.FAILED)
    cached = sum(item.cached for item in items)
    tokens = sum(i.input_tokens for i in items), sum(i.output_tokens for i in items)
    price = remote.known_price
    return RemoteUse(
        provider=remote.provider,
        model=remote.model,
        host=remote.host,
        asked=len(items) - states[AskState.NOT_NEEDED] - states[AskState.FAILED] - cached,
        cached=cached,
        not_needed=states[AskState.NOT_NEEDED],
        failed=states[AskState.FAILED],
        quotes_rejected=states[AskState.REJECTED],
        overruled=states[AskState.OVERRULED],
        instructions=tuple(dict.fromkeys(note for item in items for note in item.instructions)),
        input_tokens=tokens[0],
        output_tokens=tokens[1],
        cost=price.of(*tokens) if price else None,
        failures=dict(failures.most_common()),
    )
