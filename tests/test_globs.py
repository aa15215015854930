"""Globs are matched as the shell's, folder by folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.globs import matches


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("r.md", "r.md", True),
        ("./r.md", "r.md", True),
        ("*.md", "r.md", True),
        ("*.md", "a/r.md", False),
        ("**/*.md", "r.md", True),
        ("**/*.md", "a/b/r.md", True),
        ("a/**", "a/b/r.md", True),
        ("a/**", "ab/r.md", False),
        ("a/*", "a/b/r.md", False),
        ("a/", "a/b/r.md", True),
        ("a", "a/r.md", False),
        ("a/**/c/*.md", "a/c/r.md", True),
        ("a/**/c/*.md", "a/x/y/c/r.md", True),
        ("a/**/c/*.md", "a/x/y/r.md", False),
        ("[ab]/?.md", "b/r.md", True),
        ("**", "a/r.md", True),
        ("r.md", "x/../r.md", True),
        ("**", "../r.md", False),
    ],
)
def test_a_glob_fits_or_not(tmp_path: Path, glob: str, path: str, fits: bool) -> None:
    assert matches(tmp_path / path, [glob], tmp_path) is fits


def test_a_glob_with_many_wildcards_is_matched_at_once(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a"] * 200, "r.md")
    assert not matches(deep, ["**/a/" * 100 + "x"], tmp_path)
