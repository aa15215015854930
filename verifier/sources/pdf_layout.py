"""Lines of PDF pages -> paragraphs: running headers, hyphens, headings, table rows."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from statistics import median

from msgspec import Struct, field
from msgspec.structs import replace

from verifier.model import BlockKind
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, is_references
from verifier.sources.pdf_lines import Line

_PAGE_NUMBER = pattern(
    r"\W*(?:(?:page|seite|p\.)\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|/|von)\s*\d{1,4})?\W*", re.I
)
_FOLIO = pattern(r"^(?:\d{1,4}|[ivxl]+)\b|\bpage \d+(?: of \d+)?|\b(?:\d{1,4}|[ivxl]+)$")
_ENDS = pattern(r"[.!?:;。！？][\"'”’)\]]*\d{0,3}$")
_ITEM = pattern(r"(?:[-*•‣◦▪●–]|\(?\d{1,2}[.)]|\[\d{1,3}\]|\(?[a-z]\))\s+\S")
_SECTION = pattern(
    r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.|Chapter \d+|Appendix [A-Z])[\s:]+"
    r"[A-Z][^.!?]{2,80}"
)
_NAMED = pattern(
    r"(?:abstract|introduction|background|methods?|materials and methods|results?|discussion|"
    r"results and discussion|conclusions?|limitations|acknowledge?ments?|funding|appendix)",
    re.IGNORECASE,
)
_HYPHEN = pattern(r"(?<=\w)[-\u00ad\u2010]$")
_MARGIN_LINES = 2
_FEW_LINES = 6
_SHORTEST = 20


class _Paragraph(Struct):
    """Lines that belong together; `starts` are (offset in the text, page index)."""

    kind: BlockKind = BlockKind.PROSE
    level: int = 0
    text: str = ""
    starts: list[tuple[int, int]] = field(default_factory=list)


def document_of_pages(pages: list[list[Line]]) -> Extract:
    """The document of a PDF's pages, each given as its lines in reading order."""
    trimmed = _without_margins(pages)
    words = _words_of(trimmed)
    paragraphs = _paragraphs(trimmed, words)
    draft = Draft()
    starts: list[int | None] = [None] * len(pages)
    at = 0
    for paragraph in paragraphs:
        at = at + 2 if at else 0
        piece = (paragraph.text, at, at + len(paragraph.text))
        if paragraph.kind is BlockKind.HEADING:
            draft.heading([piece], paragraph.level)
        else:
            draft.block([piece], paragraph.kind)
        for offset, page in paragraph.starts:
            if starts[page] is None:
                starts[page] = at + offset
        at += len(paragraph.text)
    extract = draft.extract()
    return replace(extract, offsets=None, pages=_filled(starts, len(extract.text)))


def _filled(starts: list[int | None], length: int) -> tuple[int, ...]:
    """Where each page starts; a page without text starts where the next one does."""
    filled, following = [], length
    for start in reversed(starts):
        following = following if start is None else start
        filled.append(following)
    filled[-1] = 0
    return tuple(reversed(filled))


def _without_margins(pages: list[list[Line]]) -> list[list[Line]]:
    """The pages without running headers and footers, and without page numbers."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update({_shape(line) for line in _margins(page)})
    needed = max(2, min(len(pages), round(0.3 * len(pages)) + 1))
    running = {shape for shape, count in counts.items() if count >= needed and len(shape) > 1}
    return [_stripped(page, running) for page in pages]


def _stripped(page: list[Line], running: set[str]) -> list[Line]:
    """The page without the margin's lines, taken off from its edges as long as they run."""

    def runs(line: Line) -> bool:
        return _shape(line) in running or _PAGE_NUMBER.fullmatch(line.text) is not None

    first, last = 0, len(page)
    while first < min(last, _MARGIN_LINES) and runs(page[first]):
        first += 1
    while last > max(first, len(page) - _MARGIN_LINES) and runs(page[last - 1]):
        last -= 1
    edges = _edges(page)
    return [
        line
        for line in page[first:last]
        if not (runs(line) and any(line is edge for edge in edges))
    ]


def _edges(page: list[Line]) -> list[Line]:
    """The lowest and the highest line, wherever they stand in the order of the content."""
    if len(page) < _FEW_LINES or not all(line.height > 0 for line in page):
        return []
    by_height = sorted(page, key=lambda line: line.bottom)
    return [by_height[0], by_height[-1]]


def _margins(page: list[Line]) -> list[Line]:
    """The lines in which a running header or footer may stand: the outermost ones."""
    if len(page) <= 2 * _MARGIN_LINES:
        return [*page[:1], *page[1:][-1:]]
    return [*page[:_MARGIN_LINES], *page[-_MARGIN_LINES:], *_edges(page)]


def _shape(line: Line) -> str:
    """The line with its page number, at either end or behind "page", made the same on all pages."""
    return _FOLIO.sub("#", " ".join(line.text.split()).lower())


def _words_of(pages: list[list[Line]]) -> set[str]:
    """All words that stand whole in a line, in small letters."""
    return {
        word.lower() for page in pages for line in page for word in re.findall(r"[\w-]+", line.text)
    }


def _paragraphs(pages: list[list[Line]], words: set[str]) -> list[_Paragraph]:
    flat = [(line, number) for number, page in enumerate(pages) for line in page]
    if not flat:
        return []
    usual = _Style.of([line for line, _ in flat])
    styles = [_Style.of(page, usual) for page in pages]
    paragraphs: list[_Paragraph] = []
    header: tuple[Line, ...] = ()
    before: Line | None = None
    for line, number in flat:
        style = styles[number]
        level = style.heading_level(line, before)
        if len(line.cells) > 1 and _is_row(line):
            header = _header(line, header)
            paragraphs.append(_row(line, header, number))
        elif level:
            if before is not None and style.heading_goes_on(before, line, paragraphs[-1].level):
                _append(paragraphs[-1], line, number, words)
            else:
                paragraphs.append(_Paragraph(BlockKind.HEADING, level))
                _append(paragraphs[-1], line, number, words)
        else:
            if (
                before is None
                or paragraphs[-1].kind is not BlockKind.PROSE
                or style.parts(before, line)
            ):
                paragraphs.append(_Paragraph())
            _append(paragraphs[-1], line, number, words)
        header = header if len(line.cells) > 1 else ()
        before = line
    return paragraphs


def _is_row(line: Line) -> bool:
    return len(line.cells) > 2 or min(len(cell.text) for cell in line.cells) < 40


def _header(line: Line, header: tuple[Line, ...]) -> tuple[Line, ...]:
    """The cells that name the columns of a row: those of the first row, if it has no figures."""
    if header and len(header) == len(line.cells):
        return header
    named = not any(char.isdigit() for cell in line.cells[1:] for char in cell.text)
    return line.cells if named else ()


def _row(line: Line, header: tuple[Line, ...], page: int) -> _Paragraph:
    if header and header is not line.cells:
        parts = [f"{name.text}: {cell.text}" for name, cell in zip(header, line.cells, strict=True)]
    else:
        parts = [cell.text for cell in line.cells]
    kind = BlockKind.HEADING if header is line.cells else BlockKind.ROW
    text = "; ".join(parts)
    return _Paragraph(BlockKind.ROW if kind is BlockKind.HEADING else kind, 0, text, [(0, page)])


def _append(paragraph: _Paragraph, line: Line, page: int, words: set[str]) -> None:
    """Add a line to a paragraph, undoing a hyphen between the two."""
    text = line.text.replace("\u00ad", "") if not line.text.endswith("\u00ad") else line.text
    if paragraph.text and _HYPHEN.search(paragraph.text) and text[:1].islower():
        kept = _keeps_hyphen(paragraph.text, text, words)
        paragraph.text = paragraph.text if kept else paragraph.text[:-1]
    elif paragraph.text:
        paragraph.text += " "
    paragraph.starts.append((len(paragraph.text), page))
    paragraph.text += text


def _keeps_hyphen(before: str, after: str, words: set[str]) -> bool:
    """Whether the hyphen at the end of `before` is part of the word, as "long-term" is.

    The document's other words tell; without them a hyphen at a line's end is the printer's.
    """
    left = re.search(r"[\w-]*\w(?=[-\u00ad\u2010]$)", before)
    right = re.match(r"[\w-]+", after)
    if not left or not right:
        return False
    hyphened, joined = f"{left[0]}-{right[0]}".lower(), f"{left[0]}{right[0]}".lower()
    if hyphened in words or joined in words:
        return hyphened in words and joined not in words
    return left[0].lower() in _PREFIXES or any(char.isdigit() for char in left[0])


_PREFIXES = frozenset(
    "non self well long short high low half cross co post pre ex all year".split()
)


class _Style(Struct, frozen=True):
    """What is usual in a document's lines: their length, height and pitch."""

    length: float
    height: float
    pitch: float

    @classmethod
    def of(cls, lines: list[Line], whole: _Style | None = None) -> _Style:
        """The style of a document's lines; or of a page's, if `whole` is the document's."""
        if whole is not None and len(lines) < _FEW_LINES:
            return whole
        lengths = sorted(len(line.text) for line in lines)
        length = lengths[int(0.8 * (len(lengths) - 1))]
        full = [line for line in lines if len(line.text) >= 0.6 * length and line.height > 0]
        pitches = [
            above.bottom - below.bottom
            for above, below in pairwise(lines)
            if above.height > 0 and 0 < above.bottom - below.bottom < 5 * above.height
        ]
        height = median([line.height for line in full] or [0.0])
        return cls(
            max(length, _SHORTEST), whole.height if whole else height, median(pitches or [0.0])
        )

    def heading_level(self, line: Line, before: Line | None) -> int:
        """1 to 3 for a heading; 0 for any other line."""
        text = line.text.strip()
        if len(text) > 120 or not any(char.isalpha() for char in text):
            return 0
        if is_references(text) or _NAMED.fullmatch(text):
            return 2
        ends = _ENDS.search(text) is not None
        large = 0 < 1.25 * self.height <= line.height and _is_tall(line, self.height)
        if large and not ends and len(text) < self.length:
            return 1 if line.height >= 1.6 * self.height else 2
        open_before = before is not None and not _ENDS.search(before.text)
        numbered = _SECTION.fullmatch(text) is not None and len(text) < 0.8 * self.length
        if numbered and not ends and not open_before:
            return 2 + min(text.split()[0].strip(".").count("."), 1)
        return 0

    def heading_goes_on(self, before: Line, line: Line, level: int) -> bool:
        """Whether a heading's next line still belongs to it."""
        close = 0 < before.bottom - line.bottom < 1.6 * max(before.height, line.height)
        return level > 0 and close and abs(before.height - line.height) < 0.2 * line.height

    def parts(self, before: Line, line: Line) -> bool:
        """Whether a paragraph ends between the two lines."""
        if _ITEM.match(line.text):
            return True
        ends = _ENDS.search(before.text) is not None
        down = before.bottom - line.bottom
        if before.height > 0 and line.height > 0 and down > 0 and self.pitch > 0:
            if down > 1.45 * self.pitch and (ends or down > 2.2 * self.pitch):
                return True
            if (
                ends
                and line.left - before.left > 0.8 * max(self.height, 4)
                and down < 1.4 * self.pitch
            ):
                return True
        short = len(before.text) < 0.75 * self.length
        if ends:
            return short
        first = line.text.split(maxsplit=1)[0]
        return len(before.text) + len(first) < 0.5 * self.length and not first[:1].islower()


def _is_tall(line: Line, usual: float) -> bool:
    """Whether the line's height is that of large letters, not that of one bracket."""
    return line.height >= 1.25 * usual and not any(char in "()[]{}|/∑∫√" for char in line.text)
