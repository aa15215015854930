"""Names in a text, and when two of them mean the same: short forms, acronyms, titles, initials."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from verifier.language.tokens import Token, tokenize, word_of
from verifier.patterns import pattern

TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president chancellor minister senator "
    "judge justice captain general colonel major sergeant chief executive officer chairman "
    "chairwoman king queen prince princess pope saint rev reverend ceo cfo cto".split()
)
_PARTICLES = frozenset("of the de la le van von der den du da di del bin al and & for".split())
_ORGANISATION = frozenset(
    "inc ltd corp co company corporation limited plc llc gmbh ag sa group holdings the university "
    "institute".split()
)
_CALENDAR = frozenset(
    "january february march april may june july august september october november december monday "
    "tuesday wednesday thursday friday saturday sunday".split()
)
_LONGEST_FORM = 120
"""Characters before an acronym's bracket in which its long form stands."""
_DEFINED = pattern(r"\(\s*(?:the\s+)?[\"“']?([A-Z][A-Za-z&.-]{1,11}s?)[\"”']?\s*\)")


class Name(NamedTuple):
    """A run of tokens [start, end) that names someone or something."""

    start: int
    end: int
    parts: tuple[str, ...]


def find_names(tokens: Sequence[Token]) -> tuple[Name, ...]:
    """The names: runs of capitalised words, with the particles inside them.

    The first word of a sentence counts only if a capitalised word follows, or it is all capitals:
    it has its capital from its place.
    """
    names = []
    at = 0
    while at < len(tokens):
        if not _is_capital(tokens, at):
            at += 1
            continue
        end = at + 1
        while end < len(tokens):
            if _is_capital(tokens, end):
                end += 1
            elif (
                tokens[end].word.norm in _PARTICLES
                and end + 1 < len(tokens)
                and _is_capital(tokens, end + 1)
                and tokens[end].word.norm not in ("and", "for", "the")
            ):
                end += 2
            elif _is_initial_dot(tokens, end):
                end += 1
            else:
                break
        start = at
        if _starts_sentence(tokens, at) and tokens[at].word.is_function:
            start = at + 1
        if start < end:
            parts = tuple(
                t.word.norm for t in tokens[start:end] if t.word.is_word and not t.word.is_function
            )
            single = end - start == 1 and _starts_sentence(tokens, at)
            if parts and not single:
                names.append(Name(start, end, parts))
        at = end
    return tuple(names)


def acronyms(text: str, tokens: Sequence[Token]) -> dict[str, tuple[str, ...]]:
    """Short forms introduced as "Long Name (LN)": short form -> the long form's words."""
    found: dict[str, tuple[str, ...]] = {}
    if "(" not in text:
        return found
    for match in _DEFINED.finditer(text):
        before = [t for t in tokens if t.end <= match.start() and t.word.is_word][-10:]
        short = re.sub(r"[^A-Za-z]", "", match.group(1))
        long = _long_form(short.rstrip("s") if short[-1:] == "s" else short, before)
        if long:
            found[match.group(1).lower()] = long
    return found


@lru_cache(maxsize=128)
def definitions(text: str) -> dict[str, tuple[str, ...]]:
    """The acronyms that a text introduces: stem of the short form -> the long form's stems."""
    found: dict[str, tuple[str, ...]] = {}
    for match in _DEFINED.finditer(text):
        stretch = text[max(0, match.start() - _LONGEST_FORM) : match.end()]
        for short, long in acronyms(stretch, tokenize(stretch)).items():
            found[word_of(short).stem] = tuple(word_of(word).stem for word in long)
    return found


def without_dots(short: str) -> str:
    """A short form without its dots: "u.s" is "us"."""
    return short.replace(".", "")


def initials(words: Sequence[str]) -> str:
    """First letters of the words that are neither particles nor company endings."""
    return "".join(word[0] for word in words if word not in _PARTICLES)


def same_name(claim: Sequence[str], source: Sequence[str]) -> bool:
    """Whether two names, as their parts in lower case, can mean the same.

    "Alvarez" is "Maria Alvarez", "M. Alvarez" is "Maria Alvarez", "WHO" is "World Health
    Organization", "Acme" is "Acme Corporation".
    """
    ours = [part for part in claim if part not in TITLES and part not in _ORGANISATION]
    theirs = [part for part in source if part not in TITLES and part not in _ORGANISATION]
    if not ours or not theirs:
        return bool(set(claim) & set(source))
    if len(ours) == 1 and len(theirs) > 1 and without_dots(ours[0]) == initials(source):
        return True
    if len(theirs) == 1 and len(ours) > 1 and without_dots(theirs[0]) == initials(claim):
        return True
    if len(ours) == len(theirs):
        return all(_same_part(a, b) for a, b in zip(ours, theirs, strict=True))
    short, long = sorted((ours, theirs), key=len)
    return all(any(_same_part(a, b) for b in long) for a in short)


def _same_part(a: str, b: str) -> bool:
    if a == b:
        return True
    return (len(a) == 1 or len(b) == 1) and a[0] == b[0]


def _is_capital(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    return token.word.is_word and token.word.capital and token.word.norm not in _CALENDAR


def _is_initial_dot(tokens: Sequence[Token], at: int) -> bool:
    return (
        tokens[at].word.norm == "."
        and (len(tokens[at - 1].word.norm) == 1 or tokens[at - 1].word.norm in TITLES)
        and at + 1 < len(tokens)
        and _is_capital(tokens, at + 1)
    )


def _starts_sentence(tokens: Sequence[Token], at: int) -> bool:
    return at == 0 or tokens[at - 1].word.norm in (".", "!", "?", '"', "“", ":")


def _long_form(short: str, before: Sequence[Token]) -> tuple[str, ...] | None:
    letters = short.lower()
    for size in range(min(len(before), len(letters) + 3), 1, -1):
        words = [token.word.norm for token in before[-size:]]
        if words[0] in _PARTICLES:
            continue
        if initials(words) == letters or "".join(word[0] for word in words) == letters:
            return tuple(word for word in words if word not in _PARTICLES)
    return None
