"""The sentences of all documents, and the passages made of neighbouring ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verifier.language.sentences import split_sentences
from verifier.model import Block, SourceDocument, SourceSpan


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a source: offsets [start, end) into the document's text."""

    document: SourceDocument
    block: Block
    start: int
    end: int

    @property
    def text(self) -> str:
        """The sentence's characters."""
        return self.document.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Passage:
    """One to three neighbouring sentences of one block.

    Attributes:
        sentences: in order; never empty.
    """

    sentences: tuple[Sentence, ...]

    @property
    def document(self) -> SourceDocument:
        """The document it stands in."""
        return self.sentences[0].document

    @property
    def start(self) -> int:
        """Offset of its first character in the document's text."""
        return self.sentences[0].start

    @property
    def end(self) -> int:
        """Offset behind its last character in the document's text."""
        return self.sentences[-1].end

    @property
    def text(self) -> str:
        """Its characters, as they stand in the document's text."""
        return self.document.text[self.start : self.end]

    def span(self) -> SourceSpan:
        """Its place in the source."""
        return self.document.span(self.start, self.end)


class Corpus:
    """All documents of a check, ready to be searched."""

    def __init__(self, documents: Iterable[SourceDocument]) -> None:
        self.documents = tuple(documents)
        self.sentences = tuple(_sentences(self.documents))

    def search(self, query: str, limit: int = 12) -> list[Passage]:
        """Passages that share most with `query`, best first, at most `limit`."""
        words = set(query.lower().split())
        ranked = sorted(
            self.sentences,
            key=lambda sentence: -len(words & set(sentence.text.lower().split())),
        )
        return [Passage((sentence,)) for sentence in ranked[:limit]]


def _sentences(documents: Iterable[SourceDocument]) -> Iterable[Sentence]:
    for document in documents:
        for block in document.blocks:
            if block.kind.is_evidence:
                text = document.text[block.start : block.end]
                for start, end in split_sentences(text):
                    yield Sentence(document, block, block.start + start, block.start + end)
