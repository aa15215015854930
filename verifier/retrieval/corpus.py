"""All sources of a check, ready to be searched."""

from __future__ import annotations

import hashlib
import tarfile
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from verifier.model import SourceDocument
from verifier.retrieval.cutting import Store, sentences_of
from verifier.retrieval.passages import Passage, Sentence
from verifier.retrieval.ranking import MemoryIndex, SentenceIndex, TantivyIndex
from verifier.retrieval.terms import query_terms

# Up to here an index in plain memory is built faster than tantivy starts its threads.
_SMALL_CORPUS = 1_000
_CONTEXT_WEIGHT = 0.3
_INDEX_KIND = "index-1"


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
        self.runs: tuple[Run, ...] = tuple(
            Run(document, known.get(id(document)) or sentences_of(document, store))
            for document in self.documents
        )
        self.sentences = tuple(sentence for run in self.runs for sentence in run.sentences)
        self._index = _index(self.documents, self.sentences, store)

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


def _index(
    documents: Sequence[SourceDocument], sentences: Sequence[Sentence], store: Store | None
) -> SentenceIndex:
    if len(sentences) <= _SMALL_CORPUS:
        return MemoryIndex([sentence.text for sentence in sentences])
    key = _corpus_key(documents, sentences) if store else ""
    if store and (packed := store.get(_INDEX_KIND, key)):
        try:
            return TantivyIndex.unpack(packed)
        except (tarfile.TarError, ValueError, OSError):
            pass  # An unusable entry of the cache is a missing one.
    index = TantivyIndex.build(sentence.text for sentence in sentences)
    if store:
        store.put(_INDEX_KIND, key, index.pack())
    return index


def _corpus_key(documents: Sequence[SourceDocument], sentences: Sequence[Sentence]) -> str:
    """Names an index by what went into it: every sentence's place and every document's text."""
    digest = hashlib.sha256()
    for document in documents:
        digest.update(document.text.encode("utf-8", "surrogatepass") + b"\0")
    for sentence in sentences:
        digest.update(b"%d-%d " % (sentence.start, sentence.end))
    return digest.hexdigest()
