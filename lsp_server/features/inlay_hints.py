"""textDocument/inlayHint: the verdict behind each claim, for those who want to see them all."""

from __future__ import annotations

from lsprotocol import types

from lsp_server.features import texts
from lsp_server.view import Placed, View
from verifier.model import Verdict


def inlay_hints(view: View, start: int, end: int) -> list[types.InlayHint]:
    """The hints of the claims that [start, end) touches."""
    return [_hint(view, placed) for placed in view.within(start, end)]


def _hint(view: View, placed: Placed) -> types.InlayHint:
    return types.InlayHint(
        view.map.position(placed.end),
        label(placed),
        tooltip=placed.finding.reason or None,
        padding_left=True,
    )


def label(placed: Placed) -> str:
    """The hint's text: a sign for the verdict and where it comes from."""
    finding = placed.finding
    witness = texts.witness(finding)
    where = witness.locator() if witness else ""
    if finding.dismissal is not None:
        return "– dismissed"
    if finding.verdict is Verdict.CONTRADICTED:
        said = texts.shorten(finding.conflicts[0].source.text, 30) if finding.conflicts else ""
        return f"≠ {said} {where}".replace("  ", " ").strip()
    signs = {Verdict.SUPPORTED: "✓", Verdict.PARTIAL: "~"}
    if finding.verdict is Verdict.UNSUPPORTED:
        return "? no source"
    return f"{signs[finding.verdict]} {where}".strip()
