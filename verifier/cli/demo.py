"""`llmfeeder demo`: the sample reports, checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from verifier.model import Verdict

if TYPE_CHECKING:
    from verifier.outputs.layout import Line

_INTRODUCTION = (
    "Sample reports, each checked against the documents in the sources folder beside it. Every",
    "report was written with mistakes in it. What the verdicts mean:",
)
_VERDICTS = {
    Verdict.SUPPORTED: "the sources say so",
    Verdict.PARTIAL: "they say less than the claim",
    Verdict.UNSUPPORTED: "they do not say so",
    Verdict.CONTRADICTED: "they say something else",
}


def demo() -> None:
    """Check the sample reports that come with llmfeeder."""
    from verifier.cli import screen
    from verifier.cli.inputs import Input
    from verifier.cli.run import Overrides, Runner
    from verifier.outputs import terminal
    from verifier.outputs.layout import Piece

    folder = samples_folder()
    # A first look should not wait for a model; the rules find what the samples have to show.
    runner = Runner(Overrides(values={"judge": "rules"}))
    reports = [
        runner.check(Input(f"{path.parent.name}/{path.name}", path)).report
        for path in sorted(folder.glob("*/report.md"))
    ]
    screen.show(_introduction())
    screen.show(terminal.render(reports, screen.width()))
    try_it = folder / "quarterly-results"
    screen.show([(), (Piece(f"The samples are in {folder}. Try it yourself:"),)])
    screen.show([(Piece(f"  llmfeeder check {try_it}/report.md --sources {try_it}/sources"),)])
    if not all(report.checked for report in reports):
        raise typer.Exit(2)


def _introduction() -> Iterator[Line]:
    from verifier.outputs.layout import Piece
    from verifier.outputs.terminal import STYLES

    yield from ((Piece(line),) for line in _INTRODUCTION)
    for verdict, meaning in _VERDICTS.items():
        yield (Piece(f"  {verdict.upper():14}", STYLES[verdict]), Piece(meaning))
    yield ()


def samples_folder() -> Path:
    """Where the samples are: inside the installed package, or beside it in a checkout.

    Raises:
        LLMFeederError: they are in neither place.
    """
    from verifier.errors import LLMFeederError

    package = Path(__file__).resolve().parent.parent
    for folder in (package / "samples", package.parent / "samples"):
        if any(folder.glob("*/report.md")):
            return folder
    raise LLMFeederError("the samples are missing from this installation; install llmfeeder again")
