"""The day that a document is dated, which dates what its sentences tell without a year.

"The album is out on November 2" in an article of 19 October 2004 bears out "released on November 2,
2004".
"""

from __future__ import annotations

from functools import lru_cache

from verifier.judges.alignment import Match
from verifier.judges.analysis import Analysis
from verifier.language.dates import (
    DateInterval,
    DateRelation,
    Granularity,
    compare_dates,
    find_dates,
)
from verifier.language.lexicon import Relation
from verifier.patterns import pattern
from verifier.retrieval import Sentence

_HEAD = 2_000
"""Characters from the start of a document in which its dateline stands."""
_WORD = pattern(r"[^\W\d_]{2,}")
_FEW_WORDS = 3
_SOME_WORDS = 12
_CUES = frozenset("published publication posted updated filed dated date datetime issued".split())
_DAY_QUALITY = 0.9


def with_dateline(
    claim: Analysis, matches: tuple[Match, ...], sentence: Sentence, analysis: Analysis
) -> tuple[Match, ...]:
    """The matches, completed by the claim's dates that the document's own date bears out."""
    open_dates = [
        (number, item.date)
        for number, item in enumerate(claim.items)
        if item.date is not None and matches[number].quality == 0.0
    ]
    dated = dateline_of(sentence.document.text) if open_dates else None
    if dated is None:
        return matches
    found = list(matches)
    own = [(at, item.date) for at, item in enumerate(analysis.items) if item.date is not None]
    for number, date in open_dates:
        day = next((at for at, other in own if _is_same_but_year(date, other, dated)), None)
        if day is not None:
            found[number] = Match(_DAY_QUALITY, day, Relation.SAME)
    return tuple(found)


def _is_same_but_year(claim: DateInterval, source: DateInterval, dated: DateInterval) -> bool:
    """Whether only the year is missing in the source's date, and the document is of that year."""
    if source.has_year or not claim.has_year or claim.granularity is not source.granularity:
        return False
    return (
        compare_dates(claim, source) is DateRelation.OVERLAPS
        and claim.granularity is Granularity.DAY
        and claim.first.year == dated.first.year
    )


@lru_cache(maxsize=128)
def dateline_of(text: str) -> DateInterval | None:
    """The day in the first line near the start of `text` that gives little else."""
    head = text[:_HEAD]
    for date in find_dates(head):
        start, end = head.rfind("\n", 0, date.start) + 1, head.find("\n", date.end)
        rest = head[start : date.start] + head[date.end : end if end >= 0 else len(head)]
        if date.has_year and date.granularity is Granularity.DAY and _is_dateline(rest):
            return date
    return None


def _is_dateline(rest: str) -> bool:
    """Whether what stands beside the date in its line is no statement."""
    words = _WORD.findall(rest.lower())
    return len(words) <= _FEW_WORDS or (len(words) <= _SOME_WORDS and not _CUES.isdisjoint(words))
