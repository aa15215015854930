"""Training pairs: errors are errors, rewrites are none, no family both teaches and measures."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.training.gold import Pair
from benchmarks.training.made import of_both
from benchmarks.training.pairs import mixed, of_set
from benchmarks.training.perturb import ERRORS, REWRITES
from benchmarks.training.records import COMMON, HALVES, NEVER, OWN, read
from verifier.evaluation.sets import load_set, own_set_path

PREMISE = (
    "In March 2019 the port of Lysk handled 12,400 containers, more than in 2018, when Gdansk had "
    "handled 11,900. Most of the 14 cranes are run by Brandt Logistics, which may buy the rest."
)


def changed(kind: str, hypothesis: str, premise: str = PREMISE) -> set[str]:
    maker, _ = ERRORS[kind]
    return {text for n in range(40) if (text := maker(hypothesis, premise, random.Random(n)))}


@pytest.mark.parametrize(
    ("kind", "hypothesis", "one_of"),
    [
        ("number", "The port has 14 cranes.", "The port has 11,900 cranes."),
        ("date", "It was in March 2019.", "It was in March 2018."),
        ("unit", "It cost 3 million euros.", "It cost 3 billion euros."),
        ("negation", "The port was busy.", "The port was not busy."),
        ("negation", "The port was not busy.", "The port was busy."),
        ("antonym", "There were more than in 2018.", "There were fewer than in 2018."),
        ("name", "The cranes belong to Brandt Logistics.", "The cranes belong to Lysk."),
        ("role", "In 2018 Gdansk was beaten by Lysk.", "In 2018 Lysk was beaten by Gdansk."),
        ("quantifier", "It runs most cranes.", "It runs all cranes."),
        ("modality", "It may buy the rest.", "It will buy the rest."),
        ("scope", "The port is busy.", "The port is only busy."),
    ],
)
def test_each_kind_of_error(kind: str, hypothesis: str, one_of: str) -> None:
    assert one_of in changed(kind, hypothesis)


def test_a_wrong_number_does_not_stand_in_the_premise_unless_taken_from_it() -> None:
    for text in changed("number", "The port handled 12,400 containers."):
        number = text.split()[3]
        assert number != "12,400"
        assert number in ("11,900", "14") or number not in PREMISE


@pytest.mark.parametrize(
    ("kind", "hypothesis", "expected"),
    [
        ("plain_thousands", "It handled 12,400 boxes.", "It handled 12400 boxes."),
        ("grouped_thousands", "It handled 12400 boxes.", "It handled 12,400 boxes."),
        ("percent", "It grew by 12 %.", "It grew by 12 percent."),
        ("percent", "It grew by 12 percent.", "It grew by 12%."),
        ("magnitude", "It sold for 1.8 billion euros.", "It sold for 1,800 million euros."),
        ("words_for_digits", "It has 4 cranes.", "It has four cranes."),
        ("words_for_digits", "It has four cranes.", "It has 4 cranes."),
        ("date_order", "Opened on 5 March 2019.", "Opened on March 5, 2019."),
        ("date_order", "Opened on March 5, 2019.", "Opened on 5 March 2019."),
    ],
)
def test_lawful_rewrites(kind: str, hypothesis: str, expected: str) -> None:
    assert REWRITES[kind](hypothesis, PREMISE, random.Random(1)) == expected


@given(st.text(max_size=200), st.text(max_size=200), st.integers(0, 9))
def test_makers_take_any_text(hypothesis: str, premise: str, seed: int) -> None:
    for maker, _ in ERRORS.values():
        maker(hypothesis, premise, random.Random(seed))
    for rewrite in REWRITES.values():
        rewrite(hypothesis, premise, random.Random(seed))


def test_halves_share_nothing_and_some_sets_teach_nobody() -> None:
    a, b = set(HALVES["a"]), set(HALVES["b"])
    assert not a & b
    assert not (a | b | set(COMMON)) & set(NEVER)
    families = {name.rsplit("/", 1)[1].split("_")[0] for name in a} & {
        name.rsplit("/", 1)[1].split("_")[0] for name in b
    }
    assert families == {"summedits"}


def write_set(folder: Path, name: str, records: Sequence[Mapping[str, object]]) -> None:
    file = folder / f"{name}.jsonl.gz"
    file.parent.mkdir(exist_ok=True)
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(record) + "\n" for record in records)


SUMMARY = "The port of Lysk was busier than in 2018. Brandt Logistics may buy more cranes."


def test_the_wrong_sentence_of_a_summary_is_found(tmp_path: Path) -> None:
    wrong = SUMMARY.replace("may buy", "sold")
    both = wrong.replace("busier", "calmer")
    records = [
        {"id": n, "claim": claim, "source": PREMISE, "label": label}
        for n, (claim, label) in enumerate(
            [(SUMMARY, "supported"), (wrong, "not_supported"), (both, "not_supported")]
        )
    ]
    write_set(tmp_path, "dev/summedits_port", records)
    pairs = of_set(tmp_path, "dev/summedits_port", 100, seed=1)
    sentences = {(p.hypothesis, p.target) for p in pairs if p.kind == "sentence"}
    assert sentences == {
        ("The port of Lysk was busier than in 2018.", "supported"),
        ("Brandt Logistics may buy more cranes.", "supported"),
        ("Brandt Logistics sold more cranes.", "not_supported"),
    }


def test_pairs_are_the_same_each_time(tmp_path: Path) -> None:
    records = [
        {"id": n, "claim": f"The port has {n} cranes.", "source": PREMISE, "label": "supported"}
        for n in range(20, 50)
    ]
    write_set(tmp_path, "dev/cranes", records)
    assert of_set(tmp_path, "dev/cranes", 20, 3) == of_set(tmp_path, "dev/cranes", 20, 3)
    assert of_set(tmp_path, "dev/cranes", 20, 3) != of_set(tmp_path, "dev/cranes", 20, 4)


def test_partial_support_is_no_support_of_a_kind_not_told(tmp_path: Path) -> None:
    record = {"id": 1, "claim": "Lysk is busy.", "source": PREMISE, "label": "partial"}
    write_set(tmp_path, "dev/one", [record])
    (pair,) = of_set(tmp_path, "dev/one", 5, 1)
    assert pair.target == "not_supported"


def test_any_prefix_is_a_fair_mix() -> None:
    big = [Pair("big", "gold", "p", str(n), "supported") for n in range(900)]
    small = [Pair("small", "gold", "p", str(n), "supported") for n in range(100)]
    order = mixed([big, small], seed=2)
    for at in (100, 300, 700):
        assert sum(p.set == "small" for p in order[:at]) == pytest.approx(at / 10, abs=2)


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("supported", "supported", "supported"),
        ("supported", "unsupported", "unsupported"),
        ("unsupported", "supported", "unsupported"),
        ("supported", "contradicted", "not_supported"),
        ("contradicted", "unsupported", "not_supported"),
        ("not_supported", "supported", "not_supported"),
        ("contradicted", "contradicted", "contradicted"),
        ("unsupported", "unsupported", "unsupported"),
    ],
)
def test_two_claims_hold_together_only_where_both_do(first: str, second: str, both: str) -> None:
    assert of_both(first, second) == both


def test_joined_claims_say_both_and_stand_beside_what_both_were_read_with(tmp_path: Path) -> None:
    records = [
        {
            "id": str(n),
            "claim": f"Boat {n} is red.",
            "source": f"Boat {n} was painted red.",
            "label": label,
        }
        for n, label in enumerate(["supported", "unsupported", "contradicted", "supported"] * 20)
    ]
    labels = {r["claim"]: r["label"] for r in records}
    write_set(tmp_path, "dev/boats", records)
    joined = [p for p in of_set(tmp_path, "dev/boats", 1000, 1) if p.kind == "joined"]
    assert joined
    for pair in joined:
        numbers = [word for word in pair.hypothesis.split() if word.isdigit()]
        assert len(numbers) == 2
        assert all(f"Boat {n} was painted red." in pair.premise for n in numbers)
        both = of_both(*(labels[f"Boat {n} is red."] for n in numbers))
        assert pair.target == both


def test_only_the_first_half_of_our_own_set_teaches(tmp_path: Path) -> None:
    held_back = {c.claim for c in load_set(own_set_path()).of_split("test").claims}
    taught = {record["claim"] for record in read(tmp_path, OWN)}
    assert taught
    assert not taught & held_back


def test_the_evidence_of_our_own_set_is_where_it_says(tmp_path: Path) -> None:
    known = {c.id: c for c in load_set(own_set_path()).claims}
    for record in read(tmp_path, OWN):
        claim = known[record["id"]]
        quotes = [
            [claim.sources[s.source][s.start : s.end] for s in spans]
            for spans in claim.evidence_sets
        ]
        assert [
            [record["source"][a:b] for a, b in spans] for spans in record["evidence_sets"]
        ] == quotes
