"""textDocument/codeLens: what the last check found, above the first line."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.view import Phase, View
from verifier.model import CheckResult, Outcome, SourceState, Verdict

CHECK = "llmfeeder.check"


def code_lenses(view: View, now: float) -> list[types.CodeLens]:
    """The summary; its command checks again. None where the report has no sources at all."""
    title = summary(view, now)
    if not title:
        return []
    command = types.Command(title, CHECK, arguments=[view.uri])
    return [types.CodeLens(view.map.range(0, 0), command=command)]


def summary(view: View, now: float) -> str:
    """What is known of the report, in a line; "" for one that is none of our business."""
    if view.phase is Phase.NONE:
        return ""
    if view.phase is Phase.FAILED:
        return f"not checked: {view.note}" if view.note else "not checked"
    if view.phase is Phase.RUNNING or view.checked is None:
        running = {Phase.RUNNING: "checking…", Phase.STOPPED: "the check was cancelled"}
        return running.get(view.phase, "not checked yet")
    result = view.checked.result
    parts = [_counts(result), f"checked {_ago(now - view.checked_at)}"]
    if not view.is_current:
        parts.append("edited since")
    if result.remote is not None:
        parts.append(f"asked {result.remote.model} at {result.remote.host}")
        if result.remote.instructions:
            parts.append(f"{len(result.remote.instructions)} passages address a model")
    if view.refining:
        parts.append("the judge still reads…")
    if view.note:
        parts.append(view.note)
    if view.phase is Phase.STOPPED:
        parts.append("the last check was cancelled")
    return ", ".join(parts)


def _counts(result: CheckResult) -> str:
    if result.outcome is Outcome.NO_SOURCES:
        return "not checked: there is no readable source"
    if result.outcome is Outcome.NO_CLAIMS:
        return "no claims to check"
    counts = result.counts()
    number = len(result.findings)
    shown = [
        f"{counts[verdict]} {verdict.value}"
        for verdict in Verdict
        if counts[verdict] or verdict is Verdict.SUPPORTED
    ]
    text = f"{number} claim{'' if number == 1 else 's'}: {', '.join(shown)}"
    dismissed = sum(finding.dismissal is not None for finding in result.findings)
    unreadable = sum(source.state is SourceState.UNREADABLE for source in result.sources)
    text += f", {dismissed} dismissed" if dismissed else ""
    if unreadable:
        text += f", {unreadable} source{'' if unreadable == 1 else 's'} unreadable"
    return text


def _ago(seconds: float) -> str:
    if seconds < 1:
        return "just now"
    if seconds < 60:
        return f"{int(seconds)} s ago"
    if seconds < 3600:
        return f"{int(seconds / 60)} min ago"
    return f"{int(seconds / 3600)} h ago"
