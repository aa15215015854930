"""Which files are sources, what they are called, and why others are left out."""

import os
import socket
import subprocess
from pathlib import Path

import pytest

from verifier.errors import SourcesError
from verifier.model import SourceState
from verifier.sources import collect


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Text.")


def ids(*paths: Path, report_paths: tuple[Path, ...] = ()) -> list[str]:
    return [file.id for file in collect(paths, report_paths).files]


def reasons(*paths: Path, report_paths: tuple[Path, ...] = ()) -> dict[str, str]:
    return {status.id: status.reason for status in collect(paths, report_paths).skipped}


def test_ids_are_relative_paths_in_order(tmp_path: Path) -> None:
    write(tmp_path, "b.txt", "sub/a.md", "a.txt", "sub/deep/c.json")
    assert ids(tmp_path) == ["a.txt", "b.txt", "sub/a.md", "sub/deep/c.json"]
    assert ids(tmp_path / "b.txt") == ["b.txt"]


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    collection = collect([tmp_path])
    assert (collection.files, collection.skipped) == ((), ())


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourcesError, match="nowhere: there is no such file or folder"):
        collect([tmp_path / "nowhere"])


def test_names_that_clash_get_their_folders(tmp_path: Path) -> None:
    write(tmp_path, "x/docs/r.md", "y/docs/r.md", "z/r.md", "z/other.md")
    assert ids(tmp_path / "x/docs", tmp_path / "z") == ["docs/r.md", "z/other.md", "z/r.md"]
    both = (tmp_path / "x/docs", tmp_path / "y/docs")
    assert ids(*both) == ["x/docs/r.md", "y/docs/r.md"]
    assert ids(*reversed(both)) == ids(*both)


def test_a_file_named_twice_counts_once(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", "sub/b.txt")
    assert ids(tmp_path, tmp_path / "sub", tmp_path / "a.txt", tmp_path) == ["a.txt", "sub/b.txt"]


def test_secrets_are_never_read_even_when_named(tmp_path: Path) -> None:
    names = [".env", ".env.local", "prod.env", "server.pem", "tls.key", "id_rsa", ".netrc"]
    write(tmp_path, *names, "ok.txt")
    assert ids(tmp_path) == ["ok.txt"]
    assert reasons(tmp_path) == dict.fromkeys(names, "may hold secrets: never read")
    for name in names:
        assert ids(tmp_path / name) == []


def test_a_link_to_a_secret_is_no_way_in(tmp_path: Path) -> None:
    write(tmp_path, "in/.env", "in/a.txt")
    (tmp_path / "in/notes.txt").symlink_to(tmp_path / "in/.env")
    assert ids(tmp_path / "in") == ["a.txt"]
    assert ids(tmp_path / "in/notes.txt") == []


def test_tool_folders_are_one_status_each(tmp_path: Path) -> None:
    write(tmp_path, ".git/config", "node_modules/a/b.js", "node_modules/c.js", "__pycache__/x.py")
    write(tmp_path, "env/pyvenv.cfg", "env/lib/x.py", ".hidden/x.txt", "keep.txt")
    assert ids(tmp_path) == ["keep.txt"]
    assert reasons(tmp_path) == {
        ".git/": "version control folder",
        ".hidden/": "hidden folder",
        "__pycache__/": "dependency folder",
        "env/": "dependency folder",
        "node_modules/": "dependency folder",
    }


def test_formats_that_are_no_text_are_named(tmp_path: Path) -> None:
    write(tmp_path, "a.docx", "b.png", ".secretive", ".DS_Store", "c.TXT")
    assert ids(tmp_path) == ["c.TXT"]
    assert reasons(tmp_path) == {
        ".secretive": "hidden file",
        "a.docx": "format not supported: save it as PDF or text",
        "b.png": "not a text file",
    }


def test_links_and_special_files(tmp_path: Path) -> None:
    write(tmp_path, "in/a.txt", "out/b.txt")
    inside = tmp_path / "in"
    (inside / "leaves.txt").symlink_to(tmp_path / "out/b.txt")
    (inside / "folder").symlink_to(tmp_path / "out")
    (inside / "loop").symlink_to(inside)
    (inside / "same.txt").symlink_to(inside / "a.txt")
    (inside / "broken").symlink_to(inside / "gone")
    (inside / "itself").symlink_to(inside / "itself")
    os.mkfifo(inside / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(inside / "s.txt"))
    assert ids(inside) == ["a.txt"]
    assert reasons(inside) == {
        "broken": "broken link",
        "folder": "link that leaves the folder",
        "itself": "broken link",
        "leaves.txt": "link that leaves the folder",
        "pipe.txt": "not a regular file",
        "s.txt": "not a regular file",
    }


def test_a_named_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SourcesError, match="neither a file nor a folder"):
        collect([tmp_path / "pipe"])


def test_large_files_are_left_out(tmp_path: Path) -> None:
    for name, size in (("a.txt", 50_000_001), ("b.pdf", 50_000_001), ("c.pdf", 200_000_001)):
        with (tmp_path / name).open("wb") as stream:
            stream.truncate(size)
    assert ids(tmp_path) == ["b.pdf"]
    assert reasons(tmp_path) == {"a.txt": "larger than 50 MB", "c.pdf": "larger than 200 MB"}


def test_a_report_is_no_source_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "report.md", "a.txt")
    (tmp_path / "link").symlink_to(tmp_path / "report.md")
    for report in ("report.md", "link"):
        assert ids(tmp_path, report_paths=(tmp_path / report,)) == ["a.txt"]
    assert reasons(tmp_path, report_paths=(tmp_path / "report.md",)) == {
        "report.md": "the report itself, which is no source of its own"
    }


def test_gitignore_counts_at_a_repositorys_root_only(tmp_path: Path) -> None:
    write(tmp_path, "pdfs/a.txt", "keep/b.log", "c.log", "build/d.txt", "sub/e.tmp", "sub/f.txt")
    (tmp_path / ".gitignore").write_text("*.log\n/build/\n!keep/*.log\npdfs/\n")
    (tmp_path / "sub/.gitignore").write_text("*.tmp\n")
    everything = ["build/d.txt", "c.log", "keep/b.log", "pdfs/a.txt", "sub/e.tmp", "sub/f.txt"]
    assert ids(tmp_path) == everything
    (tmp_path / ".git").mkdir()
    assert ids(tmp_path) == ["keep/b.log", "sub/f.txt"]
    assert reasons(tmp_path) == {
        ".git/": "version control folder",
        "build/": "hidden by .gitignore",
        "c.log": "hidden by .gitignore",
        "pdfs/": "hidden by .gitignore",
        "sub/e.tmp": "hidden by .gitignore",
    }
    assert ids(tmp_path / "pdfs") == ["a.txt"]
    assert ids(tmp_path, tmp_path / "c.log") == ["c.log", "keep/b.log", "sub/f.txt"]


def test_ignored_files_are_those_that_git_ignores(tmp_path: Path) -> None:
    rules = "*.log\n!important.log\n/only-root.txt\ndocs/**/draft-*\n# c\n\\#odd\n[ab].md\n"
    names = ["x.log", "important.log", "only-root.txt", "s/only-root.txt", "docs/p/draft-1.txt"]
    names += ["docs/draft-2.txt", "#odd", "a.md", "c.md", "s/b.md"]
    write(tmp_path, *names)
    (tmp_path / ".gitignore").write_text(rules)
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    listing = subprocess.run(
        [*git, "ls-files", "-co", "--exclude-standard"], check=True, capture_output=True, text=True
    )
    expected = sorted(set(listing.stdout.split("\n")) - {"", ".gitignore"})
    assert ids(tmp_path) == expected


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_folder_is_told(tmp_path: Path) -> None:
    write(tmp_path, "closed/a.txt", "b.txt")
    (tmp_path / "closed").chmod(0)
    try:
        collection = collect([tmp_path])
    finally:
        (tmp_path / "closed").chmod(0o700)
    assert [file.id for file in collection.files] == ["b.txt"]
    assert collection.skipped[0].state is SourceState.UNREADABLE


def test_a_folder_that_cannot_be_listed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.txt")

    def refuse(_: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.scandir", refuse)
    (status,) = collect([tmp_path]).skipped
    assert status.state is SourceState.UNREADABLE
    assert status.reason == "folder cannot be read: permission denied"
