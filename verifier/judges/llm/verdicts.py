"""From a model's answer to a finding: quotes are looked up, and the rules have a veto on values.

The offline finding stands

- where a quote is not in the passages, or proves nothing, or stands in words that address a model;
- where the model finds support although the rules read a conflicting number, date or unit in the
  very sentences that it quotes;
- where it finds a contradiction although the rules read these sentences as saying the claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.judges.base import Judge
from verifier.judges.llm.answers import Answer, for_people
from verifier.judges.llm.injection import addresses_a_model
from verifier.judges.llm.passages import Excerpt, Found, look_up
from verifier.language.folding import find_quote
from verifier.model import (
    AskState,
    Claim,
    Conflict,
    ConflictKind,
    Evidence,
    EvidenceRole,
    Finding,
    Verdict,
)
from verifier.retrieval import Passage, Sentence

_VALUES: Final = (ConflictKind.NUMBER, ConflictKind.DATE, ConflictKind.UNIT)
_SAYS_SO: Final = 0.75
_SCORES: Final = {
    Verdict.SUPPORTED: (0.85, 0.99),
    Verdict.PARTIAL: (0.3, 0.6),
    Verdict.UNSUPPORTED: (0.02, 0.25),
    Verdict.CONTRADICTED: (0.0, 0.05),
}
"""Where the score of a verdict lies; within, the offline score orders them. Not calibrated."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding, and whether the model's answer counts in it; `why` says why not."""

    finding: Finding
    state: AskState
    why: str = ""


def judged(
    answer: Answer, offline: Finding, shown: Sequence[Excerpt], rules: Judge, model: str
) -> Judged:
    """What `answer` makes of the `offline` finding.

    Args:
        answer: of the model.
        offline: what the offline judge found.
        shown: the passages that the model saw, in the order of their numbers.
        rules: reads the quoted sentences once more.
        model: its name, for people.
    """
    quotes = () if answer.verdict is Verdict.UNSUPPORTED else answer.quotes
    found = [look_up(quote, shown) for quote in quotes]
    places = [place for place in found if place is not None]
    why = _objection(answer, found, places)
    if why:
        return _offline(offline, AskState.REJECTED, model, why)
    why = _veto(answer.verdict, offline.claim, places, rules)
    if why:
        return _offline(
            offline, AskState.OVERRULED, model, f"says {answer.verdict.value}, but {why}"
        )
    return Judged(_finding(answer, offline, places, model), AskState.ANSWERED)


def _objection(answer: Answer, found: Sequence[Found | None], places: Sequence[Found]) -> str:
    """Why the quotes do not bear the verdict out; "" where they do."""
    if answer.verdict is Verdict.UNSUPPORTED:
        return ""
    if not found:
        return f"says {answer.verdict.value} without a quote"
    if len(places) < len(found):
        return "quotes what is not in the passages"
    if any(_is_instruction(place) for place in places):
        return "quotes words that address a model"
    return ""


def _is_instruction(place: Found) -> bool:
    return addresses_a_model(place.span.text) or any(
        addresses_a_model(sentence.text) for sentence in place.sentences
    )


def _veto(verdict: Verdict, claim: Claim, places: Sequence[Found], rules: Judge) -> str:
    """What the rules read in the quoted sentences against the verdict; "" for nothing."""
    if not places:
        return ""
    read = rules.judge(claim, _passages(places), lambda _: ())
    if verdict is Verdict.CONTRADICTED:
        says_so = read.verdict is Verdict.SUPPORTED and not read.uncovered
        if says_so and read.score >= _SAYS_SO:
            return "the rules read its quote as saying the claim"
        return ""
    conflicts = [conflict for conflict in read.conflicts if conflict.kind in _VALUES]
    if read.verdict is Verdict.CONTRADICTED and conflicts:
        return f"its quote disagrees: {conflicts[0].message}"
    return ""


def _passages(places: Sequence[Found]) -> list[Passage]:
    """The quoted sentences, those of a quote together."""
    found: dict[tuple[str, int], tuple[Sentence, ...]] = {}
    for place in places:
        if place.sentences:
            found[place.span.source_id, place.sentences[0].start] = place.sentences
    return [Passage(sentences) for sentences in found.values()]


def _offline(offline: Finding, state: AskState, model: str, why: str) -> Judged:
    reason = f"{offline.reason} (judged offline: {model} {why})"
    return Judged(replace(offline, reason=reason), state, why)


def _finding(answer: Answer, offline: Finding, places: Sequence[Found], model: str) -> Finding:
    low, high = _SCORES[answer.verdict]
    score = low + (high - low) * offline.score
    said = for_people(answer.reason) or f"says {answer.verdict.value}"
    same = answer.verdict is offline.verdict is Verdict.SUPPORTED
    parts = _parts(answer, offline.claim)
    base = replace(
        offline,
        verdict=answer.verdict,
        score=score,
        reason=f"{model}: {said}",
        conflicts=offline.conflicts if same else (),
        uncovered=(),
    )
    if answer.verdict is Verdict.UNSUPPORTED:
        nearest = tuple(
            replace(piece, role=EvidenceRole.NEAREST, score=score) for piece in offline.evidence[:1]
        )
        return replace(base, evidence=nearest, uncovered=offline.uncovered or _whole(offline.claim))
    role = EvidenceRole.SUPPORTS
    if answer.verdict is Verdict.CONTRADICTED:
        role = EvidenceRole.CONTRADICTS
        base = replace(base, conflicts=_conflicts(offline.claim, parts, places))
    elif answer.verdict is Verdict.PARTIAL:
        base = replace(base, uncovered=parts)
    evidence = {
        place.span: Evidence(place.span, role, score, ((place.span.start, place.span.end),))
        for place in places
    }
    return replace(base, evidence=tuple(evidence.values()))


def _parts(answer: Answer, claim: Claim) -> tuple[tuple[int, int], ...]:
    """The parts of the claim that the model names, where the claim has them; in order, apart."""
    found = (find_quote(part, claim.text) for part in answer.claim_parts)
    parts: list[tuple[int, int]] = []
    for start, end in sorted(place for place in found if place is not None):
        if not parts or start >= parts[-1][1]:
            parts.append((start, end))
    return tuple(parts)


def _conflicts(
    claim: Claim, parts: Sequence[tuple[int, int]], places: Sequence[Found]
) -> tuple[Conflict, ...]:
    start, end = parts[0] if parts else (0, len(claim.text))
    piece, source = claim.text[start:end], places[0].span
    said = for_people(source.text)
    message = f"the report says “{piece}”, {source.locator()} says “{said}”"
    return (Conflict(ConflictKind.MODEL, start, end, piece, source, message),)


def _whole(claim: Claim) -> tuple[tuple[int, int], ...]:
    return ((0, len(claim.text)),) if claim.text else ()
