"""The engine's parts: places in sources, the order of requests, what travels over the pipe."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lsp_server.engine.locations import ExtractedText, Opener, write_extracted
from lsp_server.engine.messages import (
    HEADER_SIZE,
    Cancel,
    Check,
    Checked,
    Hello,
    Project,
    Request,
    answer_decoder,
    body_size,
    frame,
    request_decoder,
)
from lsp_server.engine.process import Inbox
from lsp_server.engine.service import Service
from lsp_server.textmap import TextMap
from verifier import check_text
from verifier.model import SourceDocument
from verifier.settings import Settings

PROJECT = Project("/w", ("/w/sources",), Settings())


def request(number: int, background: bool = False) -> Check:
    return Check(number, PROJECT, "/w/r.md", "text", background)


def test_background_requests_wait_and_cancelled_ones_are_known() -> None:
    inbox = Inbox()
    for message in (request(1, True), request(2), request(3), Cancel(3), Cancel(9)):
        inbox.put(message)
    order = [inbox.get() for _ in range(3)]
    assert [message.id for message in order if isinstance(message, Check)] == [2, 3, 1]
    assert inbox.is_given_up(3)
    assert not inbox.is_given_up(9)
    inbox.done(3)
    assert not inbox.is_given_up(3)


@pytest.mark.parametrize("more", [b"", frame(request(1))[:-3], b"\0\0\0\1x", b"\xff" * 4])
def test_the_engine_ends_with_its_input_wherever_that_breaks_off(more: bytes) -> None:
    command = [sys.executable, "-m", "lsp_server.engine"]
    sent = frame(Hello("utf-16", "/nowhere")) + more
    done = subprocess.run(command, input=sent, capture_output=True, timeout=60)
    assert done.stdout == b""
    assert (done.returncode == 0) == (more == b"")


def test_messages_survive_the_pipe() -> None:
    sent: Request = request(1)
    data = frame(sent)
    assert body_size(data[:HEADER_SIZE]) == len(data) - HEADER_SIZE
    assert request_decoder.decode(data[HEADER_SIZE:]) == sent
    result = check_text("Sales fell in May.\n\nIt rained.", {"a.txt": "Sales fell in May."})
    answer = Checked(7, result, {})
    assert answer_decoder.decode(frame(answer)[HEADER_SIZE:]) == answer


PAGES = st.lists(st.text("ab \n😀", min_size=1, max_size=8), min_size=1, max_size=4)


@given(PAGES)
def test_extracted_pages_keep_every_character(pages: list[str]) -> None:
    starts, at = [], 0
    for page in pages:
        starts.append(at)
        at += len(page)
    document = SourceDocument("a.pdf", "".join(pages), "pdf", pages=tuple(starts))
    extracted = ExtractedText(document)
    text = extracted.text()
    for offset, char in enumerate(document.text):
        assert text[extracted.offset(offset)] == char
    assert text.count("──── page ") == len(pages)


def test_a_pdf_is_opened_in_its_extracted_text(tmp_path: Path) -> None:
    document = SourceDocument(
        "a b.pdf", "One.\nTwo.", "pdf", "/w/a b.pdf", pages=(0, 5), digest="d1"
    )
    place = Opener(document, "utf-16", tmp_path).range(5, 9)
    assert place is not None
    file = Path(place.path)
    text = file.read_text("utf-8")
    assert text == "──── page 1 ────\nOne.\n\n──── page 2 ────\nTwo."
    assert TextMap(text).offset_at(place.start_line, place.start_character) == text.index("Two.")
    assert not file.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    assert write_extracted(document, tmp_path) == file


def test_a_text_that_cannot_be_kept_is_not_opened(tmp_path: Path) -> None:
    document = SourceDocument("a.pdf", "One.", "pdf", "/w/a.pdf", pages=(0,), digest="d1")
    (tmp_path / "file").write_text("no folder")
    assert Opener(document, "utf-16", tmp_path / "file").range(0, 4) is None


def test_the_unsaved_text_of_a_source_counts_until_it_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    text = "Sales fell in May.\n\nThe harbour froze. Nobody could leave it for weeks.\n"
    (folder / "a.txt").write_text(text, "utf-8")
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", "off")
    project = Project(str(tmp_path), (str(folder),), Settings())
    now = [0.0]
    service = Service("utf-16", tmp_path / "extracted", lambda: now[0])

    def verdict() -> str:
        now[0] += 2
        message = Check(1, project, str(tmp_path / "r.md"), "Sales fell in May.\n")
        answer = service.check(message, lambda: False, lambda _: None)
        return answer.result.findings[0].verdict.value

    assert verdict() == "supported"
    service.use_overlays({str(folder / "a.txt"): "It rained in May.\n"})
    assert verdict() == "unsupported"
    service.use_overlays({})
    assert verdict() == "supported"
