"""What every judge does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from verifier.model import Claim, Finding
from verifier.retrieval import Passage

Lookup = Callable[[str], Sequence[Passage]]
"""Searches the same sources once more, for what the first passages left open."""


class Judge(Protocol):
    """Gives a verdict on a claim.

    Attributes:
        name: as the outputs show it.
    """

    name: str

    def judge(self, claim: Claim, passages: Sequence[Passage], lookup: Lookup) -> Finding:
        """The finding for `claim`.

        Args:
            claim: what the report says.
            passages: what the sources hold on it, best first; may be empty.
            lookup: searches for a part of the claim that these leave open.
        """
        ...
