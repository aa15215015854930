"""The sources on the page: whole where they are short, else what stands around the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from verifier.model import SourceDocument, SourceSpan
from verifier.outputs.html_text import Utf16, shown
from verifier.outputs.layout import clean
from verifier.outputs.run import Run

_WHOLE = 100_000  # characters of a source that is shown whole
_AROUND = 1_500  # characters shown on either side of a piece of evidence in a longer one


@dataclass(slots=True)
class _Page:
    """A source on the page, with the stretches of its text that claims rest on."""

    name: str
    text: str
    units: Utf16
    used: list[tuple[int, int]] = field(default_factory=list)


class SourcePages:
    """Collects the sources that the claims of a run rest on.

    A source whose text is not at hand is shown as the passages quoted from it.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._pages: list[_Page] = []
        self._numbers: dict[tuple[str, str], int] = {}

    def places(self, report: int, spans: Sequence[SourceSpan]) -> list[tuple[int, int, int]]:
        """Where `spans` of the report number `report` are on the page.

        Returns:
            For each span the number of its source, its start and its end in UTF-16 units.
        """
        return [self._place(report, span) for span in spans]

    def _place(self, report: int, span: SourceSpan) -> tuple[int, int, int]:
        document = self._run.document(report, span.source_id)
        number = self._number(span, document)
        page = self._pages[number]
        start, end = (0, len(span.text)) if document is None else (span.start, span.end)
        page.used.append((start, end))
        return number, page.units.offset(start), page.units.offset(end)

    def _number(self, span: SourceSpan, document: SourceDocument | None) -> int:
        text = span.text if document is None else document.text
        key = (span.source_id, text)
        if key not in self._numbers:
            self._numbers[key] = len(self._pages)
            self._pages.append(_Page(span.source_id, text, Utf16.of(text)))
        return self._numbers[key]

    def html(self) -> str:
        """The sources, all hidden until a claim asks for one."""
        return "".join(self._page(number, page) for number, page in enumerate(self._pages))

    def _page(self, number: int, page: _Page) -> str:
        text = shown(page.text)
        gap = '<p class="gap">…</p>\n'
        segments = gap.join(
            f'<div class="text segment" dir="auto" data-start="{page.units.offset(start)}">'
            f"{escape(text[start:end])}</div>\n"
            for start, end in _segments(page)
        )
        name = escape(shown(clean(page.name)))
        label = f'aria-label="Source {name}"'
        return (
            f'<section class="source" id="source-{number}" {label} hidden>\n'
            f"<h3>{name}</h3>\n{segments}</section>\n"
        )


def _segments(page: _Page) -> Iterator[tuple[int, int]]:
    """The stretches of the source that are shown, each at whole lines where they are near."""
    size = len(page.text)
    if size <= _WHOLE:
        yield 0, size
        return
    low = high = -1
    for start, end in sorted(page.used):
        first, last = max(start - _AROUND, 0), min(end + _AROUND, size)
        first = page.text.rfind("\n", first, start) + 1 or first
        if high >= first:
            high = max(high, last)
            continue
        if high >= 0:
            yield low, high
        low, high = first, last
    if high >= 0:
        yield low, high
