"""textDocument/documentSymbol: the claims, with their verdicts."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.features import texts
from lsp_server.view import Placed, View

NAME_LENGTH = 80


def document_symbols(
    view: View, *, trees: bool
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """One symbol a claim, in the report's order."""
    if trees:
        return [_symbol(view, placed) for placed in view.placed]
    return [_information(view, placed) for placed in view.placed]


def _symbol(view: View, placed: Placed) -> types.DocumentSymbol:
    place = view.map.range(placed.start, placed.end)
    return types.DocumentSymbol(
        name=_name(placed),
        kind=types.SymbolKind.String,
        range=place,
        selection_range=place,
        detail=_detail(placed),
    )


def _information(view: View, placed: Placed) -> types.SymbolInformation:
    location = types.Location(view.uri, view.map.range(placed.start, placed.end))
    name = f"{_detail(placed)}: {_name(placed)}"
    return types.SymbolInformation(location, name, types.SymbolKind.String)


def _name(placed: Placed) -> str:
    return texts.shorten(placed.finding.claim.text, NAME_LENGTH) or "claim"


def _detail(placed: Placed) -> str:
    finding = placed.finding
    if finding.dismissal is not None:
        return f"{finding.verdict.value}, dismissed"
    return f"{finding.verdict.value} {finding.score:.2f}"
