"""Which sources are the report itself, or a copy of it: a report never supports itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from verifier.claims import Extraction
from verifier.retrieval import Run, Sentence

# A copy repeats nearly every sentence of the report and holds little else. Short reports are
# left alone: a source may well say the same three sentences, and be one sentence alone.
_FEWEST_SENTENCES = 8
_FEWEST_OF_SAME = 3
_SHARE_OF_REPORT = 0.9
_SHARE_OF_SOURCE = 0.7

ITSELF = "is the report itself"
COPY = "is a copy of the report"


def copies_of(
    text: str,
    report: str,
    extraction: Extraction,
    runs: Iterable[Run],
) -> dict[str, str]:
    """Ids of the sources that are the report or a copy of it, each with which of the two.

    Args:
        text: the raw report.
        report: its path or name.
        extraction: its sentences.
        runs: the sources that were read from files, each with its sentences.
    """
    runs = tuple(runs)
    if not runs:
        return {}
    path = Path(report).absolute()
    texts = [s.text for s in extraction.claims] + [s.text for s in extraction.not_checkable]
    said = {_fold(sentence) for sentence in texts}
    plain = _fold(text) if len(texts) >= _FEWEST_OF_SAME else ""
    copies = {}
    for run in runs:
        document = run.document
        if document.path and Path(document.path) == path:
            copies[document.id] = ITSELF
        elif (plain and _same(plain, document.raw)) or _repeats(said, run.sentences):
            copies[document.id] = COPY
    return copies


def _same(plain: str, raw: str) -> bool:
    # The lengths tell most sources apart without folding them.
    return len(raw) >= len(plain) and len(raw) <= 2 * len(plain) + 100 and _fold(raw) == plain


def _repeats(said: set[str], sentences: Sequence[Sentence]) -> bool:
    if len(said) < _FEWEST_SENTENCES or len(sentences) * _SHARE_OF_SOURCE > len(said):
        return False
    held = [_fold(sentence.text) for sentence in sentences]
    return len(said.intersection(held)) >= _SHARE_OF_REPORT * len(said) and sum(
        sentence in said for sentence in held
    ) >= _SHARE_OF_SOURCE * len(held)


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()
