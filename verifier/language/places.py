"""Short and other names of one place: "CA" and "California", "the U.S." and "the United States"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from verifier.language.tokens import Token, words_of

_SIDES = frozenset("north south latin central".split())
_CONTINENT = frozenset("america american americans".split())


class Place(NamedTuple):
    """The tokens [first, last) that name a place, and the groups of names that they belong to."""

    first: int
    last: int
    groups: frozenset[int]


class Form(NamedTuple):
    """One name of a place.

    Attributes:
        in_capitals: whether it counts in capitals alone: "CA", but not "Ca".
    """

    norms: tuple[str, ...]
    in_capitals: bool
    group: int


def places_in(text: str, tokens: Sequence[Token]) -> tuple[Place, ...]:
    """The places that `tokens`, those of `text`, name, as far as they have several names."""
    found: list[Place] = []
    forms = _forms()
    for at, token in enumerate(tokens):
        if not token.word.capital or token.norm not in forms or (found and at < found[-1].last):
            continue
        fitting = [form for form in forms[token.norm] if _stands_at(form, text, tokens, at)]
        longest = max((len(form.norms) for form in fitting), default=0)
        groups = frozenset(form.group for form in fitting if len(form.norms) == longest)
        if groups and not _is_continent(tokens, at):
            found.append(Place(at, at + longest, groups))
    return tuple(found)


def _stands_at(form: Form, text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether the tokens from `at` on are `form`; the "BC" of "500 BC" is no place."""
    run = tokens[at : at + len(form.norms)]
    if tuple(token.norm for token in run) != form.norms:
        return False
    if not form.in_capitals:
        return True
    is_year = run[0].norm == "bc" and at > 0 and tokens[at - 1].word.is_number
    return not is_year and text[run[0].start : run[0].end].isupper()


def _is_continent(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is the "America" of "South America"."""
    return at > 0 and tokens[at].norm in _CONTINENT and tokens[at - 1].norm in _SIDES


@cache
def _forms() -> dict[str, tuple[Form, ...]]:
    """First word -> the forms that start with it."""
    text = files("verifier.language").joinpath("data", "places.txt").read_text("utf-8")
    found: dict[str, tuple[Form, ...]] = {}
    for group, line in enumerate(text.splitlines()):
        for form in line.split("|") if not line.startswith("#") else ():
            norms = tuple(word.norm for word in words_of(form.strip()))
            found[norms[0]] = (*found.get(norms[0], ()), Form(norms, form.isupper(), group))
    return found
