"""What the words before a list deny of its items, and a claim says of one."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, analyse
from verifier.judges.differences import Difference, Force, anchor_of
from verifier.judges.leads import denial_of, denied_words
from verifier.judges.windows import Candidate
from verifier.language import lexicon
from verifier.model import ConflictKind

_DENYING = frozenset(
    "forbidden forbid forbids prohibited prohibit prohibits banned ban bans disallowed disallow "
    "excluded exclude excludes avoid avoids avoided unsupported refused refuse refuses rejected "
    "reject rejects stop stops prevented prevent prevents unable cease deny denies denied".split()
)
"""Words that deny without a negation: "is forbidden" agrees with "must not"."""
_POINTING = frozenset("following these this those below things thing items item ones".split())
_CONTEXT = 1.0


def lead_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """An item of a list that "must not:" introduces, and a claim that says it without a "not"."""
    negation = denial_of(candidate.lead)
    if negation is None or candidate.lead is None:
        return
    if claim.negations or not _DENYING.isdisjoint(claim.norms) or candidate.analysis.negations:
        return
    lead = analyse(candidate.lead.text)
    number = _said(claim, candidate, lead, denied_words(lead, negation))
    if number is None:
        return
    shift = candidate.lead.start - candidate.sentence.start
    start, end = lead.tokens[max(0, negation.cue - 1)].start, len(lead.text.rstrip(": "))
    item = claim.items[number]
    yield Difference(
        ConflictKind.NEGATION,
        item.start,
        item.end,
        candidate,
        shift + start,
        shift + end,
        f"claim says “{claim.text[item.start : item.end]}”, "
        f"but the source has it in a list of what it denies: “{lead.text[start:end]}”",
        Force.CONTRADICTION,
        anchor_of(claim, candidate.matches, frozenset()),
        _CONTEXT,
        number,
    )


def _said(claim: Analysis, candidate: Candidate, lead: Analysis, denied: list[int]) -> int | None:
    """The claim's item that says what is denied; None where it does not say it.

    That is the last word behind the "not", or where it ends there, the verb that the item begins
    with.
    """
    words = [lead.items[at] for at in denied if lead.items[at].norm not in _POINTING]
    if words:
        wanted = set(lexicon.lemmas(words[-1].norm))
        said = (
            number
            for number, item in enumerate(claim.items)
            if item.stem == words[-1].stem or not wanted.isdisjoint(lexicon.lemmas(item.norm))
        )
        return next(said, None)
    verb = (
        number
        for number, match in enumerate(candidate.matches)
        if match.item == 0 and match.quality >= COVERED
    )
    return next(verb, None)
