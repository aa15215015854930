"""The pieces of the sources that an entailment model reads."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from verifier.judges.nli_windows import (
    LENGTHS,
    gathered,
    joined,
    pieces,
    rarity,
    stems,
    weigh,
    window_around,
)

FILLER = "Nothing else of interest was written down on that long and quiet day."
RUN = [
    FILLER,
    "The lighthouse at Varn was built in 1862.",
    "It replaced a wooden tower.",
    FILLER,
    "The keeper of the lighthouse, Anna Roth, retired in 1901.",
    FILLER,
]


def premises(claim: str, runs: list[list[str]]) -> list[str]:
    return [joined(runs, places) for places in pieces(claim, runs)]


def test_the_first_piece_is_a_short_window_on_the_evidence() -> None:
    found = premises("The lighthouse at Varn was built in 1862.", [RUN])
    assert "built in 1862" in found[0]
    assert len(found[0].split()) <= 40


def test_windows_of_several_lengths() -> None:
    sizes = [len(p.split()) for p in premises("Varn's lighthouse was built in 1862.", [RUN * 8])]
    assert min(sizes) < 40
    assert max(sizes) >= 120


def test_spread_evidence_is_gathered_in_the_order_of_the_source() -> None:
    claim = "Anna Roth kept the lighthouse at Varn, built in 1862, until she retired in 1901."
    together = gathered(claim, [RUN])
    assert together == f"{RUN[1]} {RUN[4]}"
    assert together in premises(claim, [RUN])


def test_evidence_from_two_places_is_gathered() -> None:
    claim = "The lighthouse was built in 1862 and Roth retired in 1901."
    assert gathered(claim, [[RUN[4]], [FILLER], [RUN[1]]]) == f"{RUN[4]} {RUN[1]}"


def test_windows_stay_inside_their_run() -> None:
    (only,) = {p for p in premises("Built in 1862.", [[RUN[1]], [RUN[2]]]) if "1862" in p}
    assert only == RUN[1]


def test_nothing_shared() -> None:
    assert gathered("Bananas ripen.", [RUN]) == ""
    assert len(premises("Bananas ripen.", [RUN])) > 0
    assert premises("Bananas ripen.", []) == []
    assert premises("Bananas ripen.", [[]]) == []


def test_the_gathered_piece_can_be_left_out() -> None:
    claim = "The lighthouse was built in 1862 and Roth retired in 1901."
    assert gathered(claim, [RUN]) not in {
        joined([RUN], places) for places in pieces(claim, [RUN], LENGTHS[:1], gather=0)
    }


def test_a_window_grows_towards_what_the_claim_wants() -> None:
    wanted = stems("A wooden tower was replaced.")
    assert window_around(RUN, 1, 10, wanted, rarity(RUN)) == (1, 3)


@given(
    st.text(max_size=60),
    st.lists(st.lists(st.sampled_from([*RUN, "", "!?"]), max_size=6), max_size=4),
)
def test_pieces_are_made_of_whole_sentences_and_differ(claim: str, runs: list[list[str]]) -> None:
    found = pieces(claim, runs)
    assert len(set(found)) == len(found)
    for places in found:
        assert places
        assert list(places) == sorted(set(places))
        assert all(0 <= at < len(runs[run]) for run, at in places)


def test_the_order_of_the_stems_does_not_change_their_weight() -> None:
    weights = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.7}
    assert len({weigh(order, weights) for order in permutations(weights)}) == 1
