"""What stands before a list and holds for each of its items: "Reports must not:"."""

from __future__ import annotations

from verifier.judges.analysis import Analysis, analyse
from verifier.language.polarity import Negation
from verifier.model import BlockKind
from verifier.retrieval import Sentence

_FARTHEST = 60
"""Up to so many blocks are looked at before the item."""
_SENTENCE_ENDS = (". ", "! ", "? ")
_CONDITIONS = frozenset("if unless until when whenever whether except without only".split())
_NOT_ALL = frozenset("all every each necessarily always both only just yet".split())
_MOST_BEHIND = 4
"""So many items at most stand between the negation and the list."""


def lead_of(sentence: Sentence) -> Sentence | None:
    """The sentence that introduces the list of which this one is an item; None where none does."""
    if not sentence.block.depth:
        return None
    document = sentence.document
    at = document.block_number(sentence.start)
    for block in reversed(document.blocks[max(0, at - _FARTHEST) : at]):
        if block.depth < sentence.block.depth and block.kind is not BlockKind.CODE:
            text = document.text[block.start : block.end]
            if not text.endswith(":") or not block.kind.is_evidence:
                return None
            begin = max(text.rfind(mark) for mark in _SENTENCE_ENDS)
            start = block.start + (begin + 2 if begin >= 0 else 0)
            return Sentence(document, block, start, block.end)
    return None


def denial_of(lead: Sentence | None) -> Negation | None:
    """The negation by which `lead` denies every item of its list; None where it does not."""
    if lead is None:
        return None
    analysis = analyse(lead.text)
    if not analysis.negations or not _CONDITIONS.isdisjoint(analysis.norms):
        return None
    last = analysis.negations[-1]
    reaches = last.end >= len(analysis.tokens) - 1
    behind = denied_words(analysis, last)
    partly = not _NOT_ALL.isdisjoint(analysis.norms[last.cue + 1 : last.cue + 2])
    return last if reaches and not partly and len(behind) <= _MOST_BEHIND else None


def denied_words(lead: Analysis, negation: Negation) -> list[int]:
    """The items of `lead` that the negation denies: none of "must not:", one of "trusts no:"."""
    return [at for at, item in enumerate(lead.items) if item.first > negation.cue]
