"""Which words of a sentence stand under a negation, clause by clause.

A cue reaches from its place to the end of its clause; a cue inside another's reach turns it back.
Phrases that hold a negative word without denying anything ("not only", "no doubt", "no fewer than",
"cannot be ruled out") are no cues.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from verifier.language.tokens import Token

_NOT = frozenset(
    "not never cannot nor neither hardly scarcely barely rarely seldom nicht nie".split()
)
_DETERMINERS = frozenset("no none nobody nothing nowhere zero kein keine keinen keiner".split())
_VERBS = frozenset(
    "deny denies denied denying lack lacks lacked lacking fail fails failed failing refuse refuses "
    "refused refusing decline declines declined declining reject rejects rejected rejecting "
    "without unable failure refusal absence "
    "excluding except unlike absent ohne".split()
)
_NEEDS_TO = frozenset(
    "fail fails failed failing decline declines declined declining refuse refuses refused refusing "
    "unable failure refusal".split()
)
_FALSE_FRIENDS = tuple(
    tuple(phrase.split())
    for phrase in (
        "not only|not just|not merely|not simply|not least|not to mention|not surprisingly|"
        "not necessarily only|not alone|no doubt|no longer than|no fewer than|no less than|"
        "no more than|no later than|no earlier than|no sooner|no wonder|no matter|no 1|no one else|"
        "without doubt|without question|without a doubt|nothing but|none other than|"
        "nothing less than|if not|whether or not|or not|not until|cannot but|never mind|"
        "last but not least|never before|not long after|not far from|no . 1|no .|"
        "with or without|with and without|presence or absence|presence and absence|"
        "presence or the absence|presence and the absence|absence or presence|"
        "absence or the presence"
    ).split("|")
)
_DOUBLE = tuple(
    tuple(phrase.split())
    for phrase in (
        "be ruled out|be excluded|be denied|be overstated|be overemphasised|rule out|help but|"
        "be dismissed|be discounted|fail to|failed to|without|lack|deny|denied|unlike|nothing"
    ).split("|")
)
_CLAUSE_MARKS = frozenset(";:–—()")
_CLAUSE_WORDS = frozenset(
    "but although though while whereas because since unless however which who whom whose where "
    "when after before if so that than as whether".split()
)
_COORDINATORS = frozenset(("and", "or"))
_INSTEAD = frozenset(("rather", "instead"))
_CUES = _NOT | _DETERMINERS | _VERBS | _INSTEAD | {"yet"}
_AUXILIARIES = frozenset(
    "is are was were be been being am do does did has have had can could will would shall should "
    "may might must".split()
)
_TAKEN_BACK = _NOT | _AUXILIARIES


class Negation(NamedTuple):
    """A cue and its reach, as indices of tokens: from the cue at `cue` to before `end`."""

    cue: int
    end: int


def negations(tokens: Sequence[Token]) -> tuple[Negation, ...]:
    """The negations of a sentence, in order."""
    norms = [token.word.norm for token in tokens]
    if _CUES.isdisjoint(norms) and not any(token.word.negated for token in tokens):
        return ()
    found = []
    at = 0
    while at < len(tokens):
        if not _is_cue(tokens, norms, at):
            at += 1
            continue
        skipped = _false_friend(norms, at)
        if skipped:
            at += skipped
            continue
        end = _end_of_clause(norms, at)
        undone = _undone(norms, at, end)
        if not undone:
            found.append(Negation(at, end))
        at = undone or at + 1
    return tuple(found)


def negated_tokens(size: int, found: Iterable[Negation]) -> tuple[bool, ...]:
    """For each of `size` tokens, whether an odd number of the negations `found` reach it."""
    parity = [False] * size
    for negation in found:
        for at in range(negation.cue + 1, negation.end):
            parity[at] = not parity[at]
    return tuple(parity)


def _is_cue(tokens: Sequence[Token], norms: Sequence[str], at: int) -> bool:
    norm = norms[at]
    if tokens[at].word.negated or norm in _NOT or norm in _DETERMINERS:
        return True
    if norm in _VERBS:
        return norm not in _NEEDS_TO or norms[at + 1 : at + 2] == ["to"]
    if norm == "yet":  # "has yet to win" denies "wins"
        return at > 0 and norms[at - 1] in _AUXILIARIES and norms[at + 1 : at + 2] == ["to"]
    return norm in _INSTEAD and norms[at + 1 : at + 2] in (["than"], ["of"])


def _false_friend(norms: Sequence[str], at: int) -> int:
    """How many tokens the false friend around `at` reaches from there on; 0 where there is none."""
    for phrase in _FALSE_FRIENDS:
        for before in range(len(phrase)):
            start = at - before
            if start >= 0 and tuple(norms[start : start + len(phrase)]) == phrase:
                return len(phrase) - before
    return 0


def _undone(norms: Sequence[str], cue: int, end: int) -> int:
    """Where a second negative close behind the cue, which takes it back, ends; 0 without one."""
    if norms[cue] not in _TAKEN_BACK:
        return 0
    for at in range(cue + 1, min(end + 2, cue + 5, len(norms))):
        for phrase in _DOUBLE:
            if tuple(norms[at : at + len(phrase)]) == phrase:
                return at + len(phrase)
    return 0


def _end_of_clause(norms: Sequence[str], cue: int) -> int:
    end = cue + 1
    while end < len(norms) and not _ends_clause(norms, end):
        end += 1
    return end


def _ends_clause(norms: Sequence[str], at: int) -> bool:
    norm = norms[at]
    if norm in _CLAUSE_MARKS or norm in ".!?":
        return True
    if norm in _CLAUSE_WORDS:
        return not (norm in ("than", "as", "that", "before", "after") and _is_phrase(norms, at))
    if norm == ",":
        return not _continues_list(norms, at)
    return norm == "and" and _starts_clause(norms, at + 1)


def _is_phrase(norms: Sequence[str], at: int) -> bool:
    """Whether what follows holds no verb that we know, and so is no clause of its own."""
    return not any(norm in _AUXILIARIES for norm in norms[at + 1 : at + 6])


def _continues_list(norms: Sequence[str], at: int) -> bool:
    return any(norm in ("or", "nor") for norm in norms[at + 1 : at + 5])


def _starts_clause(norms: Sequence[str], at: int) -> bool:
    """Whether a new subject with its verb, or a new verb, follows a coordinator."""
    following = norms[at : at + 5]
    return any(norm in _AUXILIARIES for norm in following) or (
        bool(following) and following[0].endswith(("ed", "s")) and not following[0].endswith("ss")
    )
