"""The offline judge: typed evidence and a calibrated score, no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.judges import reasons
from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, analyse
from verifier.judges.base import Lookup
from verifier.judges.calibration import Model, load_model
from verifier.judges.case import Case, build_case, case_of
from verifier.judges.contradictions import contradictions_of, rival_values
from verifier.judges.differences import Difference
from verifier.judges.disputes import Dispute, can_disagree, dispute_of
from verifier.judges.entailed import Entailment, Opinion, in_other_words, read_as_contradiction
from verifier.judges.nli import cores
from verifier.judges.overclaims import (
    LEAST_ANCHOR,
    decisive_overclaims,
    has_worded_overclaim,
    overclaims_of,
)
from verifier.judges.reckoning import Reckoned
from verifier.judges.windows import (
    Candidate,
    Ground,
    candidates_of,
    coverage,
    ground_of,
    sentences_of,
)
from verifier.language.tokens import stems_of
from verifier.model import Claim, ConflictKind, Evidence, EvidenceRole, Finding, Verdict
from verifier.retrieval import Passage, Sentence
from verifier.settings import Settings

_VERBATIM_SCORE = 0.99
_CONTRADICTED_SCORE = 0.05
_OVERCLAIM_SCORE = 0.95
_LEAST_MENTIONED = 0.7
"""A supported claim's uncovered words that weigh less ("came", "report") go without mention."""
_UNSPOKEN = frozenset("\"“”'‘’.,")


class OfflineJudge:
    """Judges by aligning the claim with each passage and comparing what differs by kind.

    Args:
        settings: of these, only the sensitivity counts.
        model: turns the evidence into a score; the one that ships when None.
        entailment: asked where the typed evidence leaves the verdict open; nobody when None.

    Attributes:
        name: "rules" where there is no model to ask, or it turned out not to be usable.
        at_once: how many claims it may be given at a time: one for each core of the model.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        model: Model | None = None,
        entailment: Entailment | None = None,
    ) -> None:
        self.name = "offline" if entailment else "rules"
        self.at_once = cores() if entailment else 1
        self._settings = settings or Settings()
        self._model = model or load_model()
        self._entailment = entailment

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        """The finding for `claim`; see `Judge.judge`."""
        verbatim = verbatim_sentence(claim, passages)
        if verbatim is not None:
            return _with_dispute(_verbatim_finding(claim, verbatim), dispute_on(claim, passages))
        case = build_case(claim, passages, lookup)
        if case is None:
            return Finding(
                claim, Verdict.UNSUPPORTED, 0.0, reasons.NOTHING_FOUND, (), (), _whole(claim)
            )
        dispute = dispute_of(case.analysis, case.ground)
        if dispute is not None:
            return _with_dispute(self._verdict(claim, _on_one_side(case, dispute)), dispute)
        return self._verdict(claim, case)

    def _verdict(self, claim: Claim, case: Case) -> Finding:
        score = self._model.probability(case.values)
        rivals = (*case.differences, *rival_values(case.analysis, case.ground))
        contradictions = contradictions_of(case.analysis, case.ground, rivals)
        if contradictions:
            return _contradicted(claim, contradictions, min(score, _CONTRADICTED_SCORE))
        entailment = self._entailment
        if entailment and entailment.is_asked(score) and not has_worded_overclaim(case):
            opinion = entailment.opinion(claim.text, case.ground, score)
            if opinion is not None:
                return self._second_verdict(entailment, opinion, claim, case, score)
            self.name = "rules"
        least = self._model.thresholds[self._settings.sensitivity]
        if self.has_decisive_overclaim(case):
            least = max(least, _OVERCLAIM_SCORE)
        if score >= least:
            return _supported(claim, case, score)
        return _flagged(claim, case, score)

    def _second_verdict(
        self, entailment: Entailment, opinion: Opinion, claim: Claim, case: Case, rules: float
    ) -> Finding:
        """The finding where the model has a say; `rules` is the score without it."""
        borne_out = rules >= self._model.thresholds[self._settings.sensitivity]
        if opinion.score >= entailment.score.thresholds[self._settings.sensitivity]:
            found = _supported(claim, case, opinion.score)
            in_its_words = borne_out and not found.uncovered
            return in_other_words(claim, opinion) if opinion.entails and not in_its_words else found
        if entailment.speaks_against(opinion):
            return read_as_contradiction(claim, opinion)
        finding = _flagged(claim, case, opinion.score)
        if borne_out and not finding.uncovered and not finding.conflicts:
            reason = reasons.not_entailed(case.ground.primary.span())
            return replace(finding, reason=reason)
        return finding

    def has_decisive_overclaim(self, case: Case) -> bool:
        """Whether an overclaim outweighs a good score; `cautious` asks for words on both sides."""
        if has_worded_overclaim(case):
            return True
        return self._settings.sensitivity != "cautious" and bool(decisive_overclaims(case))


def _supported(claim: Claim, case: Case, score: float) -> Finding:
    evidence = tuple(
        _evidence(EvidenceRole.SUPPORTS, score, candidates) for candidates in case.ground.shown
    )
    uncovered = uncovered_pieces(case.analysis, case.ground, _LEAST_MENTIONED)
    reason = reasons.supported(
        [piece.span for piece in evidence],
        [claim.text[start:end] for start, end in uncovered],
        [_working(claim, case, reckoned) for reckoned in case.reckoned if reckoned.working],
    )
    return Finding(claim, Verdict.SUPPORTED, score, reason, evidence, (), uncovered)


def _on_one_side(case: Case, dispute: Dispute) -> Case:
    """The case without the source that contradicts the claim."""
    against = dispute.difference.candidate.sentence.document.id
    rest = [c for c in case.ground.candidates if c.sentence.document.id != against]
    return case_of(case.analysis, ground_of(case.analysis, rest), case.sentences)


def _with_dispute(finding: Finding, dispute: Dispute | None) -> Finding:
    """The finding, completed by what another source says against the claim."""
    if dispute is None:
        return finding
    conflict = dispute.conflict(finding.claim.text)
    against = dispute.difference.candidate
    evidence = _evidence(EvidenceRole.CONTRADICTS, _CONTRADICTED_SCORE, (against,))
    return replace(
        finding,
        reason=f"{finding.reason}; {conflict.message}",
        evidence=(*finding.evidence, evidence),
        conflicts=(*finding.conflicts, conflict),
    )


def _working(claim: Claim, case: Case, reckoned: Reckoned) -> str:
    item = case.analysis.items[reckoned.item]
    return f"{claim.text[item.start : item.end]} is {reckoned.working}"


def _contradicted(claim: Claim, contradictions: Sequence[Difference], score: float) -> Finding:
    conflicts = tuple(difference.conflict(claim.text) for difference in contradictions)
    evidence = _evidence(EvidenceRole.CONTRADICTS, score, (contradictions[0].candidate,))
    reason = reasons.contradicted(conflicts)
    return Finding(claim, Verdict.CONTRADICTED, score, reason, (evidence,), conflicts)


def _flagged(claim: Claim, case: Case, score: float) -> Finding:
    uncovered = uncovered_pieces(case.analysis, case.ground)
    overclaims = tuple(
        difference.conflict(claim.text) for difference in overclaims_of(case, tuple(ConflictKind))
    )
    span = case.ground.primary.span()
    covered = coverage(case.analysis, case.ground.qualities)
    pieces = tuple(claim.text[start:end] for start, end in uncovered)
    if covered >= LEAST_ANCHOR and (uncovered or overclaims):
        evidence = _evidence(EvidenceRole.SUPPORTS, score, case.ground.shown[0])
        reason = reasons.partial(span, pieces, overclaims)
        return Finding(claim, Verdict.PARTIAL, score, reason, (evidence,), overclaims, uncovered)
    evidence = _evidence(EvidenceRole.NEAREST, score, case.ground.shown[0])
    reason = reasons.unsupported(span, pieces)
    return Finding(claim, Verdict.UNSUPPORTED, score, reason, (evidence,), (), uncovered)


def uncovered_pieces(
    analysis: Analysis, ground: Ground, least: float = 0.0
) -> tuple[tuple[int, int], ...]:
    """The parts of the claim that no passage covers; neighbouring items are one part.

    Items that weigh less than `least` are left out.
    """
    pieces: list[tuple[int, int]] = []
    previous = -2
    for number, (item, quality) in enumerate(zip(analysis.items, ground.qualities, strict=True)):
        if quality >= COVERED or item.weight < least:
            continue
        if previous == number - 1 and pieces and _joins(analysis.text, pieces[-1][1], item.start):
            pieces[-1] = (pieces[-1][0], item.end)
        else:
            pieces.append((item.start, item.end))
        previous = number
    return tuple(pieces)


def _joins(text: str, end: int, start: int) -> bool:
    gap = text[end:start]
    return len(gap) <= 8 and not any(mark in gap for mark in ",;:.()")


def _evidence(role: EvidenceRole, score: float, candidates: Sequence[Candidate]) -> Evidence:
    """The piece of evidence that these neighbouring sentences are."""
    matched: set[tuple[int, int]] = set()
    for candidate in candidates:
        shift = candidate.sentence.start
        for match in candidate.matches:
            if match.quality >= COVERED and match.item >= 0:
                item = candidate.analysis.items[match.item]
                matched.add((shift + item.start, shift + item.end))
    first, last = candidates[0].sentence, candidates[-1].sentence
    span = first.document.span(first.start, last.end)
    return Evidence(span, role, score, tuple(sorted(matched)))


def _whole(claim: Claim) -> tuple[tuple[int, int], ...]:
    return ((0, len(claim.text)),) if claim.text else ()


def dispute_on(claim: Claim, passages: Sequence[Passage]) -> Dispute | None:
    """What another source says against a claim that stands in one of these word for word."""
    sentences = sentences_of(passages)
    if not can_disagree(sentences):
        return None
    analysis = analyse(claim.text)
    if not analysis.items:
        return None
    return dispute_of(analysis, ground_of(analysis, candidates_of(analysis, sentences)))


def verbatim_sentence(claim: Claim, passages: Sequence[Passage]) -> Sentence | None:
    """The sentence that says the claim word for word, if there is one."""
    letters, stems = _letters(claim.text), stems_of(claim.text)
    for sentence in sentences_of(passages) if letters else ():
        if (
            stems ^ stems_of(sentence.text) <= _UNSPOKEN
            and _letters(sentence.text) == letters
            and _words(sentence.text) == _words(claim.text)
        ):
            return sentence
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _words(text: str) -> tuple[tuple[str, bool], ...]:
    """The words and signs of `text`, without quotation marks and stops."""
    return tuple(
        (token.word.norm, token.word.negated)
        for token in analyse(text).tokens
        if token.word.norm not in _UNSPOKEN
    )


def _verbatim_finding(claim: Claim, sentence: Sentence) -> Finding:
    span = sentence.document.span(sentence.start, sentence.end)
    items = analyse(sentence.text).items
    matched = tuple((sentence.start + i.start, sentence.start + i.end) for i in items)
    evidence = Evidence(span, EvidenceRole.SUPPORTS, _VERBATIM_SCORE, matched)
    return Finding(claim, Verdict.SUPPORTED, _VERBATIM_SCORE, reasons.verbatim(span), (evidence,))
