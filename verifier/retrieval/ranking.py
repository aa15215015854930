"""Two indexes with one ranking, BM25: one in plain memory, one by tantivy for large corpora."""

from __future__ import annotations

import io
import math
import shutil
import tarfile
import tempfile
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

import tantivy

from verifier.retrieval.terms import analyzer, spaced, terms_of

Hit = tuple[int, float]
"""A sentence's number and its score."""

# Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009);
# the parameters are tantivy's.
_K1 = 1.2
_B = 0.75

_BODY, _NUMBER, _ANALYZER = "body", "number", "terms"
_WRITER_BYTES = 100_000_000
_SPARE_HITS = 8


class SentenceIndex(Protocol):
    """Finds the sentences that share most with a query."""

    def search(
        self, weights: dict[str, float], limit: int, admits: Callable[[int], bool] | None
    ) -> list[Hit]:
        """At most `limit` hits, best first; equal scores in the sentences' order.

        Args:
            weights: the query's terms, each with its weight.
            limit: how many hits are wanted.
            admits: which sentences may be found, by number; None admits all.
        """
        ...


class MemoryIndex:
    """BM25 over postings in plain memory: nothing to start, right for small corpora."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = {}
        self._lengths = []
        for number, text in enumerate(texts):
            terms = terms_of(text)
            self._lengths.append(len(terms))
            for term, frequency in Counter(terms).items():
                self._postings.setdefault(term, []).append((number, frequency))
        self._mean_length = sum(self._lengths) / max(1, len(self._lengths)) or 1.0

    def search(
        self, weights: dict[str, float], limit: int, admits: Callable[[int], bool] | None
    ) -> list[Hit]:
        """See `SentenceIndex.search`."""
        scores: dict[int, float] = {}
        for term, weight in weights.items():
            postings = self._postings.get(term, ())
            rarity = math.log(
                1 + (len(self._lengths) - len(postings) + 0.5) / (len(postings) + 0.5)
            )
            for number, frequency in postings:
                length = self._lengths[number] / self._mean_length
                saturation = frequency + _K1 * (1 - _B + _B * length)
                score = weight * rarity * frequency * (_K1 + 1) / saturation
                scores[number] = scores.get(number, 0.0) + score
        hits = (hit for hit in scores.items() if admits is None or admits(hit[0]))
        return _best(hits, limit)


class TantivyIndex:
    """BM25 by tantivy, which stays fast over millions of sentences."""

    def __init__(self, index: tantivy.Index, folder: Path) -> None:
        index.register_tokenizer(_ANALYZER, analyzer())
        index.reload()
        self._folder = folder
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._schema = index.schema
        self._searcher = index.searcher()

    @classmethod
    def build(cls, texts: Iterable[str]) -> TantivyIndex:
        """Index `texts`, numbered from 0, in a folder that goes with the index."""
        folder = _scratch_folder()
        index = tantivy.Index(_schema(), path=str(folder))
        index.register_tokenizer(_ANALYZER, analyzer())
        # One thread: several would order equal scores by chance.
        writer = index.writer(heap_size=_WRITER_BYTES, num_threads=1)
        for number, text in enumerate(texts):
            document = tantivy.Document()
            document.add_text(_BODY, spaced(text))
            document.add_unsigned(_NUMBER, number)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        return cls(index, folder)

    @classmethod
    def unpack(cls, packed: bytes) -> TantivyIndex:
        """The index that `pack` packed.

        Raises:
            tarfile.TarError, ValueError, OSError: `packed` is no such index.
        """
        folder = _scratch_folder()
        try:
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                archive.extractall(folder, filter="data")
            return cls(tantivy.Index.open(str(folder)), folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def pack(self) -> bytes:
        """The whole index in one piece, to be kept in a cache."""
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for path in sorted(self._folder.iterdir()):
                if path.suffix != ".lock":
                    archive.add(path, path.name)
        return packed.getvalue()

    def search(
        self, weights: dict[str, float], limit: int, admits: Callable[[int], bool] | None
    ) -> list[Hit]:
        """See `SentenceIndex.search`."""
        query = tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, self._term(term, weight)) for term, weight in weights.items()]
        )
        wanted = limit + _SPARE_HITS
        while True:
            found = self._searcher.search(query, wanted, count=False).hits
            numbers = self._searcher.fast_field_values(_NUMBER, [place for _, place in found])
            hits = [
                (int(number), score)
                for number, (score, _) in zip(numbers, found, strict=True)
                if number is not None and (admits is None or admits(int(number)))
            ]
            if len(hits) >= limit or len(found) < wanted:
                return _best(hits, limit)
            wanted *= 4

    def _term(self, term: str, weight: float) -> tantivy.Query:
        query = tantivy.Query.term_query(self._schema, _BODY, term, index_option="freq")
        return query if weight == 1.0 else tantivy.Query.boost_query(query, weight)


def _best(hits: Iterable[Hit], limit: int) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:limit]


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field(_BODY, stored=False, tokenizer_name=_ANALYZER, index_option="freq")
    builder.add_unsigned_field(_NUMBER, stored=False, fast=True)
    return builder.build()


def _scratch_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="llmfeeder-"))
