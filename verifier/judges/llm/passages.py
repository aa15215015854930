"""The passages that a question shows, and where the model's quotes stand in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verifier.judges.llm.answers import Quote, for_people
from verifier.judges.llm.injection import addresses_a_model
from verifier.language.folding import find_quote
from verifier.model import SourceDocument, SourceSpan
from verifier.retrieval import Passage, Sentence

_MOST_CHARACTERS = 24_000
"""What the passages of one question may hold; the best come first."""
_MOST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Neighbouring sentences of a source that the model is shown.

    Attributes:
        sentences: in order; never empty.
        end: offset in the document behind its last character; before the last sentence's end where
            that is cut.
    """

    sentences: tuple[Sentence, ...]
    end: int

    @property
    def document(self) -> SourceDocument:
        """The document it stands in."""
        return self.sentences[0].document

    @property
    def start(self) -> int:
        """Offset of its first character in the document's text."""
        return self.sentences[0].start

    @property
    def text(self) -> str:
        """Its characters, as they stand in the document's text."""
        return self.document.text[self.start : self.end]

    def within(self, start: int, end: int) -> tuple[Sentence, ...]:
        """The sentences that [start, end) of the document touches."""
        return tuple(s for s in self.sentences if s.start < end and start < s.end)

    def instructions(self) -> list[SourceSpan]:
        """The sentences that try to give a model instructions."""
        found = [s for s in self.sentences if addresses_a_model(s.text)]
        if not found and addresses_a_model(self.text):
            found = list(self.sentences)
        return [self.document.span(s.start, s.end) for s in found]


def excerpts(passages: Iterable[Passage]) -> tuple[Excerpt, ...]:
    """The passages, best first, those that overlap as one, and no more than a question may hold."""
    merged: list[dict[int, Sentence]] = []
    for passage in passages:
        own = {sentence.start: sentence for sentence in passage.sentences}
        together = next((one for one in merged if _overlap(one, own)), None)
        if together is None:
            merged.append(own)
        else:
            together.update(own)
    found, left = [], _MOST_CHARACTERS
    for sentences in merged:
        ordered = tuple(sentences[start] for start in sorted(sentences))
        end = min(ordered[-1].end, ordered[0].start + left)
        kept = tuple(s for s in ordered if s.start < end)
        if not kept:
            break
        found.append(Excerpt(kept, end))
        left -= end - kept[0].start
    return tuple(found)


def _overlap(one: dict[int, Sentence], other: dict[int, Sentence]) -> bool:
    shared = one.keys() & other.keys()
    return any(one[start].document is other[start].document for start in shared)


@dataclass(frozen=True, slots=True)
class Found:
    """A quote with its place: the original characters of the source."""

    span: SourceSpan
    sentences: tuple[Sentence, ...]


def look_up(quote: Quote, shown: Sequence[Excerpt]) -> Found | None:
    """Where `quote` stands word for word: in the passage that it names, else in another one."""
    named = [shown[quote.passage - 1]] if 1 <= quote.passage <= len(shown) else []
    for words in _wordings(quote.text):
        for excerpt in (*named, *shown):
            place = find_quote(words, excerpt.text)
            if place is not None:
                start, end = (excerpt.start + offset for offset in place)
                span = excerpt.document.span(start, end)
                return Found(span, excerpt.within(start, end))
    return None


def _wordings(text: str) -> list[str]:
    """The quote as it is given, and without quotation marks around it; none that says nothing."""
    inner = text.strip().strip("\"“”„'‘’«»`").strip()
    proves = any(char.isdigit() for char in inner) or len(inner.split()) > 1
    return [text, inner] if proves else []


def remark(span: SourceSpan) -> str:
    """For people: that a source tries to instruct a model."""
    words = for_people(span.text, _MOST_SHOWN)
    return f"{span.locator()} addresses a language model; that was not followed: “{words}”"
