"""A claim that says "only", and sources that rule out the rest in other words."""

from __future__ import annotations

import pytest

from verifier import Checker, ConflictKind, Settings, Verdict

SOURCES = {
    "Hooks are meant for events during setup, not events in general operation.": False,
    "Hooks are meant for events during setup but not for later ones.": False,
    "Currently no events are meant for hooks besides those during setup.": False,
    "Hooks are solely meant for events during setup.": False,
    "Hooks are meant for events during setup.": True,
    "Hooks do not fail, and they are meant for events during setup.": True,
}


@pytest.mark.parametrize(("source", "expected"), SOURCES.items())
def test_only_is_borne_out_where_the_rest_is_ruled_out(source: str, expected: bool) -> None:
    checker = Checker({"a.txt": source}, Settings(judge="rules", sensitivity="strict"), cache=None)
    (finding,) = checker.check_text("Hooks are meant for events during setup only.").findings
    kinds = {conflict.kind for conflict in finding.conflicts}
    assert (ConflictKind.QUANTIFIER in kinds) is expected


@pytest.mark.parametrize(
    ("source", "claim", "verdict"),
    [
        (
            "Any program can activate an explicit trigger at any time.",
            "Only root can activate an explicit trigger.",
            Verdict.PARTIAL,
        ),
        (
            "The owner of the house opens the gate in the morning.",
            "Only the owner of the house opens the gate.",
            Verdict.SUPPORTED,  # said of what the source speaks of, "only" passes by default
        ),
    ],
)
def test_only_what_the_source_does_not_speak_of(source: str, claim: str, verdict: Verdict) -> None:
    checker = Checker({"a.txt": source}, Settings(judge="rules"), cache=None)
    assert checker.check_text(claim).findings[0].verdict is verdict
