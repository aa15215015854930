"""The judged text of a block: what a reader sees, without markup and citation marks.

White space is collapsed as a browser does it; struck-out words, images and comments are not shown;
neither are marks that only point at a source: footnotes, `[@key]`, "[3]", "([report](x.pdf), p. 4)"
in brackets of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.claims.atoms import Atom, AtomKind
from verifier.claims.content import Content
from verifier.claims.marks import page_of
from verifier.offsets import OffsetMap, TextBuilder

_BLANKS = " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_RUN = re.compile(rf"[{_BLANKS}]+|[^{_BLANKS}]+(?: [^{_BLANKS}]+)*")
_CLOSING = frozenset(".,;:!?)]}%»”’…。、，！？」』）")
_ENDS = frozenset(".!?…。！？")
_URL = re.compile(r"\b(?:https?://|www\.)[^\s<>\"“”\x01]+")
_SHADOW = "\x01"  # stands for each character of a link in the text that groups are looked for in

# A bracketed group of nothing but links: "(source)", "([a](x), [b](y))", "(see [a](x), p. 4)".
_GROUP = re.compile(
    r"[(\[]\s*+(?:(?:\x01++|[,;:&·|/–-]|\d++|\b(?:see|also|cf|via|source|sources|from|ref|refs|and|"
    r"pp?|pages?)\b[.:]?)\s*+)++[)\]]",
    re.IGNORECASE,
)
# "[3]", "[1, 4]" behind a word or its full stop.
_NUMBERED = re.compile(r"(?<=[^\s(\[])\s?\[\^?(\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*)\](?!\()")
_NOT_A_MARK = re.compile(
    r"(?:\b(?:is|was|are|were|ci|interval|range|between|from|of|to|in|array|index)|[=≈<>,:])\s*$",
    re.IGNORECASE,
)
_PAGE_BEHIND = re.compile(r"[\])]*,?\s*\(?((?:pp?\.|pages?)\s?\d{1,5})")
_FOREIGN_MARK = re.compile("【[^】]*】|\ue200[^\ue201]*\ue201")
_DIGITS = re.compile(r"\d{1,3}")
_BEFORE_NUMBER = re.compile(
    r"\b(?:is|was|were|are|be|to|of|by|at|about|than|the|only|just|from|under|over|number|no|some|"
    r"nearly|almost|around|least|most|up|and|or|section|chapter|version|figure|table|q|page|step|"
    r"level|phase|for|in|with|has|had|have)\.?\s$",
    re.IGNORECASE,
)
_SUPERSCRIPT_MARK = re.compile(
    r"\s*[\[(]?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*[\])]?\s*$|\s*[*†‡§]+\s*$|\["
)
_POWER = re.compile(r"\s*[-−+]?\d+\s*$")
_BASE = re.compile(r"(?:\d|\)|\b(?:m|km|cm|mm|µm|nm|ft|in|mi|yd|s|h|kg|[a-zA-Z]))$")
_LABEL_LINE = re.compile(r"(?:\*\*|__)[^*_\n]{1,60}(?::(?:\*\*|__)|(?:\*\*|__):)|[•‣◦▪●]\s")
_PLAIN_LABEL_LINE = re.compile(r"[A-Z][\w /()'&-]{0,40}:\s")


@dataclass(frozen=True, slots=True)
class Pointer:
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


@dataclass(frozen=True, slots=True)
class Markup:
    """Raw [start, end) of markup that belongs to the text behind it (`opens`) or before it."""

    start: int
    end: int
    opens: bool


@dataclass(frozen=True, slots=True)
class JudgedText:
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
    draft = _Draft(content)
    draft.read(atoms)
    shown = draft.finish()
    return _emit(draft, shown, raw)


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Text of the draft that starts at `at` and stands for content [start, end)."""

    at: int
    text: str
    start: int
    end: int
    verbatim: bool
    code: bool = False


@dataclass(slots=True)
class _Link:
    """A link's text, [first, last) of the draft."""

    first: int
    last: int
    start: int
    end: int
    atom: Atom


@dataclass(slots=True)
class _Draft:
    """The shown text before marks are taken out and blanks collapsed."""

    content: Content
    chunks: list[_Chunk] = field(default_factory=list)
    links: list[_Link] = field(default_factory=list)
    marks: list[tuple[int, Atom]] = field(default_factory=list)
    markup: list[Atom] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    gone: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0

    def read(self, atoms: list[Atom]) -> None:
        """Take up the block's atoms."""
        struck = 0
        open_links: list[_Link] = []
        superscript = _superscripts(atoms)
        for index, atom in enumerate(atoms):
            if atom.kind in (AtomKind.OPEN, AtomKind.CLOSE):
                self.markup.append(atom)
                struck = max(0, struck + _strike(atom, atoms))
                self._link(atom, open_links)
                if index in superscript:
                    self._superscript(atom, atoms[index + 1 : superscript[index]])
            elif atom.kind is AtomKind.CITATION:
                self.marks.append((self.length, atom))
            elif atom.kind is AtomKind.GONE or struck:
                self.gone.append((self.length, self.length))
            else:
                self._show(atom)

    def _show(self, atom: Atom) -> None:
        if atom.kind is AtomKind.BREAK:
            pattern = _PLAIN_LABEL_LINE if atom.tag == "br" else None
            behind = self.content.text[atom.end : atom.end + 80]
            if _LABEL_LINE.match(behind) or (pattern and pattern.match(behind)):
                self.breaks.append(self.length + 1)
        verbatim = atom.kind is AtomKind.TEXT
        code = atom.tag in ("code", "math")
        if verbatim:
            self._add_text(atom, code)
        else:
            self._add(atom.text, atom.start, atom.end, False, code)

    def _add_text(self, atom: Atom, code: bool) -> None:
        """A verbatim text, cut where the content's way back to the raw text jumps."""
        at = atom.start
        starts = self.content.starts
        for jump in starts[bisect_right(starts, at) : bisect_left(starts, atom.end)]:
            self._add(atom.text[at - atom.start : jump - atom.start], at, jump, True, code)
            at = jump
        self._add(atom.text[at - atom.start :], at, atom.end, True, code)

    def _add(self, text: str, start: int, end: int, verbatim: bool, code: bool) -> None:
        if text:
            last = self.chunks[-1] if self.chunks else None
            if (
                last
                and verbatim
                and last.verbatim
                and last.end == start
                and last.code == code
                and not self._jumps_at(start)
            ):
                self.chunks[-1] = _Chunk(last.at, last.text + text, last.start, end, True, code)
            else:
                self.chunks.append(_Chunk(self.length, text, start, end, verbatim, code))
            self.length += len(text)

    def _jumps_at(self, offset: int) -> bool:
        starts = self.content.starts
        at = bisect_left(starts, offset)
        return at < len(starts) and starts[at] == offset

    def _link(self, atom: Atom, open_links: list[_Link]) -> None:
        opens = atom.kind is AtomKind.OPEN
        if atom.tag == "html:a" and opens:
            href = re.search(r"href\s*=\s*[\"']?([^\"'\s>]+)", atom.data)
            atom = Atom(atom.kind, atom.start, atom.end, tag="a", data=href[1] if href else "")
        if atom.tag not in ("a", "html:a"):
            return
        if opens:
            open_links.append(_Link(self.length, self.length, atom.start, atom.end, atom))
        elif open_links:
            link = open_links.pop()
            link.last, link.end = self.length, atom.end
            self.links.append(link)

    def _superscript(self, opening: Atom, inner: list[Atom]) -> None:
        """A superscript is a power behind a number or unit, and otherwise mostly a mark."""
        text = "".join(atom.text for atom in inner)
        before = "".join(chunk.text for chunk in self.chunks[-2:])[-12:]
        if _POWER.match(text) and _BASE.search(before):
            self._add("^", opening.start, opening.end, False, True)
        elif before and _SUPERSCRIPT_MARK.match(text):
            self.gone.append((self.length, self.length + len(text)))

    def finish(self) -> str:
        """Find what of the draft only points at a source; returns the draft's text."""
        text = "".join(chunk.text for chunk in self.chunks)
        code = [(c.at, c.at + len(c.text)) for c in self.chunks if c.code]
        self._find_urls(text, code)
        self.links.sort(key=lambda link: link.first)
        shadow = _masked(text, [(link.first, link.last) for link in self.links], _SHADOW)
        for link in self.links:
            if _is_mark(link, text, self.content.text):
                self.gone.append((link.first, link.last))
        if self.links:
            for match in _GROUP.finditer(shadow):
                if _SHADOW in match[0]:
                    self.gone.append(match.span())
        plain = _masked(shadow, code, "x") if code else shadow
        if "[" in plain:
            for match in _NUMBERED.finditer(plain):
                if not _NOT_A_MARK.search(plain, max(0, match.start() - 12), match.start()):
                    self.gone.append(match.span())
                    self._number_mark(*match.span(), tuple(_DIGITS.findall(match[1])))
        if "【" in plain or "\ue200" in plain:
            self.gone.extend(match.span() for match in _FOREIGN_MARK.finditer(plain))
        self.gone = _merged(self.gone)
        return text

    def _number_mark(self, first: int, last: int, numbers: tuple[str, ...]) -> None:
        start, end = self.content_span(first, last)
        self.marks.append((first, Atom(AtomKind.CITATION, start, end, data=numbers)))

    def _find_urls(self, text: str, code: list[tuple[int, int]]) -> None:
        if "://" not in text and "www." not in text:
            return
        taken = sorted([(link.first, link.last) for link in self.links] + code)
        free = _masked(text, taken, _SHADOW)
        for match in _URL.finditer(free):
            first, last = match.start(), match.start() + len(_trimmed_url(match[0]))
            if last - first > 8:
                start, end = self.content_span(first, last)
                atom = Atom(AtomKind.OPEN, start, start, tag="a", data=text[first:last])
                self.links.append(_Link(first, last, start, end, atom))

    def content_span(self, first: int, last: int) -> tuple[int, int]:
        """The content [start, end) that the draft's non-empty [first, last) stands for."""
        low = self.chunks[bisect_right(self.chunks, first, key=lambda chunk: chunk.at) - 1]
        high = self.chunks[bisect_left(self.chunks, last, key=lambda chunk: chunk.at) - 1]
        start = low.start + (first - low.at if low.verbatim else 0)
        end = high.start + last - high.at if high.verbatim else high.end
        return start, end


def _strike(atom: Atom, atoms: list[Atom]) -> int:
    """1 where struck-out text starts, -1 where it ends, else 0."""
    step = 1 if atom.kind is AtomKind.OPEN else -1
    if atom.tag == "s":
        return step
    if atom.tag in ("html:s", "html:del", "html:strike"):
        other = AtomKind.CLOSE if atom.kind is AtomKind.OPEN else AtomKind.OPEN
        return step if any(a.tag == atom.tag and a.kind is other for a in atoms) else 0
    return 0


def _superscripts(atoms: list[Atom]) -> dict[int, int]:
    """The index of each opening `<sup>` with that of its closing tag."""
    pairs, opening = {}, None
    for index, atom in enumerate(atoms):
        if atom.tag == "html:sup":
            if atom.kind is AtomKind.OPEN:
                opening = index
            elif opening is not None:
                pairs[opening], opening = index, None
    return pairs


def _masked(text: str, spans: list[tuple[int, int]], char: str) -> str:
    parts, at = [], 0
    for first, last in spans:
        if first >= at:
            parts += [text[at:first], char * (last - first)]
            at = last
    return "".join(parts) + text[at:]


def _trimmed_url(url: str) -> str:
    """A bare URL without the punctuation of the sentence it stands in (GFM, "Autolinks")."""
    while url:
        stripped = url.rstrip("?!.,:;*_~'")
        if stripped.endswith(")") and stripped.count(")") > stripped.count("("):
            stripped = stripped[:-1]
        if stripped.endswith("]") and "[" not in stripped:
            stripped = stripped[:-1]
        if stripped == url:
            break
        url = stripped
    return url


def _is_mark(link: _Link, text: str, source: str) -> bool:
    """Whether a link's text is a mere number that points at a source, not part of the sentence."""
    label = text[link.first : link.last].strip()
    bracketed = label[:1] == "[" and label[-1:] == "]"
    number = label.strip("[]^")
    if not _DIGITS.fullmatch(number):
        return False
    written = link.end - link.start
    if bracketed or (
        written == len(label) + 2 and source[link.start] == "["
    ):  # "[[1]](x)", or "[1]" defined below
        return True
    before, after = text[max(0, link.first - 16) : link.first], text[link.last : link.last + 1]
    if not before.strip():
        return False
    if not before[-1].isspace():
        return not before.endswith(("(", "$", "€", "£", "#", "-", "/"))
    return after in ("", ".", ",", ";", ":") and not _BEFORE_NUMBER.search(before)


def _emit(draft: _Draft, shown: str, raw: str) -> JudgedText:
    """Build the judged text of the draft whose text is `shown`."""
    content = draft.content
    drops = [at for at, _ in draft.marks] + [first for first, _ in draft.gone]
    writer = _Writer(content, raw, draft.breaks, sorted(drops))
    for chunk, first, last in _kept(draft.chunks, draft.gone):
        writer.write(chunk, first, last)
    pointers = [Pointer(content.raw(a.start), content.raw_end(a.end), a) for _, a in draft.marks]
    for link in draft.links:
        behind = _PAGE_BEHIND.match(shown, link.last)
        page = page_of(behind[1]) if behind else None
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


def _kept(chunks: list[_Chunk], gone: list[tuple[int, int]]) -> Iterator[tuple[_Chunk, int, int]]:
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


@dataclass(slots=True)
class _Writer:
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

    def write(self, chunk: _Chunk, first: int, last: int) -> None:
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


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """`spans`, ascending, with those that touch or overlap joined."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged
