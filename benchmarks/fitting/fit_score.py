"""Fit the score of the offline judge, leaving one set out at a time, and write its coefficients.

    python -m benchmarks.fitting.collect EVALSETS/dev ROWS.pickle
    python -m benchmarks.fitting.fit_score ROWS.pickle verifier/judges/data/score.json

At most 700 records of a set take part in a fit, so that it takes a minute; the figures that are
printed are of every record, each judged without its set.

The score is the mean of two models' log-odds: gradient boosting of shallow trees with monotone
constraints (Friedman 2001), in which more coverage never lowers the score and more evidence against
the claim never raises it, and logistic regression, which carries over better to sets that neither
has seen. Every set weighs
the same, and so do the supported and the other claims within a set. The thresholds are chosen on
predictions of models that have not seen the set: `balanced` has the best mean balanced accuracy,
`cautious` flags at most one supported claim in four, `strict` lets at most one in five others pass.
`--out-of` also writes, for every set, the model that was fitted without it.
"""

from __future__ import annotations

import argparse
import datetime
import json
import pickle
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from benchmarks.fitting.collect import Record, Row
from verifier.judges.calibration import SPREAD
from verifier.judges.features import DIRECTIONS, FEATURES

Array = NDArray[np.float64]


class Scoring(Protocol):
    """A model that gives log-odds."""

    def decision_function(self, rows: Array) -> Array:
        """The log-odds of each row."""
        ...


class Fitting(Scoring, Protocol):
    """A model that can be fitted."""

    def fit(self, rows: Array, labels: Array, sample_weight: Array) -> object:
        """Fit it."""
        ...


T = TypeVar("T", bound=Fitting)
APART = ("llmfeeder_eval",)
MOST_FITTED = 700
WORKERS = 4
"""Processes; set OMP_NUM_THREADS=1 so that they do not hinder each other."""
NEVER, ALWAYS = -1e9, 1e9
CONTRADICTED = -2.944
"""The log-odds of the highest score that a contradicted claim gets."""
OVERCLAIM = 2.944
"""The log-odds from which a claim is supported although it overclaims."""
ROUNDS = 3
PENALTY = 0.02
SETTINGS: dict[str, Any] = {
    "max_iter": 120,
    "learning_rate": 0.06,
    "max_leaf_nodes": 6,
    "min_samples_leaf": 40,
    "l2_regularization": 20.0,
    "max_bins": 64,
    "random_state": 7,
    "early_stopping": False,
}


def main() -> None:
    """Fit, choose thresholds, report and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--out-of", type=Path)
    arguments = parser.parse_args()
    records: list[Record] = pickle.loads(arguments.rows.read_bytes())  # noqa: S301
    by_set: dict[str, list[Record]] = {}
    for record in records:
        by_set.setdefault(record.dataset, []).append(record)
    sets = sorted(set(by_set) - set(APART))
    taken = {name: drawn(name, by_set[name]) for name in sets}
    parts = [[r for s in sets if s != name for r in taken[s]] for name in (*sets, None)]
    with ProcessPoolExecutor(WORKERS) as pool:
        *without_one, final = pool.map(fit, parts)
    models = dict(zip(sets, without_one, strict=True))
    outer = {name: models.get(name, final) for name in by_set}
    held_out = {name: Judged.by(outer[name], own) for name, own in by_set.items()}
    open_sets = {name: held_out[name] for name in sets}
    cuts = {name: thresholds(open_sets, name) for name in by_set}
    report(held_out, cuts)
    chosen = thresholds(open_sets, None)
    print("thresholds", chosen)
    arguments.model.write_text(as_json(final, chosen, sets), "utf-8")
    if arguments.out_of:
        arguments.out_of.mkdir(parents=True, exist_ok=True)
        for name in sets:
            text = as_json(models[name], cuts[name], [s for s in sets if s != name])
            (arguments.out_of / f"{name}.json").write_text(text, "utf-8")


def drawn(name: str, records: Sequence[Record]) -> list[Record]:
    """The records of a set that take part in fits."""
    usable = [record for record in records if record.rows]
    if len(usable) <= MOST_FITTED:
        return usable
    return random.Random(name).sample(usable, MOST_FITTED)


@dataclass(frozen=True)
class Judged:
    """Records of one set with what a model makes of them; a text counts by its worst claim.

    Attributes:
        gold: whether each is labelled supported.
        values: the log-odds of each.
        passing: the log-odds that are compared with a threshold, by sensitivity: overclaims and
            contradictions never pass.
    """

    records: list[Record]
    gold: NDArray[np.bool_]
    values: Array
    passing: dict[str, Array]

    @classmethod
    def by(cls, model: Scoring, records: list[Record]) -> Judged:
        """What `model` makes of the records."""
        features = [row.features for record in records for row in record.rows if row.features]
        odds = iter(model.decision_function(np.array(features)) if features else ())
        rows = [[(r, float(next(odds)) if r.features else NEVER) for r in x.rows] for x in records]
        gold = np.array([record.label == "supported" for record in records])
        values = np.array([min((_value(*row) for row in own), default=ALWAYS) for own in rows])
        passing = {
            level: np.array([min((_passes(*r, at) for r in own), default=ALWAYS) for own in rows])
            for at, level in enumerate(("cautious", "balanced"))
        }
        return cls(records, gold, values, {**passing, "strict": passing["balanced"]})

    @property
    def has_both(self) -> bool:
        """Whether there are supported records and others."""
        return bool(self.gold.any() and not self.gold.all())


def _value(row: Row, odds: float) -> float:
    if row.verbatim:
        return ALWAYS
    return min(odds, CONTRADICTED) if row.contradictions else odds


def _passes(row: Row, odds: float, level: int) -> float:
    if row.verbatim:
        return ALWAYS
    fails = row.contradictions or (row.overclaims[level] and odds < OVERCLAIM)
    return NEVER if fails else odds


@dataclass(frozen=True)
class Blend:
    """Both models; the log-odds are the mean of theirs."""

    boosted: HistGradientBoostingClassifier
    slopes: Slopes

    def decision_function(self, rows: Array) -> Array:
        """The log-odds of each row."""
        odds: Array = self.boosted.decision_function(rows) + self.slopes.decision_function(rows)
        return odds / 2


class Slopes:
    """Logistic regression over features in spreads off their mean, outliers cut."""

    def fit(self, rows: Array, labels: Array, sample_weight: Array) -> Slopes:
        """Fit it; the weights are as for scikit-learn."""
        self.centre, self.spread = rows.mean(0), rows.std(0) + 1e-6
        self.inner = LogisticRegression(C=PENALTY, max_iter=500)
        self.inner.fit(self._scaled(rows), labels, sample_weight / sample_weight.mean())
        return self

    def decision_function(self, rows: Array) -> Array:
        """The log-odds of each row."""
        odds: Array = self.inner.decision_function(self._scaled(rows))
        return odds

    def _scaled(self, rows: Array) -> Array:
        scaled: Array = np.clip((rows - self.centre) / self.spread, -SPREAD, SPREAD)
        return scaled


def fit(records: Sequence[Record]) -> Blend:
    """The model of `records`."""
    trees = HistGradientBoostingClassifier(monotonic_cst=list(DIRECTIONS), **SETTINGS)
    return Blend(fitted(trees, records), fitted(Slopes(), records))


def fitted(model: T, records: Sequence[Record]) -> T:
    """The model, fitted on `records`.

    A record of several claims that is not supported does not say which of them is at fault: that
    is the one with the lowest score of the round before.
    """
    guilty = [least_covered(record) for record in records]
    for _ in range(ROUNDS):
        rows, labels, weights = training(records, guilty)
        model.fit(rows, labels, sample_weight=weights)
        guilty = worst(records, model)
    return model


def training(records: Sequence[Record], guilty: Sequence[Row | None]) -> tuple[Array, Array, Array]:
    """Rows, labels and weights; every set, and each side of a set, weighs the same."""
    rows, labels, keys, shares = [], [], [], []
    for record, worst_row in zip(records, guilty, strict=True):
        good = record.label == "supported"
        chosen = record.rows if good else [worst_row] if worst_row else []
        usable = [row for row in chosen if row.features]
        for row in usable:
            rows.append(row.features)
            labels.append(float(good))
            keys.append((record.dataset, good))
            shares.append(1.0 / len(usable))
    totals: dict[tuple[str, bool], float] = {}
    for key, share in zip(keys, shares, strict=True):
        totals[key] = totals.get(key, 0.0) + share
    both = {name for name, good in totals if (name, not good) in totals}
    weights = [
        1000.0 * share / totals[key] * (1.0 if key[0] in both else 0.3)
        for key, share in zip(keys, shares, strict=True)
    ]
    return np.array(rows), np.array(labels), np.array(weights)


def least_covered(record: Record) -> Row | None:
    """The claim with least coverage: the first guess at the one at fault."""
    rows = [row for row in record.rows if row.features]
    return min(rows, key=lambda row: row.features[1], default=None)


def worst(records: Sequence[Record], model: Scoring) -> list[Row | None]:
    """Each record's claim with the lowest score."""
    usable = [[row for row in record.rows if row.features] for record in records]
    values = iter(model.decision_function(np.array([r.features for rows in usable for r in rows])))
    found: list[Row | None] = []
    for rows in usable:
        own = [float(next(values)) for _ in rows]
        found.append(rows[int(np.argmin(own))] if rows else None)
    return found


def thresholds(held_out: dict[str, Judged], without: str | None) -> dict[str, float]:
    """Sensitivity -> threshold on the probability, from the sets other than `without`."""
    data = [one for name, one in held_out.items() if name != without and one.has_both]
    cuts = np.linspace(-3.0, 3.0, 241)
    alarm, passed = {}, {}
    for level in ("cautious", "balanced", "strict"):
        pairs = [(one.passing[level][one.gold], one.passing[level][~one.gold]) for one in data]
        alarm[level] = [np.mean([np.mean(good < cut) for good, _ in pairs]) for cut in cuts]
        passed[level] = [np.mean([np.mean(rest >= cut) for _, rest in pairs]) for cut in cuts]
    sums = [a + p for a, p in zip(alarm["balanced"], passed["balanced"], strict=True)]
    allowed = [at for at in range(len(cuts)) if alarm["balanced"][at] <= MOST_ALARMS]
    best = min(allowed, key=lambda at: sums[at])
    few = [at for at in range(len(cuts)) if alarm["cautious"][at] <= CAUTIOUS_ALARMS]
    thorough = [at for at in range(len(cuts)) if passed["strict"][at] <= STRICT_PASSED]
    chosen = {
        "cautious": max(few, default=0),
        "balanced": best,
        "strict": max(min(thorough, default=len(cuts) - 1), best),
    }
    return {name: round(float(1 / (1 + np.exp(-cuts[at]))), 4) for name, at in chosen.items()}


MOST_ALARMS = 0.43
CAUTIOUS_ALARMS = 0.25
STRICT_PASSED = 0.2


def report(held_out: dict[str, Judged], cuts: dict[str, dict[str, float]]) -> None:
    """Print the figures of every set under the model that has not seen it, as a Markdown table."""
    for level in ("balanced", "cautious"):
        print(f"\n{level}\n\n| set | records | " + " | ".join(COLUMNS) + " |")
        table = []
        for name, judged in sorted(held_out.items()):
            row = figures(judged, level, cuts[name][level])
            if judged.has_both and name not in APART:
                table.append(row)
            shown = " | ".join("" if np.isnan(value) else f"{value:.3f}" for value in row)
            print(f"| {name} | {len(judged.records)} | {shown} |")
        means = np.nanmean(np.array(table), axis=0)
        print("| mean | | " + " | ".join(f"{value:.3f}" for value in means) + " |")
    said = right = 0
    for name, judged in held_out.items():
        labels = [r.label for r in judged.records if any(row.contradictions for row in r.rows)]
        if "contradicted" in {record.label for record in judged.records}:
            print("contradicted", name, len(labels), labels.count("contradicted"))
            said, right = said + len(labels), right + labels.count("contradicted")
    print("contradicted, all", said, right)


COLUMNS = (
    "false alarms", "called contradicted", "balanced accuracy", "caught",
    "precision of CONTRADICTED", "its recall", "AUC",
)  # fmt: skip


def figures(judged: Judged, level: str, threshold: float) -> tuple[float, ...]:
    """The values of COLUMNS; not a number where there is none."""
    gold, records = judged.gold, judged.records
    said = judged.passing[level] >= np.log(threshold / (1 - threshold))
    contra = np.array([any(row.contradictions for row in r.rows) for r in records])
    is_contra = np.array([record.label == "contradicted" for record in records])
    alarms, caught = _mean(~said[gold]), _mean(~said[~gold])
    return (
        alarms,
        _mean(contra[gold]),
        (1 - alarms + caught) / 2,
        caught,
        _mean(is_contra[contra]) if is_contra.any() else float("nan"),
        _mean(contra[is_contra]),
        auc(gold, judged.values),
    )


def _mean(values: NDArray[np.bool_]) -> float:
    return float(values.mean()) if values.size else float("nan")


def auc(gold: NDArray[np.bool_], values: Array) -> float:
    """Chance that a supported record scores above another one; ties count half."""
    if gold.all() or not gold.any():
        return float("nan")
    above = (values[gold][:, None] > values[~gold][None, :]).mean()
    ties = (values[gold][:, None] == values[~gold][None, :]).mean()
    return float(above + ties / 2)


def as_json(model: Blend, chosen: dict[str, float], sets: Sequence[str]) -> str:
    """The model as the package keeps it."""
    boosted, slopes = trees_of(model.boosted), model.slopes
    weights = zip(slopes.inner.coef_.ravel(), slopes.centre, slopes.spread, strict=True)
    for tree in boosted["trees"]:
        tree[4] = [round(value / 2, 5) for value in tree[4]]
    data = {
        "provenance": {
            "script": "benchmarks/fitting/fit_score.py",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "sets": list(sets),
            "method": "mean of boosted shallow trees with monotone constraints and logistic "
            "regression",
        },
        "features": list(FEATURES),
        "thresholds": chosen,
        "base": round((boosted["base"] + float(slopes.inner.intercept_[0])) / 2, 5),
        "slopes": [[round(float(x), 6) for x in (w / 2, c, s)] for w, c, s in weights],
        "trees": boosted["trees"],
    }
    return laid_out(data)


def trees_of(model: HistGradientBoostingClassifier) -> dict[str, Any]:
    """The base and the trees of `model`, as `verifier.judges.calibration` reads them."""
    trees = []
    for (predictor,) in model._predictors:
        nodes = predictor.nodes
        trees.append(
            [
                [int(n["feature_idx"]) if not n["is_leaf"] else 0 for n in nodes],
                [round(float(n["num_threshold"]), 5) if not n["is_leaf"] else 0.0 for n in nodes],
                [int(n["left"]) if not n["is_leaf"] else 0 for n in nodes],
                [int(n["right"]) if not n["is_leaf"] else 0 for n in nodes],
                [round(float(n["value"]), 5) if n["is_leaf"] else 0.0 for n in nodes],
            ]
        )
    return {"base": round(float(model._baseline_prediction.ravel()[0]), 5), "trees": trees}


def laid_out(data: dict[str, Any]) -> str:
    """`data` as JSON, a line for each key and each tree."""
    lines = json.dumps(data, separators=(",", ":"))
    return lines.replace(',"', ',\n"').replace("]],[[", "]],\n[[") + "\n"


if __name__ == "__main__":
    main()
