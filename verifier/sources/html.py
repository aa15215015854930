"""HTML -> documents: prose by block element, tables by row with headers, no page furniture."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from msgspec import Struct, field

from verifier.model import BlockKind
from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract, Piece, collapse, single_blanks, stripped

_DROPPED = frozenset(
    "script style noscript template svg math iframe object canvas audio video select datalist "
    "button dialog".split()
)
_FURNITURE = frozenset("nav footer aside menu".split())
_FURNITURE_ROLES = frozenset("navigation banner contentinfo search complementary menu".split())
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main "
    "menu nav ol option p pre section summary table tbody td tfoot th thead title tr ul".split()
)
_CLOSES_P = _BLOCKS - {"html", "head", "body", "option", "summary", "caption", "td", "th", "tr"}
_HIDDEN_STYLE = pattern(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_REFERENCE_LIST = pattern(r"\b(?:references|reflist|ref-list|bibliography|footnotes)\b")
_CHAR_REFERENCE = pattern(r"&(?:#\d{1,8}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_IMPLIED_END = {
    "li": ({"li"}, {"ul", "ol", "menu"}),
    "dt": ({"dt", "dd"}, {"dl"}),
    "dd": ({"dt", "dd"}, {"dl"}),
    "tr": ({"tr", "td", "th"}, {"table"}),
    "td": ({"td", "th"}, {"tr", "table"}),
    "th": ({"td", "th"}, {"tr", "table"}),
    "tbody": ({"tr", "td", "th", "thead", "tbody"}, {"table"}),
    "option": ({"option"}, {"select"}),
}

_NEAR = 64  # how many elements around a tag are searched for one that it ends

Attributes = list[tuple[str, str | None]]


def read_html(raw: str) -> Extract:
    """The document of an HTML text."""
    reader = _Reader(raw)
    reader.feed(raw)
    reader.close()
    reader.finish()
    return reader.draft.extract()


class _Cell(Struct):
    pieces: list[Piece] = field(default_factory=list)
    is_header: bool = False
    columns: int = 1

    def text(self) -> str:
        return " ".join("".join(text for text, _, _ in self.pieces).split())


class _Table(Struct):
    """A table whose current row is being read.

    Attributes:
        depth: how many elements were open around it.
        headers: the names of the columns, as far as header rows told them.
    """

    depth: int
    headers: list[str] = field(default_factory=list)
    cells: list[_Cell] = field(default_factory=list)
    in_head: bool = False
    is_layout: bool = False


class _Reader(HTMLParser):
    """Turns the parser's events into blocks; `_open` are the elements around the next event."""

    def __init__(self, raw: str) -> None:
        super().__init__(convert_charrefs=False)
        self.raw = raw
        self.draft = Draft()
        self._lines = [0, *(match.end() for match in re.finditer("\n", raw))]
        self._open: list[str] = []
        self._dropped = 0
        self._kinds: list[tuple[int, BlockKind]] = []
        self._pieces: list[Piece] = []
        self._tables: list[_Table] = []

    # ---- events ----------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self._close_implied(tag)
        if self._dropped:
            if tag not in _VOID:
                self._open.append(tag)
            return
        if tag in _BLOCKS:
            self._end_block()
        if tag in _VOID:
            self._void(tag)
            return
        self._open.append(tag)
        if tag in _DROPPED or _is_hidden(attrs):
            self._dropped = len(self._open)
            return
        kind = _furniture_kind(tag, attrs, self._open)
        if kind:
            self._kinds.append((len(self._open), kind))
        self._start_table_part(tag, dict(attrs))

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID and self._open and self._open[-1] == tag:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "br":
            self._void(tag)
        if tag not in self._open:
            return
        while self._open:
            closed = self._open[-1]
            self._close()
            if closed == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            start = self._offset()
            if "pre" in self._open:
                self._pieces.append((data, start, start + len(data)))
            else:
                self._pieces += collapse(self.raw, start, start + len(data))

    def handle_entityref(self, name: str) -> None:
        self._reference()

    def handle_charref(self, name: str) -> None:
        self._reference()

    def unknown_decl(self, data: str) -> None:
        """Ignore marked sections, which the base class would warn of."""

    def finish(self) -> None:
        """Close what the text left open."""
        while self._open:
            self._close()
        self._end_block()

    # ---- elements --------------------------------------------------------------------------

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _reference(self) -> None:
        if self._dropped:
            return
        start = self._offset()
        match = _CHAR_REFERENCE.match(self.raw, start)
        end = match.end() if match else start + 1
        text = unescape(self.raw[start:end])
        self._pieces.append((" " if text in "\t\n\r\f\v" else text, start, end))

    def _void(self, tag: str) -> None:
        if tag in ("br", "wbr", "img") and not self._dropped and tag != "wbr":
            at = self._offset()
            self._pieces.append((" ", at, at))

    def _close_implied(self, tag: str) -> None:
        """End the elements that the start of `tag` ends although their end tags are missing."""
        if tag in _CLOSES_P and "p" in (near := self._open[-_NEAR:]):
            at = len(near) - 1 - near[::-1].index("p")
            if not any(name in ("td", "th", "table", "button") for name in near[at:]):
                self.handle_endtag("p")
        if tag not in _IMPLIED_END:
            return
        ends, stops = _IMPLIED_END[tag]
        for depth in range(len(self._open) - 1, max(-1, len(self._open) - _NEAR), -1):
            name = self._open[depth]
            if name in stops:
                return
            if name in ends:
                while len(self._open) > depth:
                    self._close()
                self._close_implied(tag)
                return

    def _close(self) -> None:
        depth, tag = len(self._open), self._open[-1]
        if not self._dropped:
            if tag in _BLOCKS:
                self._end_block()
            self._end_table_part(tag, depth)
        elif self._dropped == depth:
            self._dropped = 0
        if self._kinds and self._kinds[-1][0] == depth:
            self._kinds.pop()
        self._open.pop()

    def _end_block(self) -> None:
        """Make a block of the text since the last border of a block element."""
        pieces, self._pieces = self._pieces, []
        if not any(text.strip() for text, _, _ in pieces):
            return
        if self._tables and self._in_cell():
            cell = self._tables[-1].cells[-1]
            if cell.pieces:
                cell.pieces.append((" ", cell.pieces[-1][2], pieces[0][1]))
            cell.pieces += pieces
            return
        tag = next((name for name in reversed(self._open) if name in _BLOCKS), "")
        kind = self._kind()
        if re.fullmatch("h[1-6]", tag) and kind is BlockKind.PROSE:
            self.draft.heading(single_blanks(pieces), int(tag[1]))
        elif tag == "title":
            self.draft.block(single_blanks(pieces), BlockKind.HEADING)
        elif tag == "pre" and kind is BlockKind.PROSE:
            self.draft.block(pieces, BlockKind.CODE)
        else:
            self.draft.block(single_blanks(pieces), kind, depth=self._open.count("li"))

    # ---- tables ----------------------------------------------------------------------------

    def _in_cell(self) -> bool:
        table = self._tables[-1]
        return bool(table.cells) and any(name in ("td", "th") for name in self._open[table.depth :])

    def _start_table_part(self, tag: str, attrs: dict[str, str | None]) -> None:
        if tag == "table":
            self._lay_out()
            self._tables.append(_Table(len(self._open)))
        elif not self._tables:
            return
        elif tag == "tr":
            self._tables[-1].cells = []
        elif tag == "thead":
            self._tables[-1].in_head = True
        elif tag in ("td", "th") and not self._tables[-1].is_layout:
            span = attrs.get("colspan") or "1"
            columns = int(span) if span.isascii() and span.isdigit() and len(span) < 4 else 1
            self._tables[-1].cells.append(_Cell([], tag == "th", max(columns, 1)))

    def _lay_out(self) -> None:
        """A table with a table inside is there for the layout: its cells are no row."""
        for table in self._tables:
            cells, table.cells = table.cells, []
            table.is_layout = True
            for cell in cells:
                self.draft.block(single_blanks(cell.pieces), self._kind())

    def _kind(self) -> BlockKind:
        return self._kinds[-1][1] if self._kinds else BlockKind.PROSE

    def _end_table_part(self, tag: str, depth: int) -> None:
        if not self._tables:
            return
        table = self._tables[-1]
        if tag == "table" and depth == table.depth:
            self._end_row(table)
            self._tables.pop()
        elif tag == "thead":
            table.in_head = False
        elif tag == "tr":
            self._end_row(table)

    def _end_row(self, table: _Table) -> None:
        cells, table.cells = table.cells, []
        if not any(cell.pieces for cell in cells):
            return
        kind = self._kinds[-1][1] if self._kinds else BlockKind.ROW
        is_header = table.in_head or all(cell.is_header for cell in cells if cell.pieces)
        if is_header and len(cells) > 1:
            names = [name for cell in cells for name in [cell.text()] * cell.columns]
            table.headers = _merged(table.headers, names)
            self.draft.block(_row(cells, []), BlockKind.HEADING)
        elif len(cells) == 1:
            kind = BlockKind.PROSE if kind is BlockKind.ROW else kind
            self.draft.block(single_blanks(cells[0].pieces), kind)
        else:
            self.draft.block(_row(cells, table.headers), kind)


def _is_hidden(attrs: Attributes) -> bool:
    for name, value in attrs:
        if name == "hidden" and (value or "").lower() != "until-found":
            return True
        if name == "aria-hidden" and value == "true":
            return True
        if name == "style" and value and _HIDDEN_STYLE.search(value):
            return True
    return False


def _furniture_kind(tag: str, attrs: Attributes, around: list[str]) -> BlockKind | None:
    """The kind of all blocks inside an element that is page furniture or a reference list."""
    values = {name: (value or "").lower() for name, value in attrs}
    if tag in _FURNITURE or values.get("role") in _FURNITURE_ROLES:
        return BlockKind.BOILERPLATE
    if tag == "header" and not {"article", "main", "section"} & set(around):
        return None if values.get("role") is None else BlockKind.BOILERPLATE
    if tag in ("ol", "ul", "div", "section") and _REFERENCE_LIST.search(
        f"{values.get('class', '')} {values.get('id', '')}"
    ):
        return BlockKind.REFERENCES
    return None


def _merged(above: list[str], below: list[str]) -> list[str]:
    """The names of the columns under two header rows: "Revenue Q3"."""
    if not above:
        return below
    width = max(len(above), len(below))
    upper = above + [""] * (width - len(above))
    lower = below + [""] * (width - len(below))
    return [
        f"{up} {low}".strip() if up != low else up for up, low in zip(upper, lower, strict=True)
    ]


def _row(cells: list[_Cell], headers: list[str]) -> list[Piece]:
    """The pieces of a row: "header: value; header: value"."""
    pieces: list[Piece] = []
    column = 0
    for cell in cells:
        name = headers[column] if column < len(headers) else ""
        column += cell.columns
        value = _trimmed(cell.pieces)
        if not value:
            continue
        if pieces:
            pieces.append(("; ", pieces[-1][2], value[0][1]))
        if name and name != cell.text():
            pieces.append((f"{name}: ", value[0][1], value[0][1]))
        pieces += value
    return pieces


def _trimmed(pieces: list[Piece]) -> list[Piece]:
    return stripped(single_blanks(pieces))
