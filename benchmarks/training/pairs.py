"""Labelled records -> pairs of premise and hypothesis, in the order they are learnt from.

    python -m benchmarks.training.pairs EVALSETS OUT --half none [--seed 11]

Writes OUT/pairs_HALF.jsonl (one pair a line: set, kind, premise, hypothesis, target) and
OUT/pairs_HALF.json (hashes of the sets read, counts). Any prefix of the file is a fair mix of all
sets, so a training run may stop anywhere. Targets: supported, unsupported, contradicted, or
not_supported where the data does not tell the last two apart (partial counts as unsupported).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path

from benchmarks.training.perturb import ERRORS, REWRITES
from benchmarks.training.records import COMMON, HALVES, OURS, Record, digest, read
from verifier.judges.nli_windows import gathered, rarity, stems, weigh, window_around
from verifier.language.sentences import split_sentences

TARGETS = {"partial": "unsupported"}
SHORT = 60  # words of a source that is read whole
LENGTHS = (25, 50, 80, 110)
SHARE_OF_ERRORS = 0.22
SHARE_OF_REWRITES = 0.05
SHARE_OF_DISTRACTED = 0.3  # short premises that get strange sentences beside them
MOST_STRANGE = 3
SHARE_OF_REMOVED = 0.12  # supported claims beside their passage without what it rests on
SHARE_OF_JOINED = 0.12  # two claims made one, beside what each of them was read with
SHARE_OF_ELSEWHERE = 0.06  # supported claims beside a piece of the source that does not speak of it
SHARE_OF_ADDITIONS = 0.06  # supported claims with the end of another claim added
_END = re.compile(
    r"(?: (?:in|at|on|for|with|by|from|after|during|because of)"
    r"|,? (?:and|as well as)|, (?:who|which))"
    r" [^,.;:?!]{3,45}(?=[.]?$)"
)
_LOWERED = frozenset(
    "the a an it he she they this that these those there some most many all in on at for".split()
)
_LAST_THING = re.compile(r" (?:(?:an?|the|two|three|six|many|new|several) )+(?:\w+ )?\w+(?=[.]?$)")


@dataclass(frozen=True, slots=True)
class Pair:
    """What a model learns from.

    Attributes:
        set: the set the record is of.
        kind: "gold", or how the pair was made from a record.
        target: supported, unsupported, contradicted or not_supported.
    """

    set: str
    kind: str
    premise: str
    hypothesis: str
    target: str


def _sentences(text: str) -> list[str]:
    return [" ".join(text[a:b].split()) for a, b in split_sentences(text)]


def _whole_sources(records: Sequence[Record]) -> dict[str, list[list[str]]]:
    """Source -> its paragraphs, each a list of sentences."""
    return {
        source: [s for part in source.split("\n") if (s := _sentences(part))]
        for source in {r["source"] for r in records}
    }


def _premise(claim: str, runs: Sequence[Sequence[str]], supported: bool, rng: random.Random) -> str:
    """A premise of some length; for a supported claim one that covers what the source covers."""
    flat = list(chain.from_iterable(runs))
    if sum(len(s.split()) for s in flat) <= SHORT:
        return " ".join(flat)
    words = rng.choice(LENGTHS)
    together = gathered(claim, runs, words) or " ".join(flat)
    if rng.random() < 0.4:
        return together
    weights, wanted = rarity(flat), stems(claim)
    focus = max(range(len(flat)), key=lambda i: weigh(wanted & stems(flat[i]), weights))
    start, end = window_around(flat, focus, words, wanted, weights)
    window = " ".join(flat[start:end])
    covered = weigh(wanted & stems(window), weights)
    most = weigh(wanted & stems(" ".join(flat)), weights)
    return window if not supported or covered >= 0.9 * most else together


def _around_evidence(record: Record, rng: random.Random) -> str | None:
    """The record's own evidence, its neighbours left out, or None where it has none."""
    sets = record.get("evidence_sets")
    if not sets:
        return None
    pieces = [" ".join(record["source"][a:b].split()) for a, b in rng.choice(sets)]
    return " ".join(pieces) if sum(len(p.split()) for p in pieces) <= 130 else None


def _split_summaries(records: Sequence[Record]) -> Iterator[tuple[Record, str, str]]:
    """Sentences of summaries with several: each one of a supported summary is supported.

    A summary that is not supported gives the one sentence that no supported summary of its document
    has; nothing where there are two such sentences, since then the error may be in either.
    """
    good: dict[str, set[str]] = defaultdict(set)
    for r in records:
        if r["label"] == "supported":
            good[r["source"]].update(_sentences(r["claim"]))
    seen: set[tuple[str, str]] = set()
    for r in records:
        parts = _sentences(r["claim"])
        if len(parts) < 2:
            continue
        supported = r["label"] == "supported"
        chosen = parts if supported else [p for p in parts if p not in good[r["source"]]]
        if not supported and len(chosen) != 1:
            continue
        for part in chosen:
            if (r["source"], part) not in seen and len(part.split()) > 3:
                seen.add((r["source"], part))
                yield r, part, "supported" if supported else "not_supported"


def _gold(name: str, records: Sequence[Record], rng: random.Random) -> Iterator[Pair]:
    sources = _whole_sources(records)
    for r in records:
        supported = r["label"] == "supported"
        target = TARGETS.get(str(r["label"]), str(r["label"]))
        runs = sources[r["source"]]
        known = _around_evidence(r, rng) if rng.random() < 0.6 else None
        premise = known or _premise(r["claim"], runs, supported, rng)
        yield Pair(name, "gold", premise, " ".join(r["claim"].split()), target)
        if r.get("evidence_sets") and supported:
            premise = _around_evidence(r, rng) or premise
            yield Pair(name, "gold", premise, " ".join(r["claim"].split()), target)
    if "summedits" in name:
        for r, part, target in _split_summaries(records):
            premise = _premise(part, sources[r["source"]], target == "supported", rng)
            yield Pair(name, "sentence", premise, part, target)


def _copied(name: str, records: Sequence[Record], rng: random.Random) -> Iterator[Pair]:
    """Sentences of long sources as claims: they hold, and errors put into them do not."""
    for source, runs in sorted(_whole_sources(records).items()):
        for run in runs:
            usable = [i for i, s in enumerate(run) if 8 <= len(s.split()) <= 35]
            if len(source.split()) < 100 or not usable or rng.random() > 0.3:
                continue
            i = rng.choice(usable)
            start, end = window_around(run, i, rng.choice(LENGTHS[:3]), frozenset(), {})
            yield Pair(name, "copied", " ".join(run[start:end]), run[i], "supported")


def _errors(pairs: Iterable[Pair], rng: random.Random) -> Iterator[Pair]:
    for pair in pairs:
        if pair.target != "supported":
            continue
        kinds = list(ERRORS)
        rng.shuffle(kinds)
        made = 0
        for kind in sorted(kinds, key=lambda k: k in ("negation", "scope")):
            maker, target = ERRORS[kind]
            changed = maker(pair.hypothesis, pair.premise, rng)
            if changed and changed != pair.hypothesis:
                yield Pair(pair.set, f"error:{kind}", pair.premise, changed, target)
                made += 1
                if made == 2:
                    break


def _rewrites(pairs: Iterable[Pair], rng: random.Random) -> Iterator[Pair]:
    for pair in pairs:
        if pair.target == "supported":
            for kind, maker in REWRITES.items():
                changed = maker(pair.hypothesis, pair.premise, rng)
                if changed and changed != pair.hypothesis:
                    yield replace(pair, kind=f"rewrite:{kind}", hypothesis=changed)


def _elsewhere(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Supported claims with the premise of another claim of their set: the nearest of a few."""
    pool = [p for p in pairs if p.kind == "gold"]
    for pair in pool:
        if pair.target != "supported":
            continue
        wanted = stems(pair.hypothesis)
        others = [o.premise for o in rng.sample(pool, min(40, len(pool)))]
        best = max(others, key=lambda o: len(wanted & stems(o)))
        if len(wanted & stems(best)) < 0.6 * len(wanted) and best != pair.premise:
            yield replace(pair, kind="elsewhere", premise=best, target="unsupported")


def _removed(name: str, records: Sequence[Record], rng: random.Random) -> Iterator[Pair]:
    """Supported claims beside their evidence and its neighbours, but for one sentence of it.

    Only where that sentence alone holds several words of the claim, since another one may say the
    same. After Tang et al. 2024, "MiniCheck", who leave sentences out of the documents.
    """
    for r in records:
        sets = r.get("evidence_sets") or []
        if r["label"] != "supported" or not sets:
            continue
        chosen = rng.choice(sets)
        wanted = stems(r["claim"])
        gone = rng.choice(chosen)
        others = [span for span in chosen if span != gone]
        if any(gone not in other for other in sets):
            continue
        near = _neighbours(r["source"], gone, rng)
        kept = sorted({tuple(span) for span in [*others, *near]})
        premise = " ".join(" ".join(r["source"][a:b].split()) for a, b in kept)
        lost = (wanted & stems(r["source"][gone[0] : gone[1]])) - stems(premise)
        if premise and len(lost) >= max(2, len(wanted) // 4):
            yield Pair(name, "removed", premise, " ".join(r["claim"].split()), "unsupported")


def _neighbours(source: str, span: Sequence[int], rng: random.Random) -> list[tuple[int, int]]:
    """Up to two sentences before and after `span`, which they do not touch."""
    places = [(a, b) for a, b in split_sentences(source) if source[a:b].strip()]
    before = [p for p in reversed(places) if p[1] <= span[0]]
    after = [p for p in places if p[0] >= span[1]]
    return before[: rng.randint(0, 2)] + after[: rng.randint(1, 2)]


def _additions(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Supported claims with an end that the premise does not know: that of another claim."""
    pool = [p for p in pairs if p.kind == "gold"]
    for pair in pool:
        if pair.target != "supported":
            continue
        other = rng.choice(pool).hypothesis
        end = _END.search(other)
        thing = _LAST_THING.search(other)
        joined = f" and{thing.group()}" if thing and rng.random() < 0.5 else end and end.group()
        if joined and len(stems(joined) - stems(pair.premise)) >= max(1, len(stems(joined)) - 1):
            whole, stop = pair.hypothesis.rstrip(". "), "." * pair.hypothesis.endswith(".")
            yield replace(
                pair, kind="addition", hypothesis=whole + joined + stop, target="unsupported"
            )


def _joined(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
    """Two claims as one: it holds where both do. Of one premise where that has several claims."""
    pool = [
        p
        for p in pairs
        if p.kind == "gold" and len(p.premise.split()) <= 45 and 3 < len(p.hypothesis.split()) <= 20
    ]
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pool:
        groups[pair.premise].append(pair)
    for first in pool:
        near = [p for p in groups[first.premise] if p.hypothesis != first.hypothesis]
        other = rng.choice(near if near and rng.random() < 0.6 else pool)
        if other.hypothesis == first.hypothesis:
            continue
        premises = list(dict.fromkeys([first.premise, other.premise]))
        rng.shuffle(premises)
        yield Pair(
            first.set,
            "joined",
            " ".join(premises),
            _one_sentence(first.hypothesis, other.hypothesis, rng),
            of_both(first.target, other.target),
        )


def _one_sentence(first: str, second: str, rng: random.Random) -> str:
    word, _, rest = second.partition(" ")
    if rng.random() < 0.6 and word.lower() in _LOWERED:
        joint = rng.choice((" and ", ", and ", ", while ", "; "))
        return first.rstrip(". ") + joint + f"{word.lower()} {rest}"
    return first.rstrip(". ") + ". " + second


def of_both(first: str, second: str) -> str:
    """The target of two claims put together.

    Where one is contradicted and the other is not, only that much is sure: they are not supported.
    """
    if first == second:
        return first
    return "unsupported" if {first, second} == {"supported", "unsupported"} else "not_supported"


def _distracted(pair: Pair, strange: Sequence[str], rng: random.Random) -> Pair:
    """Some short premises get up to MOST_STRANGE sentences of others beside them, near in words."""
    if len(pair.premise.split()) > 40 or rng.random() > SHARE_OF_DISTRACTED:
        return pair
    wanted = stems(pair.hypothesis)
    drawn = rng.sample(strange, min(12, len(strange)))
    drawn.sort(key=lambda s: -len(wanted & stems(s)))
    parts = [pair.premise, *drawn[: rng.randint(1, MOST_STRANGE)]]
    rng.shuffle(parts)
    return replace(pair, premise=" ".join(parts))


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
    gold = list(_gold(name, records, rng))
    copied = _capped(list(_copied(name, records, rng)), len(gold) // 12, rng)
    strange = [s for p in gold for s in [p.premise] if len(s.split()) < 40] or ["-"]
    made = [
        *_capped(list(_errors(gold + copied, rng)), int(len(gold) * SHARE_OF_ERRORS), rng),
        *_capped(list(_removed(name, records, rng)), int(len(gold) * SHARE_OF_REMOVED), rng),
        *_capped(list(_rewrites(gold, rng)), int(len(gold) * SHARE_OF_REWRITES), rng),
        *_capped(list(_elsewhere(gold, rng)), int(len(gold) * SHARE_OF_ELSEWHERE), rng),
        *_capped(list(_additions(gold, rng)), int(len(gold) * SHARE_OF_ADDITIONS), rng),
        *_balanced(list(_joined(gold, rng)), int(len(gold) * SHARE_OF_JOINED), rng),
    ]
    pairs = [_distracted(p, strange, rng) for p in gold + copied + made]
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


def taught_by(half: str, again: float) -> dict[str, int]:
    """Which sets teach, and how many records of each at most.

    Args:
        half: "none" for the sentence-pair sets alone, "ours" for our own, a half, or "both".
        again: share of what an earlier part of the training has learnt from.
    """
    if half == "none":
        return dict(COMMON)
    seen = COMMON if half == "ours" else {**COMMON, **OURS}
    taught = {name: round(most * again) for name, most in seen.items()}
    for name in HALVES if half == "both" else {half} & HALVES.keys():
        taught |= HALVES[name]
    return taught | (OURS if half == "ours" else {})


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("evalsets", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--half", choices=["none", "ours", *HALVES, "both"], required=True)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument(
        "--again", type=float, default=1.0, help="share of what teaches every model, beside a half"
    )
    args = parser.parse_args()
    taught = taught_by(args.half, args.again)
    pairs = mixed(
        [of_set(args.evalsets, n, most, args.seed) for n, most in taught.items()], args.seed
    )
    args.out.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(asdict(p), ensure_ascii=False) + "\n" for p in pairs)
    (args.out / f"pairs_{args.half}.jsonl").write_text(lines, encoding="utf-8")
    about = {
        "seed": args.seed,
        "pairs": len(pairs),
        "sha256": hashlib.sha256(lines.encode()).hexdigest(),
        "sets": {n: digest(args.evalsets, n) for n in taught},
        "by_set": Counter(p.set for p in pairs),
        "by_kind": Counter(p.kind for p in pairs),
        "by_target": Counter(p.target for p in pairs),
    }
    (args.out / f"pairs_{args.half}.json").write_text(json.dumps(about, indent=1))
    print(json.dumps(about, indent=1))


if __name__ == "__main__":
    main()
