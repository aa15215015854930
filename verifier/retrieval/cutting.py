"""Documents -> their sentences, cut once for each content."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Protocol

from verifier.language.sentences import split_sentences
from verifier.model import SourceDocument
from verifier.retrieval.passages import Sentence

# Below this many characters, cutting a document is about as fast as finding it in the store.
_WORTH_KEEPING = 20_000
# Goes up whenever the same text would be cut differently than before.
_KIND = "sentences-1"


class Store(Protocol):
    """Keeps derived data between runs; see `verifier.cache.Cache`."""

    def get(self, kind: str, key: str) -> bytes | None:
        """What was put under `kind` and `key`, if it is still whole."""
        ...

    def put(self, kind: str, key: str, value: bytes) -> None:
        """Keep `value`; failing to do so is no error."""
        ...


def sentences_of(document: SourceDocument, store: Store | None = None) -> tuple[Sentence, ...]:
    """The sentences of `document` that can be evidence, in order.

    Args:
        document: what to cut.
        store: keeps the cuts of long documents; None keeps nothing.
    """
    if store is None or len(document.text) < _WORTH_KEEPING:
        return _sentences(document, array("q", _cuts(document)))
    key = key_of(document)
    cuts = array("q")
    kept = store.get(_KIND, key)
    if kept is not None:
        cuts.frombytes(kept)
    else:
        cuts.extend(_cuts(document))
        store.put(_KIND, key, cuts.tobytes())
    return _sentences(document, cuts)


def _cuts(document: SourceDocument) -> Iterator[int]:
    """For each sentence the number of its block, its start and its end, one after the other."""
    for number, block in enumerate(document.blocks):
        if block.kind.is_evidence:
            for start, end in split_sentences(document.text[block.start : block.end]):
                yield number
                yield block.start + start
                yield block.start + end


def _sentences(document: SourceDocument, cuts: array[int]) -> tuple[Sentence, ...]:
    blocks = document.blocks
    return tuple(
        Sentence(document, blocks[number], start, end)
        for number, start, end in zip(cuts[::3], cuts[1::3], cuts[2::3], strict=True)
    )


def key_of(document: SourceDocument) -> str:
    """Names the sentences of `document` by everything that they depend on."""
    return f"{_KIND} {document.content}"
