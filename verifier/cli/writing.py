"""Where a run's formats go: each to its file, or one of them to standard output."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec import Struct

if TYPE_CHECKING:
    from verifier.cli.run import Checked
    from verifier.outputs.run import Run

STDOUT = Path("-")


class Target(Struct, frozen=True):
    """A format, and the file it goes to; `STDOUT` for standard output."""

    format: str
    file: Path


def targets(formats: Sequence[str], output: Path | None, json_file: Path | None) -> list[Target]:
    """What `--format NAME[=FILE]`, `--output FILE` and `--json FILE` ask for.

    Raises:
        typer.BadParameter: an unknown format, or two for one place.
    """
    from verifier.outputs.formats import FORMATS

    found = [] if json_file is None else [Target("json", json_file)]
    for text in formats:
        name, named, file = text.partition("=")
        if name not in FORMATS:
            raise typer.BadParameter(
                f"--format is {name!r}; it must be one of {', '.join(FORMATS)}, "
                "or one with a file: sarif=out.sarif"
            )
        if named and not file:
            raise typer.BadParameter(f"--format {text} names no file behind =")
        found.append(Target(name, Path(file) if named else output or STDOUT))
    if output is not None and not any("=" not in text for text in formats):
        raise typer.BadParameter("--output needs a --format that names no file itself")
    places = [target.file for target in found]
    twice = next((place for place in places if places.count(place) > 1), None)
    if twice is not None:
        where = "standard output" if twice == STDOUT else str(twice)
        raise typer.BadParameter(
            f"several formats go to {where}; give each its file: --format sarif=out.sarif"
        )
    return found


def run_of(checks: Sequence[Checked], code: int, baseline: bool) -> Run:
    """The run as the formats take it."""
    from verifier import __version__
    from verifier.changes import repository
    from verifier.outputs.run import Run

    here = Path.cwd()
    severities = {kind: level for item in checks for kind, level in item.severities.items()}
    return Run(
        [item.report for item in checks],
        [item.settings for item in checks],
        code,
        __version__,
        repository(here) or here,
        here,
        severities,
        baseline,
        lambda number, source_id: checks[number].document(source_id),
    )


def write(target: Target, run: Run) -> None:
    """Write one format.

    Raises:
        LLMFeederError: its file cannot be written.
    """
    from verifier.outputs.formats import renderer

    text = renderer(target.format)(run)
    if target.file == STDOUT:
        typer.echo(text, nl=False)
    else:
        write_file(target.file, text, f"--format {target.format}")


def write_file(file: Path, text: str, option: str) -> None:
    """Write `text` to `file`; `option` asked for it.

    Raises:
        LLMFeederError: that is not possible.
    """
    from verifier.errors import LLMFeederError

    try:
        file.write_bytes(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise LLMFeederError(
            f"{option} {file}: cannot be written: {error.strerror or error}"
        ) from error


def write_page(file: Path, run: Run) -> None:
    """Write the HTML page."""
    from verifier.outputs.html import render

    write_file(file, render(run), "--report")


def open_page(file: Path) -> None:
    """Open the HTML page in the browser."""
    import webbrowser

    if not webbrowser.open(file.absolute().as_uri()):
        typer.echo(f"--open: no browser could be started; the page is {file}", err=True)


def update_baseline(file: Path, checks: Sequence[Checked], known_reports: bool) -> None:
    """Accept today's findings: those of the checked reports replace what `file` held for them."""
    from verifier import baseline
    from verifier.dismissals_file import report_name

    known = dict(baseline.load(file)) if known_reports else {}
    for item in checks:
        report = item.report
        if report.result is not None and report.checked and report.is_file:
            name = report_name(Path(report.name), file)
            known[name] = baseline.entries(report.result.findings)
    write_file(file, baseline.dump(known), "--update-baseline")
