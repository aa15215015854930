"""An engine with a second judge, who waits at a gate before each claim and supports the buyback.

Run as `python -m tests.lsp.slow_engine GATE`, where GATE is a named pipe: whoever opens it for
writing lets the judge through, once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lsp_server.engine import process, service
from verifier.checker import Checker
from verifier.judges import Lookup, OfflineJudge
from verifier.model import Claim, Finding, Verdict
from verifier.retrieval import Passage


class SlowJudge:
    """Says what the rules say, except that the board did approve a buyback."""

    name = "slow"

    def __init__(self, gate: Path) -> None:
        self._gate = gate
        self._rules = OfflineJudge()

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        self._gate.read_bytes()
        if "crash" in claim.text:
            raise RuntimeError("the judge broke")
        if "buyback" in claim.text:
            return Finding(claim, Verdict.SUPPORTED, 0.9, "so it is")
        return self._rules.judge(claim, passages, lookup)


def main() -> None:
    judge = SlowJudge(Path(sys.argv[1]))

    class SlowChecker(Checker):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **{**options, "judge": judge})

    service.Checker = SlowChecker  # type: ignore[attr-defined]
    process.run()


if __name__ == "__main__":
    main()
