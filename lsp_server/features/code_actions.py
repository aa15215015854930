"""textDocument/codeAction: citations, right values and dismissals, as plain edits.

Each action is offered without its edit; the edit is made when the action is chosen, for the text
as it is then, and is empty where it was applied already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from lsprotocol import types

from lsp_server.features import texts
from lsp_server.features.diagnostics import SOURCE, citation_code
from lsp_server.view import Placed, View
from verifier.citing import (
    Edit,
    Reference,
    cite_all,
    passages_to_cite,
    recite,
    reference_to,
    replace_value,
    style_of,
)
from verifier.dismissals import insert_dismissal
from verifier.model import Citation, SourceSpan
from verifier.outputs.summary import wrong_citations

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
OPEN_PASSAGE = "llmfeeder.openPassage"
MAX_CLAIMS = 10
MAX_ALTERNATIVES = 2
REASONS = ("common knowledge", "our own statement", "checked by hand")
"""What a dismissal says until the writer says it better."""


@dataclass(frozen=True, slots=True)
class Fix:
    """One change that can be made for a claim.

    Attributes:
        name, number: which change, among those of the claim.
        codes: the diagnostics that it settles.
        make: its edits, for the text of the view.
    """

    name: str
    number: int
    title: str
    codes: frozenset[str]
    make: Callable[[], list[Edit]]
    preferred: bool = False


def code_actions(
    view: View, span: tuple[int, int], only: Sequence[str] | None, *, can_open: bool
) -> list[types.CodeAction]:
    """The actions for what [start, end) touches, their edits left out."""
    actions = []
    if _wanted(types.CodeActionKind.QuickFix.value, only):
        for placed in view.within(*span)[:MAX_CLAIMS]:
            actions += [_action(view, placed, fix) for fix in fixes(view, placed)]
            if can_open:
                actions += _opening(view, placed)
    if _wanted(FIX_ALL, only) and (open_claims := _uncited(view)):
        count = len(open_claims)
        title = f"Cite {count} supported claim{'s' if count > 1 else ''}"
        actions.append(
            types.CodeAction(
                title,
                kind=FIX_ALL,
                data={"uri": view.uri, "version": view.version, "name": "cite all"},
            )
        )
    return actions


def _wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether the client asks for actions of `kind`; one that asks for "source" wants its parts."""
    if only is None:
        return True
    return any(asked == "" or kind == asked or kind.startswith(f"{asked}.") for asked in only)


def attach(
    actions: Iterable[types.CodeAction], view: View, diagnostics: Sequence[types.Diagnostic]
) -> None:
    """Tell each action which of the client's `diagnostics` it settles."""
    ours = [found for found in diagnostics if found.source == SOURCE]
    for action in actions:
        data: Any = action.data
        codes = data.get("codes", ()) if isinstance(data, dict) else ()
        settled = [found for found in ours if found.code in codes and _concerns(view, found, data)]
        action.diagnostics = settled or None


def _concerns(view: View, found: types.Diagnostic, data: dict[str, Any]) -> bool:
    at = view.map.offset(found.range.start)
    return int(data["start"]) <= at <= int(data["end"])


def edits_of(view: View, data: dict[str, Any]) -> list[Edit] | None:
    """The edits of the action with `data`; None where the text has moved on too far for it."""
    if data.get("name") == "cite all":
        return cite_everything(view)
    placed = _find(view, data)
    if placed is None:
        return None
    for fix in _candidates(view, placed):
        if (fix.name, fix.number) == (data.get("name"), data.get("number")):
            return fix.make()
    return None


def workspace_edit(view: View, edits: list[Edit], *, versioned: bool) -> types.WorkspaceEdit:
    """`edits` in the protocol's terms, bound to the version where the client can do that."""
    changes = [types.TextEdit(view.map.range(e.start, e.end), e.text) for e in edits]
    if not versioned:
        return types.WorkspaceEdit(changes={view.uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=view.uri, version=view.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])


def fixes(view: View, placed: Placed) -> list[Fix]:
    """The changes that can be made for a claim, best first, in an order that stays."""
    return [fix for fix in _candidates(view, placed) if fix.make()]


def _candidates(view: View, placed: Placed) -> Iterator[Fix]:
    """The changes that suit a claim, those included that were made already."""
    finding = placed.finding
    if finding.dismissal is not None:
        return
    recitations = list(_recitations(view, placed))
    yield from recitations or _citations(view, placed)
    yield from _value(view, placed)
    if finding.needs_attention:
        for number, reason in enumerate(REASONS):
            yield Fix(
                "dismiss",
                number,
                f"Dismiss: {reason}",
                frozenset({finding.verdict.value}),
                partial(
                    insert_dismissal,
                    view.map.text,
                    placed.start,
                    placed.end,
                    finding.verdict,
                    reason,
                ),
            )


def _citations(view: View, placed: Placed) -> Iterator[Fix]:
    spans = passages_to_cite(placed.finding)
    if not spans:
        return
    choices = [spans]
    others = (evidence.span for evidence in placed.finding.evidence[1:])
    choices += [(span,) for span in others if span not in spans][:MAX_ALTERNATIVES]
    for number, choice in enumerate(choices):
        named = " and ".join(_named(view, span) for span in choice)

        def make(choice: tuple[SourceSpan, ...] = choice) -> list[Edit]:
            claims = [(placed.end, reference_for(view, span)) for span in choice]
            return cite_all(view.map.text, claims, style_of(view.map.text, view.citation_style))

        codes = frozenset({"uncited"})
        yield Fix("cite", number, f"Cite {named}", codes, make, preferred=number == 0)


def _recitations(view: View, placed: Placed) -> Iterator[Fix]:
    for number, check in enumerate(wrong_citations(placed.finding)):
        better = check.better
        place = view.alignment.span(check.citation.start, check.citation.end)
        if better is None or place is None or better.source_id == "":
            continue

        moved = replace(check.citation, start=place[0], end=place[1])

        def make(moved: Citation = moved, better: SourceSpan = better) -> list[Edit]:
            return recite(view.map.text, moved, reference_for(view, better))

        title = f"Cite {_named(view, better)} instead"
        yield Fix("recite", number, title, frozenset({citation_code(check)}), make, True)


def _value(view: View, placed: Placed) -> Iterator[Fix]:
    finding = placed.finding

    def make() -> list[Edit]:
        return replace_value(view.map.text, finding, placed.start)

    if edits := make():
        was = view.map.text[edits[0].start : edits[0].end]
        value = texts.shorten(edits[0].text, 40)
        title = f"Replace “{texts.shorten(was, 40)}” by the source's “{value}”"
        yield Fix("replace", 0, title, frozenset({finding.verdict.value}), make)


def cite_everything(view: View) -> list[Edit]:
    """The edits that cite every supported claim that cites nothing yet."""
    claims = [
        (placed.end, reference_for(view, span))
        for placed, spans in _uncited(view)
        for span in spans
    ]
    return cite_all(view.map.text, claims, style_of(view.map.text, view.citation_style))


def _uncited(view: View) -> list[tuple[Placed, tuple[SourceSpan, ...]]]:
    found = []
    for placed in view.placed:
        spans = passages_to_cite(placed.finding)
        if spans and not placed.finding.claim.citations:
            found.append((placed, spans))
    return found


def reference_for(view: View, span: SourceSpan) -> Reference:
    """How the report refers to `span`."""
    checked = view.checked
    path = checked.paths.get(span.source_id, "") if checked else ""
    key = checked.citation_keys.get(span.source_id, "") if checked else ""
    return reference_to(span, view.path, path, key)


def _named(view: View, span: SourceSpan) -> str:
    reference = reference_for(view, span)
    return f"{reference.source_id}{reference.place}"


def _opening(view: View, placed: Placed) -> Iterator[types.CodeAction]:
    witness = texts.witness(placed.finding)
    place = view.location(witness) if witness else None
    if witness is None or place is None:
        return
    title = f"Open {witness.locator()}"
    arguments = [
        place.path,
        place.start_line,
        place.start_character,
        place.end_line,
        place.end_character,
    ]
    yield types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        command=types.Command(title, OPEN_PASSAGE, arguments=arguments),
    )


def _action(view: View, placed: Placed, fix: Fix) -> types.CodeAction:
    data = {
        "uri": view.uri,
        "version": view.version,
        "name": fix.name,
        "number": fix.number,
        "start": placed.start,
        "end": placed.end,
        "claim": placed.finding.claim.text,
        "codes": sorted(fix.codes),
    }
    return types.CodeAction(
        fix.title,
        kind=types.CodeActionKind.QuickFix,
        is_preferred=True if fix.preferred else None,
        data=data,
    )


def _find(view: View, data: dict[str, Any]) -> Placed | None:
    """The claim that `data` speaks of: at its place, else the only one with its text."""
    same = [found for found in view.placed if found.finding.claim.text == data.get("claim")]
    here = [found for found in same if found.start == data.get("start")]
    if here:
        return here[0]
    return same[0] if len(same) == 1 else None
