"""Labelled sets -> feature rows: what the offline judge sees of every claim, before any score.

    python -m benchmarks.fitting.collect EVALSETS ROWS.pickle [--most 700] [--only NAME ...]

EVALSETS is a folder of gzipped JSONL files, one labelled record a line with at least "claim",
"source" and "label". A record's claim text may hold several claims; each gives a row.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import pickle
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier import Checker, Claim, Finding, Settings, Verdict
from verifier.judges import Lookup
from verifier.judges.case import build_case
from verifier.judges.contradictions import contradictions_of, rival_values
from verifier.judges.offline import OfflineJudge, verbatim_sentence
from verifier.retrieval import Passage


@dataclass(frozen=True, slots=True)
class Row:
    """One claim of a record.

    Attributes:
        features: empty where no passage was found.
        contradictions: the kinds of what contradicts it.
        verbatim: whether it stands in the source word for word.
        overclaims: whether it says more than the source where a good score does not help, for
            `cautious` and for the others.
    """

    features: tuple[float, ...]
    contradictions: tuple[str, ...]
    verbatim: bool
    overclaims: tuple[bool, bool] = (False, False)


@dataclass(slots=True)
class Record:
    """One labelled record; `document` names its source text."""

    dataset: str
    id: str
    document: str
    label: str
    rows: list[Row] = field(default_factory=list)


_JUDGES = (
    OfflineJudge(Settings(judge="rules", sensitivity="cautious")),
    OfflineJudge(Settings(judge="rules", sensitivity="balanced")),
)
_CHUNK = 150


class Collector:
    """A judge that gives no verdict but keeps what a verdict would be made from."""

    name = "collector"

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        """Keep the row of `claim`."""
        if verbatim_sentence(claim, passages):
            self.rows.append(Row((), (), True))
        elif case := build_case(claim, passages, lookup):
            rivals = (*case.differences, *rival_values(case.analysis, case.ground))
            found = contradictions_of(case.analysis, case.ground, rivals)
            kinds = tuple(difference.kind.value for difference in found)
            cautious, others = (judge.has_decisive_overclaim(case) for judge in _JUDGES)
            self.rows.append(Row(case.values, kinds, False, (cautious, others)))
        else:
            self.rows.append(Row((), (), False))
        return Finding(claim, Verdict.SUPPORTED, 1.0, "not judged")


def collect(dataset: str, raw: dict[str, Any]) -> Record:
    """The record of one line of a set."""
    document = hashlib.md5(raw["source"].encode(), usedforsecurity=False).hexdigest()[:12]
    record = Record(dataset, raw["id"], document, raw["label"])
    collector = Collector()
    checker = Checker({"source": raw["source"]}, judge=collector, cache=None)
    checker.check_text(raw["claim"])
    record.rows = collector.rows
    return record


def read_set(path: Path, most: int) -> list[dict[str, Any]]:
    """The records of a file; where there are more than `most`, which is not 0, that many by lot."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        raws = [json.loads(line) for line in lines]
    if most and len(raws) > most:
        raws = sorted(random.Random(path.name).sample(raws, most), key=lambda raw: str(raw["id"]))
    return raws


def collect_all(job: tuple[str, list[dict[str, Any]]]) -> list[Record]:
    """The records of some lines of the set named first."""
    dataset, raws = job
    return [collect(dataset, raw) for raw in raws]


def main() -> None:
    """Read the sets, write the rows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("evalsets", type=Path)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--most", type=int, default=0, help="records of a set; 0: all")
    parser.add_argument("--only", nargs="*", default=[])
    arguments = parser.parse_args()
    jobs = []
    for path in sorted(arguments.evalsets.glob("*.jsonl.gz")):
        name = path.name.removesuffix(".jsonl.gz")
        if not arguments.only or name in arguments.only:
            raws = read_set(path, arguments.most)
            jobs += [(name, raws[at : at + _CHUNK]) for at in range(0, len(raws), _CHUNK)]
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(collect_all, jobs))
    arguments.rows.write_bytes(pickle.dumps([record for records in found for record in records]))
    print(sum(len(records) for records in found), "records")


if __name__ == "__main__":
    main()
