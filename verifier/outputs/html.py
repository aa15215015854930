"""The run as one HTML page: the reports on the left, what each claim rests on on the right.

The page holds everything it needs and loads nothing. All text of documents is escaped; its content
security policy allows the page's own script and style alone, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from html import escape as escape_html
from importlib import resources

from verifier.model import Finding, SourceSpan, SourceStatus, Verdict
from verifier.outputs.annotations import ROLES
from verifier.outputs.html_sources import SourcePages
from verifier.outputs.html_text import shown
from verifier.outputs.layout import clean
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck, counted, figure, one_line, total, wrong_citations

Span = tuple[int, int, int, str]
"""Number of the source page, start and end in UTF-16 units, "evidence" or "conflict"."""


def render(run: Run) -> str:
    """The page's HTML."""
    sources = SourcePages(run)
    spans: list[list[Span]] = []
    articles, details = [], []
    for number, report in enumerate(run.reports):
        first = len(spans) + 1
        articles.append(_article(report, first))
        for finding in report.result or ():
            found = _spans(finding)
            places = sources.places(number, [span for span, _ in found])
            spans.append(
                [
                    (page, start, end, kind)
                    for (page, start, end), (_, kind) in zip(places, found, strict=True)
                ]
            )
            details.append(_detail(finding, report, len(spans), found))
    style, script = _asset("report.css"), _asset("report.js")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    data = json.dumps(spans).replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{_title(run)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"{_header(run)}<main>\n"
        f'<section id="reports" aria-label="Reports">\n{"".join(articles)}</section>\n'
        '<section id="evidence" aria-label="Evidence">\n'
        '<p id="start" class="hint">Choose a claim to see what it rests on.</p>\n'
        f'<div aria-live="polite">{"".join(details)}</div>\n{sources.html()}{_tables(run)}'
        "</section>\n</main>\n"
        f'<script type="application/json" id="data">{data}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath("html_assets", name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _escape(text: str) -> str:
    return escape_html(shown(text), quote=True)


def _line(text: str) -> str:
    return escape_html(shown(clean(text)), quote=True)


# ---- the top ---------------------------------------------------------------------------------


def _title(run: Run) -> str:
    names = ", ".join(report.name for report in run.reports[:3])
    return _line(f"Faithfulness: {names}{' …' if len(run.reports) > 3 else ''}")


def _header(run: Run) -> str:
    whole = total(run.reports)
    missing = whole.reports - whole.checked
    text = f"{counted(whole.claims, 'claim')} in {counted(whole.reports, 'report')}"
    text += f", {missing} not checked" if missing else ""
    buttons = "".join(
        f'<button type="button" aria-pressed="true" data-verdict="{verdict.value}">'
        f'<span class="badge {verdict.value}">{verdict.value}</span> {number}</button>\n'
        for verdict, number in reversed(whole.counts.items())
    )
    return (
        f"<header>\n<h1>Faithfulness {figure(whole.faithfulness)}</h1>\n"
        f'<p class="figures">{text}. <span id="shown" role="status"></span></p>\n'
        '<div class="tools" role="group" aria-label="Which claims are shown">\n'
        f"{buttons}"
        '<input id="search" type="search" aria-label="Search the claims" placeholder="Search">\n'
        '<button type="button" id="previous">Previous</button>\n'
        '<button type="button" id="next">Next</button>\n'
        '<span class="hint"><kbd>n</kbd> next <kbd>p</kbd> previous <kbd>/</kbd> search</span>\n'
        "</div>\n</header>\n"
    )


# ---- the reports -----------------------------------------------------------------------------


def _article(report: ReportCheck, first: int) -> str:
    head = f"<article>\n<h2>{_line(report.name)}</h2>\n"
    why = "".join(f"<br>{_line(line)}" for line in report.why_not.splitlines())
    if report.result is None:
        return f'{head}<p class="alert" role="alert">Not checked{why}</p>\n</article>\n'
    figures = f'<p class="figures">{_line(one_line(report))}</p>\n'
    if not report.checked:
        figures = f'<p class="alert" role="alert">Not checked{why}</p>\n'
    text = "".join(_text(report, first))
    body = f'<div class="text report-text" dir="auto">{text}</div>\n'
    return f"{head}{figures}{body}{_not_checkable(report)}</article>\n"


def _text(report: ReportCheck, first: int) -> Iterator[str]:
    """The report's raw text with its claims as links; headings stand out."""
    at, text = 0, report.text
    for number, finding in enumerate(report.result or (), first):
        start, end = finding.claim.start, finding.claim.end
        if start < at or end > len(text):
            continue
        yield _between(text[at:start])
        yield _claim(finding, number, text)
        at = end
    yield _between(text[at:])


def _between(text: str) -> str:
    lines = shown(text).splitlines(keepends=True)
    return "".join(
        f'<span class="heading">{escape_html(line)}</span>'
        if line.lstrip().startswith("#")
        else escape_html(line)
        for line in lines
    )


def _claim(finding: Finding, number: int, text: str) -> str:
    claim, verdict = finding.claim, finding.verdict.value
    gone = " dismissed" if finding.dismissal else ""
    pieces, at = [], claim.start
    for start, end in sorted(_conflict_places(finding)):
        if at <= start < end <= claim.end:
            mark = f"<mark>{_escape(text[start:end])}</mark>"
            pieces += [_escape(text[at:start]), mark]
            at = end
    pieces.append(_escape(text[at : claim.end]))
    return (
        f'<a class="claim {verdict}{gone}" id="claim-{number}" href="#claim-{number}" '
        f'data-verdict="{verdict}"><span class="sr">{verdict}{gone}: </span>'
        f"{''.join(pieces)}</a>"
    )


def _conflict_places(finding: Finding) -> Iterator[tuple[int, int]]:
    offsets = finding.claim.offsets
    for conflict in finding.conflicts:
        if 0 <= conflict.start < conflict.end <= offsets.length:
            yield offsets.raw_span(conflict.start, conflict.end)


def _not_checkable(report: ReportCheck) -> str:
    sentences = report.result.not_checkable if report.result else ()
    if not sentences:
        return ""
    rows = "".join(
        f"<tr><td>{item.line}:{item.column}</td><td>{_line(item.text)}</td>"
        f"<td>{_line(item.reason)}</td></tr>\n"
        for item in sentences
    )
    return (
        f"<details><summary>{counted(len(sentences), 'sentence')} not checkable</summary>\n"
        '<table><thead><tr><th scope="col">place</th><th scope="col">sentence</th>'
        f'<th scope="col">why</th></tr></thead>\n<tbody>{rows}</tbody></table></details>\n'
    )


# ---- what a claim rests on -------------------------------------------------------------------


def _spans(finding: Finding) -> list[tuple[SourceSpan, str]]:
    """What the page marks in the sources, the most telling first."""
    found = [(item.span, "evidence") for item in finding.evidence]
    return [(c.source, "conflict") for c in finding.conflicts] + found


def _detail(
    finding: Finding, report: ReportCheck, number: int, spans: Sequence[tuple[SourceSpan, str]]
) -> str:
    claim, verdict = finding.claim, finding.verdict.value
    parts = [
        f'<p><span class="badge {verdict}">{verdict}</span> '
        f'<span title="probability that it is supported">{finding.score:.2f}</span> '
        f'<a href="#claim-{number}">claim {number}</a>, '
        f"{_line(report.name)}:{claim.line}:{claim.column}</p>\n",
        f"<blockquote>{_line(claim.text)}</blockquote>\n",
    ]
    if finding.dismissal is not None:
        parts.append(f"<p>dismissed: {_line(finding.dismissal.reason)}</p>\n")
    if finding.reason:
        parts.append(f"<p>{_line(finding.reason)}</p>\n")
    parts += [f"<p>note: {_line(note)}</p>\n" for note in finding.notes]
    missing = ", ".join(finding.uncovered_texts())
    if missing and finding.verdict is not Verdict.SUPPORTED:
        parts.append(f"<p>nothing about: {_line(missing)}</p>\n")
    roles = [conflict.message for conflict in finding.conflicts]
    roles += [ROLES[item.role] for item in finding.evidence]
    for at, ((span, kind), role) in enumerate(zip(spans, roles, strict=True)):
        parts.append(
            f'<p><button type="button" class="place" data-span="{at}">{_line(span.locator())}'
            f"</button> {_line(role)}</p>\n"
            f'<blockquote><mark class="{kind}">{_escape(span.text)}</mark></blockquote>\n'
        )
    for check in wrong_citations(finding):
        written = report.text[check.citation.start : check.citation.end] or check.citation.key
        better = f"; better: {check.better.locator()}" if check.better else ""
        parts.append(f"<p>citation {_line(written)}: {_line(check.message + better)}</p>\n")
    return f'<section class="detail" id="detail-{number}" hidden>\n{"".join(parts)}</section>\n'


# ---- the sources -----------------------------------------------------------------------------


def _tables(run: Run) -> str:
    """What became of every source of the run, those with a remark first."""
    statuses: dict[tuple[str, str], SourceStatus] = {}
    for report in run.reports:
        for status in report.result.sources if report.result else ():
            statuses.setdefault((status.path, status.id), status)
    if not statuses:
        return ""
    order = sorted(statuses.values(), key=lambda item: (item.state == "indexed", item.id))
    rows = "".join(
        f"<tr><td>{_line(item.id)}</td><td>{item.state.value}</td><td>{_line(item.reason)}</td>"
        f"<td>{item.size:,}</td></tr>\n"
        for item in order
    )
    return (
        "<h3>Sources</h3>\n<table><thead><tr>"
        '<th scope="col">source</th><th scope="col">state</th><th scope="col">why</th>'
        f'<th scope="col">bytes</th></tr></thead>\n<tbody>{rows}</tbody></table>\n'
    )
