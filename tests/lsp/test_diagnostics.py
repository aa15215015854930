"""Diagnostics from open to close, as each editor sees them."""

from __future__ import annotations

import pytest

from tests.lsp.editor import EDITORS, Editor


@pytest.mark.parametrize("name", EDITORS)
async def test_diagnostics_on_open(editor: Editor, name: str) -> None:
    await editor.initialize(name)
    editor.open()
    await editor.published_after(0)
    assert editor.codes() == ["contradicted", "unsupported"]
