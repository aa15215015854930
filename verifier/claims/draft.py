"""The shown text of a block before marks are taken out of it and its blanks are collapsed."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from msgspec import Struct, field

from verifier.claims.atoms import Atom, AtomKind
from verifier.claims.content import Content
from verifier.claims.pointing import (
    LINKED,
    is_mark,
    masked,
    merged,
    numbered_marks,
    pointing_spans,
    url_spans,
)
from verifier.patterns import pattern

_SUPERSCRIPT_MARK = pattern(r"\s*[\[(]?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*[\])]?\s*$|\s*[*†‡§]+\s*$|\[")
_POWER = pattern(r"\s*[-−+]?\d+\s*$")
_BASE = pattern(r"(?:\d|\)|\b(?:m|km|cm|mm|µm|nm|ft|in|mi|yd|s|h|kg|[a-zA-Z]))$")
_LABEL_LINE = pattern(r"(?:\*\*|__)[^*_\n]{1,60}(?::(?:\*\*|__)|(?:\*\*|__):)|[•‣◦▪●]\s")
_PLAIN_LABEL_LINE = pattern(r"[A-Z][\w /()'&-]{0,40}:\s")


class Chunk(Struct, frozen=True):
    """Text of the draft that starts at `at` and stands for content [start, end)."""

    at: int
    text: str
    start: int
    end: int
    verbatim: bool
    code: bool = False


class Link(Struct):
    """A link's text, [first, last) of the draft."""

    first: int
    last: int
    start: int
    end: int
    atom: Atom


class Draft(Struct):
    """The shown text before marks are taken out and blanks collapsed."""

    content: Content
    chunks: list[Chunk] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    marks: list[tuple[int, Atom]] = field(default_factory=list)
    markup: list[Atom] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    gone: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0

    def read(self, atoms: list[Atom]) -> None:
        """Take up the block's atoms."""
        struck = 0
        open_links: list[Link] = []
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
                self.chunks[-1] = Chunk(last.at, last.text + text, last.start, end, True, code)
            else:
                self.chunks.append(Chunk(self.length, text, start, end, verbatim, code))
            self.length += len(text)

    def _jumps_at(self, offset: int) -> bool:
        starts = self.content.starts
        at = bisect_left(starts, offset)
        return at < len(starts) and starts[at] == offset

    def _link(self, atom: Atom, open_links: list[Link]) -> None:
        opens = atom.kind is AtomKind.OPEN
        if atom.tag == "html:a" and opens:
            href = re.search(r"href\s*=\s*[\"']?([^\"'\s>]+)", atom.data)
            atom = Atom(atom.kind, atom.start, atom.end, tag="a", data=href[1] if href else "")
        if atom.tag not in ("a", "html:a"):
            return
        if opens:
            open_links.append(Link(self.length, self.length, atom.start, atom.end, atom))
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
        linked = sorted([(link.first, link.last) for link in self.links] + code)
        for first, last in list(url_spans(masked(text, linked, LINKED))):
            start, end = self.content_span(first, last)
            atom = Atom(AtomKind.OPEN, start, start, tag="a", data=text[first:last])
            self.links.append(Link(first, last, start, end, atom))
        self.links.sort(key=lambda link: link.first)
        shadow = masked(text, code, "x") if code else text
        shadow = masked(shadow, ((link.first, link.last) for link in self.links), LINKED)
        self.gone.extend((x.first, x.last) for x in self.links if self._is_mark(x, text))
        self.gone.extend(pointing_spans(shadow))
        for (first, last), numbers in numbered_marks(shadow):
            start, end = self.content_span(first, last)
            self.gone.append((first, last))
            self.marks.append((first, Atom(AtomKind.CITATION, start, end, data=numbers)))
        self.gone = merged(self.gone)
        return text

    def _is_mark(self, link: Link, text: str) -> bool:
        label = text[link.first : link.last]
        written = self.content.text[link.start : link.end]
        before, after = text[max(0, link.first - 16) : link.first], text[link.last : link.last + 1]
        return is_mark(label, before, after, written == f"[{label}]")

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
