"""What a model's answers are worth, each set measured with what the others taught.

    python -m benchmarks.training.calibrate ANSWERS.jsonl [ANSWERS.jsonl ...] [--out TABLE.json]

Reads the lines of evaluate.py. A claim is as well supported as its worst sentence. Two ways to pool
the pieces of a sentence are compared: `most` takes the piece that entails it most; `fitted` is a
logistic regression over what all pieces say. Its weights and the thresholds come from the other
sets alone, each set counting the same; the last line of the table is the mean over sets.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

Floats = NDArray[np.float64]
POOLS = ("most", "fitted")
SHORT = 40  # words of a piece that counts as a short window


@dataclass(frozen=True, slots=True)
class Figures:
    """What one set's claims were told.

    Attributes:
        balanced: mean of the recalls of supported and not supported claims; None with one class.
        false_alarms: share of the supported claims that were flagged.
        caught: share of the others that were flagged.
        auc: area under the curve of the score; None with one class.
    """

    set: str
    records: int
    balanced: float | None
    false_alarms: float | None
    caught: float | None
    auc: float | None


def _logit(p: float) -> float:
    p = min(max(p, 1e-4), 1 - 1e-4)
    return math.log(p / (1 - p))


def _features(pieces: Sequence[Sequence[float]], words: Sequence[int]) -> list[float]:
    """Of a sentence: what its pieces say, in log-odds. The first is the most a piece entails it."""
    entails = [_logit(p[0]) for p in pieces] or [_logit(0.0)]
    against = [_logit(p[2]) for p in pieces] or [_logit(0.0)]
    short = [e for e, w in zip(entails, words, strict=False) if w <= SHORT] or entails
    return [
        max(entails),
        sum(entails) / len(entails),
        max(short),
        entails[-1],
        max(against),
        against[entails.index(max(entails))],
    ]


def record_features(record: dict[str, Any]) -> list[float]:
    """Of a record: those of its least supported sentence, and how many sentences it has."""
    sentences = [
        _features(pieces, words)
        for pieces, words in zip(record["pieces"], record["words"], strict=True)
    ]
    return [*min(sentences), math.log(len(sentences))]


def set_weights(sets: NDArray[np.str_], gold: NDArray[np.bool_]) -> Floats:
    """Each set counts the same, and in it supported and other claims count the same."""
    weights = np.zeros(len(gold))
    for name in np.unique(sets):
        for value in (True, False):
            chosen = (sets == name) & (gold == value)
            if chosen.any():
                weights[chosen] = 1.0 / chosen.sum()
    return weights


def best_threshold(score: Floats, gold: NDArray[np.bool_], weights: Floats) -> float:
    """Where the weighted balanced accuracy is best."""
    order = np.argsort(score)
    gain = np.where(gold, -weights, weights)[order].cumsum()
    at = int(gain.argmax())
    following = score[order][min(at + 1, len(score) - 1)]
    return float((score[order][at] + following) / 2)


def scores(
    pool: str, x: Floats, gold: NDArray[np.bool_], weights: Floats, held: Floats
) -> tuple[Floats, Floats]:
    """Scores of the sets to learn from and of the one held out, pooled by one of POOLS."""
    if pool == "most":
        return x[:, 0], held[:, 0]
    middle, width = x.mean(0), x.std(0) + 1e-9
    model = LogisticRegression(C=0.1).fit((x - middle) / width, gold, sample_weight=weights * 100)
    return (
        model.decision_function((x - middle) / width),
        model.decision_function((held - middle) / width),
    )


def figures(name: str, gold: NDArray[np.bool_], score: Floats, threshold: float) -> Figures:
    """How a set fares at a threshold."""
    flagged = score < threshold
    alarms = float(flagged[gold].mean()) if gold.any() else None
    caught = float(flagged[~gold].mean()) if not gold.all() else None
    both = alarms is not None and caught is not None
    return Figures(
        set=name,
        records=len(gold),
        balanced=(1 - alarms + caught) / 2 if alarms is not None and caught is not None else None,
        false_alarms=alarms,
        caught=caught,
        auc=float(roc_auc_score(gold, score)) if both else None,
    )


def left_out(records: Sequence[dict[str, Any]], pool: str) -> list[Figures]:
    """Each set, by a threshold (and weights) from the others."""
    x = np.array([record_features(r) for r in records])
    gold = np.array([r["label"] == "supported" for r in records])
    sets = np.array([r["set"] for r in records])
    table = []
    for name in sorted(set(sets.tolist())):
        held, rest = sets == name, sets != name
        weights = set_weights(sets[rest], gold[rest])
        known, score = scores(pool, x[rest], gold[rest], weights, x[held])
        table.append(figures(name, gold[held], score, best_threshold(known, gold[rest], weights)))
    return table


def mean_of(table: Sequence[Figures]) -> Figures:
    """The mean over sets that have both classes."""
    rows = [f for f in table if f.balanced is not None]

    def mean(name: str) -> float:
        return float(np.mean([getattr(f, name) for f in rows]))

    return Figures(
        f"mean of {len(rows)}",
        sum(f.records for f in rows),
        mean("balanced"),
        mean("false_alarms"),
        mean("caught"),
        mean("auc"),
    )


def show(title: str, table: Sequence[Figures]) -> None:
    """Print a table."""
    print(f"\n{title}\n{'set':<28}{'n':>6}{'balanced':>10}{'alarms':>8}{'caught':>8}{'auc':>7}")
    for f in table:
        values = [f.balanced, f.false_alarms, f.caught, f.auc]
        cells = ["-" if v is None else f"{v:.3f}" for v in values]
        print(f"{f.set:<28}{f.records:>6}{cells[0]:>10}{cells[1]:>8}{cells[2]:>8}{cells[3]:>7}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("answers", type=Path, nargs="+")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    records = [
        json.loads(line)
        for file in args.answers
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    tables = {}
    for pool in POOLS:
        table = left_out(records, pool)
        table.append(mean_of(table))
        show(pool, table)
        tables[pool] = [asdict(f) for f in table]
    if args.out:
        args.out.write_text(json.dumps(tables, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
