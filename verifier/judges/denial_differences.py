"""What a source denies to be something, and a claim calls that: "is not a hard guarantee".

The source's "not" stands before a noun phrase of several words, so that it is not plain which of
them it denies: a claim that has the noun says more than the source, but need not contradict it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Kind
from verifier.judges.differences import Difference, Force, anchor_of
from verifier.judges.windows import Candidate
from verifier.language.lexicon import Relation
from verifier.language.polarity import Negation
from verifier.language.tokens import HYPHENS
from verifier.model import ConflictKind

_BE = frozenset("is are was were be been being constitutes constitute represents represent".split())
_ARTICLES = frozenset("a an any the".split())
_LONGEST_PHRASE = 4
_DEGREES = frozenset(
    "good better best great bad worst ideal perfect big bigger biggest large small smaller little "
    "minor major mere simple easy trivial insignificant negligible slight light short long full "
    "complete total absolute pure true real actual typical ordinary usual normal common regular "
    "new novel recent old young first last only sole single isolated one-off particular serious "
    "significant important popular famous separate different direct".split()
)
"""Words whose denial leaves the noun: who is "not a good driver" drives."""
_CONDITIONS = frozenset("unless until if except without".split())


class Phrase(NamedTuple):
    """A noun phrase by its items: the words before the noun, and the noun.

    Attributes:
        verb: the token of the verb before it.
    """

    verb: int
    modifiers: tuple[int, ...]
    head: int


def denial_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """What the sentence says the claim's subject is not, where the claim says that it is."""
    sentence = candidate.analysis
    for negation in sentence.negations:
        theirs = _denied_phrase(sentence, negation)
        if theirs is None or not _leaves_nothing(sentence, theirs):
            continue
        ours = _said_phrase(claim, candidate, theirs)
        if ours is None or not _may_be_compared(claim, candidate, ours, theirs):
            continue
        yield _difference(claim, candidate, ours, theirs, negation)


def _denied_phrase(sentence: Analysis, negation: Negation) -> Phrase | None:
    """The noun phrase of several words that a "not a" behind a "be", or a "no", denies."""
    cue, norms = negation.cue, sentence.norms
    if norms[cue] == "no" and norms[cue + 1 : cue + 2] != ("longer",):
        return _phrase(sentence, cue - 1, cue + 1)
    verb = cue if sentence.tokens[cue].word.negated else cue - 1
    if verb < 0 or norms[verb] not in _BE or norms[cue + 1 : cue + 2] not in (("a",), ("an",)):
        return None
    return _phrase(sentence, verb, cue + 2)


def _phrase(analysis: Analysis, verb: int, start: int) -> Phrase | None:
    """The noun phrase whose first word is the token `start`; None where it is no plain one."""
    found: list[int] = []
    at = start
    while at < len(analysis.tokens):
        number = analysis.item_at(at)
        if number is None and not (found and analysis.norms[at] in HYPHENS):
            break
        if number is not None:
            if analysis.items[number].kind >= Kind.QUANTITY:
                return None
            found.append(number)
        at += 1
    if verb < 0 or not found or len(found) > _LONGEST_PHRASE:
        return None
    return Phrase(verb, tuple(found[:-1]), found[-1])


def _leaves_nothing(sentence: Analysis, denied: Phrase) -> bool:
    """Whether the denial is of more than a degree, holds always, and the noun is said once."""
    words = {sentence.items[number].norm for number in denied.modifiers}
    head = sentence.items[denied.head]
    return (
        bool(words)
        and words.isdisjoint(_DEGREES)
        and _CONDITIONS.isdisjoint(sentence.norms)
        and len(sentence.by_stem[head.stem]) == 1
    )


def _said_phrase(claim: Analysis, candidate: Candidate, denied: Phrase) -> Phrase | None:
    """The claim's phrase with the denied noun, behind the same verb."""
    sentence = candidate.analysis
    for number, match in enumerate(candidate.matches):
        item = claim.items[number]
        if match.item != denied.head or match.relation < Relation.SYNONYM:
            continue
        start = item.first
        while start > 0 and (claim.item_at(start - 1) is not None or claim.norms[start - 1] == "-"):
            start -= 1
            if claim.norms[start] in _BE or _same_verb(candidate, claim, start, denied.verb):
                start += 1
                break
        verb = start - 1
        if verb >= 0 and claim.norms[verb] in _ARTICLES:
            verb -= 1
        phrase = _phrase(claim, verb, start)
        if phrase is None or phrase.head != number or claim.negated[item.first]:
            continue
        both_be = {claim.norms[verb], sentence.norms[denied.verb]} <= _BE
        if both_be or _same_verb(candidate, claim, verb, denied.verb):
            return phrase
    return None


def _same_verb(candidate: Candidate, claim: Analysis, ours: int, theirs: int) -> bool:
    number, other = claim.item_at(ours), candidate.analysis.item_at(theirs)
    if number is None or other is None:
        return False
    match = candidate.matches[number]
    return match.item == other and match.quality >= COVERED


def _may_be_compared(claim: Analysis, candidate: Candidate, ours: Phrase, theirs: Phrase) -> bool:
    """Whether both speak of one subject, and the claim has no opposite of what is denied."""
    matches, sentence = candidate.matches, candidate.analysis
    relations = {matches[number].relation for number in ours.modifiers}
    if relations & {Relation.OPPOSITE, Relation.SIBLING}:
        return False
    subject = [number for number, item in enumerate(claim.items) if item.last <= ours.verb]
    clause = _clause_start(sentence, theirs.verb)
    return bool(subject) and all(
        matches[number].quality >= COVERED
        and matches[number].item >= 0
        and clause <= sentence.items[matches[number].item].first < theirs.verb
        for number in subject
    )


def _clause_start(sentence: Analysis, token: int) -> int:
    """The first token behind the last stop or comma before `token`."""
    marks = [at for at in range(token) if sentence.norms[at] in {",", ";", ":", "but", "and"}]
    return marks[-1] + 1 if marks else 0


def _difference(
    claim: Analysis, candidate: Candidate, ours: Phrase, theirs: Phrase, negation: Negation
) -> Difference:
    sentence = candidate.analysis
    first = claim.items[ours.modifiers[0] if ours.modifiers else ours.head]
    start, end = first.start, claim.items[ours.head].end
    source_start = sentence.tokens[negation.cue].start
    source_end = sentence.items[theirs.head].end
    return Difference(
        ConflictKind.NEGATION,
        start,
        end,
        candidate,
        source_start,
        source_end,
        f"claim says “{claim.text[start:end]}”, but the source denies part of that: "
        f"“{sentence.text[source_start:source_end]}”",
        Force.OVERCLAIM,
        anchor_of(claim, candidate.matches, frozenset(ours.modifiers)),
        1.0,
        ours.head,
        worded=True,
    )
