"""What the sources say on a statement: their nearest sentences, without a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verifier.model import SourceSpan

if TYPE_CHECKING:
    from verifier.judges.analysis import Analysis
    from verifier.judges.windows import Candidate
    from verifier.retrieval import Corpus, Passage

MOST = 10
"""How many sentences a search ranks at most."""
_LEAST, _LEAST_OF_BEST = 0.1, 0.25
"""Sentences that cover less, or less of what the best one does, share a word or two by chance."""


@dataclass(frozen=True, slots=True)
class Support:
    """A sentence of a source that bears on a statement.

    Attributes:
        span: the sentence.
        passage: it and its neighbours.
        coverage: share of the statement's weight that it covers, 0 to 1; no verdict, since a
            sentence that says the opposite covers much, too.
        missing: the parts of the statement that it does not cover.
    """

    span: SourceSpan
    passage: SourceSpan
    coverage: float
    missing: tuple[str, ...]


def find_support(corpus: Corpus, statement: str, limit: int = MOST) -> list[Support]:
    """The sentences nearest to `statement`, best first, at most `limit` and at most `MOST`."""
    from verifier.judges.analysis import analyse
    from verifier.judges.windows import candidates_of, sentences_of

    analysis = analyse(statement)
    passages = corpus.search(statement)
    if not analysis.items or not passages:
        return []
    candidates = candidates_of(analysis, sentences_of(passages))
    least = max(_LEAST, _LEAST_OF_BEST * candidates[0].coverage)
    near = [candidate for candidate in candidates if candidate.coverage >= least]
    return list(_supports(analysis, near[:limit], passages))


def _supports(
    analysis: Analysis, candidates: list[Candidate], passages: list[Passage]
) -> Iterator[Support]:
    from verifier.judges.offline import uncovered_pieces
    from verifier.judges.windows import ground_of

    for candidate in candidates:
        sentence = candidate.sentence
        around = next(p for p in passages if sentence in p.sentences)
        pieces = uncovered_pieces(analysis, ground_of(analysis, [candidate]))
        yield Support(
            sentence.document.span(sentence.start, sentence.end),
            around.span(),
            candidate.coverage,
            tuple(analysis.text[start:end] for start, end in pieces),
        )
