"""A report's claims, and the sentences that are none.

Every sentence of a paragraph, list item or block quote is a claim unless it makes no statement
that sources could support; those are listed with the reason. The text of a footnote's definition
is never a claim: it says where a statement comes from, or remarks on it. Where it is prose, its
sentences are listed as not checkable, so that nobody takes them for checked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from msgspec import Struct

from verifier.claims.blocks import Document, TableRow, TextBlock, parse_markdown
from verifier.claims.checkable import SOURCE_REFERENCE, why_not_checkable
from verifier.claims.citations import Definitions, citation
from verifier.claims.judged import JudgedText, judged_text
from verifier.claims.references import is_reference, names_source, numbered_entry
from verifier.claims.rows import row_text
from verifier.language.sentences import split_sentences
from verifier.model import Citation, Claim, NotCheckable
from verifier.offsets import LineIndex, OffsetMap
from verifier.patterns import pattern
from verifier.settings import Settings

_IN_A_FOOTNOTE = "in a footnote"
_CAPITAL = pattern(r" [A-Z]")
_BLANK_LINE = pattern(r"[\s>\ufeff]*")


class Extraction(Struct, frozen=True):
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
    """The claims of the Markdown `text`; body rows of tables among them if `settings` says so."""
    settings = settings or Settings()
    lines = LineIndex.of(text)
    document = parse_markdown(text)
    wanted = (b for b in document.blocks if settings.tables or isinstance(b, TextBlock))
    blocks = [_judge(document, block, text) for block in wanted]
    definitions = _definitions(blocks, text)
    claims: list[Claim] = []
    rest: list[NotCheckable] = []
    for block, judged in blocks:
        if block.footnote is not None and not _is_prose(block, judged, text):
            continue
        for sentence in _sentences(block, judged, lines, definitions):
            if isinstance(sentence, Claim):
                claims.append(sentence)
            else:
                rest.append(sentence)
    return Extraction(tuple(claims), tuple(rest), _skipped(text, lines, [*claims, *rest]))


_Block = TextBlock | TableRow


def _judge(document: Document, block: _Block, text: str) -> tuple[_Block, JudgedText]:
    if isinstance(block, TextBlock):
        return block, judged_text(document.atoms(block.content), block.content, text)
    cells = [judged_text(document.atoms(cell), cell, text) for cell in block.cells]
    return block, row_text(block.header, cells)


def _definitions(blocks: Iterable[tuple[_Block, JudgedText]], text: str) -> Definitions:
    """What footnotes and numbered references say, by label; the raw Markdown of it."""
    notes: dict[str, str] = {}
    entries: dict[str, str] = {}
    for block, judged in blocks:
        if not isinstance(block, TextBlock):
            continue
        written = " ".join(text[block.content.raws[0] : _raw_end(block)].split())
        if block.footnote is not None:
            known = notes.get(block.footnote)
            notes[block.footnote] = f"{known} {written}" if known else written
        else:
            label = numbered_entry(judged.text, block)
            if label:
                entries.setdefault(label, written)
    return Definitions(notes, entries)


def _raw_end(block: TextBlock) -> int:
    return block.content.raw(len(block.content.text))


def _sentences(
    block: _Block, judged: JudgedText, lines: LineIndex, definitions: Definitions
) -> Iterator[Claim | NotCheckable]:
    """The sentences of one block."""
    if isinstance(block, TableRow):
        spans = [(0, len(judged.text))] if judged.text else []
    else:
        spans = list(_spans(judged))
    if not spans:
        return
    ranges = _raw_ranges(judged, spans)
    cited = _citations(judged, ranges, definitions)
    is_entry = isinstance(block, TextBlock) and is_reference(judged.text, block)
    found: list[Claim | NotCheckable] = []
    previous = ""
    for (start, end), (raw_start, raw_end), citations in zip(spans, ranges, cited, strict=True):
        sentence = judged.text[start:end]
        line, column = lines.position(raw_start)
        reason = _reason(block, sentence, is_entry)
        if reason is None:
            offsets = _cut(judged.offsets, start, end)
            found.append(
                Claim(
                    sentence,
                    raw_start,
                    raw_end,
                    line,
                    column,
                    offsets,
                    block.headings,
                    previous,
                    citations,
                )
            )
        else:
            if reason == SOURCE_REFERENCE and found and isinstance(found[-1], Claim):
                found[-1] = replace(found[-1], citations=found[-1].citations + citations)
            found.append(NotCheckable(sentence, raw_start, raw_end, line, column, reason))
        previous = sentence
    yield from found


def _is_prose(block: _Block, judged: JudgedText, text: str) -> bool:
    """Whether a footnote's block makes statements rather than names a source."""
    if isinstance(block, TableRow) or names_source(text[block.content.raws[0] : _raw_end(block)]):
        return False
    return any(why_not_checkable(judged.text[a:b]) is None for a, b in _spans(judged))


def _reason(block: _Block, sentence: str, is_entry: bool) -> str | None:
    if isinstance(block, TableRow):
        return None
    if is_entry:
        return SOURCE_REFERENCE
    reason = why_not_checkable(sentence, block.depth > 0)
    return reason or (_IN_A_FOOTNOTE if block.footnote is not None else None)


def _spans(judged: JudgedText) -> Iterator[tuple[int, int]]:
    """The sentences of the judged text, which also end where a new statement must start."""
    borders = [0, *judged.cuts, len(judged.text)]
    text = _without_stops_in_code(judged)
    for low, high in pairwise(borders):
        for start, end in split_sentences(text[low:high]):
            yield low + start, low + end


def _without_stops_in_code(judged: JudgedText) -> str:
    """The judged text, of the same length, with a plain word for each stretch of code.

    A full stop at the end of the code stays where a capital letter follows: "`It fell.` Then".
    """
    parts, at = [], 0
    for start, end in judged.code:
        ends = judged.text[end - 1] in ".!?" and _CAPITAL.match(judged.text, end)
        last = end - 1 if ends else end
        parts += [judged.text[at:start], "x" * (last - start) if last - start > 1 else "0"]
        at = max(last, start + 1)
    return "".join(parts) + judged.text[at:] if parts else judged.text


def _cut(offsets: OffsetMap, start: int, end: int) -> OffsetMap:
    return offsets if start == 0 and end == offsets.length else offsets.cut(start, end)


def _raw_ranges(judged: JudgedText, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Raw [start, end) of each sentence, with the markup that opens before and closes behind it."""
    ranges = []
    opens = [mark for mark in judged.markup if mark.opens]
    closes = [mark for mark in judged.markup if not mark.opens]
    open_starts = [mark.start for mark in opens]
    close_starts = [mark.start for mark in closes]
    bare = [judged.offsets.raw_span(start, end) for start, end in spans]
    for index, (start, end) in enumerate(bare):
        before = bare[index - 1][1] if index else -1
        behind = bare[index + 1][0] if index + 1 < len(bare) else None
        at = bisect_left(open_starts, start)
        while at > 0 and opens[at - 1].start >= before and opens[at - 1].end <= start:
            last_close = bisect_left(close_starts, start)
            if last_close and closes[last_close - 1].start > opens[at - 1].start:
                break
            at -= 1
            start = opens[at].start
        at = bisect_left(close_starts, end)
        while at < len(closes) and (behind is None or closes[at].end <= behind):
            next_open = bisect_left(open_starts, end)
            if next_open < len(opens) and opens[next_open].start < closes[at].start:
                break
            end = max(end, closes[at].end)
            at += 1
        ranges.append((start, end))
    return ranges


def _citations(
    judged: JudgedText, ranges: list[tuple[int, int]], definitions: Definitions
) -> list[tuple[Citation, ...]]:
    """The citations of each sentence: those inside it, and those between it and the next one."""
    collected: list[list[Citation]] = [[] for _ in ranges]
    starts = [start for start, _ in ranges]
    for pointer in judged.pointers:
        index = max(0, bisect_right(starts, pointer.start) - 1)
        collected[index].extend(citation(pointer, definitions))
    return [tuple(citations) for citations in collected]


def _skipped(text: str, lines: LineIndex, sentences: list[Claim | NotCheckable]) -> int:
    """How many lines that are not blank no sentence touches."""
    held: set[int] = set()
    for sentence in sentences:
        first = bisect_right(lines.starts, sentence.start)
        last = bisect_right(lines.starts, max(sentence.start, sentence.end - 1))
        held.update(range(first, last + 1))
    borders = [*lines.starts, len(text)]
    return sum(
        1
        for number, (low, high) in enumerate(pairwise(borders), 1)
        if number not in held and not _BLANK_LINE.fullmatch(text, low, high)
    )
