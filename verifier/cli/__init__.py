"""The command line: `llmfeeder` and its commands, one module each.

A command's module is imported when the command is asked for, and the engine when it runs, so that
version, usage errors and completion answer at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from verifier.cli.group import Commands


def _print_version(wanted: bool) -> None:
    if wanted:
        from verifier import __version__

        typer.echo(f"llmfeeder {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(epilog="Start with: llmfeeder demo")
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Check Markdown reports against source documents, claim by claim.

    Everything happens on this machine; nothing is sent anywhere unless you ask for a remote judge.
    """
