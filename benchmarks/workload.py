"""Made-up corpora and reports for the speed measurements; the same seed gives the same text."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

_SUBJECTS = ["plant", "division", "clinic", "reactor", "harbour", "campus", "terminal", "orchard"]
_PLACES = [
    "Dublin",
    "Lund",
    "Porto",
    "Osaka",
    "Graz",
    "Tampere",
    "Cork",
    "Basel",
    "Turin",
    "Gdansk",
]
_GOODS = ["steel", "vaccine", "timber", "freight", "electricity", "cement", "barley", "software"]
_VERBS = ["produced", "shipped", "ordered", "stored", "recycled", "exported", "tested", "delayed"]
_REASONS = [
    "after the second furnace was repaired",
    "although demand from abroad was weak",
    "because a new supplier had been found",
    "while the audit of the older lines went on",
    "before the board approved the new budget",
]


def sentences(count: int, seed: int = 1) -> list[str]:
    """`count` different sentences of 15 to 25 words."""
    rng = random.Random(seed)
    return [_sentence(rng, number) for number in range(count)]


def _sentence(rng: random.Random, number: int) -> str:
    subject, place = rng.choice(_SUBJECTS), rng.choice(_PLACES)
    first, second = rng.sample(_GOODS, 2)
    amount, share = rng.randint(100, 99_999), rng.randint(1, 99)
    return (
        f"The {place} {subject} number {number} {rng.choice(_VERBS)} {amount:,} tonnes of {first} "
        f"in {rng.randint(1990, 2025)}, {share} percent more {second} than planned, "
        f"{rng.choice(_REASONS)}."
    )


def write_corpus(folder: Path, count: int, files: int = 20) -> list[str]:
    """Write `count` sentences as paragraphs of five into text files; returns them."""
    folder.mkdir(parents=True, exist_ok=True)
    made = sentences(count)
    share = -(-count // files)
    for number in range(files):
        part = made[number * share : (number + 1) * share]
        paragraphs = (" ".join(part[at : at + 5]) for at in range(0, len(part), 5))
        (folder / f"part{number:02}.txt").write_text("\n\n".join(paragraphs), encoding="utf-8")
    return made


def report(made: list[str], claims: int, seed: int = 2) -> str:
    """A Markdown report: of its claims verbatim, with another number, new, in turn."""
    rng = random.Random(seed)
    lines = []
    for number in range(claims):
        sentence = rng.choice(made)
        if number % 3 == 1:
            sentence = sentence.replace(" percent", "1 percent", 1)
        elif number % 3 == 2:
            sentence = f"The minister praised harbour {number} for its quiet and friendly gardens."
        lines.append(f"- {sentence}")
    return "# Report\n\n" + "\n".join(lines) + "\n"


def short_sources(count: int) -> list[tuple[str, str]]:
    """`count` claims, each with a source of three sentences: one of them, changed in turn."""
    made = sentences(3 * count)
    pairs = []
    for number in range(count):
        source = made[3 * number : 3 * number + 3]
        claim = source[1].replace("although", "and") if number % 2 else source[1][:-1] + " again."
        if number % 3 == 1:
            claim = claim.replace(" percent", "1 percent", 1)
        pairs.append((claim, " ".join(source)))
    return pairs


def seconds(action: Callable[[], object]) -> float:
    """How long `action` takes, by the clock."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def reference_seconds(texts: list[str]) -> float:
    """The yardstick for ratios: counting the words of `texts`, the best of five times."""

    def count() -> None:
        words: Counter[str] = Counter()
        for text in texts:
            words.update(text.lower().split())

    return min(seconds(count) for _ in range(5))
