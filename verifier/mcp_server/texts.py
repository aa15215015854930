"""The tools' results as text, for clients that show a model nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.mcp_server.results import (
    Attention,
    CheckReport,
    ClaimResult,
    SourceCounts,
    SourceNote,
    SupportReport,
    shortened,
)
from verifier.outputs.layout import clean
from verifier.outputs.summary import counted

_LINE = 160


def report_text(report: CheckReport) -> str:
    """The page of a check in lines."""
    return "\n".join(_report(report))


def support_text(report: SupportReport) -> str:
    """The passages found on a statement in lines."""
    lines = [report.summary]
    for number, found in enumerate(report.passages, 1):
        place = f"{clean(found.locator)}, characters {found.start}-{found.end}"
        lines.append(f'{number}. {place}, covers {found.coverage:.2f}: "{clean(found.quote)}"')
        if found.missing:
            lines.append(f"   does not mention: {', '.join(map(clean, found.missing))}")
    lines += _notes(report.sources_not_read, report.sources)
    if report.left_out:
        lines.append(f"Left out: {report.left_out}.")
    return "\n".join(lines)


def _report(report: CheckReport) -> Iterator[str]:
    yield report.summary
    if report.faithfulness is not None:
        read = counted(report.sources.read, "source")
        yield f"Faithfulness {report.faithfulness:.2f} ({report.judge} judge, {read} read)."
    if report.needs_attention:
        yield "\nTo mend, worst first:"
        yield from map(_attention, report.needs_attention)
    mended = {item.number for item in report.needs_attention}
    others = [claim for claim in report.claims if claim.number not in mended]
    if others:
        yield "\nOther claims:"
        yield from map(_claim, others)
    if report.sentences_without_claim:
        yield "\nSentences without a claim:"
        for sentence in report.sentences_without_claim:
            yield f"- {_line(sentence.text)} ({sentence.reason})"
    yield from _notes(report.sources_not_read, report.sources)
    if report.left_out:
        yield f"\nLeft out: {report.left_out}."


def _attention(item: Attention) -> str:
    place = f"characters {item.start}-{item.end}"
    return (
        f"[{item.number}] {item.verdict.upper()}, {place}: {_line(item.text, 2 * _LINE)}\n"
        f"    {item.change}"
    )


def _claim(claim: ClaimResult) -> str:
    places = ", ".join(dict.fromkeys(clean(item.locator) for item in claim.evidence))
    why = f", dismissed: {_line(claim.dismissed)}" if claim.dismissed else ""
    return (
        f"[{claim.number}] {claim.verdict} {claim.score:.2f}{why} ({places}): {_line(claim.text)}"
    )


def _notes(notes: list[SourceNote] | None, sources: SourceCounts) -> Iterator[str]:
    if not notes:
        return
    yield f"\nSources not read ({sources.unreadable} unreadable, {sources.skipped} skipped):"
    for note in notes:
        yield f"- {clean(note.source)}: {note.state}, {clean(note.reason)}"


def _line(text: str, most: int = _LINE) -> str:
    return f'"{shortened(clean(text), most)}"'
