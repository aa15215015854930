"""The sentences of the sources, and the passages made of neighbouring ones."""

from __future__ import annotations

from msgspec import Struct

from verifier.model import Block, SourceDocument, SourceSpan


class Sentence(Struct, frozen=True, gc=False):
    """A sentence of a source: offsets [start, end) into the document's text."""

    document: SourceDocument
    block: Block
    start: int
    end: int

    @property
    def text(self) -> str:
        """The sentence's characters."""
        return self.document.text[self.start : self.end]


class Passage(Struct, frozen=True, gc=False):
    """One to three neighbouring sentences of one block.

    Attributes:
        sentences: in order; never empty.
        focus: index, in `sentences`, of the one that was found; the others stand beside it.
        score: of the sentence in focus, by the search; only the order means anything.
    """

    sentences: tuple[Sentence, ...]
    focus: int = 0
    score: float = 0.0

    @property
    def document(self) -> SourceDocument:
        """The document it stands in."""
        return self.sentences[0].document

    @property
    def block(self) -> Block:
        """The block it stands in."""
        return self.sentences[0].block

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
