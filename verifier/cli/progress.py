"""Progress bars on a terminal's standard error, while sources are read and a model is asked."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PATIENCE = 0.3  # seconds without a bar: most corpora are read by then


class Bar:
    """Shows how far something has come; call it with done, total and the name of what is done.

    Does nothing where standard error is no terminal, or where all is quick.

    Args:
        what: is done, for people.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._wanted = sys.stderr.isatty()
        self._start = 0.0
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __call__(self, done: int, total: int, name: str = "") -> None:
        """Show that `done` of `total` are done, the last of them called `name`."""
        self._start = self._start or time.monotonic()
        if not self._wanted or (self._bar is None and time.monotonic() - self._start < _PATIENCE):
            return
        if self._bar is None or self._task is None:
            self._bar = _bar()
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=total, name="")
        self._bar.update(self._task, completed=done, total=total, name=name[-40:])
        if done >= total:
            self.stop()

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
        self._bar = self._task = None


class ReadingBar(Bar):
    """Shows how far reading the sources has come."""

    def __init__(self) -> None:
        super().__init__("reading sources")


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[name]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
