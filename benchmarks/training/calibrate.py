"""The score with the model: fitted, measured with one set left out at a time, and written.

    python -m benchmarks.training.calibrate WITHOUT ANSWERS.jsonl ... [--apart ANSWERS.jsonl ...]
        [--model FOLDER]

Reads the lines of evaluate.py, of sets that the model has not learnt from. WITHOUT is the folder of
rules' scores that `benchmarks.fitting.fit_score --out-of` wrote, so that the rules' share of a
claim's score comes from other sets, as it will in use. Compared on the same records: the rules as
they are without a model, the model alone (the most that any piece entails the claim), and both.
How the four values are mixed is set in MIX; scale and thresholds are fitted, each set counting the
same, and those for a set come from the other sets. The sets after --apart are measured with what
all the others teach.
"""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from benchmarks.fitting.fit_score import auc, laid_out
from benchmarks.training.evaluate import READ
from verifier.judges.calibration import Model, load_model, parse_model
from verifier.judges.entailed import FEATURES, SCORE, features, log_odds, seen_by_neither
from verifier.judges.nli import read_manifest

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

MIX: Final = {
    "rules_log_odds": 0.4,
    "entails_most": 0.5,
    "entails_mean": 0.5,
    "contradicts_beside": -0.6,
}
"""Rough on purpose: what was fitted on so few sets did no better on the set left out."""

NEVER, ALWAYS = -20.0, 20.0
OVERCLAIM: Final = 2.94
"""The log-odds that the rules alone ask for beside an overclaim."""
MOST_ALARMS: Final = {"cautious": 0.14, "balanced": 0.3}
MOST_PASSED: Final = 0.2
LEAST_PRECISION: Final = 0.9
FEWEST_CONTRADICTED: Final = 30
MOST_CONTRADICTED: Final = 0.7
MOST_WRONG: Final = 0.02
CONTRADICTIONS: Final = (0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)
UNCHANGED: Final = 0.02


@dataclass(frozen=True, slots=True)
class Row:
    """One claim of a record.

    Attributes:
        alone: what the rules say without a model, in log-odds.
        rules: the rules' score, in log-odds, before any typed evidence decides.
        values: FEATURES; empty where the typed evidence decides even beside a model.
        contradicts: the most that any piece contradicts it, 0 to 1.
    """

    alone: float
    rules: float
    values: tuple[float, ...] = ()
    contradicts: float = 0.0


@dataclass(frozen=True, slots=True)
class Record:
    """One labelled record."""

    dataset: str
    document: str
    label: str
    split: str
    rows: tuple[Row, ...]
    cuts: Mapping[str, float]
    """Sensitivity -> threshold of the rules that were fitted without this set, in log-odds."""

    @property
    def good(self) -> bool:
        """Whether the sources support it."""
        return self.label == "supported"


class Rules:
    """The rules' scores, each fitted without one set."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, Model] = {}

    def without(self, name: str) -> Model:
        """The one fitted without the set `name`; the one that ships where it had no part."""
        if name not in self._known:
            file = self._folder / f"{name}.json"
            there = file.exists()
            model = parse_model(json.loads(file.read_text("utf-8"))) if there else load_model()
            self._known[name] = model
        return self._known[name]


def read_records(files: Sequence[Path], rules: Rules, windows: Sequence[str]) -> list[Record]:
    """The records of evaluate.py, read with these windows alone."""
    found = []
    for line in (line for f in files for line in f.read_text("utf-8").split("\n") if line):
        raw = json.loads(line)
        model = rules.without(raw["set"])
        rows = tuple(row_of(claim, model, windows) for claim in raw["claims"])
        cuts = {name: log_odds(value) for name, value in model.thresholds.items()}
        if rows:
            found.append(
                Record(raw["set"], raw["document"], raw["label"], raw["split"], rows, cuts)
            )
    return found


def row_of(claim: Mapping[str, Any], rules: Model, windows: Sequence[str]) -> Row:
    """The row of one claim."""
    if claim["verbatim"]:
        return Row(ALWAYS, ALWAYS)
    if not claim["features"] or claim["contradictions"]:
        return Row(NEVER, NEVER)
    odds = log_odds(rules.probability(claim["features"]))
    overclaims = claim["overclaims"]
    alone = NEVER if overclaims["balanced"] and odds < OVERCLAIM else odds
    if overclaims["cautious"]:
        return Row(alone, odds)
    says = [p["says"] for p in claim["pieces"] if any(name in windows for name in p["windows"])]
    return Row(alone, odds, features(odds, says), max(s[2] for s in says))


Score = Callable[[Record], float]


def by_rules(record: Record) -> float:
    """The rules' score of the worst claim."""
    return min(row.alone for row in record.rows)


def by_model(record: Record) -> float:
    """The model's, where it is asked."""
    return min(row.values[1] if row.values else row.alone for row in record.rows)


def by_both(record: Record) -> float:
    """The mix of both, before it is scaled."""
    return min(mixed(row.values) if row.values else row.alone for row in record.rows)


def mixed(values: Sequence[float]) -> float:
    """The mix of FEATURES."""
    if seen_by_neither(values):
        return NEVER
    return sum(MIX[name] * value for name, value in zip(FEATURES, values, strict=True))


SCORES: Final[Mapping[str, Score]] = {"rules": by_rules, "model": by_model, "both": by_both}
Sets = Mapping[str, list[Record]]


def by_set(records: Sequence[Record]) -> dict[str, list[Record]]:
    """The records of each set."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.dataset, []).append(record)
    return found


def gold_of(records: Sequence[Record]) -> Bools:
    """Which are supported."""
    return np.array([record.good for record in records])


def values_of(records: Sequence[Record], score: Score) -> Floats:
    """The records' scores."""
    return np.array([score(record) for record in records])


def thresholds(sets: Sets, score: Score) -> dict[str, float]:
    """Sensitivity -> threshold, from the sets with both classes."""
    data = [(gold_of(records), values_of(records, score)) for records in sets.values()]
    data = [(g, v) for g, v in data if g.any() and not g.all()]
    inner = np.concatenate([v for _, v in data])
    cuts = np.unique(np.quantile(inner[np.abs(inner) < ALWAYS], np.linspace(0.005, 0.995, 199)))
    alarm = np.array([np.mean([np.mean(v[g] < cut) for g, v in data]) for cut in cuts])
    passed = np.array([np.mean([np.mean(v[~g] >= cut) for g, v in data]) for cut in cuts])
    allowed = np.flatnonzero(alarm <= MOST_ALARMS["balanced"])
    best = int(allowed[(1 - (alarm + passed) / 2)[allowed].argmax()]) if len(allowed) else 0
    cautious = int(np.flatnonzero(alarm <= MOST_ALARMS["cautious"]).max(initial=0))
    strict = np.flatnonzero(passed <= MOST_PASSED)
    chosen = {
        "cautious": min(cautious, best),
        "balanced": best,
        "strict": max(int(strict[0]) if len(strict) else len(cuts) - 1, best),
    }
    return {name: float(cuts[at]) for name, at in chosen.items()}


def figures(records: Sequence[Record], said: Bools, values: Floats) -> tuple[float, ...]:
    """Balanced accuracy, its standard error, false alarms, caught, area under the curve."""
    gold = gold_of(records)
    alarms = float(1 - said[gold].mean()) if gold.any() else np.nan
    caught = float(1 - said[~gold].mean()) if not gold.all() else np.nan
    return (1 - alarms + caught) / 2, spread(records, said), alarms, caught, auc(gold, values)


def spread(records: Sequence[Record], said: Bools) -> float:
    """Standard error of the balanced accuracy, by bootstrap; whole documents are redrawn."""
    rng = np.random.default_rng(7)
    gold = gold_of(records)
    rows: dict[str, list[int]] = {}
    for at, record in enumerate(records):
        rows.setdefault(record.document, []).append(at)
    groups, found = list(rows.values()), []
    for _ in range(200):
        drawn = np.concatenate([groups[i] for i in rng.integers(0, len(groups), len(groups))])
        g, s = gold[drawn], said[drawn]
        if g.any() and not g.all():
            found.append((s[g].mean() + 1 - s[~g].mean()) / 2)
    return float(np.std(found)) if found else np.nan


def supported(
    sets: Sets, name: str, records: Sequence[Record], title: str, sensitivity: str
) -> Bools:
    """Which records of the set `name` are let through, by what the other sets teach.

    The rules alone keep the thresholds that they have in use.
    """
    score = SCORES[title]
    if title == "rules":
        return np.array([score(record) >= record.cuts[sensitivity] for record in records])
    others = {other: found for other, found in sets.items() if other != name}
    return values_of(records, score) >= thresholds(others, score)[sensitivity]


def report(sets: Sets, apart: Sets) -> None:
    """Print what each score is worth."""
    for sensitivity in ("cautious", "balanced"):
        for title, score in SCORES.items():
            for part in (sets, apart):
                rows = {
                    f"{name} ({len(records)})": figures(
                        records,
                        supported(sets, name, records, title, sensitivity),
                        values_of(records, score),
                    )
                    for name, records in part.items()
                }
                show(f"{title}, {sensitivity}", rows, mean=part is sets)
    print("\nthe model's own contradictions: precision, how many, worst share of supported records")
    for least in CONTRADICTIONS:
        print(f"  {least:.2f}" + "".join(f"{v:9.3f}" for v in contradiction_figures(sets, least)))


def show(title: str, rows: Mapping[str, tuple[float, ...]], mean: bool) -> None:
    """Print a table, with the mean of the sets with both classes if asked for."""
    if rows:
        print(f"\n{title:30s} balanced   +-    alarms  caught    auc")
    for name, row in rows.items():
        print(f"{name:30s}" + " ".join(f"{v:7.3f}" for v in row))
    full = np.array([row for row in rows.values() if not np.isnan(row[0])])
    if mean:
        means = full.mean(0)
        means[1] = np.sqrt((full[:, 1] ** 2).sum()) / len(full)
        print(f"{'mean':30s}" + " ".join(f"{v:7.3f}" for v in means))


def contradiction_figures(sets: Sets, least: float) -> tuple[float, float, float]:
    """Precision and number of the model's own contradictions, on sets that tell them apart.

    Sets with hardly anything else do not count. The third is the largest share, over all sets, of
    supported records that would be called contradicted.
    """
    told: list[bool] = []
    wrong = [0.0]
    for records in sets.values():
        said = [any(row.values and row.contradicts >= least for row in r.rows) for r in records]
        good = [s for s, record in zip(said, records, strict=True) if record.good]
        wrong.append(float(np.mean(good)) if good else 0.0)
        contradicted = [record.label == "contradicted" for record in records]
        if 0 < np.mean(contradicted) < MOST_CONTRADICTED:
            told += [c for c, s in zip(contradicted, said, strict=True) if s]
    return float(np.mean(told)) if told else np.nan, float(len(told)), max(wrong)


def least_contradiction(sets: Sets) -> float | None:
    """From where the model alone may call a claim contradicted; None where that is nowhere."""
    for least in CONTRADICTIONS:
        precision, count, wrong = contradiction_figures(sets, least)
        if precision >= LEAST_PRECISION and count >= FEWEST_CONTRADICTED and wrong <= MOST_WRONG:
            return least
    return None


def asked_range(sets: Sets, cut: float) -> tuple[float, float]:
    """The rules' scores outside of which the model hardly ever says otherwise.

    Above, at most a share of UNCHANGED of the records gets flagged; below, that many supported.
    """
    records = [r for rs in sets.values() for r in rs if all(row.values for row in r.rows)]
    odds = np.array([min(row.rules for row in record.rows) for record in records])
    order = np.argsort(odds)
    rules, said = odds[order], values_of(records, by_both)[order] >= cut
    counts = np.arange(1, len(said) + 1)
    below = np.flatnonzero(np.cumsum(said) / counts > UNCHANGED)
    above = np.flatnonzero((np.cumsum(~said[::-1]) / counts)[::-1] > UNCHANGED)
    low = rules[below[0]] if len(below) else rules[-1]
    high = rules[above[-1]] if len(above) else rules[0]
    return float(1 / (1 + np.exp(-low))), float(1 / (1 + np.exp(-high)))


def scale_of(sets: Sets) -> tuple[float, float]:
    """Slope and base that turn the mix into log-odds; each set and each side counts the same.

    After Platt, "Probabilistic outputs for support vector machines" (1999).
    """
    values, labels, weights = [], [], []
    for records in sets.values():
        gold, mix = gold_of(records), values_of(records, by_both)
        inner = np.abs(mix) < ALWAYS
        for side in (gold & inner, ~gold & inner):
            values += mix[side].tolist()
            labels += gold[side].tolist()
            weights += [1.0 / max(1, side.sum())] * int(side.sum())
    model = LogisticRegression(C=1e6).fit(np.array(values)[:, None], labels, sample_weight=weights)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def as_json(sets: Sets, digest: str, windows: Sequence[str]) -> str:
    """The score as the package keeps it."""
    slope, base = scale_of(sets)
    cuts = thresholds(sets, by_both)
    low, high = asked_range(sets, cuts["balanced"])
    data = {
        "provenance": {
            "script": "benchmarks/training/calibrate.py",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "sets": {name: len(records) for name, records in sets.items()},
            "windows": list(windows),
            "method": "a fixed mix; scale and thresholds fitted",
        },
        "model": digest,
        "features": list(FEATURES),
        "weights": [round(slope * MIX[name], 4) for name in FEATURES],
        "base": round(base, 4),
        "thresholds": {
            name: round(float(1 / (1 + np.exp(-(slope * cut + base)))), 4)
            for name, cut in cuts.items()
        },
        "asked": [round(low, 4), round(high, 4)],
        "contradicts": least_contradiction(sets),
    }
    return laid_out(data)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("without", type=Path)
    parser.add_argument("answers", type=Path, nargs="+")
    parser.add_argument("--apart", type=Path, nargs="*", default=[])
    parser.add_argument("--windows", nargs="+", default=list(READ))
    parser.add_argument("--model", type=Path, help="folder to write the score into")
    args = parser.parse_args()
    rules = Rules(args.without)
    sets = by_set(read_records(args.answers, rules, args.windows))
    report(sets, by_set(read_records(args.apart, rules, args.windows)))
    if args.model:
        text = as_json(sets, read_manifest(args.model).digest, args.windows)
        (args.model / SCORE).write_text(text, "utf-8")
        print(text)


if __name__ == "__main__":
    main()
