"""What to change about a claim, in plain words; its parts all come from the finding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.citing import Edit, lacks_unit, replace_value
from verifier.model import CitationCheck, Conflict, ConflictKind, Finding, SourceSpan, Verdict
from verifier.outputs.layout import clean
from verifier.outputs.summary import wrong_citations

_SHOWN = 240
_VALUES = (ConflictKind.NUMBER, ConflictKind.UNIT, ConflictKind.DATE, ConflictKind.NAME)
_AS_STRONG = {
    ConflictKind.MODALITY: "make it as tentative as the source",
    ConflictKind.QUANTIFIER: "make it no wider than the source",
    ConflictKind.CAUSE: "say that the two go together, and not that one causes the other",
}


def needs_mending(finding: Finding) -> bool:
    """Whether the claim, or a citation at it, needs attention."""
    return finding.needs_attention or any(wrong_citations(finding))


def what_to_change(finding: Finding) -> str:
    """What to do about a finding that needs mending, in a few sentences."""
    said = list(_about_claim(finding)) if finding.needs_attention else []
    said += [_about_citation(check) for check in wrong_citations(finding)]
    return " ".join(dict.fromkeys(said))


def edit_of(text: str, finding: Finding) -> Edit | None:
    """The edit of `text` that takes over the source's value, where that alone mends the claim."""
    edits = replace_value(text, finding, finding.claim.start)
    return edits[0] if len(edits) == 1 else None


def _about_claim(finding: Finding) -> Iterator[str]:
    if finding.verdict is Verdict.UNSUPPORTED:
        yield _nothing_says(finding)
        return
    seen: set[tuple[int, int]] = set()
    for conflict in finding.conflicts:
        place = (conflict.start, conflict.end)
        yield _also(conflict) if place in seen else _about_conflict(conflict, finding)
        seen.add(place)
    uncovered = finding.uncovered_texts()
    if uncovered:
        yield f"No source says {_listed(uncovered)}: drop that, or add a source that says it."
    elif not finding.conflicts:
        yield f"Say no more than {_nearest(finding)}: {_sentence(finding.reason)}"


def _nothing_says(finding: Finding) -> str:
    uncovered = finding.uncovered_texts()
    whole = (
        not uncovered or not finding.evidence or sum(map(len, uncovered)) >= len(finding.claim.text)
    )
    what = "says this" if whole else f"says {_listed(uncovered)}"
    said = f"No source {what}: drop the claim, or add a source that says it."
    if finding.evidence:
        said += f" Nearest is {_nearest(finding)}."
    return said


def _about_conflict(conflict: Conflict, finding: Finding) -> str:
    ours, theirs = _quoted(conflict.text), _quoted(conflict.source.text)
    place = _where(conflict.source)
    if conflict.kind in _VALUES:
        what = f"the figure in {ours}" if lacks_unit(conflict) else ours
        return f"Replace {what} by {theirs}, as {place} says{_in_context(conflict, finding)}."
    why = _sentence(conflict.message)
    how = _AS_STRONG.get(conflict.kind, "say what the source says")
    return f"Reword: {how}. {why} See {place}{_in_context(conflict, finding) or f': {theirs}'}."


def _also(conflict: Conflict) -> str:
    """What yet another passage says in the place of the same piece."""
    return f"But {_where(conflict.source)} has {_quoted(conflict.source.text)}."


def _in_context(conflict: Conflict, finding: Finding) -> str:
    """The passage around the source's piece."""
    piece = conflict.source
    for item in finding.evidence:
        span = item.span
        holds = span.source_id == piece.source_id and span.start <= piece.start < span.end
        if holds and span.text != piece.text:
            return f": {_quoted(span.text)}"
    return ""


def _about_citation(check: CitationCheck) -> str:
    said = f"Citation: {_sentence(check.message)}"
    return f"{said} Cite {_where(check.better)} instead." if check.better else said


def _nearest(finding: Finding) -> str:
    if not finding.evidence:
        return "what the sources say"
    span = finding.evidence[0].span
    return f"{_where(span)}: {_quoted(span.text)}"


def _where(span: SourceSpan) -> str:
    label = clean(span.place.label)
    return clean(span.locator()) + (f" ({label})" if label else "")


def _sentence(text: str) -> str:
    words = clean(text)
    if words.startswith("claim "):
        words = f"The {words}"
    return words if words.endswith((".", "!", "?")) else f"{words}."


def _listed(pieces: Sequence[str]) -> str:
    return ", ".join(map(_quoted, dict.fromkeys(pieces)))


def _quoted(text: str) -> str:
    words = clean(text).removesuffix(".")
    return f'"{words if len(words) <= _SHOWN else words[:_SHOWN] + " [...]"}"'
