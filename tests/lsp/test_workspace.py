"""Sources, settings files and folders: what changes is seen, what is forbidden is said."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor
from verifier.dismissals_file import dump, entry_for
from verifier.model import Verdict

CODES = ["contradicted", "unsupported", "citation-elsewhere"]


async def checked(editor: Editor, name: str = "visual-studio-code", **settings: Any) -> str:
    if settings:
        editor.client.set_configuration(settings, section="llmfeeder")
    await editor.initialize(name)
    uri = editor.open()
    await editor.published_after(0)
    return uri


def mend(editor: Editor) -> None:
    """The source now says what the report says."""
    text = editor.text("sources/q3.txt").replace("410 million", "510 million")
    editor.write(text, "sources/q3.txt")
    os.utime(editor.root / "sources" / "q3.txt", ns=(1, 1))


async def command(editor: Editor, name: str, *arguments: Any) -> Any:
    return await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(name, list(arguments))
    )


def changed(editor: Editor, name: str) -> None:
    event = types.FileEvent(editor.uri(name), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def test_a_changed_source_is_seen_by_the_clients_watcher(editor: Editor) -> None:
    await checked(editor, pollSeconds=3600)
    await editor.until(lambda: len(editor.registered) >= 3)
    globs = watched(editor)
    assert f"{editor.root.as_posix()}/sources/**" in globs
    mend(editor)
    changed(editor, "sources/q3.txt")
    await editor.until(lambda: editor.codes() == CODES[1:])


async def test_sources_are_looked_at_although_settings_changed_with_them(editor: Editor) -> None:
    await checked(editor, pollSeconds=3600)
    assert editor.server is not None
    editor.server.scheduler.cancel("sources")
    paths = [editor.uri(name) for name in ("llmfeeder.toml", "sources/q3.txt")]
    events = [types.FileEvent(path, types.FileChangeType.Changed) for path in paths]
    editor.server.watching.files_changed(events)
    assert editor.server.scheduler.is_busy("sources")
    assert editor.server.scheduler.is_busy(editor.uri())
    await editor.until(lambda: editor.codes() == CODES)


def watched(editor: Editor) -> list[str]:
    """The globs that the client was asked to watch."""
    return [
        watcher["globPattern"] if isinstance(watcher, dict) else watcher.glob_pattern
        for registration in editor.registered
        if registration.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        for watcher in watchers_of(registration)
    ]


def watchers_of(registration: types.Registration) -> list[Any]:
    options: Any = registration.register_options
    return list(options["watchers"] if isinstance(options, dict) else options.watchers)


async def test_a_changed_source_is_seen_by_polling_where_nothing_is_watched(editor: Editor) -> None:
    await checked(editor, "neovim", pollSeconds=0.1)
    assert editor.registered == []
    mend(editor)
    await editor.until(lambda: editor.codes() == CODES[1:])


async def test_the_unsaved_text_of_a_source_counts(editor: Editor) -> None:
    await checked(editor)
    text = editor.text("sources/q3.txt")
    editor.open("sources/q3.txt", text, "plaintext")
    editor.change(text.replace("410 million", "510 million"), "sources/q3.txt")
    await editor.until(lambda: editor.codes() == CODES[1:])
    editor.close("sources/q3.txt")
    await editor.until(lambda: editor.codes() == CODES)


async def test_errors_in_a_settings_file_are_shown_until_they_are_mended(
    editor: Editor,
) -> None:
    (editor.root / "sources").rename(editor.root / "papers")
    editor.write(
        '[tool.llmfeeder]\nsources = ["papers"]\nsensitivty = "strict"\n', "pyproject.toml"
    )
    await editor.initialize()
    uri = editor.open()
    await editor.published_after(0)
    assert editor.codes() == []
    (problem,) = editor.client.diagnostics[editor.uri("pyproject.toml")]
    assert problem.range.start == types.Position(2, 0)
    assert "sensitivity" in problem.message
    (lens,) = await editor.lenses(uri)
    assert lens.command is not None
    assert lens.command.title == "not checked: pyproject.toml has errors"
    editor.write('[tool.llmfeeder]\nsources = ["papers"]\n', "pyproject.toml")
    changed(editor, "pyproject.toml")
    await editor.until(lambda: editor.codes() == CODES)
    assert editor.codes("pyproject.toml") == []


async def test_a_file_of_the_workspace_reaches_no_sources_outside(
    editor: Editor, tmp_path: Path
) -> None:
    (editor.root / "sources").rename(tmp_path / "outside")
    (editor.root / "inside").symlink_to(tmp_path / "outside")
    editor.write('sources = ["../outside", "inside"]\n', "llmfeeder.toml")
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    assert editor.codes() == []
    problems = editor.client.diagnostics[editor.uri("llmfeeder.toml")]
    assert [problem.range.start.character for problem in problems] == [12, 26]
    assert all("lies outside the workspace" in problem.message for problem in problems)
    editor.client.set_configuration({"allowOutsideSources": True}, section="llmfeeder")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.until(lambda: "contradicted" in editor.codes())


async def test_sources_that_come_later_are_found(editor: Editor) -> None:
    (editor.root / "sources").rename(editor.root / "papers")
    editor.client.set_configuration({"pollSeconds": 0.1}, section="llmfeeder")
    await editor.initialize("neovim")
    editor.open()
    await editor.published_after(0)
    assert editor.codes() == []
    (editor.root / "papers").rename(editor.root / "sources")
    await editor.until(lambda: editor.codes() == CODES)


async def test_each_folder_has_its_own_settings(editor: Editor) -> None:
    other = editor.root / "other"
    (other / "sources").mkdir(parents=True)
    editor.write("The board resigned in May.\n", "other/sources/a.txt")
    editor.write("The board resigned in June.\n", "other/report.md")
    editor.client.set_configuration({"severity": {"contradicted": "hint"}}, section="llmfeeder",
                                    scope_uri=other.as_uri())  # fmt: skip
    await editor.initialize(folders=[editor.root, other])
    editor.open()
    editor.open("other/report.md")
    await editor.until(lambda: editor.publications() and editor.publications("other/report.md"))
    assert editor.codes() == CODES
    (found,) = editor.client.diagnostics[editor.uri("other/report.md")]
    assert found.severity is types.DiagnosticSeverity.Hint


async def test_the_whole_workspace_is_checked(editor: Editor) -> None:
    editor.write("Free cash flow was 510 million dollars for the quarter.\n", "other.md")
    await checked(editor)
    summary = await command(editor, "llmfeeder.checkWorkspace")
    assert summary["reports"] == 2
    assert summary["contradicted"] == 2
    await editor.until(lambda: editor.codes("other.md") == ["contradicted"])
    editor.open("other.md")
    editor.close("other.md")
    await editor.until(lambda: editor.codes("other.md") == [])


async def test_a_report_that_cannot_be_checked_counts_open_or_not(editor: Editor) -> None:
    editor.write("The board resigned in May.\n", "other.md")
    editor.write('sources = ["gone"]\n', "llmfeeder.toml")
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    summary = await command(editor, "llmfeeder.checkWorkspace")
    assert (summary["reports"], summary["failed"]) == (0, 2)


async def test_a_report_without_a_readable_source_is_not_checked(editor: Editor) -> None:
    editor.write("The board resigned in May.\n", "other.md")
    for file in (editor.root / "sources").iterdir():
        file.unlink()
    (editor.root / "sources" / "scan.pdf").write_bytes(b"%PDF-1.7 broken")
    await editor.initialize()
    editor.open()
    await editor.published_after(0)
    summary = await command(editor, "llmfeeder.checkWorkspace")
    assert (summary["reports"], summary["failed"]) == (0, 2)


async def test_the_whole_workspace_is_bounded(editor: Editor) -> None:
    for number in range(5):
        editor.write("The board resigned in May.\n", f"r{number}.md")
    await checked(editor, maxWorkspaceFiles=3)
    summary = await command(editor, "llmfeeder.checkWorkspace")
    assert summary["reports"] == 3
    assert summary["left_out"] == 3


async def test_a_home_folder_is_refused(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    await checked(editor)
    monkeypatch.setenv("HOME", str(editor.root))
    answer = await command(editor, "llmfeeder.checkWorkspace")
    assert "too large" in answer["error"]
    assert len(editor.client.messages) == 1


async def test_reindexing_and_status(editor: Editor) -> None:
    uri = await checked(editor)
    assert await command(editor, "llmfeeder.reindex") == 1
    await editor.published_after(1)
    status = await command(editor, "llmfeeder.status")
    assert status["positionEncoding"] == "utf-16"
    assert status["reports"][0]["uri"] == uri
    assert status["reports"][0]["indexed"] == 2


async def test_an_unsaved_new_report_is_checked_against_the_folders_sources(editor: Editor) -> None:
    await editor.initialize()
    editor.client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem("untitled:Untitled-1", "markdown", 1, editor.text())
        )
    )
    await editor.until(lambda: len(editor.client.diagnostics.get("untitled:Untitled-1", ())) == 3)


async def test_a_settings_file_is_looked_at_where_nothing_is_watched(editor: Editor) -> None:
    await checked(editor, "neovim", pollSeconds=0.1)
    editor.write('sources = ["gone"]\n', "llmfeeder.toml")
    await editor.until(lambda: editor.codes() == [])
    (editor.root / "llmfeeder.toml").unlink()
    await editor.until(lambda: editor.codes() == CODES)


async def test_folders_come_and_go(editor: Editor) -> None:
    other = editor.root.parent / "other"
    other.mkdir()
    await editor.initialize(folders=[other])
    (editor.root / "deep").mkdir()
    editor.write(editor.text(), "deep/report.md")
    editor.open("deep/report.md")
    await editor.published_after(0, "deep/report.md")
    assert editor.codes("deep/report.md") == []
    folder = types.WorkspaceFolder(editor.root.as_uri(), "project")
    change = types.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
    editor.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(change)
    )
    await editor.until(lambda: "contradicted" in editor.codes("deep/report.md"))


CLAIM = "The board approved a share buyback of 90 million dollars in October."
DISMISSALS = "llmfeeder-dismissals.toml"


def dismissal(editor: Editor, claim: str = CLAIM) -> str:
    """The dismissals file that dismisses the unsupported finding, written for `claim`."""
    assert editor.server is not None
    report = editor.server.session.report(editor.uri())
    assert report is not None
    assert report.checked is not None
    unsupported = (f for f in report.checked.result if f.verdict is Verdict.UNSUPPORTED)
    entry = entry_for(next(unsupported), "report.md", "in the minutes")
    return dump([replace(entry, claim=claim)])


async def test_the_severities_of_the_settings_file_go_before_the_clients(editor: Editor) -> None:
    editor.write('severities = { contradicted = "hint", citation = "off" }\n', "llmfeeder.toml")
    uri = await checked(editor, severity={"contradicted": "warning", "unsupported": "information"})
    assert [(found.code, found.severity) for found in editor.client.diagnostics[uri]] == [
        ("contradicted", types.DiagnosticSeverity.Hint),
        ("unsupported", types.DiagnosticSeverity.Information),
    ]


async def test_a_changed_dismissals_file_is_seen_by_the_clients_watcher(editor: Editor) -> None:
    uri = await checked(editor, pollSeconds=3600)
    await editor.until(lambda: len(editor.registered) >= 3)
    globs = watched(editor)
    assert (editor.root / DISMISSALS).as_posix() in globs
    good, stale = dismissal(editor), dismissal(editor, "The board said so.")
    editor.write(good, DISMISSALS)
    changed(editor, DISMISSALS)
    await editor.until(lambda: "unsupported" not in editor.codes())
    assert "dismissal" not in editor.codes()
    editor.write(stale, DISMISSALS)
    changed(editor, DISMISSALS)
    await editor.until(lambda: editor.codes() == [*CODES, "dismissal"])
    found = editor.client.diagnostics[uri][-1]
    assert found.severity == types.DiagnosticSeverity.Information
    assert "llmfeeder-dismissals.toml:4 no longer holds: the report no longer" in found.message
    assert found.range.start == types.Position(0, 0)
    assert found.related_information is not None
    assert found.related_information[0].location.uri == editor.uri(DISMISSALS)
    assert found.related_information[0].location.range.start.line == 3
    editor.write(good.replace("unsupported", "partial"), DISMISSALS)
    changed(editor, DISMISSALS)
    await editor.until(lambda: "is unsupported now" in editor.client.diagnostics[uri][-1].message)
    assert editor.client.diagnostics[uri][-1].range.start == editor.position(CLAIM)


async def test_a_dismissals_file_is_looked_at_where_nothing_is_watched(editor: Editor) -> None:
    await checked(editor, "neovim", pollSeconds=0.1)
    editor.write(dismissal(editor), DISMISSALS)
    await editor.until(lambda: "unsupported" not in editor.codes())
    (editor.root / DISMISSALS).unlink()
    await editor.until(lambda: editor.codes() == CODES)


async def test_saving_the_dismissals_file_checks_again(editor: Editor) -> None:
    await checked(editor, pollSeconds=3600)
    text = dismissal(editor)
    editor.open(DISMISSALS, text, "toml")
    editor.write(text, DISMISSALS)
    editor.save(DISMISSALS)
    await editor.until(lambda: "unsupported" not in editor.codes())


async def test_outdated_dismissals_of_reports_that_are_not_open(editor: Editor) -> None:
    await checked(editor)
    editor.write(dismissal(editor).replace("report.md", "other.md"), DISMISSALS)
    editor.write("# Other\n\nRevenue rose.\n", "other.md")
    await command(editor, "llmfeeder.checkWorkspace")
    await editor.until(lambda: "dismissal" in editor.codes("other.md"))


async def test_sources_outside_the_workspace_are_watched_by_folder(
    editor: Editor, tmp_path: Path
) -> None:
    def able(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.workspace is not None
        watching = capabilities.workspace.did_change_watched_files
        assert watching is not None
        watching.relative_pattern_support = True

    outside = tmp_path / "papers"
    (editor.root / "sources").rename(outside)
    settings = {"sources": [str(outside), str(outside / "q3.txt")]}
    editor.client.set_configuration(settings, section="llmfeeder")
    await editor.initialize(able=able)
    editor.open()
    await editor.published_after(0)

    def patterns() -> set[tuple[str, str]]:
        globs = [watcher["globPattern"] for item in registered() for watcher in watchers_of(item)]
        return {(glob["baseUri"], glob["pattern"]) for glob in globs if isinstance(glob, dict)}

    def registered() -> list[types.Registration]:
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        return [item for item in editor.registered if item.method == method]

    await editor.until(
        lambda: {(outside.as_uri(), "**"), (outside.as_uri(), "q3.txt")} <= patterns()
    )
