"""Where the result of `llmfeeder check` goes: files, standard output, remarks on standard error."""

from __future__ import annotations

import os.path
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec import Struct

from verifier.cli import writing
from verifier.outputs.formats import TERMINAL

if TYPE_CHECKING:
    from verifier.cli.run import Checked


class Output(Struct, frozen=True):
    """What the options say about the output; see `verifier.cli.check.check`."""

    targets: tuple[writing.Target, ...]
    page: Path | None
    baseline: Path | None
    update_baseline: bool
    quiet: bool
    verbose: bool

    def files(self) -> Iterator[tuple[str, Path]]:
        """The files that are written, each with the option that asks for it."""
        for target in self.targets:
            if target.file != writing.STDOUT:
                yield f"--format {target.format}", target.file
        if self.page is not None:
            yield "--report", self.page
        if self.update_baseline and self.baseline is not None:
            yield "--baseline", self.baseline


def keep_apart(output: Output, read: Iterable[Path]) -> None:
    """See to it that nothing is written over what is `read`.

    Raises:
        typer.BadParameter: an option names such a file for its output.
    """
    taken = {os.path.realpath(path) for path in read}
    for option, file in output.files():
        if os.path.realpath(file) in taken:
            raise typer.BadParameter(
                f"{option} {file}: the check reads this file, and it would be written over; "
                "name another"
            )


def deliver(checks: Sequence[Checked], output: Output, compared: bool) -> int:
    """Write and print what is wanted of the checks; the exit code."""
    code = max(_exit_code(item) for item in checks)
    if output.update_baseline and output.baseline is not None:
        writing.update_baseline(output.baseline, checks, compared)
        code = code if code > 1 else 0
    run = writing.run_of(checks, code, compared)
    targets = [target for target in output.targets if target != TERMINAL_TARGET]
    for target in targets:
        writing.write(target, run)
    if output.page is not None:
        writing.write_page(output.page, run)
    findings = not output.quiet and all(target.file != writing.STDOUT for target in targets)
    if findings:
        _print_findings(checks, output.verbose)
    else:
        if output.quiet:
            _print_figure(checks)
        print_failures(checks)
        _print_idle_dismissals(checks)
    _print_breaches(checks)
    if any(item.report.result and item.report.result.remote for item in checks):
        from verifier.cli.remote import report_use

        report_use(checks, output.quiet)
    return code


TERMINAL_TARGET = writing.Target(TERMINAL, writing.STDOUT)


def _exit_code(item: Checked) -> int:
    from verifier.cli.limits import exit_code

    return exit_code(item.report, item.limits)


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


def print_failures(checks: Sequence[Checked]) -> None:
    """Say on standard error which reports were not checked."""
    from verifier.cli.group import complain

    for item in checks:
        if not item.report.checked:
            complain(f"{item.report.name} was not checked: {item.report.why_not}")


def _print_idle_dismissals(checks: Sequence[Checked]) -> None:
    """Say on standard error which dismissals are over the limit."""
    from verifier.offsets import LineIndex

    sys.stdout.flush()
    for report in (item.report for item in checks if item.limits.strict):
        lines = LineIndex.of(report.text)
        for problem in report.dismissal_problems:
            line, column = lines.position(problem.start)
            typer.echo(f"{report.name}:{line}:{column}: {problem.message}", err=True)
        for remark in report.outdated:
            typer.echo(remark, err=True)


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
