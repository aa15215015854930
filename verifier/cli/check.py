"""`llmfeeder check`: reports against sources."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct

from verifier.cli import writing
from verifier.outputs.formats import FORMATS, TERMINAL

if TYPE_CHECKING:
    from verifier.cli.inputs import Input
    from verifier.cli.run import Checked, Overrides, Runner

EXAMPLES = """\
Examples:

\b
  llmfeeder check report.md --sources sources/
  llmfeeder check 'reports/**/*.md' -s docs/ -s data/figures.csv --json result.json
  llmfeeder check report.md --fail-on contradicted --fail-under 0.9
  cat draft.md | llmfeeder check - -s sources/
  llmfeeder check "Revenue was 2.1 billion dollars." -s sources/

\b
Exit codes:
  0  fine
  1  over the limit (--fail-on, --fail-under)
  2  could not check: wrong usage, no claims, no readable source or report
"""


def _one_of(*values: str) -> Callable[[str], list[str]]:
    """Completes an option that takes one of `values`."""
    return lambda incomplete: [value for value in values if value.startswith(incomplete)]


def check(
    reports: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[REPORT...]",
            help="Files, globs, - for standard input, or the text itself. "
            "Without any, the reports that the settings name.",
            show_default=False,
        ),
    ] = None,
    sources: Annotated[
        list[Path] | None,
        typer.Option(
            "--sources",
            "-s",
            metavar="PATH",
            help="File or folder to check against; may be repeated. "
            "Without it, the settings' sources, or the nearest sources/ from the "
            "report's folder up to here.",
            show_default=False,
        ),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option(
            "--json",
            metavar="FILE",
            help="Write the whole result as JSON; - for standard output.",
            show_default=False,
        ),
    ] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="NAME[=FILE]",
            autocompletion=_one_of(*FORMATS),
            help=f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}, on standard output or in FILE; "
            "may be repeated.  [default: terminal]",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where the --format without a file goes.", show_default=False
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            "--report", metavar="FILE", help="Write the result as an HTML page.", show_default=False
        ),
    ] = None,
    show_page: Annotated[
        bool, typer.Option("--open", help="Open the page of --report in the browser.")
    ] = False,
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Report only what this file does not accept already.",
            show_default=False,
        ),
    ] = None,
    update_baseline: Annotated[
        bool,
        typer.Option("--update-baseline", help="Accept today's findings: write --baseline anew."),
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="REV",
            help="Check only claims in lines changed since this git revision.",
            show_default=False,
        ),
    ] = None,
    watching: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file is saved.")
    ] = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Fail on dismissals that dismiss nothing or are outdated."),
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Show every claim, and what was left out and why."),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the faithfulness and nothing else.")
    ] = False,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="VERDICTS",
            autocompletion=_one_of("contradicted", "unsupported", "partial", "none"),
            help="Verdicts that make the check fail: contradicted, unsupported, partial, "
            "with commas between; or none.  [default: contradicted,unsupported]",
            show_default=False,
        ),
    ] = None,
    fail_under: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE", help="Fail under this faithfulness, 0 to 1.", show_default=False
        ),
    ] = None,
    sensitivity: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            autocompletion=_one_of("cautious", "balanced", "strict"),
            help="How much is flagged: cautious, balanced or strict.  [default: cautious]",
            show_default=False,
        ),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=_one_of("offline", "rules"),
            help="Who judges: rules or offline.  [default: offline]",
            show_default=False,
        ),
    ] = None,
    tables: Annotated[
        bool | None,
        typer.Option(
            "--tables/--no-tables",
            help="Whether table rows are claims.  [default: no-tables]",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check reports against their sources.

    Shows the claims that need attention, worst first, each with the passage it rests on.
    """
    from verifier.cli.run import Overrides, existing

    if verbose and quiet:
        raise typer.BadParameter("--verbose and --quiet exclude each other")
    if show_page and page is None:
        raise typer.BadParameter("--open needs --report FILE")
    if update_baseline and (baseline is None or since is not None):
        raise typer.BadParameter("--update-baseline needs --baseline FILE, and no --since")
    wanted = writing.targets(formats or [], output, json_file)
    if quiet and any(t.file == writing.STDOUT and t != _TERMINAL for t in wanted):
        raise typer.BadParameter("--quiet and a format on standard output exclude each other")
    values = _given(fail_on, fail_under, sensitivity, judge, tables)
    known = baseline if baseline and (baseline.exists() or not update_baseline) else None
    overrides = Overrides(existing(sources or ()), values, strict, since, known)
    inputs = _inputs(reports or [], overrides.sources)
    if watching and (update_baseline or not all(item.path for item in inputs)):
        raise typer.BadParameter("--watch needs report files, and no --update-baseline")
    output_of = _Output(tuple(wanted), page, baseline, update_baseline, quiet, verbose)
    runner = _runner(overrides)
    checks = _run(runner, inputs)
    code = _deliver(checks, output_of, known is not None)
    if show_page and page is not None:
        writing.open_page(page)
    if watching:
        _watch(runner, inputs, checks, output_of, known is not None)
    raise typer.Exit(code)


class _Output(Struct, frozen=True):
    """What the options say about the output; see `check`."""

    targets: tuple[writing.Target, ...]
    page: Path | None
    baseline: Path | None
    update_baseline: bool
    quiet: bool
    verbose: bool


def _deliver(checks: Sequence[Checked], output: _Output, compared: bool) -> int:
    """Write and print what is wanted of the checks; the exit code."""
    code = max(_exit_code(item) for item in checks)
    if output.update_baseline and output.baseline is not None:
        writing.update_baseline(output.baseline, checks, compared)
        code = code if code > 1 else 0
    run = writing.run_of(checks, code, compared)
    targets = [target for target in output.targets if target != _TERMINAL]
    for target in targets:
        writing.write(target, run)
    if output.page is not None:
        writing.write_page(output.page, run)
    if output.quiet:
        _print_figure(checks)
    elif any(target.file == writing.STDOUT for target in targets):
        _print_failures(checks)
    else:
        _print_findings(checks, output.verbose)
    _print_breaches(checks)
    return code


_TERMINAL = writing.Target(TERMINAL, writing.STDOUT)


def _watch(
    runner: Runner,
    inputs: Sequence[Input],
    checks: Sequence[Checked],
    output: _Output,
    compared: bool,
) -> None:
    from verifier.cli.watching import watch
    from verifier.project import OWN_FILE, PYPROJECT

    def again() -> None:
        runner.refresh()
        typer.echo()
        _deliver(_run(runner, inputs), output, compared)
        sys.stdout.flush()

    sources = {Path(path) for item in checks for path in item.settings["sources"]}
    dismissals = {item.dismissals.name for item in checks}
    sys.stdout.flush()
    files = [item.path for item in inputs if item.path is not None]
    watch(files, sorted(sources), {OWN_FILE, PYPROJECT, *dismissals}, again)


def _given(
    fail_on: str | None,
    fail_under: str | None,
    sensitivity: str | None,
    judge: str | None,
    tables: bool | None,
) -> dict[str, Any]:
    """The settings that the options name, read as the settings file's are."""
    from verifier.project import KEYS

    raw: dict[str, object] = {
        "fail_on": fail_on,
        "fail_under": None if fail_under is None else _number(fail_under),
        "sensitivity": sensitivity,
        "judge": judge,
        "tables": tables,
    }
    return {
        name: _option(name, KEYS[name], value) for name, value in raw.items() if value is not None
    }


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _option(name: str, reader: Callable[[object], object], value: object) -> object:
    try:
        return reader(value)
    except ValueError as error:
        option = "--" + name.replace("_", "-")
        raise typer.BadParameter(f"{option} {error}") from error


def _inputs(arguments: Sequence[str], sources: Sequence[Path]) -> list[Input]:
    from verifier.cli.inputs import Input, expand, read_inputs
    from verifier.project import find_project

    project = find_project(Path.cwd())
    sources = sources or project.sources
    if arguments:
        return read_inputs(arguments, sources)
    if not project.values.reports:
        raise typer.BadParameter(
            "name a report: llmfeeder check report.md --sources sources/  "
            "(llmfeeder check --help shows more)"
        )
    found: dict[Path, None] = {}
    for pattern in project.values.reports:
        found |= dict.fromkeys(expand(pattern, project.root, sources, project.values.exclude))
    if not found:
        raise typer.BadParameter(
            f"{project.file}: reports names {', '.join(project.values.reports)}, "
            "which matches no file"
        )
    return [Input(_relative(path), path) for path in found]


def _relative(path: Path) -> str:
    """The path as people would type it here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _runner(overrides: Overrides) -> Runner:
    from verifier.cli.run import Runner

    return Runner(overrides)


def _run(runner: Runner, inputs: Sequence[Input]) -> list[Checked]:
    from verifier.cli.progress import ReadingBar

    with ReadingBar() as bar:
        runner.progress = bar
        return [runner.check(item) for item in inputs]


def _exit_code(item: Checked) -> int:
    from verifier.cli.limits import exit_code

    return exit_code(item.report, item.limits)


# ---- what is printed -------------------------------------------------------------------------


def _print_findings(checks: Sequence[Checked], verbose: bool) -> None:
    from verifier.cli import screen
    from verifier.outputs import terminal

    reports = [item.report for item in checks]
    screen.show(terminal.render(reports, screen.width(), verbose))


def _print_figure(checks: Sequence[Checked]) -> None:
    from verifier.outputs.summary import figure, total

    share = total(item.report for item in checks).faithfulness
    if share is not None:
        typer.echo(figure(share))
    _print_failures(checks)


def _print_failures(checks: Sequence[Checked]) -> None:
    """Say on standard error which reports were not checked."""
    from verifier.cli.group import complain

    for item in checks:
        if not item.report.checked:
            complain(f"{item.report.name} was not checked: {item.report.why_not}")


def _print_breaches(checks: Sequence[Checked]) -> None:
    """Say on standard error which reports are under the wanted faithfulness."""
    from verifier.cli.limits import too_unfaithful

    for item in checks:
        if too_unfaithful(item.report, item.limits) and item.report.result is not None:
            share = item.report.result.faithfulness
            sys.stdout.flush()
            typer.echo(
                f"{item.report.name}: faithfulness {share:.4f} is under the limit of "
                f"{item.limits.fail_under:g}",
                err=True,
            )
