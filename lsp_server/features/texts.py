"""How findings are put into words and Markdown, the same in every feature."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from lsprotocol import types

from lsp_server.engine.messages import FileRange
from lsp_server.paths import to_uri
from verifier.model import Conflict, Evidence, Finding, SourceSpan

QUOTE_LENGTH = 160

# Only what Markdown would act on where it stands: clients that show Markdown as it is written show
# every backslash.
_SPECIAL = re.compile(
    r"([\\`*\[\]<~&$]|(?<!\w)_|_(?!\w)|^[ \t]*[#>+-]|^[ \t]*\d+(?=[.)]))", re.MULTILINE
)


def shorten(text: str, length: int = QUOTE_LENGTH) -> str:
    """`text` on one line, cut at a word to at most `length` characters."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    head = line[: length - 1]
    return (head.rsplit(" ", 1)[0] if " " in head[length // 2 :] else head) + "…"


def quote(span: SourceSpan) -> str:
    """Where `span` stands and what it says, as in `q3.txt:9:31 "Free cash flow was 410"`."""
    return f'{span.locator()} "{shorten(span.text)}"'


def escape(text: str) -> str:
    """`text` so that Markdown shows its characters and nothing else."""
    return _SPECIAL.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    special = match[1]
    return f"{special}\\" if special[-1].isdigit() else f"{special[:-1]}\\{special[-1]}"


def witness(finding: Finding) -> SourceSpan | None:
    """The span that says most about the verdict: the conflicting words, else the best passage.

    Where sources disagree with each other, the verdict rests on the passage.
    """
    if finding.conflicts and not finding.is_disputed:
        return finding.conflicts[0].source
    return finding.evidence[0].span if finding.evidence else None


def emphasised(evidence: Evidence, conflicts: Sequence[Conflict]) -> str:
    """The passage in Markdown: matched words bold, conflicting ones as code."""
    span = evidence.span
    against = [
        (conflict.source.start, conflict.source.end)
        for conflict in conflicts
        if conflict.source.source_id == span.source_id
    ]
    marks = _marks(span, evidence.matched, against)
    pieces, at = [], 0
    for start, end, is_conflict in marks:
        pieces.append(escape(span.text[at:start]))
        inner = span.text[start:end]
        pieces.append(_code(inner) if is_conflict else f"**{escape(inner)}**")
        at = end
    pieces.append(escape(span.text[at:]))
    return " ".join("".join(pieces).split())


def _marks(
    span: SourceSpan, matched: Iterable[tuple[int, int]], against: Iterable[tuple[int, int]]
) -> list[tuple[int, int, bool]]:
    """The stretches of the passage to mark, with whether each conflicts; neighbours are joined."""
    words = [(found.start(), found.end()) for found in re.finditer(r"\S+", span.text)]
    marks: list[tuple[int, int, bool]] = []
    for start, end in words:
        for low, high, is_conflict in _cut(start, end, span.start, matched, against):
            joined = marks and marks[-1][2] is is_conflict
            if joined and not span.text[marks[-1][1] : low].strip():
                low = marks.pop()[0]
            marks.append((low, high, is_conflict))
    return marks


def _cut(
    start: int,
    end: int,
    shift: int,
    matched: Iterable[tuple[int, int]],
    against: Iterable[tuple[int, int]],
) -> Iterable[tuple[int, int, bool]]:
    """The marked runs of the word [start, end) of a passage that starts at `shift`."""
    kinds = [0] * (end - start)
    for kind, stretches in ((1, matched), (2, against)):
        for low, high in stretches:
            low, high = max(low - shift, start), min(high - shift, end)
            for at in range(low, high):
                kinds[at - start] = kind
    at = start
    for kind, run in groupby(kinds):
        length = len(list(run))
        if kind:
            yield at, at + length, kind == 2
        at += length


def _code(text: str) -> str:
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{' '.join(text.split())}{pad}{fence}"


def to_range(place: FileRange) -> types.Range:
    """The protocol's range of `place`."""
    return types.Range(
        types.Position(place.start_line, place.start_character),
        types.Position(place.end_line, place.end_character),
    )


def to_location(place: FileRange) -> types.Location:
    """The protocol's location of `place`."""
    return types.Location(to_uri(place.path), to_range(place))


def link(text: str, place: FileRange | None, *, exact: bool = False) -> str:
    """A Markdown link that opens `place`, its line or its `exact` range.

    What cannot be opened is plain text.
    """
    if place is None:
        return escape(text)
    target = to_uri(place.path).replace("(", "%28").replace(")", "%29")
    fragment = f"L{place.start_line + 1}"
    if exact:
        fragment += f",{place.start_character + 1}"
        fragment += f"-L{place.end_line + 1},{place.end_character + 1}"
    return f"[{escape(text)}]({target}#{fragment})"
