"""The text edits that insert a citation, put a right one in a wrong one's place, or mend a value.

Every edit is idempotent: made for a text in which it was already applied, it is empty.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from msgspec import Struct

from verifier.citing.footnotes import Footnotes
from verifier.citing.plain import plain
from verifier.citing.resolve import citation_key
from verifier.citing.styles import Style
from verifier.model import (
    Citation,
    CitationKind,
    Conflict,
    ConflictKind,
    Finding,
    SourceSpan,
    Verdict,
)
from verifier.patterns import pattern

_STOP = pattern(r"[.!?…。！？]+\Z")
_GROUP_BEFORE = pattern(r"\[([^\[\]]*@[^\[\]]*)\]\Z")
_GROUP_BEHIND = pattern(r"[ \t]?\[([^\[\]]*@[^\[\]]*)\](?![(\[:])")
_LINKS_BEFORE = pattern(r"\((\[[^\[\]]*\]\([^()\s]*\)(?:[;,] \[[^\[\]]*\]\([^()\s]*\))*)\)\Z")
_REPLACEABLE = frozenset(
    {ConflictKind.NUMBER, ConflictKind.UNIT, ConflictKind.DATE, ConflictKind.NAME}
)


class Edit(Struct, frozen=True):
    """Replace [start, end) of a text by `text`."""

    start: int
    end: int
    text: str


class Reference(Struct, frozen=True):
    """What a citation points at.

    Attributes:
        source_id: the source's name.
        target: the link to its file, relative to the report, percent-encoded.
        key: its key in the bibliography, or its name's stem.
        page, line: where in it, as far as it has either.
    """

    source_id: str
    target: str
    key: str
    page: int | None = None
    line: int | None = None

    @property
    def place(self) -> str:
        """ ", p. 4", ", line 9" or ""."""
        if self.page is not None:
            return f", p. {self.page}"
        return f", line {self.line}" if self.line is not None else ""

    @property
    def link(self) -> str:
        """The target with the place in it."""
        if self.page is not None:
            return f"{self.target}#page={self.page}"
        return f"{self.target}#L{self.line}" if self.line is not None else self.target

    @property
    def pandoc(self) -> str:
        """As it stands between Pandoc's brackets; lines mean nothing there."""
        key = (
            self.key
            if re.fullmatch(r"\w(?:[\w:.#$%&\-+?<>~/]*\w)?", self.key)
            else f"{{{self.key}}}"
        )
        return f"@{key}, p. {self.page}" if self.page is not None else f"@{key}"


def reference_to(
    span: SourceSpan, report: str = "", source_path: str = "", key: str = ""
) -> Reference:
    """The reference to `span` from the report at path `report`."""
    target = span.source_id
    if report and source_path:
        folder = Path(report).absolute().parent
        try:
            target = Path(os.path.relpath(source_path, folder)).as_posix()
        except ValueError:  # another drive
            target = Path(source_path).as_posix()
    return Reference(
        span.source_id,
        quote(target, safe="/:~+,;=@!$&'*-._"),
        key or citation_key(span.source_id),
        span.place.page,
        span.place.line if span.place.page is None else None,
    )


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """`text` with `edits`, which do not overlap; those at one place in the order given."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join(pieces) + text[at:]


def cite(text: str, end: int, reference: Reference, style: Style) -> list[Edit]:
    """Cite `reference` for the claim that ends at offset `end` of the report `text`."""
    return cite_all(text, [(end, reference)], style)


def cite_all(text: str, claims: Sequence[tuple[int, Reference]], style: Style) -> list[Edit]:
    """Cite for several claims at once, each given by its end and what it rests on."""
    edits: list[Edit] = []
    if style is Style.FOOTNOTE:
        notes = Footnotes.of(text)
        for end, reference in sorted(claims, key=lambda claim: claim[0]):
            edits += _footnote_mark(text, end, reference, notes)
        return edits + [Edit(at, at, new) for at, new in notes.additions()]
    blank = plain(text).text
    insert = _pandoc if style is Style.PANDOC else _link
    for end, reference in sorted(claims, key=lambda claim: claim[0]):
        edits += insert(blank, end, reference)
    return edits


def _footnote_mark(text: str, end: int, reference: Reference, notes: Footnotes) -> list[Edit]:
    if notes.holds(end):
        return []
    marks = re.compile(r"(?:\[\^[^\]\[\s]+\])*").match(text, end)
    stop = marks.end() if marks else end
    before = re.compile(r"(?:\[\^[^\]\[\s]+\])*\Z").search(text[max(0, end - 400) : end])
    present = re.findall(r"\[\^([^\]\[\s]+)\]", (before[0] if before else "") + text[end:stop])
    if any(
        notes.says(label, reference.source_id, reference.target, reference.place)
        for label in present
    ):
        return []
    label = notes.label_for(reference.source_id, reference.target, reference.place, end)
    return [Edit(stop, stop, f"[^{label}]")]


def _pandoc(text: str, end: int, reference: Reference) -> list[Edit]:
    behind = _GROUP_BEHIND.match(text, end)
    if behind is not None:
        return _join_group(behind[1], behind.end(1), reference)
    at = _before_stop(text, end)
    before = _GROUP_BEFORE.search(text[:at])
    if before is not None:
        return _join_group(before[1], before.end(1), reference)
    return [Edit(at, at, f" [{reference.pandoc}]")]


def _join_group(group: str, at: int, reference: Reference) -> list[Edit]:
    """Add to a group of citations, unless it holds the reference already."""
    for part in group.split(";"):
        if re.sub(r"^[^@]*?-?(?=@)", "", part).strip().startswith(reference.pandoc):
            rest = part.split(reference.pandoc, 1)[1]
            if not re.match(r"[\w:.#$%&\-+?<>~/]", rest):
                return []
    return [Edit(at, at, f"; {reference.pandoc}")]


def _link(text: str, end: int, reference: Reference) -> list[Edit]:
    at = _before_stop(text, end)
    name = PurePosixPath(reference.source_id).name
    label = re.sub(r"([\\\[\]`*_])", r"\\\1", name) + reference.place
    new = f"[{label}]({reference.link})"
    before = _LINKS_BEFORE.search(text[:at])
    if before is not None:
        if f"]({reference.link})" in before[1] or f"]({reference.target})" in before[1]:
            return []
        return [Edit(before.end(1), before.end(1), f"; {new}")]
    return [Edit(at, at, f" ({new})")]


def _before_stop(text: str, end: int) -> int:
    """The offset before the full stop that ends a claim at `end`; `end` where nothing stops it."""
    stop = _STOP.search(text[max(0, end - 8) : end])
    return end - len(stop[0]) if stop else end


# ---- a right citation for a wrong one ----------------------------------------------------------


def recite(text: str, citation: Citation, reference: Reference) -> list[Edit]:
    """Put `reference` in the place of the report's `citation`, in the same style."""
    start, end = citation.start, citation.end
    written = text[start:end]
    if citation.kind is CitationKind.FOOTNOTE:
        return _recite_footnote(text, citation, reference)
    if citation.kind is CitationKind.PANDOC:
        key = re.search(
            r"@(?:\{[^{}]*\}|\w(?:[\w:.#$%&\-+?<>~/]*\w)?)(?:,?\s*(?:pp?\.|pages?)\s*[\d–-]+)?",
            written,
        )
        if key is None or key[0] == reference.pandoc:
            return []
        return [Edit(start + key.start(), start + key.end(), reference.pandoc)]
    return _recite_link(written, start, reference)


def _recite_link(written: str, start: int, reference: Reference) -> list[Edit]:
    target = re.search(r"\]\(\s*(<[^>]*>|[^)\s]*)", written)
    if target is None or target[1] == reference.link:
        return []
    edits = [Edit(start + target.start(1), start + target.end(1), reference.link)]
    label = re.match(r"\[([^\[\]]*?\.\w+)((?:, (?:p\.|line) \d+)?)\]", written)
    if label is not None:
        name = re.sub(r"([\\\[\]`*_])", r"\\\1", PurePosixPath(reference.source_id).name)
        edits.append(Edit(start + label.start(1), start + label.end(2), name + reference.place))
    return edits


def _recite_footnote(text: str, citation: Citation, reference: Reference) -> list[Edit]:
    notes = Footnotes.of(text)
    label = citation.key
    if not label:
        new = f"^[{notes.body(reference.source_id, reference.target, reference.place)}]"
        written = text[citation.start : citation.end]
        return [] if written == new else [Edit(citation.start, citation.end, new)]
    if notes.says(label, reference.source_id, reference.target, reference.place):
        return []
    if notes.uses(label) == 1 and (place := notes.body_place(label)) is not None:
        new = notes.body(reference.source_id, reference.target, reference.place)
        return [Edit(*place, new)]
    other = notes.label_for(reference.source_id, reference.target, reference.place, citation.start)
    additions = [Edit(at, at, new) for at, new in notes.additions()]
    return [Edit(citation.start, citation.end, f"[^{other}]"), *additions]


# ---- values ------------------------------------------------------------------------------------


def replace_value(text: str, finding: Finding, start: int) -> list[Edit]:
    """Put the source's value in the place of the claim's wrong one.

    Args:
        text: the current report.
        finding: a contradiction.
        start: where its claim starts in `text`.

    Only for values that stand for themselves: numbers, units, dates and names. Not where the
    source has a bare number, as a table's cell does, in place of one with its unit.
    """
    if finding.verdict is not Verdict.CONTRADICTED or len(finding.conflicts) != 1:
        return []
    conflict = finding.conflicts[0]
    if conflict.kind not in _REPLACEABLE or conflict.start >= conflict.end:
        return []
    shift = start - finding.claim.start
    low, high = finding.claim.offsets.raw_span(conflict.start, conflict.end)
    low, high = low + shift, high + shift
    value = " ".join(conflict.source.text.split())
    if not value or text[low:high] == value or lacks_unit(conflict):
        return []
    return [] if _has_markup(text[low:high], conflict.text) else [Edit(low, high, value)]


def lacks_unit(conflict: Conflict) -> bool:
    """Whether the source has a bare number where the claim has one with its unit or noun."""
    return not any(map(str.isalpha, conflict.source.text)) and any(map(str.isalpha, conflict.text))


def _has_markup(raw: str, judged: str) -> bool:
    """Whether there is markup inside the words, which a replacement would tear."""
    return " ".join(raw.split()) != " ".join(judged.split())
