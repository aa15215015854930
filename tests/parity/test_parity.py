"""The editor and the command name the same claims, verdicts, ranges and evidence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types

from lsp_server.convert import PositionMap
from tests.lsp.editor import Editor, text_in


def check(root: Path) -> dict[str, Any]:
    """What `llmfeeder check --json` says about the sample."""
    code = "from verifier.cli import app; app()"
    done = subprocess.run(
        [sys.executable, "-c", code, "check", str(root / "report.md"), "--json", "-"],
        capture_output=True,
        timeout=120,
    )
    found: dict[str, Any] = json.loads(done.stdout)["reports"][0]
    return found


def claim_range(editor: Editor, finding: dict[str, Any]) -> types.Range:
    return editor.map.range(finding["claim"]["start"], finding["claim"]["end"])


async def test_editor_and_command_agree(editor: Editor, root: Path) -> None:
    expected = check(root)["findings"]
    assert expected
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    await agree_on_claims(editor, uri, expected)
    agree_on_diagnostics(editor, uri, expected)


async def agree_on_claims(editor: Editor, uri: str, expected: list[dict[str, Any]]) -> None:
    symbols = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    found = []
    for symbol in symbols or ():
        assert isinstance(symbol, types.DocumentSymbol)
        found.append((symbol.range, symbol.detail))
    assert found == [(claim_range(editor, f), f"{f['verdict']} {f['score']:.2f}") for f in expected]


def agree_on_diagnostics(editor: Editor, uri: str, expected: list[dict[str, Any]]) -> None:
    shown = [d for d in editor.client.diagnostics[uri] if not str(d.code).startswith("citation")]
    flagged = [f for f in expected if f["verdict"] != "supported" and f["dismissed"] is None]
    assert [d.code for d in shown] == [f["verdict"] for f in flagged]
    for diagnostic, finding in zip(shown, flagged, strict=True):
        agree_on_range(editor, diagnostic, finding)
        assert finding["reason"] in diagnostic.message
        related = diagnostic.related_information or ()
        spans = [conflict["source"] for conflict in finding["conflicts"]]
        spans += [evidence["span"] for evidence in finding["evidence"]]
        distinct = list({(s["source"], s["start"], s["end"]): s for s in spans}.values())
        assert len(related) == min(len(distinct), 5)
        for information, span in zip(related, distinct, strict=False):
            agree_on_span(information.location, span)
        if distinct:
            assert distinct[0]["locator"] in diagnostic.message


def agree_on_range(editor: Editor, diagnostic: types.Diagnostic, finding: dict[str, Any]) -> None:
    whole = claim_range(editor, finding)
    if finding["verdict"] == "contradicted" and finding["conflicts"]:
        words = finding["conflicts"][0]["text"]
        assert " ".join(text_in(editor, diagnostic.range).split()) == words
        assert whole.start <= diagnostic.range.start
        assert diagnostic.range.end <= whole.end
    else:
        assert diagnostic.range == whole


def agree_on_span(location: types.Location, span: dict[str, Any]) -> None:
    path = Path(unquote(urlsplit(location.uri).path))
    text = path.read_bytes().decode("utf-8")
    text_map = PositionMap(text)
    start, end = text_map.offset(location.range.start), text_map.offset(location.range.end)
    if span["page"] is not None:
        assert text[start:end] == span["text"]
        assert f"page {span['page']} " in text[:start].rsplit("────", 2)[1] + " "
        return
    line = text_map.starts[span["line"] - 1]
    assert start == line + span["column"] - 1
    last = text_map.starts[span["end_line"] - 1]
    assert end == last + span["end_column"] - 1
