"""The formats by name: what `--format` takes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifier.outputs.run import Run

TERMINAL = "terminal"
FORMATS = (TERMINAL, "json", "sarif", "github", "junit", "markdown", "rdjson")
"""The names, as users write them."""


def renderer(name: str) -> Callable[[Run], str]:
    """What makes the text of the format `name`, one of `FORMATS`."""
    if name == TERMINAL:
        return _terminal
    if name == "json":
        return _json
    render: Callable[[Run], str] = import_module(f"verifier.outputs.{name}").render
    return render


def _terminal(run: Run) -> str:
    from verifier.outputs.layout import text_of
    from verifier.outputs.terminal import render

    return "".join(f"{text_of(line).rstrip()}\n" for line in render(run.reports))


def _json(run: Run) -> str:
    from verifier.outputs.json_output import render

    return render(run.reports, run.settings, run.exit_code, run.version) + "\n"
