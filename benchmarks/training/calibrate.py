"""The score with the model: fitted, measured with one set left out at a time, and written.

    python -m benchmarks.training.calibrate WITHOUT ANSWERS.jsonl ... [--apart ANSWERS.jsonl ...]
        [--model FOLDER --out verifier/judges/data/score_nli.json]

Reads the lines of evaluate.py, of sets that the model has not learnt from. WITHOUT is the folder of
rules' scores that `benchmarks.fitting.fit_score --out-of` wrote, so that the rules' share of a
claim's score comes from other sets, as it will in use. Three scores are compared on the same
records: the rules' alone, the model's alone (the most that any piece entails the claim), and
both: gradient boosting of small monotone trees over few features. The weights and the thresholds
for a set come from the other sets; each set counts the same. The sets after --apart (our own, and
what else is small) are measured with what all the others teach.
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
from sklearn.ensemble import HistGradientBoostingClassifier

from benchmarks.fitting.fit_score import auc, laid_out, trees_of
from verifier.judges.calibration import Model, load_model, parse_model
from verifier.judges.entailed import DIRECTIONS, FEATURES, features, log_odds
from verifier.judges.nli import read_manifest

Floats = NDArray[np.float64]
NEVER, ALWAYS = -20.0, 20.0
ROUNDS = 3
SETTINGS: Final[dict[str, Any]] = {
    "max_iter": 60,
    "learning_rate": 0.06,
    "max_leaf_nodes": 4,
    "min_samples_leaf": 30,
    "l2_regularization": 20.0,
    "max_bins": 32,
    "random_state": 7,
    "early_stopping": False,
}
SENSITIVITIES = ("cautious", "balanced", "strict")
MOST_ALARMS: Final = {"cautious": 0.15, "balanced": 0.35}
MOST_PASSED: Final = 0.2
LEAST_PRECISION: Final = 0.9
FEWEST_CONTRADICTED: Final = 30


@dataclass(frozen=True, slots=True)
class Row:
    """One claim of a record.

    Attributes:
        rules: the rules' log-odds.
        values: FEATURES; empty where the rules decide alone.
        decided: what they then say, in log-odds.
        contradicts: the most that any piece contradicts it, 0 to 1.
    """

    rules: float
    values: tuple[float, ...]
    decided: float
    entails: float
    contradicts: float


@dataclass(frozen=True, slots=True)
class Record:
    """One labelled record."""

    dataset: str
    document: str
    label: str
    rows: tuple[Row, ...]

    @property
    def good(self) -> bool:
        """Whether the sources support it."""
        return self.label == "supported"


def read_records(lines: Sequence[str], without: Path, windows: Sequence[str]) -> list[Record]:
    """The records of evaluate.py, read with these windows alone."""
    found = []
    for line in lines:
        raw = json.loads(line)
        rules = rules_without(raw["set"], without)
        rows = tuple(row_of(claim, rules, windows) for claim in raw["claims"])
        if rows:
            found.append(Record(raw["set"], raw["document"], raw["label"], rows))
    return found


_SCORES: dict[str, Model] = {}


def rules_without(name: str, folder: Path) -> Model:
    """The rules' score that was fitted without the set `name`."""
    if name not in _SCORES:
        file = folder / f"{name}.json"
        known = file.exists()
        _SCORES[name] = parse_model(json.loads(file.read_text("utf-8"))) if known else load_model()
    return _SCORES[name]


def row_of(claim: Mapping[str, Any], rules: Model, windows: Sequence[str]) -> Row:
    """The row of one claim."""
    if claim["verbatim"]:
        return Row(ALWAYS, (), ALWAYS, 1.0, 0.0)
    if not claim["features"] or claim["contradictions"]:
        return Row(NEVER, (), NEVER, 0.0, 0.0)
    odds = log_odds(rules.probability(claim["features"]))
    pieces = [p for p in claim["pieces"] if any(w.split(".")[0] in windows for w in p["windows"])]
    says = [p["says"] for p in pieces]
    values = features(odds, claim["features"], says)
    decided = claim["overclaims"]["balanced"]
    return Row(
        NEVER if decided else odds,
        () if decided else values,
        NEVER if decided else odds,
        max(s[0] for s in says),
        max(s[2] for s in says),
    )


def weights_of(keys: Sequence[tuple[str, bool]], shares: Sequence[float]) -> Floats:
    """Every set, and each side of a set, weighs the same; a set with one side a third."""
    totals: dict[tuple[str, bool], float] = {}
    for key, share in zip(keys, shares, strict=True):
        totals[key] = totals.get(key, 0.0) + share
    both = {name for name, good in totals if (name, not good) in totals}
    return np.array(
        [
            300.0 * share / totals[key] * (1.0 if key[0] in both else 0.3)
            for key, share in zip(keys, shares, strict=True)
        ]
    )


def fit(records: Sequence[Record]) -> HistGradientBoostingClassifier:
    """The score of `records`; of several claims of a false record the worst one is at fault."""
    guilty = [
        min((r for r in rec.rows if r.values), key=lambda r: r.rules, default=None)
        for rec in records
    ]
    model = HistGradientBoostingClassifier(monotonic_cst=list(DIRECTIONS), **SETTINGS)
    for _ in range(ROUNDS):
        rows, labels, keys, shares = [], [], [], []
        for record, worst in zip(records, guilty, strict=True):
            chosen = (
                [r for r in record.rows if r.values] if record.good else [worst] if worst else []
            )
            for row in chosen:
                rows.append(row.values)
                labels.append(float(record.good))
                keys.append((record.dataset, record.good))
                shares.append(1.0 / len(chosen))
        model.fit(np.array(rows), np.array(labels), sample_weight=weights_of(keys, shares))
        odds = iter(decision(model, [r.values for rec in records for r in rec.rows if r.values]))
        guilty = []
        for record in records:
            own = [(float(next(odds)), row) for row in record.rows if row.values]
            guilty.append(min(own, key=lambda item: item[0])[1] if own else None)
    return model


def decision(model: HistGradientBoostingClassifier, rows: Sequence[Sequence[float]]) -> Floats:
    """Log-odds of rows; none for none."""
    return np.asarray(model.decision_function(np.array(rows)) if len(rows) else [], dtype=float)


Score = Callable[[Sequence[Record]], Floats]


def scores_by(of_row: Callable[[Row], float]) -> Score:
    """Records' scores: those of their worst claims."""
    return lambda records: np.array([min(of_row(row) for row in r.rows) for r in records])


def joint(model: HistGradientBoostingClassifier) -> Score:
    """Records' scores with the model."""

    def of(records: Sequence[Record]) -> Floats:
        odds = iter(decision(model, [r.values for rec in records for r in rec.rows if r.values]))
        return np.array(
            [min(float(next(odds)) if r.values else r.decided for r in rec.rows) for rec in records]
        )

    return of


def by_set(records: Sequence[Record]) -> dict[str, list[Record]]:
    """The records of each set."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.dataset, []).append(record)
    return found


def gold_of(records: Sequence[Record]) -> NDArray[np.bool_]:
    """Which are supported."""
    return np.array([record.good for record in records])


def thresholds(held: Mapping[str, tuple[NDArray[np.bool_], Floats]]) -> dict[str, float]:
    """Sensitivity -> threshold in log-odds, from sets with both classes."""
    data = [(g, v) for g, v in held.values() if g.any() and not g.all()]
    cuts = np.linspace(-4.0, 4.0, 321)
    alarm = np.array([np.mean([np.mean(v[g] < cut) for g, v in data]) for cut in cuts])
    passed = np.array([np.mean([np.mean(v[~g] >= cut) for g, v in data]) for cut in cuts])
    good = 1 - (alarm + passed) / 2
    allowed = np.flatnonzero(alarm <= MOST_ALARMS["balanced"])
    best = int(allowed[good[allowed].argmax()]) if len(allowed) else 0
    cautious = int(np.flatnonzero(alarm <= MOST_ALARMS["cautious"]).max(initial=0))
    strict = np.flatnonzero(passed <= MOST_PASSED)
    chosen = {
        "cautious": min(cautious, best),
        "balanced": best,
        "strict": max(int(strict[0]) if len(strict) else len(cuts) - 1, best),
    }
    return {name: float(cuts[at]) for name, at in chosen.items()}


Held = dict[str, tuple[NDArray[np.bool_], Floats]]


def left_out(sets: Mapping[str, list[Record]], learn: Callable[[list[Record]], Score]) -> Held:
    """Each set's labels and scores, these by what the other sets taught."""
    return {
        name: (
            gold_of(own),
            learn([r for other, rs in sets.items() if other != name for r in rs])(own),
        )
        for name, own in sets.items()
    }


def figures(
    records: Sequence[Record], gold: NDArray[np.bool_], values: Floats, cut: float
) -> tuple[float, ...]:
    """Balanced accuracy, its standard error, false alarms, caught, area under the curve.

    The standard error is a bootstrap over documents.
    """
    said = values >= cut
    both = gold.any() and not gold.all()
    alarms = float(1 - said[gold].mean()) if gold.any() else np.nan
    caught = float(1 - said[~gold].mean()) if not gold.all() else np.nan
    balanced = (1 - alarms + caught) / 2 if both else np.nan
    return balanced, spread(records, gold, said), alarms, caught, auc(gold, values)


def spread(records: Sequence[Record], gold: NDArray[np.bool_], said: NDArray[np.bool_]) -> float:
    """Standard error of the balanced accuracy; whole documents are redrawn."""
    rng = np.random.default_rng(7)
    names = sorted({r.document for r in records})
    rows = {n: [at for at, r in enumerate(records) if r.document == n] for n in names}
    found = []
    for _ in range(200):
        drawn = np.concatenate([rows[n] for n in rng.choice(names, len(names))]).astype(int)
        g, s = gold[drawn], said[drawn]
        if g.any() and not g.all():
            found.append((s[g].mean() + 1 - s[~g].mean()) / 2)
    return float(np.std(found)) if found else np.nan


def show(title: str, rows: Mapping[str, tuple[float, ...]], counts: Mapping[str, int]) -> None:
    """Print a table and the mean of the sets with both classes."""
    print(f"\n{title}\n{'set':24s}{'n':>5s} balanced   +-    alarms  caught    auc")
    for name, row in rows.items():
        print(f"{name:24s}{counts[name]:5d} " + " ".join(f"{v:7.3f}" for v in row))
    full = np.array([row for row in rows.values() if not np.isnan(row[0])])
    mean = full.mean(0)
    mean[1] = np.sqrt((full[:, 1] ** 2).sum()) / len(full)
    print(f"{'mean':29s} " + " ".join(f"{v:7.3f}" for v in mean))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("without", type=Path)
    parser.add_argument("answers", type=Path, nargs="+")
    parser.add_argument("--apart", type=Path, nargs="*", default=[])
    parser.add_argument("--windows", nargs="+", default=["w25", "w50", "g60"])
    parser.add_argument("--model", type=Path)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()

    def lines(files: Sequence[Path]) -> list[str]:
        return [line for f in files for line in f.read_text("utf-8").splitlines()]

    sets = by_set(read_records(lines(args.answers), args.without, args.windows))
    apart = by_set(read_records(lines(args.apart), args.without, args.windows))
    report(sets, apart)
    if args.out:
        digest = read_manifest(args.model).digest
        args.out.write_text(as_json(sets, digest, args.windows), "utf-8")


LEARNERS: Final[Mapping[str, Callable[[list[Record]], Score]]] = {
    "rules": lambda _: scores_by(lambda row: row.rules),
    "model": lambda _: scores_by(
        lambda row: (
            log_odds(row.entails) if row.values or row.entails not in (0.0, 1.0) else row.decided
        )
    ),
    "both": lambda records: joint(fit(records)),
}


def report(sets: Mapping[str, list[Record]], apart: Mapping[str, list[Record]]) -> None:
    """Print what each score is worth, on every set by the threshold of the others."""
    counts = {name: len(records) for name, records in (*sets.items(), *apart.items())}
    for title, learn in LEARNERS.items():
        held = left_out(sets, learn)
        for sensitivity in SENSITIVITIES[:2]:
            rows = {}
            for name, (gold, values) in held.items():
                cuts = thresholds({n: h for n, h in held.items() if n != name})
                rows[name] = figures(sets[name], gold, values, cuts[sensitivity])
            show(f"{title}, {sensitivity}", rows, counts)
            everything = learn([r for records in sets.values() for r in records])
            cut = thresholds(held)[sensitivity]
            others = {
                name: figures(records, gold_of(records), everything(records), cut)
                for name, records in apart.items()
            }
            if others:
                show(f"{title}, {sensitivity}, apart", others, counts)
    contradiction_table(sets)


def contradiction_table(sets: Mapping[str, list[Record]]) -> None:
    """Print what the model's contradictions are worth beyond the typed ones."""
    print("\nleast probability of contradiction: precision (how many) on sets that tell")
    for least in (0.5, 0.7, 0.8, 0.9, 0.95, 0.98):
        told = [
            record.label == "contradicted"
            for records in sets.values()
            if any(r.label == "contradicted" for r in records)
            for record in records
            if any(row.values and row.contradicts >= least for row in record.rows)
        ]
        print(f"  {least:.2f}  {np.mean(told) if told else np.nan:.3f} ({len(told)})")


def as_json(sets: Mapping[str, list[Record]], digest: str, windows: Sequence[str]) -> str:
    """The score as the package keeps it."""
    records = [r for own in sets.values() for r in own]
    model = fit(records)
    cuts = thresholds(left_out(sets, LEARNERS["both"]))
    data = {
        "provenance": {
            "script": "benchmarks/training/calibrate.py",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "sets": {name: len(own) for name, own in sets.items()},
            "windows": list(windows),
            "method": "gradient boosting of shallow trees with monotone constraints",
        },
        "model": digest,
        "features": list(FEATURES),
        "thresholds": {n: round(float(1 / (1 + np.exp(-c))), 4) for n, c in cuts.items()},
        **trees_of(model),
    }
    return laid_out(data)


if __name__ == "__main__":
    main()
