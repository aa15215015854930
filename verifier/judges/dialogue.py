"""Transcripts: whose turn a sentence is part of, and the verbs that tell what a turn does.

"Anna warns that the shop closes at six" is borne out by "Anna: careful, the shop closes at six":
the name stands before the turn, and no word of it says "warns".
"""

from __future__ import annotations

from functools import lru_cache

from verifier.judges.alignment import Match
from verifier.judges.analysis import Analysis, Kind, analyse
from verifier.language.lexicon import Relation, lemmas
from verifier.patterns import pattern
from verifier.retrieval import Sentence

_TURN = pattern(r"[^\S\n]*([A-Z][^\W\d_]*(?:[ .'-]{1,2}[^\W\d_]+){0,2})[^\S\n]*:(?=\s)")
_SPEAKER_QUALITY = 0.8
_ACT_QUALITY = 0.7
_LONGEST_TURN = 2_000
_FEWEST_TURNS = 3
_ACTS = frozenset(
    "advise announce answer apologise apologize ask beg comment complain confide congratulate "
    "discuss encourage enquire explain express greet inform inquire instruct invite joke mention "
    "notify offer ponder propose reassure recommend remark remind reply request respond reveal say "
    "share speak suggest talk tease tell thank update urge warn wonder".split()
)
"""Verbs for what a turn does, none of which says that its speaker is for or against something."""


def speaker_of(sentence: Sentence) -> str:
    """Who says the sentence, by the name and colon at the start of its line; "" if nobody."""
    text = sentence.document.text
    if not _is_transcript(text):
        return ""
    start = text.rfind("\n", max(0, sentence.start - _LONGEST_TURN), sentence.start) + 1
    turn = _TURN.match(text, start, sentence.end)
    return turn.group(1) if turn else ""


@lru_cache(maxsize=128)
def _is_transcript(text: str) -> bool:
    """Whether lines start with names, some of them again and again: not "Note:" and "Result:"."""
    if text.count(":") < _FEWEST_TURNS:
        return False
    turns = [turn.group(1) for line in text.split("\n") if (turn := _TURN.match(line))]
    return len(turns) >= _FEWEST_TURNS and len(turns) >= 2 * len(set(turns)) - 1


def with_turn(claim: Analysis, matches: tuple[Match, ...], sentence: Sentence) -> tuple[Match, ...]:
    """The matches, completed by the speaker's name and by what a turn does."""
    speaker = speaker_of(sentence)
    if not speaker:
        return matches
    named = analyse(speaker).by_stem
    found = list(matches)
    for number, item in enumerate(claim.items):
        if found[number].quality > 0.0 or item.kind > Kind.NAME:
            continue
        if item.stem in named:
            found[number] = Match(_SPEAKER_QUALITY, -1, Relation.SAME)
        elif item.kind is Kind.WORD and not _ACTS.isdisjoint(lemmas(item.norm)):
            found[number] = Match(_ACT_QUALITY, -1, Relation.BROADER)
    return tuple(found)
