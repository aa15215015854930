"""Quick fixes: offered without their edit, made when chosen, and once only."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.lsp.editor import EDITORS, Editor, applied


async def checked(editor: Editor, name: str = "visual-studio-code") -> str:
    await editor.initialize(name)
    uri = editor.open()
    await editor.published_after(0)
    return uri


@pytest.mark.parametrize("name", EDITORS)
async def test_a_citation_is_put_right(editor: Editor, name: str) -> None:
    uri = await checked(editor, name)
    action = await editor.action(uri, "[^1]", "Cite q3.txt, line 6 instead")
    assert action.is_preferred
    assert [found.code for found in action.diagnostics or ()] == ["citation-elsewhere"]
    edit = await editor.edit_of(action)
    assert (edit.document_changes is not None) == (name != "neovim")
    mended = applied(editor, edit)
    assert mended.endswith("[^1]: q3.txt, line 6.\n")
    editor.change(mended)
    editor.write(mended)
    editor.save()
    await editor.until(lambda: editor.codes() == ["contradicted", "unsupported"])


async def test_a_supported_claim_is_cited(editor: Editor) -> None:
    uri = await checked(editor)
    action = await editor.action(uri, "Revenue rose", "Cite q3.txt, line 3")
    assert action.edit is None
    mended = applied(editor, await editor.edit_of(action))
    assert "third quarter of 2024.[^2]\n" in mended
    assert mended.endswith("[^1]: staff.csv\n[^2]: q3.txt, line 3.\n")
    editor.change(mended)
    again = await editor.edit_of(action)
    assert applied(editor, again) == mended


async def test_a_wrong_value_is_replaced(editor: Editor) -> None:
    uri = await checked(editor)
    actions = await editor.actions(uri, "Free cash flow")
    (action,) = (a for a in actions if a.title.startswith("Replace"))
    assert "410" in action.title
    mended = applied(editor, await editor.edit_of(action))
    assert "Free cash flow was 410 million dollars for the quarter." in mended


async def test_a_dismissal(editor: Editor) -> None:
    uri = await checked(editor)
    action = await editor.action(uri, "The board", "Dismiss: common knowledge")
    mended = applied(editor, await editor.edit_of(action))
    assert "in October. <!-- llmfeeder: ignore unsupported -- common knowledge -->" in mended
    editor.change(mended)
    editor.write(mended)
    editor.save()
    await editor.until(lambda: "unsupported" not in editor.codes())
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert "1 dismissed" in lens.command.title


async def test_fix_all_cites_every_supported_claim(editor: Editor) -> None:
    uri = await checked(editor)
    actions = await editor.actions(uri, "# Third", only=[types.CodeActionKind.SourceFixAll])
    (action,) = actions
    assert action.kind == "source.fixAll.llmfeeder"
    assert "of 2024.[^2]" in applied(editor, await editor.edit_of(action))


async def test_only_what_is_asked_for(editor: Editor) -> None:
    uri = await checked(editor)
    assert await editor.actions(uri, "The board", only=[types.CodeActionKind.Refactor]) == []


async def test_a_passage_is_opened(editor: Editor) -> None:
    await checked(editor)
    path = str(editor.root / "sources" / "q3.txt")
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("llmfeeder.openPassage", [path, 3, 19, 3, 22])
    )
    (shown,) = editor.client.shown_documents
    assert shown.uri == editor.uri("sources/q3.txt")
    assert shown.selection == types.Range(types.Position(3, 19), types.Position(3, 22))


async def test_an_action_for_a_claim_that_was_edited_away_makes_no_edit(editor: Editor) -> None:
    uri = await checked(editor)
    action = await editor.action(uri, "The board", "Dismiss: common knowledge")
    editor.change(editor.text().replace("The board approved", "The board refused"))
    with pytest.raises(Exception, match="has changed"):
        await editor.edit_of(action)


@pytest.mark.parametrize(
    ("style", "citation"),
    [
        ("pandoc", "2024 [@q3].\n"),
        ("link", "2024 ([q3.txt, line 3](sources/q3.txt#L3)).\n"),
        ("auto", "2024.[^2]\n"),
    ],
)
async def test_citations_are_inserted_in_the_style_of_the_settings(
    editor: Editor, style: str, citation: str
) -> None:
    editor.write(f'citation_style = "{style}"\n', "llmfeeder.toml")
    uri = await checked(editor)
    action = await editor.action(uri, "Revenue rose", "Cite q3.txt, line 3")
    assert citation in applied(editor, await editor.edit_of(action))
    (action,) = await editor.actions(uri, "# Third", only=[types.CodeActionKind.SourceFixAll])
    assert citation in applied(editor, await editor.edit_of(action))
