"""Where a claim says more than the sentence: surer, of more, of nothing else, or with a cause."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis
from verifier.judges.differences import Difference, Force, anchor_of
from verifier.judges.windows import Candidate
from verifier.language.strength import (
    Cue,
    Modality,
    Quantifier,
    association_cues,
    causal_cues,
    exclusive_cues,
    modal_cues,
    modality,
    quantifier_cues,
)
from verifier.model import ConflictKind

_CONTRASTS = ((",",), ("but",))
_BESIDES = frozenset("besides except beyond apart than".split())


def strength_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """What the claim overstates against the sentence."""
    anchor = anchor_of(claim, candidate.matches, frozenset())
    yield from _modality(claim, candidate, anchor)
    yield from _quantifier(claim, candidate, anchor)
    yield from _exclusive(claim, candidate, anchor)
    yield from _cause(claim, candidate, anchor)


def _modality(claim: Analysis, candidate: Candidate, anchor: float) -> Iterator[Difference]:
    ours, theirs = modal_cues(claim.tokens), modal_cues(candidate.analysis.tokens)
    near = [cue for cue in theirs if _before_match(candidate, cue)]
    if not near or "cannot" in claim.norms or modality(ours) <= modality(near):
        return
    cue = min(near, key=lambda cue: cue.level)
    if cue.level > Modality.LIKELY:
        return
    words = _text(candidate.analysis, cue)
    found = _difference(
        ConflictKind.MODALITY, claim, None, candidate, cue, anchor,
        f"claim states as a fact what the source only calls “{words}”",
    )  # fmt: skip
    yield found._replace(worded=_says_will(claim, candidate, cue))


def _quantifier(claim: Analysis, candidate: Candidate, anchor: float) -> Iterator[Difference]:
    ours, theirs = quantifier_cues(claim.tokens), quantifier_cues(candidate.analysis.tokens)
    for cue in ours:
        if cue.level < Quantifier.MOST:
            continue
        weaker = [
            other
            for other in theirs
            if other.level < cue.level and _same_head(claim, cue, candidate, other)
        ]
        if len(weaker) == 1:
            yield _difference(
                ConflictKind.QUANTIFIER, claim, cue, candidate, weaker[0], anchor,
                f"claim says {_text(claim, cue)}, "
                f"the source only {_text(candidate.analysis, weaker[0])}",
            )._replace(worded=True)  # fmt: skip


def _exclusive(claim: Analysis, candidate: Candidate, anchor: float) -> Iterator[Difference]:
    ours = exclusive_cues(claim.tokens)
    if ours and not _rules_out_others(candidate.analysis):
        focus = _next(claim, ours[0])
        found = _difference(
            ConflictKind.QUANTIFIER, claim, ours[0], candidate, None, anchor,
            f"claim says “{_text(claim, ours[0])}”, the source does not",
        )  # fmt: skip
        # "Only root may": the source does not even speak of root.
        yield found._replace(
            worded=focus is not None and candidate.matches[focus].quality < COVERED
        )


def _rules_out_others(sentence: Analysis) -> bool:
    """Whether the sentence says "only", or as much: "none besides A", "A, not B", "A but no B"."""
    return bool(exclusive_cues(sentence.tokens)) or any(
        sentence.norms[negation.cue - 1 : negation.cue] in _CONTRASTS
        or not _BESIDES.isdisjoint(sentence.norms[negation.cue :])
        for negation in sentence.negations
    )


def _cause(claim: Analysis, candidate: Candidate, anchor: float) -> Iterator[Difference]:
    ours = causal_cues(claim.tokens, strict=True)
    if ours and not causal_cues(candidate.analysis.tokens):
        found = _difference(
            ConflictKind.CAUSE, claim, ours[0], candidate, None, anchor,
            f"claim gives a cause (“{_text(claim, ours[0])}”), the source does not",
        )  # fmt: skip
        yield found._replace(worded=bool(association_cues(candidate.analysis.tokens)))


def _says_will(claim: Analysis, candidate: Candidate, cue: Cue) -> bool:
    """Whether the claim has "will", the source "may", before the same verb.

    What is expected or likely is often summed up as "will", and fairly so.
    """
    if cue.level != Modality.POSSIBLE:
        return False
    behind = _next(candidate.analysis, cue)
    return behind is not None and any(
        candidate.matches[number].item == behind and candidate.matches[number].quality >= COVERED
        for ours in modal_cues(claim.tokens)
        if ours.level == Modality.PLANNED and (number := _next(claim, ours)) is not None
    )


def _before_match(candidate: Candidate, cue: Cue) -> bool:
    """Whether one of the next items behind the cue is aligned with the claim."""
    matched = {match.item for match in candidate.matches if match.item >= 0}
    items = candidate.analysis.items
    behind = [number for number, item in enumerate(items) if item.first >= cue.end][:2]
    return any(number in matched for number in behind)


def _same_head(claim: Analysis, cue: Cue, candidate: Candidate, other: Cue) -> bool:
    """Whether both quantifiers stand before aligned items, or before the same word."""
    ours = _next(claim, cue)
    theirs = _next(candidate.analysis, other)
    if ours is None or theirs is None:
        return False
    same = claim.items[ours].stem == candidate.analysis.items[theirs].stem
    return same or candidate.matches[ours].item == theirs


def _next(analysis: Analysis, cue: Cue) -> int | None:
    for number, item in enumerate(analysis.items):
        if item.first >= cue.end:
            return number
    return None


def _text(analysis: Analysis, cue: Cue) -> str:
    return analysis.text[_start(analysis, cue) : _end(analysis, cue)]


def _start(analysis: Analysis, cue: Cue) -> int:
    return analysis.tokens[cue.start].start


def _end(analysis: Analysis, cue: Cue) -> int:
    return analysis.tokens[cue.end - 1].end


def _difference(
    kind: ConflictKind,
    claim: Analysis,
    ours: Cue | None,
    candidate: Candidate,
    theirs: Cue | None,
    anchor: float,
    message: str,
) -> Difference:
    sentence = candidate.analysis
    return Difference(
        kind,
        _start(claim, ours) if ours else 0,
        _end(claim, ours) if ours else len(claim.text),
        candidate,
        _start(sentence, theirs) if theirs else 0,
        _end(sentence, theirs) if theirs else len(sentence.text),
        message,
        Force.OVERCLAIM,
        anchor,
    )
