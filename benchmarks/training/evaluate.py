"""A model's answers on the labelled sets, for every piece of the sources it reads.

    python -m benchmarks.training.evaluate EVALSETS MODEL OUT.jsonl --sets dev/fm2 ... [--most 120]

MODEL is a folder that export.py wrote. Each line of OUT.jsonl is a record: its set, document and
label, and for each sentence of its claim the probabilities of each piece read for it. Nothing is
fitted here; calibrate.py reads the lines.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path

from benchmarks.training.records import HALVES, NEVER, Record, read
from verifier.judges.nli import EntailmentModel, load, read_claims
from verifier.language.sentences import split_sentences


def runs_of(source: str) -> list[list[str]]:
    """The paragraphs of a source, each a list of its sentences on one line."""
    paragraphs = [part for part in source.split("\n") if part.strip()]
    return [[" ".join(part[a:b].split()) for a, b in split_sentences(part)] for part in paragraphs]


def claims_of(record: Record) -> list[str]:
    """The sentences of a record's claim; short leading ones stay with what follows."""
    text = str(record["claim"])
    found: list[str] = []
    held = ""
    for a, b in split_sentences(text):
        part = f"{held} {' '.join(text[a:b].split())}".strip()
        held = part if len(part.split()) < 4 else ""
        if not held:
            found.append(part)
    if held:
        found.append(held)
    return found


def sample(records: Sequence[Record], most: int, name: str) -> list[Record]:
    """At most `most` records, half of them supported where there are so many."""
    pool = sorted(records, key=lambda r: str(r["id"]))
    random.Random(f"evaluate:{name}").shuffle(pool)
    good = [r for r in pool if r["label"] == "supported"]
    rest = [r for r in pool if r["label"] != "supported"]
    count = max(min(len(good), most // 2), most - len(rest))
    return good[:count] + rest[: most - count]


def answers(model: EntailmentModel, name: str, records: Sequence[Record]) -> list[str]:
    """A line of JSON for each record."""
    lines = []
    for record in records:
        runs = runs_of(str(record["source"]))
        claims = claims_of(record)
        readings = read_claims(model, [(claim, runs) for claim in claims])
        lines.append(
            json.dumps(
                {
                    "set": name,
                    "id": record["id"],
                    "source": hash_of(str(record["source"])),
                    "label": record["label"],
                    "pieces": [
                        [[round(p, 5) for p in answer] for answer in reading.probabilities]
                        for reading in readings
                    ],
                    "words": [[len(p.split()) for p in r.premises] for r in readings],
                }
            )
        )
    return lines


def hash_of(text: str) -> int:
    """Tells documents apart, the same on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("evalsets", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", nargs="+", default=[])
    parser.add_argument("--unseen-by", choices=[*HALVES], help="all sets that this half left out")
    parser.add_argument("--most", type=int, default=120, help="records of a set")
    args = parser.parse_args()
    names = list(args.sets)
    if args.unseen_by:
        unseen = [half for half in HALVES if half != args.unseen_by]
        names += [name for half in unseen for name in HALVES[half] if name.startswith("dev/")]
        names += NEVER
    model = load(args.model)
    if model is None:
        raise SystemExit(f"{args.model} cannot be loaded")
    with args.out.open("w", encoding="utf-8") as out:
        for name in names:
            for line in answers(model, name, sample(read(args.evalsets, name), args.most, name)):
                out.write(line + "\n")
            out.flush()
            print(name, flush=True)


if __name__ == "__main__":
    main()
