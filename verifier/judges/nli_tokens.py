"""Pairs of premise and claim -> the numbers an entailment model reads.

The same code prepares the pairs in training and in use, so that a model never sees another form.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tokenizers import Encoding

ROOM_FOR_PREMISE = 48
"""Tokens that a long claim leaves to its premise at least."""


class EncodedPair(NamedTuple):
    """A pair as token ids; those of the claim stand at [claim_start, claim_end)."""

    ids: list[int]
    claim_start: int
    claim_end: int


class Batch(NamedTuple):
    """Equally long rows, [pairs][tokens]: ids (padded), 1 on tokens, 1 on tokens of the claim."""

    input_ids: list[list[int]]
    attention_mask: list[list[int]]
    claim_mask: list[list[int]]


def _frame(pair: Encoding) -> tuple[list[int], list[int], list[int]]:
    """The special tokens before, between and behind the two texts of an encoded pair."""
    places = pair.sequence_ids
    first, second = places.index(0), places.index(1)
    before, rest = pair.ids[:first], places[first:second]
    between = pair.ids[second - rest.count(None) : second]
    return before, between, pair.ids[len(places) - places[::-1].index(1) :]


class PairEncoder:
    """Encodes pairs with a tokenizer file.

    Args:
        file: tokenizer.json, as the `tokenizers` library writes it.
        most: tokens of a pair at most; the premise is cut first, then the claim, each at its end.
        padding: the id that fills rows up.
    """

    def __init__(self, file: Path, most: int, padding: int = 1) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(file))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._before, self._between, self._behind = _frame(self._tokenizer.encode("a", "b"))
        self._room = most - len(self._before) - len(self._between) - len(self._behind)
        self._padding = padding

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[EncodedPair]:
        """Each (premise, claim), encoded."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        encodings = self._tokenizer.encode_batch(texts, add_special_tokens=False)
        known = dict(zip(texts, encodings, strict=True))
        return [self._join(known[premise].ids, known[claim].ids) for premise, claim in pairs]

    def _join(self, premise: list[int], claim: list[int]) -> EncodedPair:
        claim = claim[: max(self._room - min(len(premise), ROOM_FOR_PREMISE), 1)]
        premise = premise[: self._room - len(claim)]
        ids = [*self._before, *premise, *self._between, *claim, *self._behind]
        start = len(self._before) + len(premise) + len(self._between)
        return EncodedPair(ids, start, start + len(claim))

    def batch(self, encoded: Sequence[EncodedPair]) -> Batch:
        """Rows of equal length."""
        width = max((len(pair.ids) for pair in encoded), default=0)
        rows = Batch([], [], [])
        for ids, start, end in encoded:
            rest = width - len(ids)
            rows.input_ids.append(ids + [self._padding] * rest)
            rows.attention_mask.append([1] * len(ids) + [0] * rest)
            rows.claim_mask.append([0] * start + [1] * (end - start) + [0] * (width - end))
        return rows
