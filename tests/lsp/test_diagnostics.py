"""Diagnostics from open to close, as each editor sees them."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.lsp.editor import EDITORS, Editor, text_in

CODES = ["contradicted", "unsupported", "citation-elsewhere"]


@pytest.mark.parametrize("name", EDITORS)
async def test_diagnostics_on_open(editor: Editor, name: str) -> None:
    await editor.initialize(name)
    uri = editor.open()
    await editor.published_after(0)
    assert editor.codes() == CODES
    contradicted, unsupported, citation = editor.client.diagnostics[uri]
    assert text_in(editor, contradicted.range).startswith("510")
    assert text_in(editor, unsupported.range) == (
        "The board approved a share buyback of 90 million dollars in October."
    )
    assert text_in(editor, citation.range) == "[^1]"
    assert [found.severity for found in (contradicted, unsupported, citation)] == [
        types.DiagnosticSeverity.Error,
        types.DiagnosticSeverity.Warning,
        types.DiagnosticSeverity.Warning,
    ]
    assert {found.source for found in (contradicted, unsupported, citation)} == {"llmfeeder"}
    assert "q3.txt:4:" in contradicted.message
    assert "410" in contradicted.message


async def test_evidence_is_related_where_the_client_shows_it(editor: Editor) -> None:
    await editor.initialize("visual-studio-code")
    uri = editor.open()
    await editor.published_after(0)
    related = editor.client.diagnostics[uri][0].related_information
    assert related
    assert related[0].location.uri == editor.uri("sources/q3.txt")
    source = (editor.root / "sources" / "q3.txt").read_text("utf-8").splitlines()
    place = related[0].location.range
    assert source[place.start.line][place.start.character :].startswith("410")
    assert editor.client.diagnostics[uri][0].code_description is not None


async def test_emacs_gets_neither_related_information_nor_descriptions(editor: Editor) -> None:
    await editor.initialize("emacs")
    uri = editor.open()
    await editor.published_after(0)
    for found in editor.client.diagnostics[uri]:
        assert found.related_information is None
        assert found.code_description is None


async def test_a_save_checks_again_and_a_change_does_not(editor: Editor) -> None:
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    mended = editor.text().replace("510 million", "410 million")
    editor.change(mended)
    editor.write(mended)
    editor.save()
    await editor.published_after(1)
    assert editor.codes() == CODES[1:]
    assert editor.published[-1].version in (editor.version, None)
    assert editor.publications() == 2


async def test_on_change_where_the_user_wants_that(editor: Editor) -> None:
    editor.client.set_configuration({"run": "onChange", "debounce": 20}, section="llmfeeder")
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    for value in ("210", "310", "410"):
        editor.change(editor.text().replace("510", value))
    await editor.until(lambda: editor.codes() == CODES[1:])
    assert all(params.version in (0, 3) for params in editor.published)


async def test_closing_takes_the_findings_away(editor: Editor) -> None:
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    editor.close()
    await editor.published_after(1)
    assert editor.codes() == []


async def test_severities_are_the_users(editor: Editor) -> None:
    severities = {"contradicted": "hint", "unsupported": "off", "citation": "off"}
    editor.client.set_configuration(
        severities | {"uncited": "information"}, section="llmfeeder.severity"
    )
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    assert editor.codes() == ["uncited", "contradicted"]
    assert editor.client.diagnostics[uri][1].severity is types.DiagnosticSeverity.Hint


async def test_a_workspace_without_sources_is_left_alone(editor: Editor) -> None:
    for file in (editor.root / "sources").iterdir():
        file.unlink()
    (editor.root / "sources").rmdir()
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    assert editor.codes() == []
    assert await editor.lenses(uri) == []
    assert editor.client.messages == []


async def test_a_source_is_not_a_report(editor: Editor) -> None:
    (editor.root / "sources" / "notes.md").write_text("The board resigned.\n", "utf-8")
    await editor.initialize()
    editor.open("sources/notes.md")
    await editor.published_after(0, "sources/notes.md")
    assert editor.codes("sources/notes.md") == []


async def test_settings_are_reloaded_live(editor: Editor) -> None:
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    editor.client.set_configuration({"severity": {"unsupported": "off"}}, section="llmfeeder")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.until(lambda: "unsupported" not in editor.codes())


async def test_a_wrong_setting_is_said_once_and_the_rest_counts(editor: Editor) -> None:
    editor.client.set_configuration(
        {"severity": {"unsupported": "loud", "partial": "off"}, "run": "never"}, section="llmfeeder"
    )
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    assert editor.codes() == CODES
    assert len(editor.client.messages) == 2
    assert any("severity.unsupported" in message.message for message in editor.client.messages)
