"""The progress bar shows on a terminal, for slow corpora only."""

from __future__ import annotations

import io
import sys

import pytest

from verifier.cli import progress
from verifier.cli.progress import ReadingBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_shown_outside_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with ReadingBar() as bar:
        bar(1, 3, "a.txt")
    assert stream.getvalue() == ""


def test_a_quick_corpus_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with ReadingBar() as bar:
        for number in range(3):
            bar(number + 1, 3, "a.txt")
    assert terminal.getvalue() == ""


def test_a_slow_corpus_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with ReadingBar() as bar:
        bar(1, 3, "[red]a.txt")
        bar(2, 3, "b.txt")
    shown = terminal.getvalue()
    assert "reading sources" in shown
    assert "2/3" in shown
