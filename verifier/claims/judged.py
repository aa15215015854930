"""The judged text of a block: what a reader sees, without markup and citation marks.

White space is collapsed as a browser does it; struck-out words, images and comments are not shown;
neither are marks that only point at a source: footnotes, `[@key]`, "[3]", "([report](x.pdf))".
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from verifier.claims.atoms import Atom, AtomKind
from verifier.claims.content import Content
from verifier.claims.draft import Chunk, Draft
from verifier.claims.marks import page_of
from verifier.offsets import OffsetMap, TextBuilder
from verifier.patterns import pattern

_BLANKS = " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_RUN = pattern(rf"[{_BLANKS}]+|[^{_BLANKS}]+(?: [^{_BLANKS}]+)*")
_CLOSING = frozenset(".,;:!?)]}%»”’…。、，！？」』）")
_ENDS = frozenset(".!?…。！？")
_PAGE_BEHIND = pattern(r"[\])]*,?\s*\(?((?:pp?\.|pages?)\s?\d{1,5})")


class Pointer(Struct, frozen=True):
    """A place in the content that points at a source.

    Attributes:
        start, end: raw offsets.
        atom: the citation mark, or the opening of the link.
        page: the page named behind it, if any.
    """

    start: int
    end: int
    atom: Atom
    page: int | None = None


class Markup(Struct, frozen=True):
    """Raw [start, end) of markup that belongs to the text behind it (`opens`) or before it."""

    start: int
    end: int
    opens: bool


class JudgedText(Struct, frozen=True):
    """What a reader sees of a block.

    Attributes:
        text: the text; `offsets` maps it to the raw report.
        pointers: its citations, ascending.
        markup: its markup, ascending.
        cuts: offsets in `text` at which a new statement starts whatever the punctuation says:
            a line that begins with a label or a bullet.
        code: [start, end) of its code and formulas, in which no full stop ends a sentence.
    """

    text: str
    offsets: OffsetMap
    pointers: tuple[Pointer, ...]
    markup: tuple[Markup, ...]
    cuts: tuple[int, ...]
    code: tuple[tuple[int, int], ...] = ()


def judged_text(atoms: list[Atom], content: Content, raw: str) -> JudgedText:
    """The judged text of the block `content` of the report `raw`, whose inline atoms are given."""
    draft = Draft(content)
    draft.read(atoms)
    shown = draft.finish()
    return _emit(draft, shown, raw)


def _emit(draft: Draft, shown: str, raw: str) -> JudgedText:
    """Build the judged text of the draft whose text is `shown`."""
    content = draft.content
    drops = [at for at, _ in draft.marks] + [first for first, _ in draft.gone]
    writer = _Writer(content, raw, draft.breaks, sorted(drops))
    for chunk, first, last in _kept(draft.chunks, draft.gone):
        writer.write(chunk, first, last)
    pointers = [Pointer(content.raw(a.start), content.raw_end(a.end), a) for _, a in draft.marks]
    for link in draft.links:
        behind = _PAGE_BEHIND.match(shown, link.last)
        page = page_of(behind[1] if behind else shown[link.first : link.last])
        pointers.append(
            Pointer(content.raw(link.start), content.raw_end(link.end), link.atom, page)
        )
    markup = [
        Markup(content.raw(a.start), content.raw_end(a.end), a.kind is AtomKind.OPEN)
        for a in draft.markup
        if a.end > a.start
    ]
    pointers.sort(key=lambda pointer: pointer.start)
    builder = writer.builder
    return JudgedText(
        builder.text(),
        builder.offsets(),
        tuple(pointers),
        tuple(markup),
        tuple(writer.cuts),
        tuple(writer.code),
    )


def _kept(chunks: list[Chunk], gone: list[tuple[int, int]]) -> Iterator[tuple[Chunk, int, int]]:
    """The stretches [first, last) of the draft, each within a chunk, that `gone` leaves."""
    holes = [(first, last) for first, last in gone if first < last]
    hole = 0
    for chunk in chunks:
        at, stop = chunk.at, chunk.at + len(chunk.text)
        while at < stop:
            while hole < len(holes) and holes[hole][1] <= at:
                hole += 1
            first, last = holes[hole] if hole < len(holes) else (stop, stop)
            if first > at:
                yield chunk, at, min(first, stop)
            at = max(at, min(stop, first if first > at else last))


class _Writer(Struct):
    """Writes the kept text, its blanks collapsed.

    Attributes:
        breaks: offsets in the draft behind which a new statement starts.
        drops: offsets in the draft at which something was taken out, ascending.
    """

    content: Content
    raw: str
    breaks: list[int]
    drops: list[int]
    builder: TextBuilder = field(default_factory=TextBuilder)
    cuts: list[int] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    blank: tuple[int, int] | None = None
    last_char: str = ""
    raw_end: int = 0
    next_drop: int = 0
    next_break: int = 0

    def write(self, chunk: Chunk, first: int, last: int) -> None:
        """Write the draft's [first, last), which lies in `chunk`."""
        for run in _RUN.finditer(chunk.text, first - chunk.at, last - chunk.at):
            low, high = chunk.start, chunk.end
            if chunk.verbatim:
                low, high = chunk.start + run.start(), chunk.start + run.end()
            if run[0][0] in _BLANKS:
                begin = self.blank[0] if self.blank else self.content.raw(low)
                self.blank = (begin, self.content.raw(high))
            else:
                self._write_visible(run[0], chunk.at + run.start(), low, high, chunk.verbatim)
                if chunk.code:
                    self.code.append((len(self.builder) - len(run[0]), len(self.builder)))

    def _write_visible(self, text: str, at: int, low: int, high: int, verbatim: bool) -> None:
        start, end = self.content.raw(low), self.content.raw_end(high)
        dropped = self.next_drop < len(self.drops) and self.drops[self.next_drop] <= at
        while self.next_drop < len(self.drops) and self.drops[self.next_drop] <= at:
            self.next_drop += 1
        self._write_blank(text[0], start, dropped)
        while self.next_break < len(self.breaks) and self.breaks[self.next_break] <= at:
            self.next_break += 1
            if len(self.builder) and self.cuts[-1:] != [len(self.builder)]:
                self.cuts.append(len(self.builder))
        shown = self.raw[start:end] if verbatim else text
        self.builder.add(shown, start, end, verbatim)
        self.last_char, self.raw_end = text[-1], end

    def _write_blank(self, following: str, start: int, dropped: bool) -> None:
        blank, self.blank = self.blank, None
        if not self.last_char:
            return
        if blank is None:
            if dropped and self.last_char in _ENDS and following.isalpha() and start > self.raw_end:
                self.builder.add(" ", self.raw_end, start, False)
        elif not (dropped and following in _CLOSING):
            begin, end = blank[0], min(max(blank[1], blank[0] + 1), start)
            self.builder.add(" ", begin, end, self.raw[begin:end] == " ")
