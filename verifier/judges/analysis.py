"""A sentence, taken apart once: its tokens and the items that alignment works on.

An item is a content word, a quantity or a date; a quantity or date of several tokens is one item.
Analyses are cached by text, so that a source's sentence is analysed once however many claims it is
compared with.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import pairwise

from msgspec import Struct

from verifier.judges.labels import labelled_quantities
from verifier.language import lexicon, names, places, polarity
from verifier.language.dates import DateInterval, find_dates
from verifier.language.quantities import Quantity
from verifier.language.tokens import Token, tokenize

_AUXILIARIES = frozenset(
    "is are was were be been being has have had do does did can could will would shall should may "
    "might must became become".split()
)
_FRAME_WORDS = frozenset(
    "report reports reported say says said state states stated announce announces announced tell "
    "tells told note notes noted add adds added mention mentions mentioned mentioning explain "
    "explains explained explaining describe describes described describing discuss discusses "
    "discussed discussing ask asks asked asking reply replies replied inform informs informed "
    "informing according indicate indicates indicated indicating show shows showed shown showing "
    "communicated document article text author authors speaker speakers email letter message "
    "passage source study paper report company firm organisation organization business people "
    "person someone include includes included including also later eventually currently overall "
    "additionally".split()
)
"""Words that frame a statement or stand for its subject; they count little towards coverage."""

_FEWEST_HEADLINE_WORDS = 5
OPENING = 5
"""How many letters two words must start with to be taken for forms of one."""


class Kind(IntEnum):
    """What an item is."""

    WORD = 0
    NAME = 1
    QUANTITY = 2
    DATE = 3


class Item(Struct, frozen=True, gc=False):
    """A piece of a sentence that carries meaning.

    Attributes:
        first, last: its tokens [first, last).
        start, end: its characters.
        norm, stem: of its word; of its first word for a quantity or date.
        weight: how much it counts towards coverage.
    """

    kind: Kind
    first: int
    last: int
    start: int
    end: int
    norm: str
    stem: str
    weight: float
    quantity: Quantity | None = None
    date: DateInterval | None = None


class Analysis:
    """What is known of one sentence; make it with `analyse`.

    Attributes:
        items: in the order of the text.
        by_stem: stem -> numbers of the items that have it.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: tuple[Token, ...] = tokenize(text)
        self.items = tuple(_items(text, self.tokens))
        by_stem: dict[str, list[int]] = {}
        for number, item in enumerate(self.items):
            if item.kind <= Kind.NAME:
                by_stem.setdefault(item.stem, []).append(number)
        self.by_stem = by_stem
        self.weight = sum(item.weight for item in self.items)

    @cached_property
    def norms(self) -> tuple[str, ...]:
        """The normal form of each token."""
        return tuple([token.word.norm for token in self.tokens])

    @cached_property
    def predicate(self) -> int:
        """The number of the first item behind the subject: at or after the first verb."""
        for number, item in enumerate(self.items):
            before = self.norms[self.items[number - 1].last if number else 0 : item.first]
            if number and any(norm in _AUXILIARIES for norm in before):
                return number
            if number and item.kind is Kind.WORD and lexicon.parts_of_speech(item.norm)[:1] == "v":
                return number
        return 0

    @cached_property
    def negations(self) -> tuple[polarity.Negation, ...]:
        """The sentence's negations."""
        return polarity.negations(self.tokens)

    @cached_property
    def negated(self) -> tuple[bool, ...]:
        """For each token, whether an odd number of negations reach it."""
        return polarity.negated_tokens(len(self.tokens), self.negations)

    @cached_property
    def names(self) -> tuple[names.Name, ...]:
        """The sentence's names."""
        return names.find_names(self.tokens)

    @cached_property
    def initialisms(self) -> frozenset[str]:
        """What its names of several words are shortened to."""
        return frozenset(names.initials(name.parts) for name in self.names if len(name.parts) > 1)

    @cached_property
    def places(self) -> tuple[places.Place, ...]:
        """The places it names that have other names too."""
        return places.places_in(self.text, self.tokens)

    @cached_property
    def joined(self) -> dict[str, int]:
        """Neighbouring words written as one -> the number of the first one's item."""
        return {pair: at for at, pair in enumerate(self.pairs)}

    @cached_property
    def pairs(self) -> tuple[str, ...]:
        """For each item but the last, it and the next one written as one; "" for values."""
        words = [item.norm if item.kind <= Kind.NAME else "" for item in self.items]
        return tuple(a + b if a and b else "" for a, b in pairwise(words))

    @cached_property
    def by_norm(self) -> dict[str, int]:
        """The normal form of each word and name -> the number of its first item."""
        words = [(i.norm, at) for at, i in enumerate(self.items) if i.kind <= Kind.NAME]
        return dict(reversed(words))

    @cached_property
    def reaches(self) -> tuple[frozenset[Hashable], ...]:
        """For each word and name what relates it to others; nothing for values."""
        return tuple(
            lexicon.reach(item.norm) if item.kind <= Kind.NAME else frozenset()
            for item in self.items
        )

    @cached_property
    def by_opening(self) -> dict[str, list[int]]:
        """The first letters of each word and name -> the numbers of the items."""
        found: dict[str, list[int]] = {}
        for number, item in enumerate(self.items):
            if item.kind <= Kind.NAME:
                found.setdefault(item.norm[:OPENING], []).append(number)
        return found

    def is_name(self, item: Item) -> bool:
        """Whether `item` names something; a first word, with its capital from its place, may."""
        if item.kind is not Kind.WORD:
            return item.kind is Kind.NAME
        return self.tokens[item.first].word.capital and not lexicon.parts_of_speech(item.norm)

    def item_at(self, token: int) -> int | None:
        """The number of the item that holds `token`, if any does."""
        return self._item_of_token.get(token)

    @cached_property
    def _item_of_token(self) -> dict[int, int]:
        return {
            token: number
            for number, item in enumerate(self.items)
            for token in range(item.first, item.last)
        }


@lru_cache(maxsize=20_000)
def analyse(text: str) -> Analysis:
    """The analysis of the sentence `text`."""
    return Analysis(text)


def _items(text: str, tokens: tuple[Token, ...]) -> list[Item]:
    values = iter(_values(text))
    value = next(values, None)
    items: list[Item] = []
    behind_value = 0
    starts = True
    headline = _is_headline(tokens)
    for at, token in enumerate(tokens):
        if at < behind_value:
            continue
        while value is not None and value.end <= token.start:
            value = next(values, None)
        if value is not None and value.start < token.end:
            behind_value = _token_behind(tokens, at, value.end)
            items.append(_value_item(value, tokens, at, behind_value))
            value = next(values, None)
            starts = False
            continue
        word = token.word
        if (word.is_word and not word.is_function) or word.is_number:
            is_name = word.capital and not starts
            if headline and is_name and lexicon.parts_of_speech(word.norm):
                is_name = False
            weight = 1.0 if word.is_number else _weight(word.norm, is_name)
            kind = Kind.NAME if is_name else Kind.WORD
            items.append(
                Item(kind, at, at + 1, token.start, token.end, word.norm, word.stem, weight)
            )
        starts = not word.is_word and word.norm in ".!?:"
    return items


def _token_behind(tokens: Sequence[Token], at: int, end: int) -> int:
    """The first token after `at` that starts at the character `end` or behind it."""
    last = at + 1
    while last < len(tokens) and tokens[last].start < end:
        last += 1
    return last


def _is_headline(tokens: Sequence[Token]) -> bool:
    """Whether nearly all words have capitals, so that a capital is no sign of a name."""
    words = [t.word for t in tokens if t.word.is_word and not t.word.is_function]
    small = sum(not word.capital for word in words)
    return len(words) >= _FEWEST_HEADLINE_WORDS and small <= len(words) // 8


def _values(text: str) -> list[Quantity | DateInterval]:
    """The dates of `text` and the quantities that are no part of one, in order."""
    dates = list(find_dates(text))
    quantities = [
        quantity
        for quantity in labelled_quantities(text)
        if not any(date.start < quantity.end and quantity.start < date.end for date in dates)
    ]
    return sorted([*dates, *quantities], key=lambda value: value.start)


def _value_item(
    value: Quantity | DateInterval, tokens: tuple[Token, ...], first: int, last: int
) -> Item:
    word = tokens[first].word
    if isinstance(value, Quantity):
        return Item(
            Kind.QUANTITY, first, last, value.start, value.end, word.norm, word.stem, 1.5, value
        )
    return Item(
        Kind.DATE, first, last, value.start, value.end, word.norm, word.stem, 1.3, None, value
    )


@lru_cache(maxsize=50_000)
def _weight(norm: str, is_name: bool) -> float:
    if is_name:
        return 1.2
    if norm in _FRAME_WORDS:
        return 0.3
    commonness = lexicon.commonness(norm)
    if commonness >= 8:
        return 0.4
    if commonness >= 6 or norm.endswith("ly"):
        return 0.7
    return 1.0
