"""Which pieces of the sources an entailment model reads for a claim: its premises.

A short window makes a small model's answer sharp, a long one holds evidence that is spread: so
windows of several lengths are read, and one premise gathered from the sentences that together cover
most of the claim, wherever they stand.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from verifier.language.tokens import tokenize

Place = tuple[int, int]
"""A sentence: the number of its run, and its own number there."""

LENGTHS = ((25, 2), (50, 1), (120, 1))
"""Words of a window, at least, where the run of sentences is long enough; and how many windows."""

GATHERED_WORDS = 100
"""Words of the gathered premise, at most, where its first sentence is not longer."""


@lru_cache(maxsize=20_000)
def stems(text: str) -> frozenset[str]:
    """The stems of the words of `text` that carry matter, and its numbers."""
    return frozenset(
        token.word.stem
        for token in tokenize(text)
        if (token.word.is_word or token.word.is_number) and not token.word.is_function
    )


def rarity(sentences: Iterable[str]) -> dict[str, float]:
    """How much each stem says, by how few of `sentences` hold it; at least 0.1."""
    counts: Counter[str] = Counter()
    size = 0
    for sentence in sentences:
        counts.update(stems(sentence))
        size += 1
    return {stem: 0.1 + math.log((1 + size) / count) for stem, count in counts.items()}


def weigh(wanted: Iterable[str], weights: Mapping[str, float]) -> float:
    """The sum of the weights of the stems `wanted`; a stem unknown to `weights` has none.

    Exact, so that it is the same in whatever order a set gives its stems.
    """
    return math.fsum(weights.get(stem, 0.0) for stem in wanted)


def _length(text: str) -> int:
    return len(text.split())


def window_around(
    run: Sequence[str], focus: int, words: int, wanted: frozenset[str], weights: Mapping[str, float]
) -> tuple[int, int]:
    """The sentences [start, end) around `focus`, grown to at least `words` words where there are.

    It grows towards the neighbour that holds more of what is `wanted` and not yet inside.
    """
    start, end = focus, focus + 1
    size = _length(run[focus])
    missing = wanted - stems(run[focus])
    while size < words and (start > 0 or end < len(run)):
        before = weigh(missing & stems(run[start - 1]), weights) if start > 0 else -1.0
        after = weigh(missing & stems(run[end]), weights) if end < len(run) else -1.0
        if before > after:
            start -= 1
            added = run[start]
        else:
            added = run[end]
            end += 1
        size += _length(added)
        missing -= stems(added)
    return start, end


def gathered_places(
    claim: str, runs: Sequence[Sequence[str]], words: int = GATHERED_WORDS
) -> tuple[Place, ...]:
    """Sentences that together cover most of `claim`, in the order of the sources.

    Greedy: each time the sentence that adds most weight, until nothing is added or `words` is
    reached. Empty when no sentence shares anything with the claim.
    """
    places = [(run, at) for run, part in enumerate(runs) for at in range(len(part))]
    weights = rarity(chain.from_iterable(runs))
    missing = stems(claim)
    chosen: list[Place] = []
    size = 0
    while missing and size < words:
        gain, run, at = max(
            (
                (weigh(missing & stems(runs[run][at]), weights), -run, -at)
                for run, at in places
                if (run, at) not in chosen
            ),
            default=(0.0, 0, 0),
        )
        text = runs[-run][-at] if gain > 0 else ""
        if not text or (chosen and size + _length(text) > words):
            break
        chosen.append((-run, -at))
        size += _length(text)
        missing -= stems(text)
    return tuple(sorted(chosen))


def gathered(claim: str, runs: Sequence[Sequence[str]], words: int = GATHERED_WORDS) -> str:
    """The sentences of `gathered_places`, joined."""
    return joined(runs, gathered_places(claim, runs, words))


def joined(runs: Sequence[Sequence[str]], places: Iterable[Place]) -> str:
    """The sentences at `places` as one text."""
    return " ".join(runs[run][at] for run, at in places)


def windows(
    claim: str, runs: Sequence[Sequence[str]], words: int, best: int
) -> list[tuple[Place, ...]]:
    """Windows of at least `words` words around the `best` sentences that share most with `claim`.

    Where the run of sentences is shorter, the window is too.
    """
    wanted = stems(claim)
    weights = rarity(chain.from_iterable(runs))
    ranked = sorted(
        (-weigh(wanted & stems(sentence), weights), run, at)
        for run, part in enumerate(runs)
        for at, sentence in enumerate(part)
    )
    found = []
    for _, run, at in ranked[:best]:
        start, end = window_around(runs[run], at, words, wanted, weights)
        found.append(tuple((run, place) for place in range(start, end)))
    return found


def pieces(
    claim: str,
    runs: Sequence[Sequence[str]],
    lengths: Sequence[tuple[int, int]] = LENGTHS,
    gather: int = GATHERED_WORDS,
) -> tuple[tuple[Place, ...], ...]:
    """Where to read for `claim`: each piece once, short windows first, the gathered one last.

    Args:
        claim: the judged text.
        runs: neighbouring sentences of the sources, a run for each place; windows stay inside one.
        lengths: of windows, words at least, and around how many sentences there is one.
        gather: words of the gathered piece at most; 0 for none.
    """
    found: dict[tuple[Place, ...], None] = {}
    for words, best in lengths:
        found.update(dict.fromkeys(windows(claim, runs, words, best)))
    if gather:
        found[gathered_places(claim, runs, gather)] = None
    return tuple(place for place in found if place)
