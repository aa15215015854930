"""JSON and JSON Lines -> documents."""

from __future__ import annotations

from verifier.patterns import pattern
from verifier.sources.draft import Draft, Extract
from verifier.sources.formats import FormatError
from verifier.sources.json_scan import scan_json
from verifier.sources.plain import add_plain
from verifier.sources.tree import render

_LINE = pattern(r"[^\r\n]+")


def read_json(raw: str) -> Extract:
    """The document of a JSON text.

    Raises:
        FormatError: it is not valid JSON.
    """
    draft = Draft()
    render(draft, scan_json(raw))
    return draft.extract()


def read_json_lines(raw: str) -> Extract:
    """The document of a text with one JSON value a line; other lines are read as plain text.

    Raises:
        FormatError: no line is valid JSON.
    """
    draft = Draft()
    bad, good = [], 0
    for number, line in enumerate(_LINE.finditer(raw), 1):
        if not line[0].strip():
            continue
        try:
            render(draft, scan_json(raw, *line.span()))
            good += 1
        except FormatError:
            bad.append(number)
            add_plain(draft, raw, *line.span())
    if bad and not good:
        raise FormatError("no line is valid JSON")
    if bad:
        draft.remark = f"{len(bad)} lines are not valid JSON, the first is line {bad[0]}"
    return draft.extract()
