"""What the score is computed from: coverage of the claim and typed evidence against it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from verifier.judges.alignment import COVERED, Match
from verifier.judges.analysis import Analysis, Kind
from verifier.judges.differences import Difference
from verifier.judges.leads import denial_of
from verifier.judges.windows import Ground, coverage
from verifier.language.lexicon import Relation, commonness
from verifier.model import ConflictKind

FEATURES = (
    "coverage_window",
    "coverage_ground",
    "coverage_anywhere",
    "coverage_verbatim",
    "sequence",
    "bigrams",
    "uncovered_names",
    "uncovered_values",
    "uncovered_words",
    "uncovered_rare",
    "uncovered_heaviest",
    "uncovered_anywhere",
    "narrower",
    "opposites",
    "siblings",
    "number",
    "date",
    "name",
    "negation",
    "antonym",
    "role",
    "quantifier",
    "modality",
    "cause",
    "negation_parity",
    "function_words",
    "claim_size",
    "source_size",
    "window_size",
    "extras",
    "substituted",
    "focus",
    "coverage_predicate",
    "open_subject_names",
    "open_predicate_names",
    "open_predicate_values",
    "unseen_words",
    "unseen_names",
    "opposites_anywhere",
    "neighbour_gap",
    "slot_added",
    "slot_replaced",
    "slot_related",
)
DIRECTIONS = (
    *(1, 1, 1, 1, 1, 1),
    *(-1, -1, -1, -1, -1, -1),
    *(0, -1, -1),
    *(-1, -1, -1, -1, -1, -1, -1, -1, -1),
    *(0, 0, 0, 0, 0, 0, 0, 1),
    *(1, -1, -1, -1, -1, -1, -1, 0),
    *(-1, 0, 0),
)
"""Whether each feature speaks for (1) or against (-1) the claim; 0 leaves it open."""


def features(
    claim: Analysis, ground: Ground, differences: Sequence[Difference], sentences: int
) -> tuple[float, ...]:
    """The values of FEATURES, in that order.

    Args:
        claim: the claim.
        ground: what the sources offer for it.
        differences: what disagrees in the best window.
        sentences: how many sentences the search returned.
    """
    window = ground.primary
    window_matches = [match for match, _ in window.merged]
    verbatim = [1.0 if match.quality == 1.0 else 0.0 for match in window_matches]
    open_items = [
        item
        for item, quality in zip(claim.items, ground.qualities, strict=True)
        if quality < COVERED
    ]
    open_anywhere = [
        item
        for item, quality in zip(claim.items, ground.anywhere, strict=True)
        if quality < COVERED
    ]
    relations = [match.relation for match in window_matches]
    source_norms = [norm for c in window.candidates for norm in c.analysis.norms]
    by_kind = dict.fromkeys(ConflictKind, 0.0)
    for difference in differences:
        strength = difference.anchor
        by_kind[difference.kind] = max(by_kind[difference.kind], strength)
    substituted = sum(
        1
        for match in window_matches
        if match.relation in (Relation.SYNONYM, Relation.KIN, Relation.BROADER)
    )
    items = max(1, len(claim.items))
    return (
        coverage(claim, window.qualities),
        coverage(claim, ground.qualities),
        coverage(claim, ground.anywhere),
        coverage(claim, verbatim),
        _sequence(claim.norms, source_norms),
        _bigrams(claim.norms, source_norms),
        float(sum(item.kind is Kind.NAME for item in open_items)),
        float(sum(item.kind >= Kind.QUANTITY for item in open_items)),
        float(sum(item.kind is Kind.WORD for item in open_items)),
        float(sum(item.kind is Kind.WORD and commonness(item.norm) <= 3 for item in open_items)),
        max((item.weight for item in open_items), default=0.0),
        float(len(open_anywhere)),
        float(relations.count(Relation.NARROWER)),
        float(relations.count(Relation.OPPOSITE)),
        float(relations.count(Relation.SIBLING)),
        max(by_kind[ConflictKind.NUMBER], by_kind[ConflictKind.UNIT]),
        by_kind[ConflictKind.DATE],
        by_kind[ConflictKind.NAME],
        by_kind[ConflictKind.NEGATION],
        by_kind[ConflictKind.ANTONYM],
        by_kind[ConflictKind.ROLE],
        by_kind[ConflictKind.QUANTIFIER],
        by_kind[ConflictKind.MODALITY],
        by_kind[ConflictKind.CAUSE],
        _parity(claim, ground),
        _function_words(claim, source_norms),
        math.log(items),
        math.log(max(1, sentences)),
        float(len(window.candidates)),
        float(len(ground.extras)),
        substituted / items,
        _focus(claim, window_matches),
        *_predicate(claim, ground.qualities),
        *_unseen(claim, ground),
        float(
            sum(
                any(c.matches[number].relation is Relation.OPPOSITE for c in ground.candidates)
                for number, quality in enumerate(ground.anywhere)
                if quality < COVERED
            )
        ),
        _neighbour_gap(window_matches),
        *_slots(claim, window.merged),
    )


def _predicate(claim: Analysis, qualities: Sequence[float]) -> tuple[float, float, float, float]:
    """Coverage behind the subject; open names in the subject; open names and values behind it."""
    total = covered = 0.0
    subject_names = names = values = 0.0
    for number, (item, quality) in enumerate(zip(claim.items, qualities, strict=True)):
        behind = number >= claim.predicate
        if behind:
            total += item.weight
            covered += item.weight * quality
        if quality >= COVERED:
            continue
        if item.kind is Kind.NAME:
            names += behind
            subject_names += not behind
        elif item.kind >= Kind.QUANTITY and behind:
            values += 1.0
    return covered / total if total else 1.0, subject_names, names, values


def _unseen(claim: Analysis, ground: Ground) -> tuple[float, float]:
    """How many words and names no sentence that was found has in any form."""
    words = names = 0.0
    for item, quality in zip(claim.items, ground.anywhere, strict=True):
        if quality == 0.0 and item.kind <= Kind.NAME:
            words += item.weight
            names += item.kind is Kind.NAME
    return words, names


def _slots(claim: Analysis, merged: Sequence[tuple[Match, int]]) -> tuple[float, float, float]:
    """What the claim has where the source's words go on around it, by weight.

    Added: the words before and behind it are neighbours in the source. Replaced: the source has
    other words there, and none of the claim's is related to any; related: one is.
    """
    added = replaced = related = 0.0
    at = 0
    while at < len(merged):
        first = at
        while at < len(merged) and merged[at][0].quality < COVERED:
            at += 1
        if at == first:
            at += 1
            continue
        gap = _gap(merged, first, at)
        weight = sum(item.weight for item in claim.items[first:at])
        if gap == 0:
            added += weight
        elif 0 < gap <= at - first + 1:
            relations = [match.relation for match, _ in merged[first:at]]
            if any(one >= Relation.NARROWER or one is Relation.SIBLING for one in relations):
                related += weight
            else:
                replaced += weight
    return added, replaced, related


def _gap(merged: Sequence[tuple[Match, int]], first: int, end: int) -> int:
    """How many of the source's items stand where the claim's [first, end) do; -1 if unknown."""
    if first == 0 or end >= len(merged):
        return -1
    (before, row), (behind, other_row) = merged[first - 1], merged[end]
    if row != other_row or before.item < 0 or behind.item < 0:
        return -1
    return behind.item - before.item - 1


def _neighbour_gap(matches: Sequence[Match]) -> float:
    """Mean distance in the source between the matches of the claim's neighbouring items."""
    gaps = [
        min(10, abs(other.item - match.item))
        for match, other in pairwise(matches)
        if match.item >= 0 and other.item >= 0
    ]
    return sum(gaps) / len(gaps) if gaps else 10.0


def _sequence(claim: Sequence[str], source: Sequence[str]) -> float:
    """Length of the longest common subsequence of tokens over the claim's length.

    Bit-parallel: Hyyrö, "Bit-parallel LCS-length computation revisited" (2004).
    """
    words = [norm for norm in claim if norm[0].isalnum()]
    if not words:
        return 0.0
    positions: dict[str, int] = {}
    for at, norm in enumerate(words):
        positions[norm] = positions.get(norm, 0) | 1 << at
    vector = mask = (1 << len(words)) - 1
    for norm in source:
        hit = vector & positions.get(norm, 0)
        if hit:
            vector = ((vector + hit) | (vector - hit)) & mask
    return (len(words) - vector.bit_count()) / len(words)


def _bigrams(claim: Sequence[str], source: Sequence[str]) -> float:
    """Share of the claim's neighbouring words that are neighbours in the source too."""
    ours = [norm for norm in claim if norm[0].isalnum()]
    theirs = [norm for norm in source if norm[0].isalnum()]
    pairs = list(pairwise(ours))
    if not pairs:
        return 0.0
    known = set(pairwise(theirs))
    return sum(pair in known for pair in pairs) / len(pairs)


def _parity(claim: Analysis, ground: Ground) -> float:
    """1 where the claim has more negations than the window, -1 where it has fewer, 0 if equal."""
    theirs = sum(
        len(c.analysis.negations) + (denial_of(c.lead) is not None)
        for c in ground.primary.candidates
    )
    difference = len(claim.negations) - theirs
    return float(max(-1, min(1, difference)))


def _function_words(claim: Analysis, source: Sequence[str]) -> float:
    """Share of the claim's function words that the window has too."""
    ours = [token.word.norm for token in claim.tokens if token.word.is_function]
    if not ours:
        return 1.0
    theirs = set(source)
    return sum(norm in theirs for norm in ours) / len(ours)


def _focus(claim: Analysis, matches: Sequence[Match]) -> float:
    """Share of the claim that comes before its first uncovered item; 1 where nothing is open."""
    for number, match in enumerate(matches):
        if match.quality < COVERED:
            return number / max(1, len(claim.items))
    return 1.0
