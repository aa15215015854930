"""Why a claim has its verdict, as lines of text: the passages, the conflicts, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from verifier.model import Conflict, Evidence, EvidenceRole, Finding, SourceSpan, Verdict
from verifier.outputs.layout import Line, Piece, clean, marked, printable
from verifier.outputs.summary import counted

_SHOWN = 3  # passages shown for a claim; --verbose shows all


def explanation(finding: Finding, verbose: bool) -> Iterator[Line]:
    """Lines that say why; all passages if `verbose`, else the first few."""
    if finding.verdict is Verdict.UNSUPPORTED:
        yield _nothing_about(finding)
        if verbose:
            yield from (quote(item.span) for item in finding.evidence)
        if verbose or _has_answer(finding):
            yield printable([Piece(finding.reason)])
    else:
        yield from _passages(finding, verbose)
        yield from _reasons(finding)
    for note in finding.notes:
        yield printable([Piece(f"note: {note}", "dim")])
    if finding.dismissal is not None:
        yield printable([Piece(f"dismissed: {finding.dismissal.reason}")])


def _has_answer(finding: Finding) -> bool:
    """Whether a remote model was asked and answered: its words stand in the reason."""
    return finding.asked is not None and finding.asked.has_answer


def _nothing_about(finding: Finding) -> Line:
    """Where the sources come nearest, and what they do not say there."""
    nearest = [item.span.locator() for item in finding.evidence[:1]]
    where = Piece(f"nearest: {nearest[0]}" if nearest else "no passage comes near")
    missing = ", ".join(finding.uncovered_texts())
    why = f"nothing about: {missing}" if missing else finding.reason
    return printable([where, Piece(" ... " if nearest or missing else ": "), Piece(why)])


def _passages(finding: Finding, verbose: bool) -> Iterator[Line]:
    telling = [item for item in finding.evidence if item.role is not EvidenceRole.NEAREST]
    shown = telling or list(finding.evidence[:1])
    spans = [item.span for item in shown]
    spans += [c.source for c in finding.conflicts if not any(map(c.source.__eq__, spans))]
    limit = len(spans) if verbose else _SHOWN
    quoted: list[SourceSpan] = []
    for span in spans:
        if not any(_within(span, other) for other in quoted):
            quoted.append(span)
    roles = {item.role for item in telling}
    for span in quoted[:limit]:
        yield quote(span, finding.conflicts, _role_of(span, telling) if len(roles) > 1 else "")
    if len(quoted) > limit:
        yield (Piece(f"and {counted(len(quoted) - limit, 'more passage')} (--verbose)", "dim"),)


def _role_of(span: SourceSpan, evidence: Sequence[Evidence]) -> str:
    return next((item.role.value for item in evidence if item.span == span), "")


def _within(span: SourceSpan, other: SourceSpan) -> bool:
    same = span.source_id == other.source_id
    return same and other.start <= span.start and span.end <= other.end


def quote(span: SourceSpan, conflicts: Sequence[Conflict] = (), role: str = "") -> Line:
    """`q3.txt:9:31   "the passage"`, the conflicting values in it marked."""
    text = span.text.rstrip()
    text = text[:-1] if text.endswith((".", ",", ";")) and not text.endswith("..") else text
    inside = [c.source for c in conflicts if _within(c.source, span)]
    marks = [(source.start - span.start, source.end - span.start) for source in inside]
    what = [Piece(f"{role}: ", "dim")] if role else []
    where = clean(span.locator()) + (f" ({label})" if (label := _label(span)) else "")
    quote = marked(text, marks, "bold underline")
    return (*what, Piece(where, "cyan"), Piece('   "'), *quote, Piece('"'))


def _label(span: SourceSpan) -> str:
    """The cell or path that the whole span lies in: "row 3" for several cells of a row."""
    start, end = clean(span.place.label), clean(span.end_place.label)
    if start == end:
        return start
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(start, end, strict=False)))
    border = max(start.rfind(mark, 0, same) for mark in (", ", ".", "["))
    return start[:border] if border > 1 else ""


def _reasons(finding: Finding) -> Iterator[Line]:
    messages = list(dict.fromkeys(conflict.message for conflict in finding.conflicts))
    if not messages and finding.reason:
        messages = [finding.reason]
    if _has_answer(finding) and finding.reason not in messages:
        messages.append(finding.reason)
    for message in messages:
        yield printable([Piece(message)])
    missing = ", ".join(finding.uncovered_texts())
    if missing and missing not in " ".join(messages):
        yield printable([Piece(f"nothing about: {missing}")])
