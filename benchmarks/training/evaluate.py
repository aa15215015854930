"""What the rules and a model see of labelled claims, before any score.

    python -m benchmarks.training.evaluate MODEL OUT.jsonl SET.jsonl.gz ... [--most 260]

MODEL is a folder that export.py wrote. The claims are found, and the passages searched, as in any
check. Each line of OUT.jsonl is a record: its set, document, split and label, and for each of its
claims the rules' features and what the model says of every piece read for it. Nothing is fitted
here; calibrate.py reads the lines. OUT.jsonl.pairs keeps the model's answers, so that a second run
asks only what is new.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from verifier import Checker, Claim, Finding, Settings, Verdict
from verifier.evaluation.sets import LabelledClaim, load_set
from verifier.judges import Lookup, OfflineJudge
from verifier.judges.case import Case, build_case
from verifier.judges.contradictions import contradictions_of, rival_values
from verifier.judges.entailed import GATHERED_WORDS, LENGTHS, as_read, runs_of
from verifier.judges.nli import EntailmentModel, load
from verifier.judges.nli_windows import Place, gathered_places, joined, windows
from verifier.judges.offline import verbatim_sentence
from verifier.retrieval import Passage

WINDOWS: Final = {f"w{words}": (words, best) for words, best in LENGTHS}
GATHERED: Final = {f"g{GATHERED_WORDS}": GATHERED_WORDS}
READ: Final = (
    *(f"{name}.{number}" for name, (_, best) in WINDOWS.items() for number in range(best)),
    *GATHERED,
)
"""The names of the pieces that the judge reads."""


@dataclass(slots=True)
class Asked:
    """A claim as the judge sees it.

    Attributes:
        features: the rules'; empty where nothing was found.
        contradictions: the kinds of the typed ones.
        overclaims: sensitivity -> whether one decides the verdict.
        pieces: text -> the names of the windows that it is.
    """

    text: str
    verbatim: bool = False
    features: tuple[float, ...] = ()
    contradictions: tuple[str, ...] = ()
    overclaims: dict[str, bool] = field(default_factory=dict)
    pieces: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether the model may have a say."""
        return bool(self.features) and not self.contradictions and not self.verbatim


class Collector:
    """A judge that gives no verdict but keeps what a verdict would be made from."""

    name = "collector"

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}
        self._judges = {
            name: OfflineJudge(Settings(judge="rules", sensitivity=name))
            for name in ("cautious", "balanced", "strict")
        }

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        """Keep what is seen of `claim`."""
        asked = Asked(claim.text)
        if verbatim_sentence(claim, passages):
            asked.verbatim = True
        elif case := build_case(claim, passages, lookup):
            rivals = (*case.differences, *rival_values(case.analysis, case.ground))
            found = contradictions_of(case.analysis, case.ground, rivals)
            asked.features = case.values
            asked.contradictions = tuple(difference.kind.value for difference in found)
            asked.overclaims = {
                name: judge.has_decisive_overclaim(case) for name, judge in self._judges.items()
            }
            asked.pieces = pieces_of(claim.text, case)
        self.asked[claim.text] = asked
        return Finding(claim, Verdict.SUPPORTED, 1.0, "not judged")


def pieces_of(claim: str, case: Case) -> dict[str, list[str]]:
    """Every piece that some choice of windows would read, with the names of these."""
    runs = [
        [as_read(sentence) for sentence in run]
        for run in runs_of([candidate.sentence for candidate in case.ground.candidates])
    ]
    named: list[tuple[str, tuple[Place, ...]]] = []
    for name, (words, best) in WINDOWS.items():
        found = windows(claim, runs, words, best)
        named += [(f"{name}.{number}", places) for number, places in enumerate(found)]
    named += [(name, gathered_places(claim, runs, words)) for name, words in GATHERED.items()]
    pieces: dict[str, list[str]] = {}
    for name, places in named:
        if places:
            pieces.setdefault(joined(runs, places), []).append(name)
    return pieces


def collect(claims: Sequence[LabelledClaim]) -> Iterator[tuple[LabelledClaim, list[Asked]]]:
    """Each record with its claims; the records of one document share a checker."""
    groups: dict[str, list[LabelledClaim]] = {}
    for claim in claims:
        groups.setdefault(claim.document, []).append(claim)
    for group in groups.values():
        collector = Collector()
        checker = Checker(dict(group[0].sources), Settings(), judge=collector, cache=None)
        for claim in group:
            result = checker.check_text(claim.claim)
            yield claim, [collector.asked[finding.claim.text] for finding in result.findings]


class Answers:
    """The model's answers, kept in a file between runs."""

    def __init__(self, model: EntailmentModel, file: Path) -> None:
        self._model = model
        self._file = file
        self._known: dict[str, list[float]] = {}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                key, answer = json.loads(line)
                self._known[key] = answer

    def of(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        """What each premise says of its claim: entailment, neutral, contradiction."""
        keys = [self._key(pair) for pair in pairs]
        new = {k: p for k, p in zip(keys, pairs, strict=True) if k not in self._known}
        with self._file.open("a", encoding="utf-8") as file:
            scores = self._model.scores(list(new.values()))
            for key, answer in zip(new, scores, strict=True):
                self._known[key] = [round(p, 6) for p in answer]
                file.write(json.dumps([key, self._known[key]]) + "\n")
        return [self._known[key] for key in keys]

    def _key(self, pair: tuple[str, str]) -> str:
        text = json.dumps([self._model.digest, *pair])
        return hashlib.sha256(text.encode()).hexdigest()[:24]


def line_of(name: str, record: LabelledClaim, asked: Sequence[Asked], answers: Answers) -> str:
    """A record as calibrate.py reads it."""
    claims: list[dict[str, Any]] = []
    for one in asked:
        pairs = [(piece, one.text) for piece in one.pieces] if one.is_open else []
        claims.append(
            {
                "text": one.text,
                "verbatim": one.verbatim,
                "features": one.features,
                "contradictions": one.contradictions,
                "overclaims": one.overclaims,
                "pieces": [
                    {"windows": names, "words": len(piece.split()), "says": says, "text": piece}
                    for (piece, names), says in zip(
                        one.pieces.items() if pairs else (), answers.of(pairs), strict=True
                    )
                ],
            }
        )
    return json.dumps(
        {
            "set": name,
            "id": record.id,
            "document": record.document,
            "split": record.split,
            "label": record.label.value,
            "claims": claims,
        },
        ensure_ascii=False,
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--split", choices=["dev", "test", "all"], default="all")
    parser.add_argument("--most", type=int, default=260, help="records of a set, 0 for all")
    args = parser.parse_args()
    model = load(args.model)
    if model is None:
        raise SystemExit(f"{args.model} cannot be loaded")
    answers = Answers(model, args.out.with_name(args.out.name + ".pairs"))
    with args.out.open("w", encoding="utf-8") as out:
        for path in args.sets:
            labelled = load_set(path).of_split(args.split).sample(args.most)
            for record, asked in collect(labelled.claims):
                out.write(line_of(labelled.name, record, asked, answers) + "\n")
            out.flush()
            print(labelled.name, flush=True)


if __name__ == "__main__":
    main()
