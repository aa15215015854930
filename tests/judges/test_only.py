"""A claim that says "only", and sources that rule out the rest in other words."""

from __future__ import annotations

import pytest

from verifier import Checker, ConflictKind, Settings

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
