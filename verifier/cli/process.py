"""The command as a process of its own: what the entry point `llmfeeder` runs."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading

from verifier.cli import app


def main() -> None:
    """Run the command line and end the process with its exit code."""
    # A check makes much and drops little of it: looking for cycles as often as Python does by
    # itself takes a tenth of the time and finds nothing.
    gc.set_threshold(50_000, 20, 20)
    try:
        app()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            _end_at_once(end.code or 0)
        raise


def _end_at_once(code: int) -> None:
    """End the process without taking every module and table apart, which takes a while.

    Returns where that would lose something: other threads still run, or output cannot be written.
    """
    if any(not thread.daemon for thread in threading.enumerate()[1:]):
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # The interpreter tells of it in its own way.
    os._exit(code)
