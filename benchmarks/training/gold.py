"""Labelled records -> pairs of premise and hypothesis, with the label that the record has."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from benchmarks.training.records import Record
from verifier.judges.nli_windows import gathered, rarity, stems, weigh, window_around
from verifier.language.sentences import split_sentences

TARGETS = {"partial": "not_supported"}  # some partial claims have a part that is contradicted
SHORT = 60  # words of a source that is read whole
LENGTHS = (25, 50, 80, 110)


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


def one_line(text: str) -> str:
    """`text` with single blanks."""
    return " ".join(text.split())


def _sentences(text: str) -> list[str]:
    return [one_line(text[a:b]) for a, b in split_sentences(text)]


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
    pieces = [one_line(record["source"][a:b]) for a, b in rng.choice(sets)]
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


def gold(name: str, records: Sequence[Record], rng: random.Random) -> Iterator[Pair]:
    """The records as they are, each beside a premise of some length."""
    sources = _whole_sources(records)
    for r in records:
        supported = r["label"] == "supported"
        target = TARGETS.get(str(r["label"]), str(r["label"]))
        runs = sources[r["source"]]
        known = _around_evidence(r, rng) if rng.random() < 0.6 else None
        premise = known or _premise(r["claim"], runs, supported, rng)
        yield Pair(name, "gold", premise, one_line(r["claim"]), target)
        if r.get("evidence_sets") and supported:
            premise = _around_evidence(r, rng) or premise
            yield Pair(name, "gold", premise, one_line(r["claim"]), target)
    if "summedits" in name:
        for r, part, target in _split_summaries(records):
            premise = _premise(part, sources[r["source"]], target == "supported", rng)
            yield Pair(name, "sentence", premise, part, target)


def copied(name: str, records: Sequence[Record], rng: random.Random) -> Iterator[Pair]:
    """Sentences of long sources as claims: they hold, and errors put into them do not."""
    for source, runs in sorted(_whole_sources(records).items()):
        for run in runs:
            usable = [i for i, s in enumerate(run) if 8 <= len(s.split()) <= 35]
            if len(source.split()) < 100 or not usable or rng.random() > 0.3:
                continue
            i = rng.choice(usable)
            start, end = window_around(run, i, rng.choice(LENGTHS[:3]), frozenset(), {})
            yield Pair(name, "copied", " ".join(run[start:end]), run[i], "supported")
