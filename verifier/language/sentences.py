"""Where the sentences of a text start and end."""

from __future__ import annotations

import sentencex


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Spans [start, end) of the sentences of `text`, without the white space around them."""
    spans = []
    for boundary in sentencex.get_sentence_boundaries("en", text):
        sentence = boundary["text"]
        start = boundary["start_index"] + len(sentence) - len(sentence.lstrip())
        end = start + len(sentence.strip())
        if end > start:
            spans.append((start, end))
    return spans
