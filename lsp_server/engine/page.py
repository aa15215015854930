"""The findings of one report as an HTML page, with the sources that the engine holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from verifier import __version__
from verifier.dismissals import dismissal_problems
from verifier.model import CheckResult, Outcome, SourceDocument, SourceSpan
from verifier.outputs.html import render
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck


def page(
    result: CheckResult, text: str, root: Path, document: Callable[[str], SourceDocument | None]
) -> str:
    """The HTML of `result`, of the report with `text` in a project below `root`.

    A source that is no longer as it was checked is shown as the passages quoted from it.
    """
    spans: dict[str, list[SourceSpan]] = {}
    for span in _spans(result):
        spans.setdefault(span.source_id, []).append(span)

    def as_checked(_: int, source_id: str) -> SourceDocument | None:
        found = document(source_id)
        known = spans.get(source_id, ())
        if found is None or any(found.text[s.start : s.end] != s.text for s in known):
            return None
        return found

    report = Path(result.report)
    name = report.relative_to(root).as_posix() if report.is_relative_to(root) else result.report
    is_whole = result.outcome is Outcome.CHECKED
    problems = dismissal_problems(text, result.findings) if is_whole else ()
    check = ReportCheck(name, result, text=text, dismissal_problems=problems)
    return render(Run([check], [{}], 0, __version__, root, root, document=as_checked))


def _spans(result: CheckResult) -> Iterator[SourceSpan]:
    for finding in result:
        yield from (evidence.span for evidence in finding.evidence)
        yield from (conflict.source for conflict in finding.conflicts)
