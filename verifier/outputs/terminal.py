"""Results for people to read in a terminal or a pipe: claims that need attention, worst first.

Everything here makes lines of styled text; `write` alone knows about colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from verifier.model import (
    CheckResult,
    CitationCheck,
    CitationState,
    Finding,
    NotCheckable,
    SourceState,
    SourceStatus,
    Verdict,
)
from verifier.offsets import LineIndex
from verifier.outputs.explanation import explanation, quote
from verifier.outputs.layout import Line, Piece, cells, clean, marked, printable, text_of, wrap
from verifier.outputs.summary import ReportCheck, counted, figure, total, wrong_citations

STYLES = {
    Verdict.CONTRADICTED: "bold red",
    Verdict.UNSUPPORTED: "bold yellow",
    Verdict.PARTIAL: "bold magenta",
    Verdict.SUPPORTED: "bold green",
}
_CITATION_LABELS = {
    CitationState.ELSEWHERE: "ELSEWHERE",
    CitationState.WRONG_PAGE: "WRONG PAGE",
    CitationState.CONTRADICTS: "CONTRADICTS",
    CitationState.SILENT: "SILENT",
    CitationState.MISSING: "MISSING",
    CitationState.UNREADABLE: "UNREADABLE",
}
_LABEL = 15  # the verdict's column, with the blanks behind it
_INDENT = 21  # where a claim's text starts: behind the verdict and the score
_EDGE = 96  # the column at which a claim's place ends, where there is room
_NARROW = 72  # terminals below this many columns get a layout without the two columns
_NARROW_INDENT = 2

Width = int | None
"""Columns to wrap at; None for a pipe, where lines stay whole."""


def render(
    reports: Sequence[ReportCheck], width: Width = None, verbose: bool = False
) -> list[Line]:
    """The lines for a whole run; several reports have a section each, and a total."""
    lines: list[Line] = []
    several = len(reports) > 1
    for report in reports:
        if several:
            lines += wrap(printable([Piece(report.name, "bold underline")]), width)
        lines += [*_report(report, width, verbose), ()]
    if several:
        lines += [_heading("total"), *_total(reports, width), ()]
    return lines[:-1]


def write(lines: Iterable[Line], stream: IO[str], colour: bool) -> None:
    """Print the lines to `stream`."""
    if not colour:
        stream.write("".join(f"{text_of(line).rstrip()}\n" for line in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, force_terminal=True, highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*line), soft_wrap=True)


# ---- one report ------------------------------------------------------------------------------


def _report(report: ReportCheck, width: Width, verbose: bool) -> Iterator[Line]:
    if report.note:
        yield from wrap(printable([Piece(f"note: {report.note}", "dim")]), width)
    result = report.result
    if result is None:
        yield from _not_checked(report, width)
        return
    sections = [list(section) for section in _sections(report, result, width, verbose)]
    for section in sections:
        if section:
            yield from section
            yield ()
    yield from _summary(report, result, width)


def _sections(
    report: ReportCheck, result: CheckResult, width: Width, verbose: bool
) -> Iterator[Iterator[Line]]:
    problems = result.problems()
    if report.checked:
        yield _findings("claims needing attention", problems, report.name, width, verbose)
        disputed = [f for f in result if f.is_disputed and not f.needs_attention]
        yield _findings("claims on which sources disagree", disputed, report.name, width, verbose)
    yield _citations(result, report, width)
    yield _dismissals(report, width)
    if verbose:
        rest = [f for f in result if not f.needs_attention and not f.is_disputed]
        yield _findings("other claims", rest, report.name, width, verbose)
        yield _not_checkable(result.not_checkable, report.name, width)
        yield _sources("skipped files", result.sources, SourceState.SKIPPED, width)
    yield _sources("unreadable sources", result.sources, SourceState.UNREADABLE, width)


def _findings(
    title: str, findings: Sequence[Finding], report: str, width: Width, verbose: bool
) -> Iterator[Line]:
    if findings:
        yield _heading(title)
    for finding in findings:
        yield from _finding(finding, report, width, verbose)


def _heading(title: str) -> Line:
    return (Piece(title, "bold"),)


def _finding(finding: Finding, report: str, width: Width, verbose: bool) -> Iterator[Line]:
    claim = finding.claim
    wrong = ((conflict.start, conflict.end) for conflict in finding.conflicts)
    text = marked(claim.text, wrong, "bold underline")
    score = f"{finding.score:.2f}"
    yield from _entry(
        finding.verdict.upper(),
        STYLES[finding.verdict],
        score,
        text,
        f"{clean(report)}:{claim.line}:{claim.column}",
        width,
    )
    for line in explanation(finding, verbose):
        yield from _indented(line, width)


def _entry(
    label: str, style: str, score: str, text: Line, place: str, width: Width
) -> Iterator[Line]:
    """A labelled text and its place, in columns if the width allows it."""
    if width is not None and width < _NARROW:
        head = f"  {score}" if score else ""
        yield from wrap((Piece(label, style), Piece(f"{head}  "), Piece(place, "dim")), width)
        yield from _indented(text, width)
        return
    start = (Piece(label.ljust(_LABEL), style), Piece(score.ljust(_INDENT - _LABEL)))
    parts = wrap(text, None if width is None else width - _INDENT)
    for part in parts[:-1]:
        yield (*start, *part)
        start = (Piece(" " * _INDENT), Piece(""))
    yield from _placed((*start, *parts[-1]), place, width)


def _placed(line: Line, place: str, width: Width) -> Iterator[Line]:
    """`line` with `place` flush right; on a line of its own where there is no room."""
    edge = _EDGE if width is None else min(_EDGE, width)
    used, needed = cells(text_of(line)), cells(place)
    gap = max(edge - used - needed, 2)
    if width is not None and used + gap + needed > width:
        yield line
        yield (Piece(" " * max(min(edge, width) - needed, 0)), Piece(place, "dim"))
        return
    yield (*line, Piece(" " * gap), Piece(place, "dim"))


def _indented(line: Line, width: Width) -> Iterator[Line]:
    narrow = width is not None and width < _NARROW
    indent = _NARROW_INDENT if narrow else _INDENT
    for part in wrap(line, None if width is None else width - indent):
        yield (Piece(" " * indent), *part)


# ---- citations, sentences left out, sources --------------------------------------------------


def _citations(result: CheckResult, report: ReportCheck, width: Width) -> Iterator[Line]:
    wrong = [check for finding in result for check in wrong_citations(finding)]
    if not wrong:
        return
    yield _heading("citations needing attention")
    lines = LineIndex.of(report.text)
    for check in wrong:
        line, column = lines.position(check.citation.start)
        yield from _citation(check, report, f"{clean(report.name)}:{line}:{column}", width)


def _citation(
    check: CitationCheck, report: ReportCheck, place: str, width: Width
) -> Iterator[Line]:
    written = report.text[check.citation.start : check.citation.end] or check.citation.key
    label = _CITATION_LABELS[check.state]
    yield from _entry(label, "bold magenta", "", printable([Piece(written)]), place, width)
    yield from _indented(printable([Piece(check.message)]), width)
    if check.better is not None:
        yield from _indented((Piece("better: "), *quote(check.better)), width)


def _dismissals(report: ReportCheck, width: Width) -> Iterator[Line]:
    if report.dismissal_problems or report.outdated:
        yield _heading("dismissals needing attention")
    lines = LineIndex.of(report.text)
    for problem in report.dismissal_problems:
        line, column = lines.position(problem.start)
        written = printable([Piece(report.text[problem.start : problem.end])])
        place = f"{clean(report.name)}:{line}:{column}"
        yield from _entry("DISMISSAL", "bold magenta", "", written, place, width)
        yield from _indented(printable([Piece(problem.message)]), width)
    for text in report.outdated:
        yield from _hanging(printable([Piece(text)]), width)


def _not_checkable(sentences: Sequence[NotCheckable], report: str, width: Width) -> Iterator[Line]:
    if sentences:
        yield _heading("not checkable")
    for sentence in sentences:
        place = f"{clean(report)}:{sentence.line}:{sentence.column}"
        text = printable([Piece(sentence.text)])
        yield from _entry("not checkable", "dim", "", text, place, width)
        yield from _indented(printable([Piece(sentence.reason)]), width)


def _sources(
    title: str, sources: Sequence[SourceStatus], state: SourceState, width: Width
) -> Iterator[Line]:
    chosen = [source for source in sources if source.state is state]
    if chosen:
        style = "bold yellow" if state is SourceState.UNREADABLE else "bold"
        yield (Piece(title, style),)
    longest = max((cells(clean(source.id)) for source in chosen), default=0)
    for source in chosen:
        name = clean(source.id)
        gap = " " * (min(longest, _INDENT - 3) - cells(name)) + "   "
        why = printable([Piece(source.reason)])
        yield from _hanging((Piece(name, "cyan"), Piece(gap), *why), width)


def _hanging(line: Line, width: Width) -> Iterator[Line]:
    """A line that is wrapped with an indent of four."""
    for number, part in enumerate(wrap(line, None if width is None else width - 4)):
        yield part if number == 0 else (Piece("    "), *part)


# ---- the figures -----------------------------------------------------------------------------


def _not_checked(report: ReportCheck, width: Width) -> Iterator[Line]:
    for number, text in enumerate(report.why_not.splitlines()):
        label = "NOT CHECKED" if number == 0 else ""
        start = Piece(label.ljust(_LABEL), "bold red")
        parts = wrap(printable([Piece(text)]), None if width is None else width - _LABEL)
        for part in parts:
            yield (start, *part)
            start = Piece(" " * _LABEL)


def _summary(report: ReportCheck, result: CheckResult, width: Width) -> Iterator[Line]:
    if not report.checked:
        yield from _not_checked(report, width)
        aside = _aside(result)
        yield from _groups([(Piece(aside, "dim"),)], width)
        return
    if not result.problems():
        good = all(finding.verdict is Verdict.SUPPORTED for finding in result)
        yield (Piece("every claim is supported" if good else "no claim needs attention", "green"),)
        yield ()
    counts = _counts(len(result.findings), result.counts())
    gone = [finding.dismissal for finding in result if finding.dismissal is not None]
    accepted = sum(dismissal.origin == "baseline" for dismissal in gone)
    for number, what in ((len(gone) - accepted, "dismissed"), (accepted, "in the baseline")):
        counts = (*counts, Piece(f"  {number} {what}")) if number else counts
    share = (Piece(f"faithfulness {figure(result.faithfulness)}", "bold"),)
    yield from _groups([counts, share, (Piece(_aside(result), "dim"),)], width)


def _aside(result: CheckResult) -> str:
    states = [source.state for source in result.sources]
    parts = [
        f"{result.judge} judge",
        counted(states.count(SourceState.INDEXED), "source"),
        counted(result.skipped_lines, "skipped line"),
    ]
    if unreadable := states.count(SourceState.UNREADABLE):
        parts.insert(2, f"{unreadable} unreadable")
    if result.not_checkable:
        parts.append(f"{len(result.not_checkable)} not checkable")
    return f"({', '.join(parts)})"


def _counts(claims: int, counts: dict[Verdict, int]) -> Line:
    pieces = [Piece(counted(claims, "claim"), "bold")]
    for verdict, number in counts.items():
        pieces.append(Piece("  "))
        pieces.append(Piece(f"{number:,} {verdict.value}", STYLES[verdict] if number else "dim"))
    return tuple(pieces)


def _groups(groups: Sequence[Line], width: Width) -> Iterator[Line]:
    """The groups side by side where they fit, else one below the other."""
    line: Line = ()
    for number, group in enumerate(groups):
        gap = (Piece("     " if number == 1 else "   "),) if line else ()
        if line and width is not None and cells(text_of((*line, *gap, *group))) > width:
            yield from wrap(line, width)
            line, gap = (), ()
        line = (*line, *gap, *group)
    yield from wrap(line, width)


def _total(reports: Sequence[ReportCheck], width: Width) -> Iterator[Line]:
    whole = total(reports)
    missing = whole.reports - whole.checked
    if missing:
        yield (Piece(f"{counted(missing, 'report')} of {whole.reports} not checked", "bold red"),)
    if whole.checked:
        share = (Piece(f"faithfulness {figure(whole.faithfulness)}", "bold"),)
        number = (Piece(f"({counted(whole.checked, 'report')})", "dim"),)
        yield from _groups([_counts(whole.claims, whole.counts), share, number], width)
