"""A report's claims, and the sentences that are none."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.language.sentences import split_sentences
from verifier.model import Claim, NotCheckable
from verifier.offsets import LineIndex, OffsetMap
from verifier.settings import Settings


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a report holds.

    Attributes:
        claims: in the report's order.
        not_checkable: the sentences that make no statement the sources could support.
        skipped_lines: how many lines that are not blank hold no sentence of either kind.
    """

    claims: tuple[Claim, ...]
    not_checkable: tuple[NotCheckable, ...]
    skipped_lines: int


def extract_claims(text: str, settings: Settings | None = None) -> Extraction:
    """The claims of the Markdown `text`."""
    _ = settings
    lines = LineIndex.of(text)
    claims = []
    for start, end in split_sentences(text):
        line, column = lines.position(start)
        offsets = OffsetMap.identity(end - start, start)
        claims.append(Claim(text[start:end], start, end, line, column, offsets))
    return Extraction(tuple(claims), (), 0)
