"""Fit the score of the offline judge, leaving one set out at a time, and write its coefficients.

    python -m benchmarks.fitting.collect EVALSETS/dev ROWS.pickle
    python -m benchmarks.fitting.fit_score ROWS.pickle verifier/judges/data/score.json

The model is gradient boosting of shallow trees with monotone constraints (Friedman 2001): more
coverage never lowers the score, more evidence against the claim never raises it. Every set weighs
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from benchmarks.fitting.collect import Record, Row
from verifier.judges.features import DIRECTIONS, FEATURES

Array = NDArray[np.float64]
APART = ("llmfeeder_eval",)
NEVER, ALWAYS = -1e9, 1e9
ROUNDS = 3
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
    records = [r for r in records if r.dataset not in APART and r.rows]
    sets = sorted({record.dataset for record in records})
    held_out: dict[str, tuple[list[Record], Array]] = {}
    models = {}
    for name in sets:
        models[name] = fit([r for r in records if r.dataset != name])
        own = [r for r in records if r.dataset == name]
        held_out[name] = own, scores(models[name], own)
    report(held_out, {name: thresholds(held_out, name) for name in sets})
    final = fit(records)
    chosen = thresholds(held_out, None)
    print("thresholds", chosen)
    arguments.model.write_text(as_json(final, chosen, sets), "utf-8")
    if arguments.out_of:
        arguments.out_of.mkdir(parents=True, exist_ok=True)
        for name in sets:
            text = as_json(models[name], thresholds(held_out, name), [s for s in sets if s != name])
            (arguments.out_of / f"{name}.json").write_text(text, "utf-8")


def fit(records: Sequence[Record]) -> HistGradientBoostingClassifier:
    """The model of `records`.

    A record of several claims that is not supported does not say which of them is at fault: that
    is the one with the lowest score of the round before.
    """
    guilty = [least_covered(record) for record in records]
    model = HistGradientBoostingClassifier(monotonic_cst=list(DIRECTIONS), **SETTINGS)
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


def worst(records: Sequence[Record], model: HistGradientBoostingClassifier) -> list[Row | None]:
    """Each record's claim with the lowest score."""
    usable = [[row for row in record.rows if row.features] for record in records]
    values = iter(model.decision_function(np.array([r.features for rows in usable for r in rows])))
    found: list[Row | None] = []
    for rows in usable:
        own = [float(next(values)) for _ in rows]
        found.append(rows[int(np.argmin(own))] if rows else None)
    return found


def scores(model: HistGradientBoostingClassifier, records: Sequence[Record]) -> Array:
    """The log-odds of each record's worst claim; contradictions and empty grounds decide alone."""
    features = [row.features for record in records for row in record.rows if row.features]
    values = iter(model.decision_function(np.array(features)) if features else ())
    found = []
    for record in records:
        row_scores = []
        for row in record.rows:
            value = float(next(values)) if row.features else NEVER
            row_scores.append(ALWAYS if row.verbatim else NEVER if row.contradictions else value)
        found.append(min(row_scores))
    return np.array(found)


def thresholds(
    held_out: dict[str, tuple[list[Record], Array]], without: str | None
) -> dict[str, float]:
    """Sensitivity -> threshold on the probability, from the sets other than `without`."""
    data = []
    for name, (records, values) in held_out.items():
        gold = np.array([record.label == "supported" for record in records])
        if name != without and gold.any() and not gold.all():
            data.append((gold, values))
    cuts = np.linspace(-3.0, 3.0, 241)
    alarm = [np.mean([np.mean(v[g] < cut) for g, v in data]) for cut in cuts]
    passed = [np.mean([np.mean(v[~g] >= cut) for g, v in data]) for cut in cuts]
    balanced = [1 - (a + p) / 2 for a, p in zip(alarm, passed, strict=True)]
    allowed = [at for at in range(len(cuts)) if alarm[at] <= MOST_ALARMS]
    best = max(allowed, key=lambda at: balanced[at])
    cautious = max((at for at in range(len(cuts)) if alarm[at] <= 0.25), default=0)
    strict = min((at for at in range(len(cuts)) if passed[at] <= 0.2), default=len(cuts) - 1)
    chosen = {"cautious": cautious, "balanced": best, "strict": max(strict, best)}
    return {name: round(float(1 / (1 + np.exp(-cuts[at]))), 4) for name, at in chosen.items()}


MOST_ALARMS = 0.43


def report(
    held_out: dict[str, tuple[list[Record], Array]], cuts: dict[str, dict[str, float]]
) -> None:
    """Print the figures of every set under the model that has not seen it."""
    print(
        f"{'set':22s} {'n':>5s} bal.acc  alarms  wr.contra  caught  contra-prec  contra-rec    auc"
    )
    table = []
    for name, (records, values) in held_out.items():
        gold = np.array([record.label == "supported" for record in records])
        cut = cuts[name]["balanced"]
        said = values >= np.log(cut / (1 - cut))
        contra = np.array([any(row.contradictions for row in r.rows) for r in records])
        is_contra = np.array([record.label == "contradicted" for record in records])
        row = (
            (said[gold].mean() + (~said[~gold]).mean()) / 2
            if gold.any() and not gold.all()
            else np.nan,
            (~said[gold]).mean() if gold.any() else np.nan,
            contra[gold].mean() if gold.any() else np.nan,
            (~said[~gold]).mean(),
            is_contra[contra].mean() if is_contra.any() and contra.any() else np.nan,
            contra[is_contra].mean() if is_contra.any() else np.nan,
            auc(gold, values),
        )
        table.append(row)
        print(f"{name:22s} {len(records):5d} " + "  ".join(f"{value:7.3f}" for value in row))
    means = np.nanmean(np.array([row for row in table if not np.isnan(row[0])]), axis=0)
    print(f"{'mean':28s} " + "  ".join(f"{value:7.3f}" for value in means))


def auc(gold: NDArray[np.bool_], values: Array) -> float:
    """Chance that a supported record scores above another one; ties count half."""
    if gold.all() or not gold.any():
        return float("nan")
    above = (values[gold][:, None] > values[~gold][None, :]).mean()
    ties = (values[gold][:, None] == values[~gold][None, :]).mean()
    return float(above + ties / 2)


def as_json(
    model: HistGradientBoostingClassifier, chosen: dict[str, float], sets: Sequence[str]
) -> str:
    """The model as the package keeps it."""
    data = {
        "provenance": {
            "script": "benchmarks/fitting/fit_score.py",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "sets": list(sets),
            "method": "gradient boosting of shallow trees with monotone constraints",
        },
        "features": list(FEATURES),
        "thresholds": chosen,
        **trees_of(model),
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
