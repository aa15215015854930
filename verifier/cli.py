"""The command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=True)


@app.callback()
def main() -> None:
    """Check Markdown reports against source documents, claim by claim."""


@app.command()
def check(report: Path, sources: Annotated[list[Path], typer.Option("--sources", "-s")]) -> None:
    """Check a report against its sources."""
    from verifier.checker import Checker

    result = Checker(sources).check(report)
    for finding in result.problems():
        typer.echo(f"{finding.verdict.upper():13} {finding.score:.2f}  {finding.claim.text}")
