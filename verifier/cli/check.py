"""`llmfeeder check`: reports against sources."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli import writing
from verifier.cli.delivery import TERMINAL_TARGET, Output, deliver, keep_apart
from verifier.cli.options import (
    PROVIDERS,
    SensitivityOption,
    TablesOption,
    given,
    one_of,
    remote_run,
)
from verifier.outputs.formats import FORMATS

if TYPE_CHECKING:
    from verifier.cli.inputs import Input
    from verifier.cli.remote import RemoteRun
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
  1  over the limit (--fail-on, --fail-under, --strict)
  2  could not check: wrong usage or settings, no claims, no readable source or
     report, or no question to a model answered
"""


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
            autocompletion=one_of(*FORMATS),
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
            autocompletion=one_of("contradicted", "unsupported", "partial", "none"),
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
    sensitivity: SensitivityOption = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=one_of("offline", "rules", "hybrid", "llm"),
            help="Who judges: rules or offline; llm asks a model (--model) about every claim, "
            "hybrid about those that the offline judge is unsure of.  [default: offline]",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The model to ask.", show_default=False),
    ] = None,
    provider: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=one_of(*PROVIDERS),
            help=f"Who runs the model: {', '.join(PROVIDERS)}.  [default: openai]",
            show_default=False,
        ),
    ] = None,
    endpoint: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Where the model is, if not at its provider.", show_default=False
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Show what would be sent to whom, and send nothing."),
    ] = False,
    parallel: Annotated[
        int | None,
        typer.Option(metavar="N", help="Questions at a time.  [default: 4]", show_default=False),
    ] = None,
    max_claims: Annotated[
        int | None,
        typer.Option(metavar="N", help="Ask about at most so many claims.", show_default=False),
    ] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Use at most so many tokens.  [default: 1000000]",
            show_default=False,
        ),
    ] = None,
    max_cost: Annotated[
        float | None,
        typer.Option(
            metavar="USD", help="Spend at most so much; needs --price.", show_default=False
        ),
    ] = None,
    price: Annotated[
        str | None,
        typer.Option(
            metavar="IN/OUT",
            help="Dollars for a million tokens, in and out: 0.15/0.60.",
            show_default=False,
        ),
    ] = None,
    tables: TablesOption = None,
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
    if quiet and any(t.file == writing.STDOUT and t != TERMINAL_TARGET for t in wanted):
        raise typer.BadParameter("--quiet and a format on standard output exclude each other")
    remote = remote_run(
        judge,
        dry_run,
        model=model,
        provider=provider,
        endpoint=endpoint,
        parallel=parallel,
        max_claims=max_claims,
        max_tokens=max_tokens,
        max_cost=max_cost,
        price=price,
    )
    values = given(fail_on, fail_under, sensitivity, judge, tables)
    known = baseline if baseline and (baseline.exists() or not update_baseline) else None
    overrides = Overrides(existing(sources or ()), values, strict, since, known)
    inputs = _inputs(reports or [], overrides.sources)
    if watching and (update_baseline or not all(item.path for item in inputs)):
        raise typer.BadParameter("--watch needs report files, and no --update-baseline")
    output_of = Output(tuple(wanted), page, baseline, update_baseline, quiet, verbose)
    keep_apart(output_of, [*_files(inputs), *overrides.sources])
    runner = _runner(overrides, remote)
    checks = _run(runner, inputs)
    if remote is not None and remote.dry:
        _rehearse(remote, checks, verbose)
    code = deliver(checks, output_of, known is not None)
    if show_page and page is not None:
        writing.open_page(page)
    if watching:
        _watch(runner, inputs, checks, output_of, known is not None)
    raise typer.Exit(code)


def _watch(
    runner: Runner,
    inputs: Sequence[Input],
    checks: Sequence[Checked],
    output: Output,
    compared: bool,
) -> None:
    from verifier.cli.watching import watch
    from verifier.project import OWN_FILE, PYPROJECT

    def again() -> None:
        runner.refresh()
        typer.echo()
        deliver(_run(runner, inputs), output, compared)
        sys.stdout.flush()

    sources = {Path(path) for item in checks for path in item.settings["sources"]}
    files = _files(inputs)
    settings = {path.parent / name for path in files for name in (OWN_FILE, PYPROJECT)}
    settings |= {Path(item.settings["file"]) for item in checks if item.settings["file"]}
    settings |= {item.dismissals for item in checks}
    sys.stdout.flush()
    watch(files, sorted(sources), settings, again)


def _rehearse(remote: RemoteRun, checks: Sequence[Checked], verbose: bool) -> None:
    """Show what would be sent, and end; 2 where a report could not be checked at all."""
    from verifier.cli.delivery import print_failures
    from verifier.cli.remote import show_plan

    show_plan(remote, checks, verbose)
    print_failures(checks)
    raise typer.Exit(2 if any(item.report.failed for item in checks) else 0)


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


def _files(inputs: Sequence[Input]) -> list[Path]:
    return [item.path for item in inputs if item.path is not None]


def _relative(path: Path) -> str:
    """The path as people would type it here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _runner(overrides: Overrides, remote: RemoteRun | None) -> Runner:
    from verifier.cli.run import Runner

    return Runner(overrides, remote=remote)


def _run(runner: Runner, inputs: Sequence[Input]) -> list[Checked]:
    from verifier.cli.progress import Bar, ReadingBar

    with ReadingBar() as reading, Bar("asked") as asking:
        runner.progress = reading
        runner.asking = asking
        return [runner.check(item) for item in inputs]
