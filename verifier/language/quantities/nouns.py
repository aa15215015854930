"""The noun that a number counts or ranks, and its singular."""

from __future__ import annotations

from functools import lru_cache

from verifier.language.numerals import ONES, TENS
from verifier.language.scanning import Scan, TokenKind

HYPHENS = frozenset("-‑")
_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot",
    "teeth": "tooth", "mice": "mouse", "lives": "life", "wives": "wife", "criteria": "criterion",
    "phenomena": "phenomenon", "staff": "staff", "police": "police", "troops": "troop",
    "species": "species", "series": "series", "aircraft": "aircraft", "cattle": "cattle",
    "sheep": "sheep", "fish": "fish", "data": "data", "media": "media", "personnel": "personnel",
    "geese": "goose", "halves": "half", "wolves": "wolf", "knives": "knife", "leaves": "leaf",
    "analyses": "analysis", "crises": "crisis", "bases": "base", "persons": "person",
    "movies": "movie", "houses": "house", "cases": "case", "horses": "horse", "nurses": "nurse",
    "households": "household", "buses": "bus", "viruses": "virus", "shoes": "shoe",
}  # fmt: skip
_ENDS_RUN = frozenset(
    "one ones of in at to and or for on per the is are was were be been has have had do does"
    " did will would can could may might shall should must from by with when while as than but"
    " who which that this these those their its his her our your my it they we he she you i not"
    " no into onto over under between among during after before since until about against across"
    " through there where if because although though so such then also only just still already"
    " each every both either neither nor yet up down out off away ago later earlier respectively"
    " including excluding compared versus vs via within without towards toward around near"
    " according despite plus".split()
)
_DETERMINERS = frozenset("the these those its their our his her all my your such".split())
_NOT_PLURAL = ("ss", "us", "is", "ous", "'s")
_NOT_NOUNS = frozenset(
    "was has is does this his its as less always perhaps besides sometimes remains says makes"
    " takes includes according works plus versus thus across towards regardless previous various"
    " hers yes overseas news shows means gives goes comes becomes seems uses needs results"
    " leads".split()
)
_LOOK_AHEAD = 5


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """The singular of an English noun in lower case, by rule."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("men") and len(word) > 4:
        return word[:-2] + "an"
    if not word.endswith("s") or word.endswith(_NOT_PLURAL) or len(word) < 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def _is_plural(word: str) -> bool:
    if word in _IRREGULAR:
        return True
    return (
        word.endswith("s")
        and len(word) > 3
        and not word.endswith(_NOT_PLURAL)
        and word not in _NOT_NOUNS
    ) or (word.endswith("men") and len(word) > 4)


def counted_noun(tokens: Scan, at: int, is_one: bool) -> str:
    """The noun that the number before token `at` counts, singular and in lower case; "" if unclear.

    In the run of words behind the number it is the first plural ("310 adult participants"); behind
    a hyphen or the number one it is the next word.
    """
    words = tokens.words
    if words[at] in HYPHENS and tokens.glued(at):
        hyphened = tokens.kinds[at + 1] is TokenKind.WORD and tokens.glued(at + 1)
        if words[at + 1] in ("strong", "odd", "something", "plus", "ish"):
            return counted_noun(tokens, at + 2, is_one)
        return singular(words[at + 1]) if hyphened else ""
    if words[at] == "of":
        at += 1
        while words[at] in _DETERMINERS or tokens.kinds[at] is TokenKind.NUMBER:
            at += 1
    for index in range(at, min(at + _LOOK_AHEAD, tokens.size)):
        word = words[index]
        if (word in ONES or word in TENS) and words[index + 1] not in HYPHENS:
            break
        if tokens.kinds[index] is not TokenKind.WORD or word in _ENDS_RUN:
            if index > at and _goes_on(tokens, index):
                continue
            break
        if _is_plural(word) and not _is_acronym(tokens, index):
            return singular(word)
    return run_noun(tokens, at) if is_one else ""


def _is_acronym(tokens: Scan, index: int) -> bool:
    """Whether the word is one capital after the other, so that its last "S" is no plural's."""
    raw = tokens.raw(index)
    beside = (tokens.raw(index - 1), tokens.raw(index + 1))
    return len(raw) <= 5 and raw.isupper() and not any(word.isupper() for word in beside)


def _goes_on(tokens: Scan, index: int) -> bool:
    """Whether a noun phrase goes on with a code or a hyphen: "150 COVID-19 vaccine candidates"."""
    if tokens.kinds[index] is TokenKind.CODE:
        return True
    hyphen = tokens.words[index] in HYPHENS or tokens.words[index - 1] in HYPHENS
    return hyphen and tokens.glued(index)


def run_noun(tokens: Scan, at: int) -> str:
    """The last word of the noun phrase at `at`: "studio album was" gives "album"."""
    return noun_phrase(tokens, at).rpartition(" ")[2]


def noun_phrase(tokens: Scan, at: int) -> str:
    """The noun phrase of up to three words at `at`, its last word singular: "studio album"."""
    phrase: list[str] = []
    if tokens.words[at] in HYPHENS and tokens.glued(at):
        at += 1
    for index in range(at, min(at + 3, tokens.size)):
        word = tokens.words[index]
        if tokens.kinds[index] is not TokenKind.WORD or word in _ENDS_RUN or word in _NOT_NOUNS:
            break
        if _is_plural(word):
            phrase.append(singular(word))
            break
        if word.endswith("ly") or (word.endswith("ed") and len(word) > 4):
            if phrase:
                break
            continue
        phrase.append(word)
    return " ".join(phrase)
