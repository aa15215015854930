"""How strongly a sentence says something: modality, quantifiers, attribution, causes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from verifier.language.tokens import Token


class Modality(IntEnum):
    """How sure a statement is of itself; the surer, the higher."""

    POSSIBLE = 1
    LIKELY = 2
    PLANNED = 3
    FACT = 4


class Quantifier(IntEnum):
    """How much of a group a statement speaks of; the more, the higher."""

    NONE = 0
    FEW = 1
    SOME = 2
    MANY = 3
    MOST = 4
    ALL = 5


class Cue(NamedTuple):
    """A word or phrase of strength: the tokens [start, end), and how strong."""

    start: int
    end: int
    level: int


_MODALITY = {
    Modality.POSSIBLE: "may might could possibly perhaps maybe possible potentially potential can "
    "suggest suggests suggested suggesting hint hints hinted appear appears appeared seem seems "
    "seemed reportedly allegedly alleged rumoured rumored",
    Modality.LIKELY: "likely probably probable presumably believed thought estimated expected "
    "estimates believes believe thinks expects",
    Modality.PLANNED: "will would shall plan plans planned planning intend intends intended "
    "aim aims aimed propose proposes proposed hopes hope hoped scheduled",
}
_QUANTIFIERS = {
    Quantifier.NONE: "no none nobody neither",
    Quantifier.FEW: "few hardly rarely seldom",
    Quantifier.SOME: "some several certain sometimes occasionally partly partially part portion",
    Quantifier.MANY: "many numerous often frequently multiple various much",
    Quantifier.MOST: "most mostly mainly usually majority generally typically largely "
    "predominantly primarily",
    Quantifier.ALL: "all every each always entire entirely whole completely fully everyone "
    "everybody everything totally wholly universally",
}
_EXCLUSIVE = frozenset("only solely sole exclusively alone".split())
_ASSOCIATED = frozenset("associated correlated linked related".split())
_ASSOCIATE = frozenset("correlates coincides coincided".split())
_BE = frozenset("is are was were be been being".split())
_ASSOCIATING = frozenset("with to between".split())
_CAUSES = (
    "because of|because|due to|owing to|as a result of|thanks to|caused by|cause|causes|caused|"
    "causing|led to|leads to|lead to|leading to|resulted in|results in|result in|resulting in|"
    "driven by|driven mainly by|attributed to|stems from|stemmed from|triggered|triggers|therefore|"
    "consequently|as a consequence|so that|reflecting|reflects|brought about|contributed to|"
    "contributes to|responsible for|in response to|following|on account of|thereby|produced by|"
    "prompted|prompting|makes|made"
)

_MODAL_LEVELS = {word: int(level) for level, words in _MODALITY.items() for word in words.split()}
_QUANTIFIER_LEVELS = {
    word: int(level) for level, words in _QUANTIFIERS.items() for word in words.split()
}
_CAUSE_PHRASES = tuple(tuple(phrase.split()) for phrase in _CAUSES.split("|"))
_SCHEDULED = frozenset(
    "be have become begin start open close arrive appear expire launch take leave go come meet "
    "finish retire air face".split()
)
_CAUSE_FIRSTS = frozenset(phrase[0] for phrase in _CAUSE_PHRASES)
_STRICT_CAUSES = frozenset(
    tuple(phrase.split())
    for phrase in (
        "because of|because|due to|owing to|as a result of|caused by|led to|leads to|resulted in|"
        "results in|driven by|driven mainly by|attributed to|thanks to|causes|caused"
    ).split("|")
)


def modal_cues(tokens: Sequence[Token]) -> tuple[Cue, ...]:
    """The words that weaken a statement to a possibility, a likelihood or a plan."""
    cues = []
    for at, token in enumerate(tokens):
        level = _MODAL_LEVELS.get(token.word.norm)
        if level is not None and not (token.word.norm == "may" and token.word.capital and at):
            cues.append(Cue(at, at + 1, level))
    return tuple(cues)


def quantifier_cues(tokens: Sequence[Token]) -> tuple[Cue, ...]:
    """The quantifiers."""
    return tuple(
        Cue(at, at + 1, _QUANTIFIER_LEVELS[token.word.norm])
        for at, token in enumerate(tokens)
        if token.word.norm in _QUANTIFIER_LEVELS and not _is_idiom(tokens, at)
    )


def exclusive_cues(tokens: Sequence[Token]) -> tuple[Cue, ...]:
    """The words that say "this and nothing else"."""
    return tuple(
        Cue(at, at + 1, 1)
        for at, token in enumerate(tokens)
        if token.word.norm in _EXCLUSIVE and (not at or tokens[at - 1].word.norm != "not")
    )


def causal_cues(tokens: Sequence[Token], strict: bool = False) -> tuple[Cue, ...]:
    """The phrases that say one thing is another's cause; `strict` leaves the doubtful ones out."""
    norms = [token.word.norm for token in tokens]
    cues: list[Cue] = []
    for at, norm in enumerate(norms):
        if norm not in _CAUSE_FIRSTS or (cues and at < cues[-1].end):
            continue
        for phrase in _CAUSE_PHRASES:
            if tuple(norms[at : at + len(phrase)]) == phrase:
                if _is_schedule(phrase, norms[at + len(phrase) :]):
                    break
                if not strict or phrase in _STRICT_CAUSES:
                    cues.append(Cue(at, at + len(phrase), 1))
                break
    return tuple(cues)


def _is_schedule(phrase: tuple[str, ...], behind: Sequence[str]) -> bool:
    """Whether it says when, and not why: "is due to open in May"."""
    return phrase == ("due", "to") and bool(behind) and behind[0] in _SCHEDULED


def association_cues(tokens: Sequence[Token]) -> tuple[Cue, ...]:
    """The predicates that say two things go together, and no more: "is associated with".

    "The doubts associated with it" states nothing of the kind, and is no cue.
    """
    norms = [token.word.norm for token in tokens]
    return tuple(
        Cue(at, at + 2, 1)
        for at in range(len(norms) - 1)
        if norms[at + 1] in _ASSOCIATING
        and (
            norms[at] in _ASSOCIATE
            or (norms[at] in _ASSOCIATED and not _BE.isdisjoint(norms[max(0, at - 2) : at]))
        )
    )


def modality(cues: Sequence[Cue]) -> Modality:
    """The weakest of the cues, a fact where there is none."""
    return Modality(min((cue.level for cue in cues), default=Modality.FACT))


def _is_idiom(tokens: Sequence[Token], at: int) -> bool:
    """ "at all", "after all", "first of all", "at most": no quantity of a group."""
    norm = tokens[at].word.norm
    before = tokens[at - 1].word.norm if at else ""
    if norm == "all":
        return before in ("at", "after", "above", "of")
    return norm == "most" and before in ("at", "the")
