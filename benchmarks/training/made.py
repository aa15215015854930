"""Pairs made from others: errors, rewrites, missing evidence, added ends, claims of two parts."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from benchmarks.training.gold import Pair, one_line
from benchmarks.training.perturb import ERRORS, REWRITES
from benchmarks.training.records import Record
from verifier.judges.nli_windows import stems
from verifier.language.sentences import split_sentences

SHARE_OF_DISTRACTED = 0.3  # short premises that get strange sentences beside them
MOST_STRANGE = 3
_END = re.compile(
    r"(?: (?:in|at|on|for|with|by|from|after|during|because of)"
    r"|,? (?:and|as well as)|, (?:who|which))"
    r" [^,.;:?!]{3,45}(?=[.]?$)"
)
_LOWERED = frozenset(
    "the a an it he she they this that these those there some most many all in on at for".split()
)
_LAST_THING = re.compile(r" (?:(?:an?|the|two|three|six|many|new|several) )+(?:\w+ )?\w+(?=[.]?$)")


def errors(pairs: Iterable[Pair], rng: random.Random) -> Iterator[Pair]:
    """Supported claims with a typed error put into them; at most two of each."""
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


def rewrites(pairs: Iterable[Pair], rng: random.Random) -> Iterator[Pair]:
    """Supported claims said in another lawful way."""
    for pair in pairs:
        if pair.target == "supported":
            for kind, maker in REWRITES.items():
                changed = maker(pair.hypothesis, pair.premise, rng)
                if changed and changed != pair.hypothesis:
                    yield replace(pair, kind=f"rewrite:{kind}", hypothesis=changed)


def elsewhere(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
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


def removed(name: str, records: Sequence[Record], rng: random.Random) -> Iterator[Pair]:
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
        premise = " ".join(one_line(r["source"][a:b]) for a, b in kept)
        lost = (wanted & stems(r["source"][gone[0] : gone[1]])) - stems(premise)
        if premise and len(lost) >= max(2, len(wanted) // 4):
            yield Pair(name, "removed", premise, one_line(r["claim"]), "unsupported")


def _neighbours(source: str, span: Sequence[int], rng: random.Random) -> list[tuple[int, int]]:
    """Up to two sentences before and after `span`, which they do not touch."""
    places = _places(source)
    before = [p for p in reversed(places) if p[1] <= span[0]]
    after = [p for p in places if p[0] >= span[1]]
    return before[: rng.randint(0, 2)] + after[: rng.randint(1, 2)]


@lru_cache(maxsize=64)
def _places(source: str) -> list[tuple[int, int]]:
    """Where the sentences of `source` are; its claims follow each other."""
    return [(a, b) for a, b in split_sentences(source) if source[a:b].strip()]


def additions(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
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


def joined(pairs: Sequence[Pair], rng: random.Random) -> Iterator[Pair]:
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


def distracted(pair: Pair, strange: Sequence[str], rng: random.Random) -> Pair:
    """Some short premises get up to MOST_STRANGE sentences of others beside them, near in words.

    Not where evidence was left out: a strange sentence may be the one that is missing.
    """
    if pair.kind in ("removed", "elsewhere"):
        return pair
    if len(pair.premise.split()) > 40 or rng.random() > SHARE_OF_DISTRACTED:
        return pair
    wanted = stems(pair.hypothesis)
    drawn = rng.sample(strange, min(12, len(strange)))
    drawn.sort(key=lambda s: -len(wanted & stems(s)))
    parts = [pair.premise, *drawn[: rng.randint(1, MOST_STRANGE)]]
    rng.shuffle(parts)
    return replace(pair, premise=" ".join(parts))
