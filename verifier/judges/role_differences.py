"""Who did what to whom: an agent and a patient that a claim has the wrong way round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis
from verifier.judges.differences import Difference, Force, anchor_of
from verifier.judges.windows import Candidate
from verifier.language import lexicon
from verifier.language.names import same_name
from verifier.model import ConflictKind

_SYMMETRIC = frozenset(
    "marry meet merge tie draw divorce partner collaborate cooperate agree differ resemble date "
    "equal border adjoin debate share talk discuss speak chat play match join be have become "
    "include correspond compete unite combine co-star star fight".split()
)
_BE = frozenset("is are was were be been being gets got get".split())
_LINKS = frozenset("from to in at on with for into under over near".split())
_DETERMINERS = frozenset("the a an its his her their our my this that these those".split())
_CLAUSE_MARKS = frozenset(";:.!?—–()")
_REACH = 7


class Roles(NamedTuple):
    """The agent and the patient of a predicate, each as the tokens [start, end).

    Attributes:
        link: the preposition of an active verb's patient: "from" in "bought it from B".
    """

    agent: tuple[int, int]
    patient: tuple[int, int]
    link: str = ""


def role_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """Predicates whose agent and patient have changed places."""
    sentence = candidate.analysis
    for number, (item, match) in enumerate(zip(claim.items, candidate.matches, strict=True)):
        if match.quality < COVERED or match.item < 0 or not _is_asymmetric(item.norm):
            continue
        ours = roles_of(claim, item.first)
        theirs = roles_of(sentence, sentence.items[match.item].first) if ours else None
        if ours is None or theirs is None or not _swapped(claim, ours, sentence, theirs):
            continue
        start = claim.tokens[min(ours.agent[0], ours.patient[0])].start
        end = claim.tokens[max(ours.agent[1], ours.patient[1]) - 1].end
        source_start = sentence.tokens[min(theirs.agent[0], theirs.patient[0])].start
        source_end = sentence.tokens[max(theirs.agent[1], theirs.patient[1]) - 1].end
        yield Difference(
            ConflictKind.ROLE,
            start,
            end,
            candidate,
            source_start,
            source_end,
            f"claim says “{claim.text[start:end]}”, the source has it the other way round: "
            f"“{sentence.text[source_start:source_end]}”",
            Force.CONTRADICTION,
            anchor_of(claim, candidate.matches, frozenset()),
            1.0,
            number,
        )


def roles_of(analysis: Analysis, predicate: int) -> Roles | None:
    """The named agent and patient of the verb or verbal noun at token `predicate`.

    Active ("A bought B"), passive ("B was bought by A") and nominal ("the purchase of B by A",
    "A's purchase of B") all give the same roles. A noun ("its paint shop") has none.
    """
    norms, link = analysis.norms, ""
    before = _name(analysis, predicate, -1)
    after = _name(analysis, predicate, 1)
    following = norms[predicate + 1 : predicate + 2]
    by = _find(norms, "by", predicate + 1)
    if by is not None and following == ("of",):
        patient, agent = _name(analysis, predicate + 1, 1), _name(analysis, by, 1)
    elif by is not None and any(n in _BE for n in norms[max(0, predicate - 4) : predicate]):
        patient, agent = before, _name(analysis, by, 1)
    elif norms[predicate - 1] in _DETERMINERS:
        return None
    else:
        agent, patient = before, after
        if after is not None and norms[after[0] - 1] in _LINKS:
            link = norms[after[0] - 1]
    if agent is None or patient is None or agent == patient:
        return None
    return Roles(agent, patient, link)


def _is_asymmetric(norm: str) -> bool:
    if any(lemma in _SYMMETRIC for lemma in lexicon.lemmas(norm)):
        return False
    return "v" in lexicon.parts_of_speech(norm)


def _swapped(claim: Analysis, ours: Roles, sentence: Analysis, theirs: Roles) -> bool:
    if ours.link != theirs.link:
        return False
    agent, patient = _parts(claim, ours.agent), _parts(claim, ours.patient)
    other_agent, other_patient = _parts(sentence, theirs.agent), _parts(sentence, theirs.patient)
    return (
        same_name(agent, other_patient)
        and same_name(patient, other_agent)
        and not same_name(agent, other_agent)
        and not same_name(patient, other_patient)
        and not same_name(agent, patient)
    )


def _parts(analysis: Analysis, span: tuple[int, int]) -> tuple[str, ...]:
    return tuple(norm for norm in analysis.norms[span[0] : span[1]] if norm[0].isalnum())


def _find(norms: tuple[str, ...], word: str, start: int) -> int | None:
    for at in range(start, min(len(norms), start + _REACH)):
        if norms[at] in _CLAUSE_MARKS or norms[at] == ",":
            return None
        if norms[at] == word:
            return at
    return None


def _name(analysis: Analysis, token: int, step: int) -> tuple[int, int] | None:
    """The nearest run of capitalised words before or after `token`, in its clause."""
    at = token + step
    for _ in range(_REACH):
        if not 0 <= at < len(analysis.tokens) or analysis.norms[at] in _CLAUSE_MARKS:
            return None
        if _is_named(analysis, at):
            start = end = at
            while _is_named(analysis, start - 1):
                start -= 1
            while _is_named(analysis, end + 1):
                end += 1
            return start, end + 1
        at += step
    return None


def _is_named(analysis: Analysis, at: int) -> bool:
    if not 0 <= at < len(analysis.tokens):
        return False
    word = analysis.tokens[at].word
    return word.capital and word.is_word and not word.is_function
