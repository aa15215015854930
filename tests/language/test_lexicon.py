"""How words are related, by WordNet and by the curated lists."""

from __future__ import annotations

import pytest

from verifier.language.lexicon import (
    Relation,
    are_converse,
    are_exclusive,
    commonness,
    is_kind_of,
    lemmas,
    parts_of_speech,
    relation,
)


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("rose", "fell", Relation.OPPOSITE),
        ("unordered", "ordered", Relation.OPPOSITE),
        ("removed", "added", Relation.OPPOSITE),
        ("deleted", "created", Relation.OPPOSITE),
        ("optional", "mandatory", Relation.OPPOSITE),
        ("dropped", "added", Relation.NONE),
        ("stable", "unstable", Relation.OPPOSITE),
        ("union", "ion", Relation.NONE),
        ("increased", "grew", Relation.SYNONYM),
        ("approve", "reject", Relation.OPPOSITE),
        ("approval", "approved", Relation.SAME),
        ("organisation", "organization", Relation.SAME),
        ("film", "movie", Relation.SYNONYM),
        ("vehicle", "car", Relation.BROADER),
        ("car", "vehicle", Relation.NARROWER),
        ("gin", "wine", Relation.SIBLING),
        ("dublin", "tokyo", Relation.SIBLING),
        ("chinese", "china", Relation.KIN),
        ("happy", "unhappy", Relation.OPPOSITE),
        ("table", "quickly", Relation.NONE),
        ("zyxwv", "zyxwv", Relation.SAME),
        ("zyxwv", "table", Relation.NONE),
    ],
)
def test_relations(claim: str, source: str, expected: Relation) -> None:
    assert relation(claim, source) is expected


@pytest.mark.parametrize(
    ("form", "lemma"), [("fell", "fall"), ("rose", "rise"), ("cities", "city")]
)
def test_lemmas(form: str, lemma: str) -> None:
    assert lemma in lemmas(form)


def test_an_unknown_word_is_its_own_lemma() -> None:
    assert lemmas("qwxyz") == ("qwxyz",)
    assert commonness("qwxyz") == 0
    assert parts_of_speech("qwxyz") == ""


def test_first_and_last_words_of_the_table_are_found() -> None:
    assert relation("aardvark", "mammal") is not Relation.SAME
    assert commonness("make") == 9


def test_converses() -> None:
    assert are_converse("bought", "sells")
    assert are_converse("lent", "borrowed")
    assert not are_converse("bought", "purchased")
    assert not are_converse("bought", "lent")


def test_closed_classes() -> None:
    assert are_exclusive("red", "yellow")
    assert are_exclusive("Chinese".lower(), "indian")
    assert not are_exclusive("red", "red")
    assert not are_exclusive("grey", "monday")


def test_prepositions_are_not_opposites() -> None:
    assert relation("like", "unlike") is not Relation.OPPOSITE
    assert relation("like", "dislike") is Relation.OPPOSITE


@pytest.mark.parametrize(
    ("norm", "general", "expected"),
    [
        ("dog", "animal", True),
        ("cars", "vehicle", True),
        ("animal", "dog", False),
        ("dog", "cat", False),
        ("xyzzy", "animal", False),
    ],
)
def test_kinds_of_a_more_general_thing(norm: str, general: str, expected: bool) -> None:
    assert is_kind_of(norm, general) is expected
