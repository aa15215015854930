"""Reading many files: the cache changes no document, and a bad file costs nothing but itself."""

import os
import time
from pathlib import Path

import pytest
from fpdf import FPDF
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.cache import Cache
from verifier.errors import Cancelled
from verifier.model import SourceDocument, SourceState, SourceStatus
from verifier.sources import collect, read_documents, workers


def write_pdf(path: Path, text: str) -> None:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    pdf.add_page()
    pdf.multi_cell(0, 6, text)
    pdf.output(str(path))


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "a.txt").write_text("Revenue was 410 million dollars.\nIt rose.\n")
    (folder / "b.md").write_text("# Head\n\nCosts **fell** by 3 percent.\n")
    (folder / "c.json").write_text('{"server": {"port": 8080}}')
    (folder / "d.bin2").write_bytes(b"\x00\x01\x02" * 50)
    write_pdf(folder / "e.pdf", "The trial enrolled 310 patients.")
    old = time.time() - 100
    for path in folder.iterdir():
        os.utime(path, (old, old))
    return folder


def read(
    folder: Path, cache: Cache | None = None
) -> tuple[list[SourceDocument], list[SourceStatus]]:
    return read_documents(collect([folder]).files, cache)


def test_every_file_has_a_status_in_order(sources: Path) -> None:
    documents, statuses = read(sources)
    assert [d.id for d in documents] == ["a.txt", "b.md", "c.json", "e.pdf"]
    assert [(s.id, s.state) for s in statuses] == [
        ("a.txt", SourceState.INDEXED),
        ("b.md", SourceState.INDEXED),
        ("c.json", SourceState.INDEXED),
        ("d.bin2", SourceState.SKIPPED),
        ("e.pdf", SourceState.INDEXED),
    ]
    assert documents[3].text == "The trial enrolled 310 patients."
    assert documents[3].span(4, 9).locator() == "e.pdf p.1"


def test_the_cache_changes_no_document(sources: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    plain = read(sources)
    assert read(sources, cache) == plain
    assert read(sources, cache) == plain


@settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_damaged_cache_changes_no_document(
    sources: Path, tmp_path: Path, data: st.DataObject
) -> None:
    (sources / "e.pdf").unlink(missing_ok=True)
    cache = Cache(tmp_path / "cache")
    plain = read(sources)
    read(sources, cache)
    for path in sorted(path for path in cache.path.rglob("*") if path.is_file()):
        whole = path.read_bytes()
        at = data.draw(st.integers(0, len(whole) - 1))
        harm = data.draw(st.sampled_from(["flip", "cut", "delete", "none"]))
        if harm == "flip":
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
        elif harm == "cut":
            path.write_bytes(whole[:at])
        elif harm == "delete":
            path.unlink()
    assert read(sources, cache) == plain


def test_an_unchanged_file_is_not_read_again(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path / "cache")
    now = time.time_ns
    monkeypatch.setattr("verifier.sources.reading.time.time_ns", lambda: now() + 10_000_000_000)
    first = read(sources, cache)

    def refuse(path: str) -> None:
        raise AssertionError(f"{path} was read again")

    monkeypatch.setattr("verifier.sources.reading.read_regular", refuse)
    assert read(sources, cache) == first


def test_a_file_changed_just_now_is_read_again(sources: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    path = sources / "a.txt"
    path.write_text("It was 410.")
    state = path.stat()
    read(sources, cache)
    path.write_text("It was 510.")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    documents, _ = read(sources, cache)
    assert documents[0].text == "It was 510."


def test_a_renamed_copy_gets_its_own_name(sources: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    read(sources, cache)
    (sources / "z.txt").write_bytes((sources / "a.txt").read_bytes())
    documents, _ = read(sources, cache)
    assert [d.id for d in documents] == ["a.txt", "b.md", "c.json", "e.pdf", "z.txt"]
    assert documents[-1].path == str(sources / "z.txt")


def test_progress_names_every_file_once(sources: Path) -> None:
    told: list[tuple[int, int, str]] = []
    files = collect([sources]).files
    read_documents(files, None, lambda done, total, name: told.append((done, total, name)))
    assert [done for done, _, _ in told] == [1, 2, 3, 4, 5]
    assert {total for _, total, _ in told} == {5}
    assert sorted(name for _, _, name in told) == [file.id for file in files]


def test_reading_can_be_cancelled(sources: Path) -> None:
    with pytest.raises(Cancelled):
        read_documents(collect([sources]).files, None, None, lambda: True)


def test_no_process_is_started_without_a_pdf(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_started", lambda: pytest.fail("a process was started"))
    (sources / "e.pdf").unlink()
    assert len(read(sources)[0]) == 3


def results_of(
    folder: Path, time_limit: float = 60
) -> dict[str, tuple[SourceDocument | SourceStatus, bool]]:
    processes = workers.ReadingProcesses(time_limit)
    files = dict(enumerate(collect([folder]).files))
    for index, file in files.items():
        processes.submit(index, file)
    try:
        return {files[i].id: (result, lasting) for i, result, lasting in processes.results()}
    finally:
        processes.close()


HANGS = "import sys, time; sys.stdin.buffer.read(8); time.sleep(600)"
CRASHES = "import os, sys; sys.stdin.buffer.read(8); os.abort()"
LIES = (
    "import sys; sys.stdin.buffer.read(8);"
    "sys.stdout.buffer.write(b'\\0\\0\\0\\2xx'); sys.stdout.flush()"
)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (HANGS, "took longer than 0.2 seconds to read"),
        (CRASHES, "the reader crashed on it: it may be broken or malicious"),
        (LIES, "the reader crashed on it: it may be broken or malicious"),
    ],
)
def test_a_process_that_fails_is_its_files_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, reason: str
) -> None:
    for name in "abc":
        write_pdf(tmp_path / f"{name}.pdf", "Text.")
    monkeypatch.setattr(workers, "_COMMAND", ("-c", program))
    limit = 0.2 if program == HANGS else 60
    results = results_of(tmp_path, limit)
    assert len(results) == 3
    for result, lasting in results.values():
        assert isinstance(result, SourceStatus)
        assert (result.state, result.reason) == (SourceState.UNREADABLE, reason)
        assert not lasting


def test_the_files_after_a_bad_one_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 broken")
    write_pdf(tmp_path / "b.pdf", "Good text.")
    results = results_of(tmp_path)
    broken, good = results["a.pdf"][0], results["b.pdf"][0]
    assert isinstance(broken, SourceStatus)
    assert broken.reason == "is broken or no PDF: it cannot be opened"
    assert isinstance(good, SourceDocument)
