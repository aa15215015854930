"""textDocument/publishDiagnostics: what needs the writer's attention."""

from __future__ import annotations

from importlib import resources

from lsprotocol import types

from lsp_server.capabilities import ClientFeatures
from lsp_server.convert import PositionMap
from lsp_server.features import texts
from lsp_server.paths import to_uri
from lsp_server.projects import SettingsFile
from lsp_server.settings import Severities
from lsp_server.textmap import Encoding
from lsp_server.view import Placed, View
from verifier.dismissals import dismissal_problems
from verifier.model import CitationCheck, CitationState, Finding, SourceSpan, Verdict
from verifier.outputs.summary import wrong_citations
from verifier.severities import Severity

SOURCE = "llmfeeder"
MAX_RELATED = 5

_LEVELS: dict[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


def report_diagnostics(
    view: View, severities: Severities, client: ClientFeatures
) -> list[types.Diagnostic]:
    """The diagnostics of a report, in its order."""
    found = []
    for placed in view.placed:
        if placed.finding.dismissal is not None:
            continue
        found += _verdict(view, placed, severities, client)
        found += _citations(view, placed, severities, client)
    return found + _dismissals(view, severities, client) + _outdated(view, severities, client)


def _dismissals(
    view: View, severities: Severities, client: ClientFeatures
) -> list[types.Diagnostic]:
    level = _LEVELS.get(severities.dismissal)
    if level is None or view.checked is None or not view.checked.result.findings:
        return []
    if not view.checked.final:  # what a dismissal is for may be another judge's finding
        return []
    problems = dismissal_problems(view.checked_text, view.checked.result.findings)
    placed = ((problem, view.alignment.span(problem.start, problem.end)) for problem in problems)
    return [
        _diagnostic(view, place, level, "dismissal", problem.message, [], client)
        for problem, place in placed
        if place is not None
    ]


def _outdated(view: View, severities: Severities, client: ClientFeatures) -> list[types.Diagnostic]:
    """The dismissals of the file that no longer hold, each at its claim, else in the first line."""
    level = _LEVELS.get(severities.dismissal)
    if level is None:
        return []
    found = []
    for item in view.outdated:
        entry = item.entry
        claims = (p for p in view.placed if " ".join(p.finding.claim.text.split()) == entry.claim)
        claim = next(claims, None)
        place = (claim.start, claim.end) if claim else (0, view.map.line_end(0))
        where = f"{item.file.name}:{entry.line}"
        text = f"The dismissal in {where} no longer holds: {item.why}.\n{entry.claim}"
        made = _diagnostic(view, place, level, "dismissal", text, [], client)
        if client.related_information:
            start = types.Position(max(entry.line - 1, 0), 0)
            location = types.Location(to_uri(item.file), types.Range(start, start))
            made.related_information = [
                types.DiagnosticRelatedInformation(location, texts.shorten(entry.reason))
            ]
        found.append(made)
    return found


def _verdict(
    view: View, placed: Placed, severities: Severities, client: ClientFeatures
) -> list[types.Diagnostic]:
    finding = placed.finding
    level = _LEVELS.get(severities.of(finding.verdict))
    if level is None:
        return _uncited(view, placed, severities, client)
    start, end = underlined(view, placed)
    spans = [*(conflict.source for conflict in finding.conflicts)]
    spans += [evidence.span for evidence in finding.evidence]
    return [
        _diagnostic(
            view, (start, end), level, finding.verdict.value, message(finding), spans, client
        )
    ]


def underlined(view: View, placed: Placed) -> tuple[int, int]:
    """What is underlined: the conflicting words of a contradiction, else the whole claim."""
    finding = placed.finding
    if finding.verdict is Verdict.CONTRADICTED and finding.conflicts:
        first = finding.conflicts[0]
        if first.start < first.end:
            return view.raw_span(placed, first.start, first.end)
    return placed.start, placed.end


def message(finding: Finding) -> str:
    """The reason, and the passage for clients that show nothing else."""
    lines = [finding.reason]
    witness = texts.witness(finding)
    if witness is not None:
        prefix = "nearest: " if finding.verdict is Verdict.UNSUPPORTED else ""
        lines.append(prefix + texts.quote(witness))
    lines += [f"note: {note}" for note in finding.notes]
    return "\n".join(line for line in lines if line)


def _uncited(
    view: View, placed: Placed, severities: Severities, client: ClientFeatures
) -> list[types.Diagnostic]:
    level = _LEVELS.get(severities.uncited)
    finding = placed.finding
    if level is None or finding.verdict is not Verdict.SUPPORTED or finding.claim.citations:
        return []
    spans = [evidence.span for evidence in finding.evidence]
    text = "Supported, but without a citation."
    if spans:
        text += f"\n{texts.quote(spans[0])}"
    place = (placed.start, placed.end)
    return [_diagnostic(view, place, level, "uncited", text, spans, client)]


def _citations(
    view: View, placed: Placed, severities: Severities, client: ClientFeatures
) -> list[types.Diagnostic]:
    level = _LEVELS.get(severities.citation)
    found = []
    for check in wrong_citations(placed.finding) if level is not None else ():
        citation = check.citation
        place = view.alignment.span(citation.start, citation.end)
        if place is None or level is None:
            continue
        # A bibliography names more works than a writer keeps as files.
        is_missing = check.state is CitationState.MISSING
        shown = max(level, types.DiagnosticSeverity.Information) if is_missing else level
        spans = [check.better] if check.better else []
        text = check.message + (f"\n{texts.quote(check.better)}" if check.better else "")
        found.append(_diagnostic(view, place, shown, citation_code(check), text, spans, client))
    return found


def citation_code(check: CitationCheck) -> str:
    """The code of a diagnostic about a citation, as in "citation-wrong-page"."""
    names = {
        CitationState.ELSEWHERE: "elsewhere",
        CitationState.WRONG_PAGE: "wrong-page",
        CitationState.CONTRADICTS: "contradicts",
        CitationState.SILENT: "silent",
        CitationState.MISSING: "missing",
        CitationState.UNREADABLE: "unreadable",
    }
    return f"citation-{names.get(check.state, 'supports')}"


def _diagnostic(
    view: View,
    place: tuple[int, int],
    level: types.DiagnosticSeverity,
    code: str,
    text: str,
    spans: list[SourceSpan],
    client: ClientFeatures,
) -> types.Diagnostic:
    diagnostic = types.Diagnostic(
        range=view.map.range(*place), message=text, severity=level, source=SOURCE, code=code
    )
    if client.code_descriptions:
        diagnostic.code_description = types.CodeDescription(href=docs_uri(code))
    if client.related_information:
        diagnostic.related_information = _related(view, spans)
    return diagnostic


def _related(
    view: View, spans: list[SourceSpan]
) -> list[types.DiagnosticRelatedInformation] | None:
    related = {}
    for span in spans:
        place = view.location(span)
        if place is not None and place not in related:
            related[place] = types.DiagnosticRelatedInformation(
                texts.to_location(place), texts.shorten(span.text)
            )
    return list(related.values())[:MAX_RELATED] or None


def docs_uri(code: str) -> str:
    """The page that explains diagnostics, at the section about `code`.

    It comes with the server: it fits its version and needs no network.
    """
    page = resources.files("lsp_server") / "docs" / "diagnostics.md"
    return f"{to_uri(str(page))}#{code}"


def settings_diagnostics(file: SettingsFile, encoding: Encoding) -> list[types.Diagnostic]:
    """What is wrong in a settings file, at its place there."""
    text_map = PositionMap(file.text, encoding)
    found = []
    for problem in file.problems:
        line = min(problem.line, len(text_map.starts)) - 1
        end_of_line = text_map.line_end(line)
        start = min(text_map.starts[line] + problem.column - 1, end_of_line)
        end = min(text_map.starts[line] + problem.end_column - 1, end_of_line)
        found.append(
            types.Diagnostic(
                range=text_map.range(start, end),
                message=problem.message,
                severity=types.DiagnosticSeverity.Error,
                source=SOURCE,
                code="settings",
            )
        )
    return found
