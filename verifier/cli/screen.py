"""What standard output is: its width, and whether colours are wanted."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable

from verifier.outputs import terminal
from verifier.outputs.layout import Line


def width() -> int | None:
    """Columns of the terminal; None for a pipe or a file, where lines stay whole."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def colour() -> bool:
    """Whether to use colours: on a terminal, unless NO_COLOR or FORCE_COLOR says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def show(lines: Iterable[Line]) -> None:
    """Print lines on standard output."""
    terminal.write(lines, sys.stdout, colour())
