"""A judge that can judge several claims at a time is given several, and nothing else changes."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Barrier

import pytest

from verifier import Checker, Claim, Finding, Settings
from verifier.errors import Cancelled
from verifier.judges import Lookup, OfflineJudge
from verifier.retrieval import Passage

SOURCE = """The mill in Oldbury employs 140 people. It was closed in 2019 after a flood.

The harbour of Lund handled 8,400 tonnes of barley in May. The director left the firm.
"""
REPORT = """The mill employs 150 people. The mill in Oldbury was closed in 2019.

The harbour handled 8,400 tonnes. The harbour is painted green. The mill employs 150 people.

The director did not leave the firm. It was closed after a fire.
"""
PATIENCE = 30.0


class Together:
    """Judges as the rules do, once as many as may judge at a time have begun."""

    name = "together"

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._rules = OfflineJudge(Settings(judge="rules"))
        self._barrier = Barrier(at_once)
        self._first = {"The mill employs 150 people.", "The mill in Oldbury was closed in 2019."}

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        if claim.text in self._first:
            self._first.discard(claim.text)
            self._barrier.wait(PATIENCE)
        return self._rules.judge(claim, passages, lookup)


def test_several_claims_are_judged_at_a_time_with_the_same_result() -> None:
    alone = Checker({"a.txt": SOURCE}, Settings(judge="rules"), cache=None).check_text(REPORT)
    checker = Checker({"a.txt": SOURCE}, Settings(), judge=Together(2), cache=None)
    together = checker.check_text(REPORT)
    assert together.findings == alone.findings
    assert len({finding.verdict for finding in together.findings}) >= 3
    assert checker.check_text(REPORT).findings == alone.findings


def test_a_cancelled_check_waits_for_the_claims_under_way_and_begins_no_other() -> None:
    begun: list[str] = []
    ended: list[str] = []
    two = Barrier(2)

    class Slow(Together):
        def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
            begun.append(claim.text)
            if len(begun) <= 2:
                two.wait(PATIENCE)
            finding = self._rules.judge(claim, passages, lookup)
            ended.append(claim.text)
            return finding

    checker = Checker({"a.txt": SOURCE}, Settings(), judge=Slow(2), cache=None)
    with pytest.raises(Cancelled):
        checker.check_text(REPORT * 40, cancelled=lambda: len(begun) >= 2)
    assert sorted(ended) == sorted(begun)
    assert len(begun) < 200


def test_the_rules_alone_are_given_one_claim_at_a_time() -> None:
    assert OfflineJudge(Settings(judge="rules")).at_once == 1
