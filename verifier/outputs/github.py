"""Workflow commands of GitHub Actions: annotations at the lines of a pull request.

Source: "Workflow commands for GitHub Actions", GitHub's documentation. A step shows at most ten
errors, ten warnings and ten notices of these.
"""

from __future__ import annotations

from verifier.outputs.annotations import Annotation, open_annotations
from verifier.outputs.layout import clean
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck, one_line
from verifier.severities import Severity

_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning"}


def render(run: Run) -> str:
    """One command a line, and the figures as text behind them."""
    lines = []
    for report in run.reports:
        if report.failed:
            lines.append(_command("error", _place(report, run), "Not checked", report.why_not))
        lines += [_annotation(item, report, run) for item in open_annotations(report, run)]
        lines.append(f"llmfeeder: {clean(report.name)}: {one_line(report)}")
    return "\n".join(lines) + "\n"


def _annotation(item: Annotation, report: ReportCheck, run: Run) -> str:
    place = _place(report, run) | {"line": str(item.line), "endLine": str(item.end_line)}
    if item.line == item.end_line:
        place |= {"col": str(item.column), "endColumn": str(item.end_column)}
    text = f"{clean(item.finding.claim.text)}\n" if item.finding else ""
    return _command(_COMMANDS.get(item.severity, "notice"), place, item.title, text + item.message)


def _place(report: ReportCheck, run: Run) -> dict[str, str]:
    return {"file": run.path(report.name)} if report.is_file else {}


def _command(name: str, place: dict[str, str], title: str, message: str) -> str:
    values = place | {"title": title}
    given = ",".join(f"{key}={_property(value)}" for key, value in values.items())
    return f"::{name} {given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
