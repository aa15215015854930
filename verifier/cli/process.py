"""The command as a process of its own: what the entry point `llmfeeder` runs."""

from __future__ import annotations

import gc

from verifier.cli import app


def main() -> None:
    """Run the command line and end the process with its exit code."""
    # A check makes much and drops little of it: looking for cycles as often as Python does by
    # itself takes a tenth of the time and finds nothing.
    gc.set_threshold(50_000, 20, 20)
    try:
        app()
    finally:
        # Nor is there anything to find for the searches with which the interpreter ends.
        gc.freeze()
