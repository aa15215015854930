"""Hover, lenses, hints, symbols, links and definitions."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.lsp.editor import EDITORS, Editor, text_in


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


async def checked(editor: Editor, name: str = "visual-studio-code") -> str:
    await editor.initialize(name)
    uri = editor.open()
    await editor.published_after(0)
    return uri


@pytest.mark.parametrize("name", EDITORS)
async def test_hover_on_a_contradiction(editor: Editor, name: str) -> None:
    uri = await checked(editor, name)
    hover = await editor.hover(uri, "Free cash flow")
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    text = hover.contents.value
    assert "**CONTRADICTED**" in text
    assert "`410" in text
    assert "**Free cash flow**" in text
    assert f"({editor.uri('sources/q3.txt')}#L4)" in text
    assert hover.range is not None
    assert text_in(editor, hover.range) == "Free cash flow was 510 million dollars for the quarter."


async def test_hover_on_a_supported_claim_and_on_none(editor: Editor) -> None:
    uri = await checked(editor)
    hover = await editor.hover(uri, "Revenue rose")
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "**SUPPORTED**" in hover.contents.value
    assert await editor.hover(uri, "# Third") is None


async def test_hover_follows_edits_before_the_next_check(editor: Editor) -> None:
    uri = await checked(editor)
    editor.change("😀 A new first line.\n\n" + editor.text())
    hover = await editor.hover(uri, "Free cash flow")
    assert hover is not None
    assert hover.range is not None
    assert text_in(editor, hover.range).startswith("Free cash flow was 510")
    editor.change(editor.current.replace("cash flow was", "cash flow is"))
    assert await editor.hover(uri, "Free cash flow") is None


async def test_the_lens_sums_up(editor: Editor) -> None:
    uri = await checked(editor)
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert lens.command.title.startswith(
        "4 claims: 2 supported, 1 unsupported, 1 contradicted, checked "
    )
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    )
    await editor.published_after(1)


async def test_symbols_name_the_claims(editor: Editor) -> None:
    uri = await checked(editor)
    symbols = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document(uri))
    )
    assert symbols
    assert [symbol.name[:11] for symbol in symbols] == [
        "Revenue ros", "Free cash f", "The board a", "The company"
    ]  # fmt: skip


async def test_hints_only_where_they_are_wanted(editor: Editor) -> None:
    uri = await checked(editor, "neovim")
    whole = types.InlayHintParams(
        document(uri), types.Range(types.Position(0, 0), types.Position(99, 0))
    )
    assert not await editor.client.text_document_inlay_hint_async(whole)
    editor.client.set_configuration({"inlayHints": True}, section="llmfeeder")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.published_after(1)
    hints = await editor.client.text_document_inlay_hint_async(whole)
    assert hints
    assert [str(hint.label)[0] for hint in hints] == ["✓", "≠", "?", "✓"]


async def test_citations_lead_to_their_source(editor: Editor) -> None:
    uri = await checked(editor)
    links = await editor.client.text_document_document_link_async(
        types.DocumentLinkParams(document(uri))
    )
    assert links
    assert text_in(editor, links[0].range) == "[^1]"
    assert str(links[0].target).startswith(editor.uri("sources/staff.csv"))
    found = await editor.client.text_document_definition_async(
        types.DefinitionParams(document(uri), editor.position("[^1]"))
    )
    assert isinstance(found, (list, tuple))
    assert isinstance(found[0], types.LocationLink)
    assert found[0].target_uri == editor.uri("sources/staff.csv")


async def test_a_claim_leads_to_its_passage(editor: Editor) -> None:
    uri = await checked(editor, "emacs")
    found = await editor.client.text_document_definition_async(
        types.DefinitionParams(document(uri), editor.position("Revenue rose"))
    )
    assert isinstance(found, (list, tuple))
    target = found[0]
    place = target.target_range if isinstance(target, types.LocationLink) else target.range
    assert place.start.line == 2
