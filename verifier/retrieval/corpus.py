"""All sources of a check, ready to be searched."""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from verifier.model import SourceDocument
from verifier.retrieval.cutting import Store, key_of, sentences_of
from verifier.retrieval.passages import Passage, Sentence
from verifier.retrieval.ranking import MemoryIndex, SentenceIndex, TantivyIndex
from verifier.retrieval.terms import query_terms

# Up to here an index in plain memory is built faster than tantivy starts its threads.
_SMALL_CORPUS = 1_000
_CONTEXT_WEIGHT = 0.3
_INDEX_KIND = "index-2"


class Run(Struct, frozen=True):
    """A document and its sentences."""

    document: SourceDocument
    sentences: tuple[Sentence, ...]


class Corpus:
    """The documents' sentences and their index.

    Args:
        documents: the sources, in the order in which equally good passages are preferred.
        store: keeps what was made of large sources between runs; None keeps nothing.
        previous: an earlier state of the sources, whose unchanged documents need not be cut again.
    """

    def __init__(
        self,
        documents: Iterable[SourceDocument],
        store: Store | None = None,
        previous: Corpus | None = None,
    ) -> None:
        self.documents = tuple(documents)
        known = {id(run.document): run.sentences for run in previous.runs} if previous else {}
        cuts = (
            Run(document, known.get(id(document)) or sentences_of(document, store))
            for document in self.documents
        )
        runs, self._index = _indexed(self.documents, cuts, store)
        self.runs: tuple[Run, ...] = tuple(runs)
        self.sentences = tuple(sentence for run in self.runs for sentence in run.sentences)

    def search(
        self,
        query: str,
        *,
        context: str = "",
        limit: int = 12,
        within: Collection[str] | None = None,
        without: Collection[str] = (),
    ) -> list[Passage]:
        """Passages that could bear on `query`, best first.

        A sentence that several sources have word for word is found in the first of them.

        Args:
            query: the claim, or a part of it.
            context: what stands before it; its terms count, but less.
            limit: how many passages at most.
            within: ids of the only sources to search; None searches all.
            without: ids of sources to leave out.
        """
        weights = dict.fromkeys(query_terms(context), _CONTEXT_WEIGHT) if context else {}
        weights.update(dict.fromkeys(query_terms(query), 1.0))

        def admits(number: int) -> bool:
            source_id = self.sentences[number].document.id
            return (within is None or source_id in within) and source_id not in without

        everything = within is None and not without
        hits = self._index.search(weights, limit * 2, None if everything else admits)
        passages: dict[str, Passage] = {}
        for number, score in hits:
            passage = self._passage(number, score)
            passages.setdefault(self.sentences[number].text, passage)
        return list(passages.values())[:limit]

    def _passage(self, number: int, score: float) -> Passage:
        first = number - 1 if number and self._neighbours(number - 1, number) else number
        last = number
        if number + 1 < len(self.sentences) and self._neighbours(number, number + 1):
            last = number + 1
        return Passage(self.sentences[first : last + 1], number - first, score)

    def _neighbours(self, number: int, other: int) -> bool:
        return self.sentences[number].block is self.sentences[other].block


def _indexed(
    documents: Sequence[SourceDocument], cuts: Iterator[Run], store: Store | None
) -> tuple[list[Run], SentenceIndex]:
    """All runs of `cuts`, and their index.

    A large index is made by a thread of its own, while what follows is still being cut.
    """
    runs: list[Run] = []
    count = 0
    while count <= _SMALL_CORPUS:
        run = next(cuts, None)
        if run is None:
            return runs, MemoryIndex([s.text for run in runs for s in run.sentences])
        runs.append(run)
        count += len(run.sentences)

    def texts() -> Iterator[str]:
        for run in tuple(runs):
            yield from (sentence.text for sentence in run.sentences)
        for run in cuts:
            runs.append(run)
            yield from (sentence.text for sentence in run.sentences)

    key = _corpus_key(documents) if store else ""
    if store and (packed := store.get(_INDEX_KIND, key)):
        try:
            index = TantivyIndex.unpack(packed)
        except (tarfile.TarError, ValueError, OSError):
            pass  # An unusable entry of the cache is a missing one.
        else:
            runs.extend(cuts)
            return runs, index
    index = TantivyIndex.build(texts())
    if store:
        store.put(_INDEX_KIND, key, index.pack())
    return runs, index


def _corpus_key(documents: Sequence[SourceDocument]) -> str:
    """Names an index by what went into it: every document's text, and how it is cut."""
    digest = hashlib.sha256()
    for document in documents:
        digest.update(key_of(document).encode())
    return digest.hexdigest()
