"""A report's footnotes: their definitions, free labels, and where new ones go."""

from __future__ import annotations

import re

from msgspec import Struct, field

from verifier.citing.plain import plain
from verifier.patterns import pattern

_DEFINITION = pattern(r"(?m)^( {0,3})\[\^([^\]\[\s]+)\]:[ \t]*")
_MARK = pattern(r"\[\^([^\]\[\s]+)\](?!:)")
_LINE_END = pattern(r"\r\n|\r|\n")


class Definition(Struct, frozen=True):
    """A footnote's definition: its body is [start, end), it begins at `line`."""

    label: str
    line: int
    start: int
    end: int


class Footnotes(Struct):
    """The footnotes of a report, and those that are to be added.

    Attributes:
        text: the report.
        blank: the same without code and comments.
        definitions: in the report's order.
        limit: where text at the end would no longer be text; the report's length as a rule.
    """

    text: str
    blank: str
    definitions: tuple[Definition, ...]
    limit: int
    _new: dict[str, tuple[str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Footnotes:
        """Find the footnotes of the report `text`."""
        blank = plain(text)
        limit = len(text) if blank.open_fence is None else _line_start(text, blank.open_fence)
        found = []
        for match in _DEFINITION.finditer(blank.text):
            if match.start() < limit:
                end = _body_end(blank.text, match.end(), limit)
                found.append(Definition(match[2], match.start(), match.end(), end))
        return cls(text, blank.text, tuple(found), limit)

    def uses(self, label: str) -> int:
        """How often the footnote is referred to."""
        return sum(mark[1].casefold() == label.casefold() for mark in _MARK.finditer(self.blank))

    def holds(self, offset: int) -> bool:
        """Whether the character before `offset` stands in a footnote; those cite nothing."""
        return any(d.line < offset <= d.end for d in self.definitions)

    def body_place(self, label: str) -> tuple[int, int] | None:
        """Where the footnote's body stands."""
        found = self._definition(label)
        return (found.start, found.end) if found else None

    def says(self, label: str, source_id: str, target: str, place: str) -> bool:
        """Whether the footnote is a reference to that place, or to the source as a whole."""
        if label in self._new:
            return self._new[label][0] == self.body(source_id, target, place)
        definition = self._definition(label)
        if definition is None:
            return False
        body = " ".join(self._body(definition).split())
        names = (source_id, re.sub(r"([\\\[\]`*_<])", r"\\\1", source_id))
        for name in names:
            if body.startswith(name):
                return body[len(name) :].rstrip(".") in ("", place)
        linked = re.fullmatch(r"\[[^\[\]]*\]\(([^()#\s]*)(#[^()\s]*)?\)([^\[]*)", body)
        if linked is None or linked[1] != target:
            return False
        anchor = {"p": "#page=", "l": "#L"}.get(place[2:3], "") + "".join(re.findall(r"\d+", place))
        tail = linked[3].strip(" ").rstrip(".")
        return (linked[2] in (None, anchor)) and tail in ("", place.strip(" "))

    def label_for(self, source_id: str, target: str, place: str, near: int) -> str:
        """The label of a footnote that refers to that place: a present one, else a new one."""
        for definition in self.definitions:
            if self.says(definition.label, source_id, target, place):
                return definition.label
        body = self.body(source_id, target, place)
        for label, (present, _) in self._new.items():
            if present == body:
                return label
        label = self._free_label()
        self._new[label] = (body, near)
        return label

    def body(self, source_id: str, target: str, place: str) -> str:
        """The text of a footnote, with a link where the report's other footnotes have one."""
        linked = any("](" in self._body(definition) for definition in self.definitions)
        name = re.sub(r"([\\\[\]`*_<])", r"\\\1", source_id)
        head = f"[{name}]({target})" if linked else source_id
        return head + place + ("." if place else "")

    def additions(self) -> list[tuple[int, str]]:
        """The offsets and texts of the new definitions, where the report keeps the others."""
        newline = found[0] if (found := _LINE_END.search(self.text)) else "\n"
        by_place: dict[int, list[str]] = {}
        for label, (body, near) in self._new.items():
            by_place.setdefault(self._place(near), []).append(f"[^{label}]: {body}")
        return [(at, self._joined(at, lines, newline)) for at, lines in sorted(by_place.items())]

    def _joined(self, at: int, lines: list[str], newline: str) -> str:
        block = newline.join(lines)
        if any(definition.end == at for definition in self.definitions):
            return newline + block
        before = self.text[:at]
        ends = re.search(r"(?:\r\n|\r|\n)*\Z", before)
        count = len(_LINE_END.findall(ends[0])) if ends else 0
        gap = newline * max(0, 2 - count) if before.strip() else ""
        return gap + block + newline + (newline if at < len(self.text) else "")

    def _place(self, near: int) -> int:
        """Behind the block of definitions that follows `near`, else behind the last one."""
        if not self.definitions:
            return self.limit
        blocks = [
            definition.end
            for index, definition in enumerate(self.definitions)
            if index + 1 == len(self.definitions)
            or self.blank[definition.end : self.definitions[index + 1].line].strip()
        ]
        return next((end for end in blocks if end >= near), blocks[-1])

    def _free_label(self) -> str:
        taken = {mark[1] for mark in re.finditer(r"\[\^([^\]\[\s]+)\]", self.text)} | set(self._new)
        numbers = [int(label) for label in taken if label.isascii() and label.isdigit()]
        return str(max(numbers, default=0) + 1)

    def _definition(self, label: str) -> Definition | None:
        wanted = label.casefold()
        return next((d for d in self.definitions if d.label.casefold() == wanted), None)

    def _body(self, definition: Definition) -> str:
        return self.text[definition.start : definition.end]


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _body_end(text: str, start: int, limit: int) -> int:
    """Where a definition's body ends: its paragraph, and what is indented below it."""
    end = at = start
    first = True
    while at < limit:
        found = _LINE_END.search(text, at, limit)
        line_end, following = (found.start(), found.end()) if found else (limit, limit)
        line = text[at:line_end]
        if not first and _ends_body(line, text[:at]):
            break
        if line.strip():
            end = at + len(line.rstrip())
        at, first = following, False
        if found is None:
            break
    return max(end, start)


def _ends_body(line: str, before: str) -> bool:
    if not line.strip():
        return False
    if line.startswith(("    ", "\t")):
        return False
    after_blank = re.search(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\Z", before) is not None
    starts_block = re.match(r" {0,3}(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|```|~~~|\[\^)", line)
    return after_blank or starts_block is not None
