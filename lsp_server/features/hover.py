"""textDocument/hover: the verdict on a claim and the passage it rests on."""

from __future__ import annotations

import re

from lsprotocol import types

from lsp_server.features import texts
from lsp_server.view import Placed, View
from verifier.model import CitationState, Evidence, EvidenceRole, Finding

MAX_OTHERS = 3


def hover(view: View, offset: int, *, markdown: bool = True) -> types.Hover | None:
    """What is known about the claim at `offset`; None where there is no checked claim."""
    placed = view.at(offset)
    if placed is None:
        return None
    content = "\n\n".join(_paragraphs(view, placed))
    kind = types.MarkupKind.Markdown
    if not markdown:
        kind, content = types.MarkupKind.PlainText, plain(content)
    return types.Hover(types.MarkupContent(kind, content), view.map.range(placed.start, placed.end))


def _paragraphs(view: View, placed: Placed) -> list[str]:
    finding = placed.finding
    head = f"**{finding.verdict.value.upper()}** · score {finding.score:.2f}"
    paragraphs = [head, texts.escape(finding.reason)]
    if finding.dismissal is not None:
        paragraphs.append(f"*dismissed:* {texts.escape(finding.dismissal.reason)}")
    conflicts = [c.message for c in finding.conflicts if c.message not in finding.reason]
    if conflicts:
        paragraphs.append("\n".join(f"- {texts.escape(message)}" for message in conflicts))
    paragraphs += _evidence(view, finding)
    paragraphs += [f"*note:* {texts.escape(note)}" for note in finding.notes]
    if uncovered := finding.uncovered_texts():
        pieces = ", ".join(f"“{texts.escape(texts.shorten(text))}”" for text in uncovered)
        paragraphs.append(f"no source says: {pieces}")
    paragraphs += [
        f"citation: {texts.escape(check.message)}"
        for check in finding.citation_checks
        if check.state is not CitationState.SUPPORTS
    ]
    if view.checked is not None and not view.is_current:
        paragraphs.append("*the report has changed since this check*")
    return [paragraph for paragraph in paragraphs if paragraph]


def _evidence(view: View, finding: Finding) -> list[str]:
    if not finding.evidence:
        return []
    against = () if finding.is_disputed else finding.conflicts
    conflict_source = against[0].source if against else None
    first = next(
        (
            evidence
            for evidence in finding.evidence
            if conflict_source is not None
            and evidence.span.source_id == conflict_source.source_id
            and evidence.span.start <= conflict_source.start
            and conflict_source.end <= evidence.span.end
        ),
        finding.evidence[0],
    )
    others = [evidence for evidence in finding.evidence if evidence is not first]
    shown = [_where(view, first), f"> {texts.emphasised(first, finding.conflicts)}"]
    if others:
        lines = [
            f"- {_where(view, other)}: {texts.escape(texts.shorten(other.span.text))}"
            for other in others[:MAX_OTHERS]
        ]
        shown.append("other passages\n\n" + "\n".join(lines))
    return shown


def _where(view: View, evidence: Evidence) -> str:
    where = view.location(evidence.span)
    place = texts.link(evidence.span.locator(), where, exact=view.exact_links)
    label = evidence.span.place.label
    named = f"{place} ({texts.escape(label)})" if label else place
    if evidence.role is EvidenceRole.SUPPORTS:
        return named
    return f"{evidence.role.value}: {named}"


def plain(markdown: str) -> str:
    """The hover's Markdown as plain text."""
    text = re.sub(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]\([^)]*\)", r"\1", markdown)
    text = re.sub(r"(?<!\\)(\*\*|\*|`+)", "", text)
    return re.sub(r"\\([\\`*_{}\[\]<>()#+!|~&$-])", r"\1", text)
