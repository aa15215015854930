"""Names, agents and other words of one kind in which a claim and a sentence differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judges.alignment import COVERED
from verifier.judges.analysis import Analysis, Item, Kind
from verifier.judges.differences import Difference, Force, anchor_of, context_of
from verifier.judges.windows import Candidate
from verifier.judges.word_differences import word_difference
from verifier.language.lexicon import Relation, are_exclusive, relation
from verifier.model import ConflictKind

_SLOT = 0.5
_LONGEST_AGENT = 4
_NAME_ANCHOR = 0.9
_CONTINENTS = frozenset("africa america antarctica asia australia europe oceania".split())
_ARTICLES = frozenset("the a an its his her their our my".split())


def name_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """Names, and other words of one kind, that stand where the sentence has another one."""
    sentence = candidate.analysis
    taken = {match.item for match in candidate.matches if match.quality >= COVERED}
    for number, (item, match) in enumerate(zip(claim.items, candidate.matches, strict=True)):
        if item.kind > Kind.NAME or match.quality > 0:
            continue
        rivals = [
            at
            for at, other in enumerate(sentence.items)
            if at not in taken
            and _same_kind(claim, number, sentence, at)
            and context_of(candidate.matches, number, at) >= _SLOT
        ]
        if len(rivals) == 1:
            anchor = anchor_of(claim, candidate.matches, frozenset((number,)))
            force = _name_force(claim, number, sentence, rivals[0], anchor)
            yield word_difference(ConflictKind.NAME, claim, candidate, number, rivals[0], force)


def _name_force(claim: Analysis, number: int, sentence: Analysis, at: int, anchor: float) -> Force:
    """A contradiction where only one of the two can be meant, a hint otherwise."""
    item, other = claim.items[number], sentence.items[at]
    if claim.negated[item.first] or sentence.negated[other.first]:
        return Force.HINT
    if (item.norm in _CONTINENTS) != (other.norm in _CONTINENTS):
        return Force.HINT  # the one may lie in the other
    if are_exclusive(item.norm, other.norm):
        return Force.CONTRADICTION
    names = item.kind is Kind.NAME and other.kind is Kind.NAME
    if names and (anchor < _NAME_ANCHOR or _is_spelling(item.norm, other.norm)):
        return Force.HINT
    if names and _word_before(claim, item) == _word_before(sentence, other):
        return Force.CONTRADICTION
    return Force.HINT


def renamed(claim: Analysis, candidate: Candidate) -> Iterator[int]:
    """The claim's names in whose place the sentence has another one, first words among them."""
    sentence = candidate.analysis
    taken = {match.item for match in candidate.matches if match.quality >= COVERED}
    others = [
        at for at, other in enumerate(sentence.items) if at not in taken and sentence.is_name(other)
    ]
    for number, (item, match) in enumerate(zip(claim.items, candidate.matches, strict=True)):
        if match.quality == 0 and claim.is_name(item):
            slots = (context_of(candidate.matches, number, at) for at in others)
            if any(slot >= _SLOT for slot in slots):
                yield number


def _is_spelling(a: str, b: str) -> bool:
    """Whether two names may be spellings of one: "Vasquez", "Vázquez"."""
    if a[0] != b[0] or abs(len(a) - len(b)) > 1:
        return False
    return sum(x != y for x, y in zip(a, b, strict=False)) <= max(1, len(a) // 3)


def _word_before(analysis: Analysis, item: Item) -> str:
    return analysis.norms[item.first - 1] if item.first else ""


def _same_kind(claim: Analysis, number: int, sentence: Analysis, at: int) -> bool:
    item, other = claim.items[number], sentence.items[at]
    if item.kind is Kind.NAME and other.kind is Kind.NAME:
        return True
    return not claim.reaches[number].isdisjoint(sentence.reaches[at]) and (
        relation(item.norm, other.norm) is Relation.SIBLING or are_exclusive(item.norm, other.norm)
    )


def agent_differences(claim: Analysis, candidate: Candidate) -> Iterator[Difference]:
    """Who did it, where a passive names another one: "funded by the state", "by the maker"."""
    sentence = candidate.analysis
    taken = {match.item for match in candidate.matches if match.quality > 0}
    for number, match in enumerate(candidate.matches):
        if match.quality < COVERED or match.item < 0:
            continue
        ours = _agent(claim, number)
        theirs = _agent(sentence, match.item)
        if not ours or not theirs or taken & set(theirs):
            continue
        if any(candidate.matches[at].quality > 0 for at in ours):
            continue
        if _any_name(claim, ours) != _any_name(sentence, theirs):
            continue
        first, last = claim.items[ours[0]], claim.items[ours[-1]]
        other_first, other_last = sentence.items[theirs[0]], sentence.items[theirs[-1]]
        yield Difference(
            ConflictKind.NAME,
            first.start,
            last.end,
            candidate,
            other_first.start,
            other_last.end,
            f"claim says by {claim.text[first.start : last.end]}, "
            f"the source says by {sentence.text[other_first.start : other_last.end]}",
            Force.CONTRADICTION,
            anchor_of(claim, candidate.matches, frozenset(ours)),
            1.0,
            ours[0],
        )


def _any_name(analysis: Analysis, numbers: Sequence[int]) -> bool:
    return any(analysis.items[number].kind is Kind.NAME for number in numbers)


def _agent(analysis: Analysis, number: int) -> list[int]:
    """The items of the phrase "by ..." right behind the participle `number`."""
    item = analysis.items[number]
    at = item.last
    if not item.norm.endswith(("ed", "en", "wn", "de", "lt", "ght", "un", "ung")):
        return []
    if analysis.norms[at : at + 1] != ("by",):
        return []
    found: list[int] = []
    at += 1
    while at < len(analysis.tokens) and len(found) < _LONGEST_AGENT:
        inner = analysis.item_at(at)
        if inner is not None:
            if analysis.items[inner].kind >= Kind.QUANTITY:
                return []
            found.append(inner)
        elif found or analysis.norms[at] not in _ARTICLES:
            break
        at += 1
    return found
