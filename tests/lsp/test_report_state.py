"""`llmfeeder/report` and `llmfeeder/changed`: what views of a client's own are made from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.lsp.editor import Editor

OPTIONS = {"stateChanges": True}


async def state(editor: Editor, uri: str) -> Any:
    protocol: Any = editor.client.protocol
    return await protocol.send_request_async("llmfeeder/report", {"uri": uri})


def told(editor: Editor) -> list[str]:
    """Have the client note each `llmfeeder/changed` from now on."""
    found: list[str] = []

    def note(_: Any) -> None:
        found.append("changed")
        editor.changed.set()

    editor.client.feature("llmfeeder/changed")(note)
    return found


def texts_of(place: Any, text: str) -> str:
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: place.start.line])) + place.start.character
    end = sum(map(len, lines[: place.end.line])) + place.end.character
    return text[start:end]


async def test_claims_with_their_passages(editor: Editor) -> None:
    changes = told(editor)
    await editor.initialize(options=OPTIONS)
    uri = editor.open()
    await editor.published_after(0)
    assert changes
    found = await state(editor, uri)
    assert (found.phase, found.outcome, found.current) == ("done", "checked", True)
    assert found.counts.contradicted == 1
    assert found.counts.unsupported == 1
    assert found.folders == [str(editor.root / "sources")]
    claims = {claim.text: claim for claim in found.claims}
    claim = claims["Free cash flow was 510 million dollars for the quarter."]
    assert claim.verdict == "contradicted"
    assert texts_of(claim.range, editor.current) == claim.text
    passage = claim.passages[0]
    assert passage.role == "contradicts"
    assert passage.uri == editor.uri("sources/q3.txt")
    source = editor.text("sources/q3.txt")
    assert "cash flow was 410 million" in " ".join(texts_of(passage.range, source).split())
    assert "410" in texts_of(passage.conflicts[0], source)
    assert passage.original is None


async def test_every_source_with_what_became_of_it(editor: Editor) -> None:
    editor.write("PK\x03\x04 nothing to read", "sources/archive.zip")
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    sources = {source.id: source for source in (await state(editor, uri)).sources}
    assert sources["q3.txt"].state == "indexed"
    assert sources["q3.txt"].uri == editor.uri("sources/q3.txt")
    assert sources["archive.zip"].state == "skipped"
    assert sources["archive.zip"].reason


async def test_a_client_that_does_not_ask_is_not_told(editor: Editor) -> None:
    changes = told(editor)
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    assert changes == []


async def test_edits_move_claims_and_are_no_longer_current(editor: Editor) -> None:
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    editor.change("A new first line.\n\n" + editor.text())
    found = await state(editor, uri)
    assert found.current is False
    assert [texts_of(c.range, editor.current).split()[0] for c in found.claims] == [
        claim.text.split()[0] for claim in found.claims
    ]


async def test_what_is_no_report_has_no_state(editor: Editor) -> None:
    await editor.initialize()
    uri = editor.open("sources/q3.txt", language="plaintext")
    assert await state(editor, uri) is None
    assert await state(editor, "file:///nowhere.md") is None


async def test_a_report_without_sources_says_so(editor: Editor, tmp_path: Path) -> None:
    changes = told(editor)
    lonely = tmp_path / "lonely"
    lonely.mkdir()
    editor.root = lonely
    editor.write("Revenue rose.\n")
    await editor.initialize(options=OPTIONS)
    uri = editor.open()
    await editor.until(lambda: changes)
    found = await state(editor, uri)
    assert (found.phase, found.folders, found.claims) == ("none", [], [])


async def test_extracted_texts_are_kept_where_the_client_says(
    editor: Editor, tmp_path: Path
) -> None:
    pdf = Path("samples/walking-study/sources/evening-walks.pdf")
    (editor.root / "sources/walks.pdf").write_bytes(pdf.read_bytes())
    editor.write("# Walks\n\nThe walking group slept 41 minutes longer than the control group.\n")
    folder = tmp_path / "client's own"
    await editor.initialize(options={"extracted": str(folder)})
    uri = editor.open()
    await editor.published_after(0)
    (claim,) = (await state(editor, uri)).claims
    passage = claim.passages[0]
    assert passage.page == 1
    assert passage.uri.startswith(folder.as_uri())
    assert passage.original == editor.uri("sources/walks.pdf")


async def test_an_untrusted_workspace_is_checked_as_built_in(editor: Editor) -> None:
    editor.write('sensitivity = "strict"\nsources = ["elsewhere"]\n', "llmfeeder.toml")
    editor.client.set_configuration({"llmfeeder": {"severity": {"contradicted": "hint"}}})
    await editor.initialize(options={"trusted": False, "severity": {"contradicted": "off"}})
    uri = editor.open()
    await editor.published_after(0)
    found = await state(editor, uri)
    assert found.settingsFile is None
    assert found.folders == [str(editor.root / "sources")]
    severities = {item.code: item.severity for item in editor.client.diagnostics[uri]}
    assert severities["contradicted"] is types.DiagnosticSeverity.Error


async def test_the_page_of_a_report(editor: Editor) -> None:
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    result: Any = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("llmfeeder.report", [uri])
    )
    page = Path(result["file"]).read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "510 million dollars" in page
    assert "410 million dollars" in page
    assert "<h2>report.md</h2>" in page


async def test_no_page_without_a_check(editor: Editor) -> None:
    await editor.initialize()
    result: Any = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("llmfeeder.report", [editor.uri()])
    )
    assert "not been checked" in result["error"]


async def test_hovers_name_the_exact_range_for_a_client_that_asks(editor: Editor) -> None:
    await editor.initialize(options={"exactLinks": True})
    uri = editor.open()
    await editor.published_after(0)
    hover = await editor.hover(uri, "Free cash flow")
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    link = re.search(r"q3\.txt#L(\d+),(\d+)-L(\d+),(\d+)\)", hover.contents.value)
    assert link is not None
    line, column, end_line, end_column = (int(number) - 1 for number in link.groups())
    source = editor.text("sources/q3.txt").splitlines()
    assert line == end_line
    assert "410 million dollars" in source[line][column:end_column]
