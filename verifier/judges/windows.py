"""Which sentences a claim rests on: the best window, and what other passages add to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

from msgspec import Struct

from verifier.judges.alignment import COVERED, Match, align, merge, rough_coverage, with_acronyms
from verifier.judges.analysis import Analysis, Kind, analyse
from verifier.judges.comparatives import with_converse
from verifier.judges.datelines import with_dateline
from verifier.judges.dialogue import with_turn
from verifier.judges.leads import lead_of
from verifier.language import names
from verifier.language.lexicon import Relation
from verifier.language.tokens import stems_of, words_of
from verifier.model import BlockKind, SourceSpan
from verifier.patterns import pattern
from verifier.retrieval import Passage, Sentence

_MOST_ALIGNED = 10
_MOST_EXTRAS = 3
_LONGEST_WINDOW = 3
_SENTENCE_COST = 0.06
_EXTRA_GAIN = 0.06
_EXTRA_ANCHOR = 0.2
_LEAST_ADDED = 1.0
"""The weight of a full word."""
_HEADING_COST = 0.12
_LONGEST_HEADING = 8
_LONGEST_GAP = 160
"""Up to so many characters between two sentences are shown with them."""
_CLOSING = frozenset(".!?…:;\"”’')]")
_TITLE_QUALITY = 0.8
_NAME_GAP = pattern(r"[-_.\d]+")
_SILENT = frozenset([*"\"“”'‘’.,;:!?()", "a", "an", "the"])


class Candidate(Struct, frozen=True, gc=False):
    """A source's sentence, aligned with the claim.

    Attributes:
        coverage: share of the claim's weight that it covers, 0 to 1.
        lead: what introduces the list whose item the sentence is.
    """

    sentence: Sentence
    analysis: Analysis
    matches: tuple[Match, ...]
    coverage: float
    lead: Sentence | None = None


class Window(Struct, frozen=True, dict=True):
    """Neighbouring sentences of one block, read together.

    Attributes:
        candidates: in the order of the text.
    """

    candidates: tuple[Candidate, ...]

    @cached_property
    def merged(self) -> tuple[tuple[Match, int], ...]:
        """For each item of the claim its best match, and the candidate that it is in."""
        return merge([candidate.matches for candidate in self.candidates])

    @cached_property
    def qualities(self) -> tuple[float, ...]:
        """For each item of the claim how well it is covered."""
        return tuple(match.quality for match, _ in self.merged)

    def span(self) -> SourceSpan:
        """Its place in the source."""
        first, last = self.candidates[0].sentence, self.candidates[-1].sentence
        return first.document.span(first.start, last.end)


class Ground(Struct, frozen=True, dict=True):
    """What the sources offer for a claim.

    Attributes:
        claim: the claim, taken apart.
        primary: the best window.
        extras: further sentences, each of which covers something that those before leave open.
        candidates: every aligned sentence, best first.
    """

    claim: Analysis
    primary: Window
    extras: tuple[Candidate, ...]
    candidates: tuple[Candidate, ...]

    @cached_property
    def shown(self) -> tuple[tuple[Candidate, ...], ...]:
        """The sentences that the claim rests on, neighbours together, the best window first.

        None of them adds only a light word, such as "earlier", to the others.
        """
        kept = list(self.primary.candidates)
        for end in (-1, 0):
            while len(kept) > 1 and not self._is_needed(kept[end], kept):
                kept.pop(end)
        groups = [list(kept)]
        for extra in self.extras:
            if self._is_needed(extra, kept):
                kept.append(extra)
                _join(groups, extra)
        return tuple(tuple(group) for group in groups)

    def _is_needed(self, candidate: Candidate, kept: Sequence[Candidate]) -> bool:
        """Whether `candidate` covers something that weighs a word and no other one of `kept`."""
        others = [other for other in kept if other is not candidate]
        added = (
            item.weight
            for at, item in enumerate(self.claim.items)
            if candidate.matches[at].quality >= COVERED
            and all(other.matches[at].quality < COVERED for other in others)
        )
        return sum(added) >= _LEAST_ADDED

    @cached_property
    def qualities(self) -> tuple[float, ...]:
        """For each item of the claim how well the window and the extras cover it."""
        rows = [self.primary.qualities]
        rows.extend(tuple(match.quality for match in extra.matches) for extra in self.extras)
        return tuple(max(column) for column in zip(*rows, strict=True))

    @cached_property
    def anywhere(self) -> tuple[float, ...]:
        """For each item of the claim how well any aligned sentence covers it."""
        rows = ([match.quality for match in candidate.matches] for candidate in self.candidates)
        return tuple(max(column) for column in zip(*rows, strict=True))


def _join(groups: list[list[Candidate]], extra: Candidate) -> None:
    """Put `extra` beside its neighbour, or into a group of its own."""
    for group in groups:
        if _near(group[-1].sentence, extra.sentence):
            group.append(extra)
            return
        if _near(extra.sentence, group[0].sentence):
            group.insert(0, extra)
            return
    groups.append([extra])


def sentences_of(passages: Iterable[Passage]) -> list[Sentence]:
    """The different sentences of `passages`, those in focus before their neighbours."""
    found: dict[tuple[str, int], Sentence] = {}
    for passage in passages:
        focus = passage.sentences[passage.focus]
        found.setdefault((focus.document.id, focus.start), focus)
    for passage in passages:
        for sentence in passage.sentences:
            found.setdefault((sentence.document.id, sentence.start), sentence)
    return list(found.values())


def without_copies(sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """Of sentences that stand in several documents the same way, only those of one document."""
    if len({sentence.document.id for sentence in sentences}) < 2:
        return sentences
    first: dict[tuple[tuple[str, bool], ...], str] = {}
    for sentence in sentences:
        words, name = _words(sentence.text), sentence.document.id
        first[words] = min(name, first.get(words, name))
    return [s for s in sentences if first[_words(s.text)] == s.document.id]


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[tuple[str, bool], ...]:
    """The words, numbers and signs of `text`, without articles and what only parts sentences."""
    return tuple([(w.norm, w.negated) for w in words_of(text) if w.norm not in _SILENT])


def candidates_of(claim: Analysis, sentences: Sequence[Sentence]) -> list[Candidate]:
    """The most promising sentences, aligned with the claim, best first."""
    rough = []
    for order, sentence in enumerate(without_copies(sentences)):
        rough.append((-rough_coverage(claim, stems_of(sentence.text)), order, sentence))
    rough.sort(key=lambda row: row[:2])
    found = []
    for _, _, sentence in rough[:_MOST_ALIGNED]:
        analysis = analyse(sentence.text)
        matches = with_title(claim, align(claim, analysis), _title_of(sentence))
        lead = lead_of(sentence)
        matches = with_title(claim, matches, lead.text if lead else "")
        matches = with_turn(claim, matches, sentence)
        matches = with_converse(claim, matches, analysis)
        matches = with_dateline(claim, matches, sentence, analysis)
        if defined := names.definitions(sentence.document.text):
            matches = with_acronyms(claim, analysis, matches, defined)
        found.append(
            Candidate(
                sentence, analysis, matches, coverage(claim, [m.quality for m in matches]), lead
            )
        )
    return sorted(found, key=lambda candidate: -candidate.coverage)


def _title_of(sentence: Sentence) -> str:
    """What the sentence stands under; of a table's row, the name of its file too: "clinics.csv"."""
    if sentence.block.kind is not BlockKind.ROW:
        return sentence.block.title
    name = PurePosixPath(sentence.document.id).stem
    return f"{_NAME_GAP.sub(' ', name)} {sentence.block.title}"


def with_title(claim: Analysis, matches: tuple[Match, ...], title: str) -> tuple[Match, ...]:
    """The matches, completed by what stands above the sentence and names what it is about."""
    if not title:
        return matches
    named = analyse(title).by_stem
    return tuple(
        Match(_TITLE_QUALITY, -1, Relation.SAME)
        if match.quality == 0.0 and item.kind <= Kind.NAME and item.stem in named
        else match
        for item, match in zip(claim.items, matches, strict=True)
    )


def coverage(claim: Analysis, qualities: Iterable[float]) -> float:
    """Share of the claim's weight that is covered, each item as well as `qualities` says."""
    if not claim.weight:
        return 0.0
    pairs = zip(claim.items, qualities, strict=True)
    return sum([item.weight * quality for item, quality in pairs]) / claim.weight


def ground_of(claim: Analysis, candidates: Sequence[Candidate]) -> Ground:
    """The best window among `candidates`, and what others add; there must be a candidate."""
    primary = _best_window(claim, candidates)
    return Ground(claim, primary, _extras(claim, primary, candidates), tuple(candidates))


def _best_window(claim: Analysis, candidates: Sequence[Candidate]) -> Window:
    first = max(candidates, key=lambda c: c.coverage - _HEADING_COST * _is_heading(c))
    best, best_score = Window((first,)), first.coverage - _HEADING_COST * _is_heading(first)
    for run in _runs(candidates):
        window = Window(run)
        score = coverage(claim, window.qualities) - _SENTENCE_COST * (len(run) - 1)
        if score > best_score + 1e-9:
            best, best_score = window, score
    return best


def _is_heading(candidate: Candidate) -> bool:
    """Whether a line of prose looks like a heading: it names a thing but says nothing of it."""
    sentence, items = candidate.sentence, candidate.analysis.items
    return (
        sentence.block.kind is BlockKind.PROSE
        and len(items) <= _LONGEST_HEADING
        and sentence.text.rstrip()[-1:] not in _CLOSING
    )


def _runs(candidates: Sequence[Candidate]) -> Iterable[tuple[Candidate, ...]]:
    """Runs of two or three neighbouring candidates of one block."""
    ordered = sorted(candidates, key=lambda c: (c.sentence.document.id, c.sentence.start))
    for first in range(len(ordered)):
        run = [ordered[first]]
        for candidate in ordered[first + 1 : first + _LONGEST_WINDOW]:
            if not adjacent(run[-1].sentence, candidate.sentence):
                break
            run.append(candidate)
            yield tuple(run)


def adjacent(first: Sentence, second: Sentence) -> bool:
    """Whether `second` follows `first` in the same block with nothing in between."""
    if first.block is not second.block or first.document is not second.document:
        return False
    between = first.document.text[first.end : second.start]
    return first.end <= second.start and not between.strip()


def _near(first: Sentence, second: Sentence) -> bool:
    """Whether `second` follows `first` with at most a sentence between them, and no blank line."""
    if first.document is not second.document or second.start < first.end:
        return False
    between = first.document.text[first.end : second.start]
    return not between.strip() or ("\n\n" not in between and len(between) <= _LONGEST_GAP)


def _extras(
    claim: Analysis, primary: Window, candidates: Sequence[Candidate]
) -> tuple[Candidate, ...]:
    extras: list[Candidate] = []
    qualities = list(primary.qualities)
    rest = [candidate for candidate in candidates if candidate not in primary.candidates]
    while rest and len(extras) < _MOST_EXTRAS:
        gains = [_gain(claim, qualities, candidate) for candidate in rest]
        at = max(range(len(rest)), key=lambda number: gains[number])
        if gains[at] < _EXTRA_GAIN:
            break
        chosen = rest.pop(at)
        extras.append(chosen)
        pairs = zip(qualities, chosen.matches, strict=True)
        qualities = [max(quality, match.quality) for quality, match in pairs]
    return tuple(extras)


def _gain(claim: Analysis, qualities: Sequence[float], candidate: Candidate) -> float:
    """How much coverage `candidate` adds; none where it shares nothing else with the claim."""
    gain = anchor = 0.0
    for item, quality, match in zip(claim.items, qualities, candidate.matches, strict=True):
        if match.quality > quality:
            gain += item.weight * (match.quality - quality)
        elif match.quality >= COVERED:
            anchor += item.weight
    if anchor < _EXTRA_ANCHOR * claim.weight:
        return 0.0
    return gain / claim.weight
