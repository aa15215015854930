"""Which sources a report is checked against, found from its place on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from lsp_server.projects import Found, find, is_listed
from lsp_server.settings import ClientSettings


def write(path: Path, text: str = "x\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def sources(found: Found, root: Path) -> list[str]:
    assert found.project is not None, found.reason
    return [Path(path).relative_to(root).as_posix() for path in found.project.sources]


def test_the_nearest_sources_folder_below_the_workspace(tmp_path: Path) -> None:
    write(tmp_path / "sources" / "a.txt")
    write(tmp_path / "w" / "sources" / "a.txt")
    write(tmp_path / "w" / "deep" / "er" / "sources" / "a.txt")
    workspace = [tmp_path / "w"]
    inner, middle = tmp_path / "w" / "deep" / "er" / "r.md", tmp_path / "w" / "deep" / "r.md"
    assert sources(find(inner, workspace, ClientSettings()), tmp_path) == ["w/deep/er/sources"]
    assert sources(find(middle, workspace, ClientSettings()), tmp_path) == ["w/sources"]
    assert find(tmp_path / "w" / "x" / "r.md", [], ClientSettings()) == Found(None)


def test_the_settings_file_goes_before_the_clients_settings(tmp_path: Path) -> None:
    write(tmp_path / "papers" / "a.txt")
    write(tmp_path / "notes" / "a.txt")
    settings = ClientSettings(sources=("notes",), sensitivity="strict", tables=True)
    report = tmp_path / "r.md"
    found = find(report, [tmp_path], settings)
    assert sources(found, tmp_path) == ["notes"]
    assert found.project is not None
    assert found.project.settings.sensitivity == "strict"
    write(tmp_path / "llmfeeder.toml", 'sources = ["papers"]\nsensitivity = "balanced"\n')
    found = find(report, [tmp_path], settings)
    assert sources(found, tmp_path) == ["papers"]
    assert found.project is not None
    assert found.project.settings.sensitivity == "balanced"
    assert found.project.settings.tables


def test_what_is_missing_excluded_or_too_large_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "llmfeeder.toml", 'sources = ["gone"]\nexclude = ["draft*"]\n')
    assert "gone" in find(tmp_path / "r.md", [tmp_path], ClientSettings()).reason
    assert find(tmp_path / "draft.md", [tmp_path], ClientSettings()).reason == ""
    monkeypatch.setenv("HOME", str(tmp_path / "home" / "me"))
    write(tmp_path / "home" / "me" / "a.txt")
    write(tmp_path / "llmfeeder.toml", 'sources = ["home"]\n')
    assert "home folder" in find(tmp_path / "r.md", [tmp_path], ClientSettings()).reason


def test_a_settings_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    (tmp_path / "llmfeeder.toml").write_bytes(b"\xff\xfe\x00")
    found = find(tmp_path / "r.md", [tmp_path], ClientSettings())
    assert found.file is not None
    assert "UTF-8" in found.file.problems[0].message


def test_the_reports_that_the_settings_list(tmp_path: Path) -> None:
    write(tmp_path / "llmfeeder.toml", 'sources = ["s"]\nreports = ["out/**/*.md"]\n')
    write(tmp_path / "s" / "a.txt")
    listed, other = write(tmp_path / "out" / "x" / "r.md"), write(tmp_path / "r.md")
    file = find(listed, [tmp_path], ClientSettings()).file
    assert is_listed(listed, file)
    assert not is_listed(other, file)
    assert is_listed(other, None)


def test_overrides_hold_for_the_reports_they_name(tmp_path: Path) -> None:
    write(tmp_path / "sources" / "a.txt")
    write(
        tmp_path / "llmfeeder.toml",
        "[[overrides]]\npaths = 'drafts/**'\nsensitivity = 'strict'\n",
    )
    settings = ClientSettings(sensitivity="balanced")
    for report, sensitivity in (("drafts/r.md", "strict"), ("r.md", "balanced")):
        found = find(tmp_path / report, [tmp_path], settings)
        assert found.project is not None
        assert found.project.settings.sensitivity == sensitivity
