"""`--watch`: which saved files count, and that a check follows each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import BAD, GOOD, Run

watchfiles = pytest.importorskip("watchfiles")
Filter = Callable[[object, str], bool]


def pretend(monkeypatch: pytest.MonkeyPatch, *saves: Callable[[], Path]) -> list[bool]:
    """Stands for the watcher: saves one file after the other; says which of them counted."""
    counted: list[bool] = []

    def watch(*_: Path, watch_filter: Filter, **__: object) -> Iterator[set[object]]:
        for save in saves:
            counted.append(watch_filter(1, str(save().resolve())))
            if counted[-1]:
                yield set()
        raise KeyboardInterrupt

    monkeypatch.setattr(watchfiles, "watch", watch)
    return counted


def writing(path: Path, text: str) -> Callable[[], Path]:
    def save() -> Path:
        path.write_text(text)
        return path

    return save


def test_each_saved_file_is_checked_again(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = pretend(
        monkeypatch,
        writing(project / "good.md", BAD),
        writing(project / "sources" / "zoo.txt", f"The zoo is old.\n\n{BAD}\nIt is big.\n"),
        writing(project / "other.txt", "x"),
        writing(project / "llmfeeder.toml", "fail_on = 1"),
    )
    result = run("check", "good.md", "--watch")
    assert result.exit_code == 130
    assert counted == [True, True, False, True]
    figures = [line for line in result.stdout.splitlines() if "faithfulness" in line]
    assert ["faithfulness 1.00" in line for line in figures] == [True, False, True]
    assert "llmfeeder.toml:1:1: fail_on must be a list of verdicts" in result.stderr


def test_settings_and_dismissals_above_the_report_are_watched(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[Path] = []

    def watch(*places: Path, **_: object) -> Iterator[set[object]]:
        watched.extend(places)
        raise KeyboardInterrupt

    monkeypatch.setattr(watchfiles, "watch", watch)
    (project / "llmfeeder.toml").write_text('dismissals = "known/d.toml"\n')
    (project / "known").mkdir()
    (project / "reports").mkdir()
    (project / "good.md").rename(project / "reports" / "good.md")
    assert run("check", "reports/good.md", "--watch").exit_code == 130
    assert watched == [project, project / "known", project / "reports", project / "sources"]


def test_a_text_cannot_be_watched(project: Path, run: Run) -> None:
    result = run("check", GOOD, "--watch")
    assert result.exit_code == 2
    assert "--watch needs report files" in result.stderr
