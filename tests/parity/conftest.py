"""The server of the language server's own tests, here in a copy of each sample."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.lsp.conftest import editor

__all__ = ["editor", "root"]

SAMPLES = sorted(
    path.parent for path in (Path(__file__).parents[2] / "samples").glob("*/report.md")
)


@pytest.fixture(params=SAMPLES, ids=lambda path: path.name)
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a sample."""
    root = tmp_path / "sample"
    shutil.copytree(request.param, root)
    return root
