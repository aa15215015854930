"""How words are related: lemmas, synonyms, opposites, kinds and how common a word is.

The tables come from WordNet 3.0 (Fellbaum 1998; see data/README.md) and lists of our own. A line is
parsed only when its word is asked for, so that loading costs a few milliseconds.
"""

from __future__ import annotations

from collections import defaultdict
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
    antonyms: tuple[str, ...]
    kin: tuple[str, ...]


_UNKNOWN = Entry(0, (), (), ())


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
        tuple(antonyms.split()),
        tuple(kin.split()),
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


@lru_cache(maxsize=100_000)
def relation(claim: str, source: str) -> Relation:
    """How the word form `claim` relates to the word form `source`.

    BROADER: the claim's word is the more general one, so the source's implies it; NARROWER: the
    other way round; SIBLING: both are kinds of one thing, such as two colours.
    """
    if claim == source:
        return Relation.SAME
    if reach(claim).isdisjoint(reach(source)):
        return Relation.NONE
    ours, theirs = _roles(claim), _roles(source)
    both = over = under = 0
    for key in ours.keys() & theirs.keys():
        role, other = ours[key], theirs[key]
        both |= role & other
        over |= role << 1 & other
        under |= role & other << 1
    if both & _LEMMA:
        return Relation.SAME
    if (over | under) & _ANTONYM or under & _OPPOSITE:
        return Relation.OPPOSITE
    if both & _STEM:
        return Relation.SAME
    if both & (_SENSE | _SIDE):
        return Relation.SYNONYM
    return Relation.KIN if both & _FAMILY else _taxonomic(both, over, under)


def _taxonomic(both: int, over: int, under: int) -> Relation:
    """The relation by what is above two words, from the roles they share and those that meet."""
    if over & _ABOVE:
        return Relation.BROADER
    if under & _ABOVE:
        return Relation.NARROWER
    return Relation.SIBLING if both & _NEAR else Relation.NONE


@lru_cache(maxsize=50_000)
def reach(norm: str) -> frozenset[Hashable]:
    """Everything that relates the word form `norm` to others.

    Two words that share nothing of it are neither related nor exclusive, as most pairs are.
    """
    return frozenset(_roles(norm))


# The roles that something can play for a word form. A role that meets another one, as an antonym
# meets a lemma, has the bit above it.
_LEMMA = 1
_ANTONYM = 2
_SENSE = 4
_ABOVE = 8  # a synset that one of its senses is a kind of
_SIDE = 16  # a (group, side) pair of the curated opposites that it belongs to
_OPPOSITE = 32  # such a pair that it is the opposite of
_NEAR = 64  # a synset above that is close and not too general
_FAMILY = 128  # a lemma, or derived from one, or one from it
_STEM = 256
_CLASS = 512  # a closed class that it belongs to


def _denied(norm: str) -> str:
    """The adjective that the word form denies: "ordered" for "unordered"; "" if none."""
    rest = norm[2:] if norm.startswith("un") and norm != "unlike" else ""
    return rest if len(rest) > 3 and _is_adjective(rest) else ""


@lru_cache(maxsize=50_000)
def _roles(norm: str) -> dict[Hashable, int]:
    """Everything that relates the word form `norm` to others, with the roles it plays for it."""
    roles = defaultdict[Hashable, int](int)
    roles[word_of(norm).stem] = _STEM
    if denied := _denied(norm):
        roles[denied] |= _ANTONYM
    for lemma in lemmas(norm):
        found = entry(lemma)
        roles[lemma] |= _LEMMA | _FAMILY
        for other in found.kin:
            roles[other] |= _FAMILY
        for other in found.antonyms:
            roles[other] |= _ANTONYM
        for sense in found.senses:
            roles[sense] |= _SENSE
            chain = _ancestors(sense)
            for synset in chain[:_BROADER_LEVELS]:
                roles[synset] |= _ABOVE
            specific = chain if sense[0] == "a" else chain[:-_SIBLING_DEPTH]
            for synset in specific[:_SIBLING_LEVELS]:
                roles[synset] |= _NEAR
        for group, side in _sides().get(lemma, ()):
            roles[group, side] |= _SIDE
            roles[group, 1 - side] |= _OPPOSITE
        for number in _classes().get(lemma, ()):
            roles[number] |= _CLASS
    return dict(roles)


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
    for suffix, endings in _SUFFIXES_BY_LETTER.get(norm[-1:], ()):
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
_SUFFIXES_BY_LETTER = {
    last: tuple(row for row in _SUFFIXES if row[0][-1] == last)
    for last in {suffix[-1] for suffix, _ in _SUFFIXES}
}


@cache
def _text(name: str) -> str:
    return files("verifier.language").joinpath("data", name).read_text("ascii")


def are_exclusive(claim: str, source: str) -> bool:
    """Whether the two are different members of one closed class, such as two colours."""
    ours = {group for lemma in lemmas(claim) for group in _classes().get(lemma, ())}
    return bool(ours) and any(
        not ours.isdisjoint(_classes().get(lemma, ())) and lemma not in lemmas(claim)
        for lemma in lemmas(source)
    )


def are_converse(claim: str, source: str) -> bool:
    """Whether the two tell one event from its two ends, such as "bought" and "sold"."""
    ours = {side for lemma in lemmas(claim) for side in _converses().get(lemma, ())}
    theirs = {side for lemma in lemmas(source) for side in _converses().get(lemma, ())}
    return any((group, 1 - side) in theirs for group, side in ours)


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
