"""Sources that disagree: one bears a claim out, another one contradicts it.

A dispute needs two documents. A copy of a document is no second witness, and neither is one that
speaks of another thing, or of another time: the annual report of the year before has other figures
without any disagreement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Kind, analyse
from verifier.judges.contradictions import differences_of, is_hard
from verifier.judges.differences import Difference, Force
from verifier.judges.windows import Candidate, Ground
from verifier.model import Conflict, SourceSpan
from verifier.retrieval import Sentence

_LEAST_WITNESS = 0.75
"""How much of the claim the sentence that bears it out must cover."""
_MOST_CANDIDATES = 6
_DIGITS = re.compile(r"\d+")


class Dispute(NamedTuple):
    """Two sentences of different sources, of which only one bears the claim out.

    Attributes:
        witness: the sentence that bears it out.
        difference: what the claim and the other sentence disagree in.
    """

    witness: Candidate
    difference: Difference

    def support(self) -> SourceSpan:
        """The piece of the witness that stands where the other source's piece stands there."""
        sentence = self.witness.sentence
        at = self.difference.item
        match = self.witness.matches[at] if at >= 0 else None
        if match is None or match.item < 0:
            return sentence.document.span(sentence.start, sentence.end)
        item = self.witness.analysis.items[match.item]
        return sentence.document.span(sentence.start + item.start, sentence.start + item.end)

    def conflict(self, claim_text: str) -> Conflict:
        """The same, for the finding."""
        against = self.difference.conflict(claim_text)
        support = self.support()
        message = (
            f"the sources disagree: {support.locator()} says “{support.text}”, "
            f"{against.source.locator()} says “{against.source.text}”"
        )
        return Conflict(
            against.kind, against.start, against.end, against.text, against.source, message, support
        )


def dispute_of(claim: Analysis, ground: Ground) -> Dispute | None:
    """The clearest disagreement of two sources on the claim, if there is one."""
    nearest = ground.candidates[:_MOST_CANDIDATES]
    if not can_disagree(candidate.sentence for candidate in nearest) or not any(
        candidate.coverage >= _LEAST_WITNESS for candidate in nearest
    ):
        return None
    found = [(candidate, differences_of(claim, (candidate,))) for candidate in nearest]
    witnesses = [
        candidate
        for candidate, differences in found
        if candidate.coverage >= _LEAST_WITNESS
        and all(difference.force is Force.HINT for difference in differences)
    ]
    for _, differences in found:
        for difference in filter(is_hard, differences):
            for witness in witnesses:
                if _bears_out(witness, difference) and _same_matter(claim, witness, difference):
                    return Dispute(witness, difference)
    return None


def _bears_out(witness: Candidate, difference: Difference) -> bool:
    """Whether the sentence has the very piece that the other one contradicts."""
    return difference.item < 0 or witness.matches[difference.item].quality >= COVERED


def _same_matter(claim: Analysis, witness: Candidate, difference: Difference) -> bool:
    """Whether two sentences of different sources speak of the same thing at the same time."""
    rival = difference.candidate
    ours, theirs = witness.sentence, rival.sentence
    if _series(ours) == _series(theirs):
        return False
    for first, second in ((witness, rival), (rival, witness)):
        if _own_names(claim, first) - _stems(second.analysis):
            return False
    if _dates(witness, -1) != _dates(rival, difference.source_start):
        return False
    return _title_values(ours.block.title) == _title_values(theirs.block.title)


def can_disagree(sentences: Iterable[Sentence]) -> bool:
    """Whether some of them stand in documents of which one can speak against another."""
    return len({_series(sentence) for sentence in sentences}) > 1


def _series(sentence: Sentence) -> str:
    """Its document's name without numbers: "2023.pdf" and "2024.pdf" are of one series."""
    return _DIGITS.sub("", sentence.document.id)


def _own_names(claim: Analysis, candidate: Candidate) -> set[str]:
    """The names of the sentence that the claim does not have."""
    known = _stems(claim)
    return {
        item.stem
        for item in candidate.analysis.items
        if item.stem not in known and candidate.analysis.is_name(item)
    }


def _dates(candidate: Candidate, without: int) -> list[str]:
    """The dates of the sentence that the claim lacks; the one that starts at `without` is none."""
    matched = {match.item for match in candidate.matches if match.quality >= COVERED}
    return [
        candidate.analysis.text[item.start : item.end]
        for number, item in enumerate(candidate.analysis.items)
        if item.kind is Kind.DATE and number not in matched and item.start != without
    ]


def _stems(analysis: Analysis) -> set[str]:
    return {item.stem for item in analysis.items if item.kind <= Kind.NAME}


def _title_values(title: str) -> tuple[str, ...]:
    """The dates and numbers of the headings: two that differ are of two times or parts."""
    items = analyse(title).items if title else ()
    return tuple(title[item.start : item.end] for item in items if item.kind >= Kind.QUANTITY)
