"""How words are related: lemmas, synonyms, opposites, kinds and how common a word is.

The tables come from WordNet 3.0 (Fellbaum 1998; see data/README.md) and lists of our own. A line is
parsed only when its word is asked for, so that loading costs a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from verifier.language.tables import table
from verifier.language.tokens import word_of

_CHAIN = 16
_BROADER_LEVELS = 5
_SIBLING_LEVELS = 3
_SIBLING_DEPTH = 4


class Relation(IntEnum):
    """How a word of the claim relates to one of the source; the closer, the higher."""

    NONE = 0
    SIBLING = 1
    OPPOSITE = 2
    NARROWER = 3
    BROADER = 4
    KIN = 5
    SYNONYM = 6
    SAME = 7


class Entry(NamedTuple):
    """What the tables hold on a lemma.

    Attributes:
        commonness: 0, rare or unknown, to 9.
        senses: its frequent senses, most frequent first.
        antonyms: its direct antonyms.
        kin: lemmas derived from it, or it from them.
    """

    commonness: int
    senses: tuple[str, ...]
    antonyms: frozenset[str]
    kin: frozenset[str]


_UNKNOWN = Entry(0, (), frozenset(), frozenset())


@lru_cache(maxsize=50_000)
def entry(lemma: str) -> Entry:
    """The entry of `lemma`; an empty one where there is none."""
    row = table("wordnet.tsv").get(lemma)
    if row is None:
        return _UNKNOWN
    commonness, senses, antonyms, kin = row.split("\t")
    return Entry(
        int(commonness),
        tuple(senses.split(",")),
        frozenset(antonyms.split()),
        frozenset(kin.split()),
    )


@lru_cache(maxsize=50_000)
def lemmas(norm: str) -> tuple[str, ...]:
    """The lemmas that the word form `norm` may be an inflection of, itself if there are none."""
    found = [norm] if entry(norm) is not _UNKNOWN else []
    irregular = table("irregular.tsv").get(norm)
    if irregular:
        found.extend(irregular.split())
    else:
        found.extend(form for form in _regular(norm) if entry(form) is not _UNKNOWN)
    return tuple(dict.fromkeys(found)) or (norm,)


@lru_cache(maxsize=50_000)
def commonness(norm: str) -> int:
    """How common the word form `norm` is, 0 (rare or unknown) to 9."""
    return max(entry(lemma).commonness for lemma in lemmas(norm))


@lru_cache(maxsize=50_000)
def parts_of_speech(norm: str) -> str:
    """The parts of speech ("n", "v", "a", "r") that `norm` can be, most frequent first."""
    parts = (sense[0] for lemma in lemmas(norm) for sense in entry(lemma).senses)
    return "".join(dict.fromkeys(parts))


@lru_cache(maxsize=200_000)
def relation(claim: str, source: str) -> Relation:
    """How the word form `claim` relates to the word form `source`.

    BROADER: the claim's word is the more general one, so the source's implies it; NARROWER: the
    other way round; SIBLING: both are kinds of one thing, such as two colours.
    """
    if claim == source:
        return Relation.SAME
    ours, theirs = _meaning(claim), _meaning(source)
    if ours.reach.isdisjoint(theirs.reach):
        return Relation.NONE
    if not ours.lemmas.isdisjoint(theirs.lemmas):
        return Relation.SAME
    if not (
        ours.antonyms.isdisjoint(theirs.lemmas)
        and theirs.antonyms.isdisjoint(ours.lemmas)
        and ours.opposites.isdisjoint(theirs.sides)
    ):
        return Relation.OPPOSITE
    if word_of(claim).stem == word_of(source).stem:
        return Relation.SAME
    if not (ours.senses.isdisjoint(theirs.senses) and ours.sides.isdisjoint(theirs.sides)):
        return Relation.SYNONYM
    if not ours.family.isdisjoint(theirs.family):
        return Relation.KIN
    return _taxonomic(ours, theirs)


def reach(norm: str) -> frozenset[Hashable]:
    """What relates the word form `norm` to others; two that share nothing of it are unrelated.

    Most pairs of words share nothing, which one look at the two sets tells.
    """
    return _meaning(norm).reach


class Meaning(NamedTuple):
    """Everything on a word form that relations are found by, as sets.

    Attributes:
        family: its lemmas and the lemmas derived from them, or they from those.
        sides, opposites: the (group, side) pairs of curated opposites it belongs to, and those
            that it is the opposite of.
        above: the synsets that its senses are kinds of.
        near: those of `above` that are close and not too general.
        reach: all that two words must share something of to be related, or exclusive.
    """

    lemmas: frozenset[str]
    senses: frozenset[str]
    antonyms: frozenset[str]
    family: frozenset[str]
    sides: frozenset[tuple[int, int]]
    opposites: frozenset[tuple[int, int]]
    above: frozenset[str]
    near: frozenset[str]
    reach: frozenset[Hashable]


def _taxonomic(ours: Meaning, theirs: Meaning) -> Relation:
    if not ours.senses.isdisjoint(theirs.above):
        return Relation.BROADER
    if not theirs.senses.isdisjoint(ours.above):
        return Relation.NARROWER
    if not ours.near.isdisjoint(theirs.near):
        return Relation.SIBLING
    return Relation.NONE


@lru_cache(maxsize=50_000)
def _meaning(norm: str) -> Meaning:
    own = lemmas(norm)
    entries = [entry(lemma) for lemma in own]
    senses = frozenset(sense for found in entries for sense in found.senses)
    antonyms = frozenset().union(*(found.antonyms for found in entries))
    family = frozenset(own).union(*(found.kin for found in entries))
    sides = frozenset(side for lemma in own for side in _sides().get(lemma, ()))
    opposites = frozenset((group, 1 - side) for group, side in sides)
    above: set[str] = set()
    near: set[str] = set()
    for sense in senses:
        chain = _ancestors(sense)
        above.update(chain[:_BROADER_LEVELS])
        specific = chain if sense[0] == "a" else chain[:-_SIBLING_DEPTH]
        near.update(specific[:_SIBLING_LEVELS])
    return Meaning(
        frozenset(own),
        senses,
        antonyms,
        family,
        sides,
        opposites,
        frozenset(above),
        frozenset(near),
        family.union(
            antonyms, senses, above, sides, opposites, _classes_of(norm), (word_of(norm).stem,)
        ),
    )


def is_kind_of(norm: str, general: str) -> bool:
    """Whether `norm` can mean a kind of `general`, however far above it that is."""
    wanted = {sense for lemma in lemmas(general) for sense in entry(lemma).senses}
    senses = (sense for lemma in lemmas(norm) for sense in entry(lemma).senses)
    return any(not wanted.isdisjoint(_ancestors(sense)) for sense in senses)


@lru_cache(maxsize=50_000)
def _ancestors(sense: str) -> tuple[str, ...]:
    parents, chain = _text("hypernyms.txt"), []
    number = sense[1:]
    for _ in range(_CHAIN):
        at = 4 * int(number, 36)
        number = parents[at : at + 4].lstrip("0")
        if not number:
            break
        chain.append(sense[0] + number)
    return tuple(chain)


def _regular(norm: str) -> list[str]:
    found = []
    for suffix, endings in _SUFFIXES:
        if norm.endswith(suffix) and len(norm) - len(suffix) >= 2:
            stem = norm[: -len(suffix)]
            forms = [stem + ending for ending in endings]
            if suffix in _COMPARISON:
                forms = [form for form in forms if _is_adjective(form)]
            found.extend(forms)
            if endings == ("", "e") and len(stem) > 2 and stem[-1] == stem[-2]:
                found.append(stem[:-1])
    return found


def _is_adjective(lemma: str) -> bool:
    return any(sense[0] == "a" for sense in entry(lemma).senses)


_COMPARISON = ("er", "est", "ier", "iest")

_SUFFIXES = (
    ("ies", ("y",)),
    ("ied", ("y",)),
    ("ier", ("y",)),
    ("iest", ("y",)),
    ("es", ("", "e")),
    ("s", ("",)),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
    ("er", ("", "e")),
    ("est", ("", "e")),
    ("isation", ("ization",)),
    ("ise", ("ize",)),
    ("ised", ("ize",)),
    ("ising", ("ize",)),
    ("our", ("or",)),
)


@cache
def _text(name: str) -> str:
    return files("verifier.language").joinpath("data", name).read_text("ascii")


def are_exclusive(claim: str, source: str) -> bool:
    """Whether the two are different members of one closed class, such as two colours."""
    ours = _classes_of(claim)
    return bool(ours) and any(
        not ours.isdisjoint(_classes().get(lemma, ())) and lemma not in lemmas(claim)
        for lemma in lemmas(source)
    )


def are_converse(claim: str, source: str) -> bool:
    """Whether the two tell one event from its two ends, such as "bought" and "sold"."""
    ours = {side for lemma in lemmas(claim) for side in _converses().get(lemma, ())}
    theirs = {side for lemma in lemmas(source) for side in _converses().get(lemma, ())}
    return any((group, 1 - side) in theirs for group, side in ours)


@lru_cache(maxsize=50_000)
def _classes_of(norm: str) -> frozenset[int]:
    """The closed classes that the word form `norm` may belong to."""
    return frozenset(group for lemma in lemmas(norm) for group in _classes().get(lemma, ()))


@cache
def _classes() -> dict[str, frozenset[int]]:
    """Lemma -> the closed classes that it belongs to."""
    classes: dict[str, frozenset[int]] = {}
    for number, line in enumerate(_lines("exclusive.txt")):
        for word in line.split():
            classes[word] = classes.get(word, frozenset()) | {number}
    return classes


@cache
def _sides() -> dict[str, tuple[tuple[int, int], ...]]:
    """Lemma -> the (group, side) pairs of opposites it belongs to."""
    return _two_sided("opposites.txt")


@cache
def _converses() -> dict[str, tuple[tuple[int, int], ...]]:
    """Lemma -> the (group, side) pairs of converses it belongs to."""
    return _two_sided("converse.txt")


def _two_sided(name: str) -> dict[str, tuple[tuple[int, int], ...]]:
    sides: dict[str, tuple[tuple[int, int], ...]] = {}
    for group, line in enumerate(_lines(name)):
        for side, words in enumerate(line.split("|")):
            for word in words.split():
                sides[word] = (*sides.get(word, ()), (group, side))
    return sides


def _lines(name: str) -> list[str]:
    return [line for line in _text(name).splitlines() if line and not line.startswith("#")]
