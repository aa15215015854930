"""Labelled records -> pairs of premise and hypothesis, in the order they are learnt from.

    python -m benchmarks.training.pairs EVALSETS OUT --part none [--seed 11]

Writes OUT/pairs_PART.jsonl (one pair a line: set, kind, premise, hypothesis, target) and
OUT/pairs_PART.json (hashes of the sets read, counts). Any prefix of the file is a fair mix of all
sets, so a training run may stop anywhere. Targets: supported, unsupported, contradicted, or
not_supported where the data does not tell the last two apart, and for partial ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path

from benchmarks.training.gold import Pair, copied, gold
from benchmarks.training.made import (
    additions,
    distracted,
    elsewhere,
    errors,
    joined,
    removed,
    rewrites,
)
from benchmarks.training.records import (
    COMMON,
    HALVES,
    OURS,
    TOGETHER,
    WRITTEN,
    Record,
    digest,
    read,
)

SHARE_OF_ERRORS = 0.22
SHARE_OF_REWRITES = 0.05
SHARE_OF_REMOVED = 0.12  # supported claims beside their passage without what it rests on
SHARE_OF_JOINED = 0.12  # two claims made one, beside what each of them was read with
SHARE_OF_ELSEWHERE = 0.06  # supported claims beside a piece of the source that does not speak of it
SHARE_OF_ADDITIONS = 0.06  # supported claims with the end of another claim added
SHARE_BESIDE_WRITTEN = 0.3  # of what is made else: these sets have errors of every kind


def _capped(pairs: list[Pair], most: int, rng: random.Random) -> list[Pair]:
    rng.shuffle(pairs)
    return pairs[:most]


def _balanced(pairs: list[Pair], most: int, rng: random.Random) -> list[Pair]:
    """Half of them supported."""
    good = [p for p in pairs if p.target == "supported"]
    rest = [p for p in pairs if p.target != "supported"]
    return _capped(good, most // 2, rng) + _capped(rest, most // 2, rng)


def of_set(folder: Path, name: str, most: int, seed: int) -> list[Pair]:
    """The pairs of one set, shuffled."""
    rng = random.Random(f"{seed}:{name}")
    records = sorted(read(folder, name), key=lambda r: str(r["id"]))
    if len(records) > most:
        by_label: dict[str, list[Record]] = defaultdict(list)
        for r in records:
            by_label[r["label"]].append(r)
        # Half supported where the set allows: breaking_nli is nearly all contradictions.
        for group in by_label.values():
            rng.shuffle(group)
        good = by_label.pop("supported", [])[: most // 2]
        rest = list(chain.from_iterable(by_label.values()))
        rng.shuffle(rest)
        records = good + rest[: most - len(good)]
    plain = list(gold(name, records, rng))
    copies = _capped(list(copied(name, records, rng)), len(plain) // 12, rng)
    strange = [p.premise for p in plain if len(p.premise.split()) < 40] or ["-"]
    size = len(plain)
    less = SHARE_BESIDE_WRITTEN * size if name.startswith(WRITTEN) else size
    made = [
        *_capped(list(errors(plain + copies, rng)), int(less * SHARE_OF_ERRORS), rng),
        *_capped(list(removed(name, records, rng)), int(size * SHARE_OF_REMOVED), rng),
        *_capped(list(rewrites(plain, rng)), int(less * SHARE_OF_REWRITES), rng),
        *_capped(list(elsewhere(plain, rng)), int(less * SHARE_OF_ELSEWHERE), rng),
        *_capped(list(additions(plain, rng)), int(less * SHARE_OF_ADDITIONS), rng),
        *_balanced(list(joined(plain, rng)), int(less * SHARE_OF_JOINED), rng),
    ]
    pairs = [distracted(p, strange, rng) for p in plain + copies + made]
    rng.shuffle(pairs)
    return pairs


def mixed(sets: Sequence[Sequence[Pair]], seed: int) -> list[Pair]:
    """All pairs, each set spread evenly over the whole."""
    rng = random.Random(f"{seed}:mix")
    placed = [
        ((i + rng.random()) / len(pairs), pair) for pairs in sets for i, pair in enumerate(pairs)
    ]
    placed.sort(key=lambda item: item[0])
    return [pair for _, pair in placed]


def taught_by(part: str, again: float) -> dict[str, int]:
    """Which sets teach, and how many records of each at most.

    Args:
        part: "none" for the sentence-pair sets alone; one of OURS, HALVES or TOGETHER.
        again: share of what an earlier part of the training has learnt from.
    """
    if part == "none":
        return dict(COMMON)
    members = TOGETHER.get(part, (part,))
    earlier = {**COMMON}
    for name, sets in OURS.items():
        if name in members:
            break
        earlier |= sets
    taught = {name: round(most * again) for name, most in earlier.items()}
    for name in members:
        taught |= {**HALVES, **OURS}[name]
    return taught


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("evalsets", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--part", choices=["none", *OURS, *HALVES, *TOGETHER], required=True)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument(
        "--again", type=float, default=1.0, help="share of what was learnt from before"
    )
    args = parser.parse_args()
    taught = taught_by(args.part, args.again)
    pairs = mixed(
        [of_set(args.evalsets, n, most, args.seed) for n, most in taught.items()], args.seed
    )
    args.out.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(asdict(p), ensure_ascii=False) + "\n" for p in pairs)
    (args.out / f"pairs_{args.part}.jsonl").write_text(lines, encoding="utf-8")
    about = {
        "seed": args.seed,
        "pairs": len(pairs),
        "sha256": hashlib.sha256(lines.encode()).hexdigest(),
        "sets": {n: digest(args.evalsets, n) for n in taught},
        "by_set": Counter(p.set for p in pairs),
        "by_kind": Counter(p.kind for p in pairs),
        "by_target": Counter(p.target for p in pairs),
    }
    (args.out / f"pairs_{args.part}.json").write_text(json.dumps(about, indent=1))
    print(json.dumps(about, indent=1))


if __name__ == "__main__":
    main()
