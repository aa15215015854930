"""The remote judge on the command line: who asked for it, what is said before, during and after."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from verifier.judges.llm.keys import about_key
from verifier.judges.llm.opening import judge_with, open_asker
from verifier.judges.llm.rehearsal import Plan, Rehearsal
from verifier.remote import MODES, Remote
from verifier.user_settings import load_user_settings, read_value, remote_of

if TYPE_CHECKING:
    from verifier.cli.run import Checked
    from verifier.judges import Judge
    from verifier.settings import Settings

_MOST_REMARKS = 5


def wanted(judge: str | None, values: Mapping[str, Any], dry_run: bool) -> RemoteRun | None:
    """The remote judge of this run; None where nobody asked for one.

    Raises:
        typer.BadParameter: options that do not go together.
        SettingsError: a value, or the user's own settings, cannot be used.
    """
    given = {name: _checked(name, value) for name, value in values.items() if value is not None}
    local = judge is not None and judge not in MODES
    user = load_user_settings() if not local else None
    mode = judge or (user.judge if user else "")
    if local or user is None or mode not in MODES:
        if given or dry_run:
            name = "--dry-run" if dry_run else "--" + next(iter(given)).replace("_", "-")
            raise typer.BadParameter(f"{name} needs --judge llm or --judge hybrid")
        return None
    remote = remote_of(given, user.remote, mode)
    return RemoteRun(remote, forced=judge is not None, dry=dry_run)


def _checked(name: str, value: object) -> object:
    try:
        return read_value(name, value)
    except ValueError as error:
        message = str(error).removeprefix(f"remote.{name} ")
        raise typer.BadParameter(f"--{name.replace('_', '-')} {message}") from error


class RemoteRun:
    """The remote judge of one run of the command.

    Args:
        remote: whom to ask.
        forced: whether the command line asks for it, not the user's settings, which a project's own
            choice of a judge goes before.
        dry: whether nothing is sent.

    Raises:
        SettingsError: there is no key, or a library is not installed.
    """

    def __init__(self, remote: Remote, *, forced: bool, dry: bool) -> None:
        from verifier.cache import Cache

        self.remote = remote
        self.forced = forced
        self.dry = dry
        self._cache = Cache.default()
        self._rehearsals: list[Rehearsal] = []
        self._asker = None if dry else open_asker(remote, self._cache, _announce)

    def judge(self, settings: Settings) -> Judge:
        """The judge for reports with `settings`."""
        if self._asker is not None:
            return judge_with(self._asker, self.remote, settings, self._cache)
        self._rehearsals.append(Rehearsal(self.remote, settings, self._cache))
        return self._rehearsals[-1]

    def plan(self) -> Plan:
        """What would be sent for the reports checked so far."""
        plans = [rehearsal.plan() for rehearsal in self._rehearsals]
        return Plan(
            tuple(question for plan in plans for question in plan.questions),
            sum(plan.known for plan in plans),
            sum(plan.input_tokens for plan in plans),
        )


def _announce(notice: str) -> None:
    typer.echo(f"Note: {notice}", err=True)


# ---- the rehearsal ---------------------------------------------------------------------------


def show_plan(run: RemoteRun, checks: Sequence[Checked], verbose: bool) -> None:
    """Print what the run would send, and to whom."""
    plan, remote = run.plan(), run.remote
    results = [item.report.result for item in checks if item.report.result is not None]
    claims = sum(len(result.findings) for result in results)
    settled = sum(result.remote.not_needed for result in results if result.remote)
    typer.echo("Nothing is sent: --dry-run.")
    typer.echo(f"Otherwise {remote.notice()}.")
    typer.echo(
        f"{claims:,} claims: {len(plan.questions):,} to ask about, {settled:,} settled offline, "
        f"{plan.known:,} answers known from before"
    )
    price = remote.known_price
    cost = f"about ${price.of(plan.input_tokens, plan.output_tokens):.4f}" if price else "unknown"
    typer.echo(
        f"about {plan.input_tokens:,} tokens to send and {plan.output_tokens:,} to receive; "
        f"cost: {cost}{'' if price else ' (--price IN/OUT)'}"
    )
    limits = {"claims": remote.max_claims, "tokens": remote.max_tokens, "dollars": remote.max_cost}
    bounds = ", ".join(f"{value:,} {name}" for name, value in limits.items() if value is not None)
    typer.echo(f"bounds of a run: {bounds or 'none'}; {remote.parallel} questions at a time")
    typer.echo(f"key: {about_key(remote)}")
    shown = plan.questions if verbose else plan.questions[:1]
    for number, question in enumerate(shown, start=1):
        typer.echo(f"\nquestion {number} sends, after the instructions:\n{question.shown.data()}")
    if len(shown) < len(plan.questions):
        typer.echo(f"\nand {len(plan.questions) - len(shown):,} more (--verbose shows all)")


# ---- afterwards ------------------------------------------------------------------------------


def report_use(checks: Sequence[Checked], quiet: bool) -> None:
    """Say on standard error what was asked, and above all what was not answered."""
    from verifier.cli.group import complain
    from verifier.outputs.summary import counted

    sys.stdout.flush()
    for item in checks:
        use = item.report.result.remote if item.report.result else None
        if use is None:
            continue
        if use.failed:
            complain(f"{item.report.name}: {use.problem()}")
        for remark in use.instructions[:_MOST_REMARKS]:
            typer.echo(f"Warning: {remark}", err=True)
        if len(use.instructions) > _MOST_REMARKS:
            more = counted(len(use.instructions) - _MOST_REMARKS, "more passage")
            typer.echo(f"Warning: {more} did so (the findings' notes in --json show all)", err=True)
        if quiet:
            continue
        cost = f", ${use.cost:.4f}" if use.cost else ""
        parts = [
            f"{use.asked:,} asked",
            f"{use.cached:,} known from before",
            f"{use.not_needed:,} settled offline",
        ]
        parts += [f"{use.failed:,} not answered"] if use.failed else []
        lost = use.quotes_rejected + use.overruled
        parts += [f"{counted(lost, 'answer')} thrown away"] if lost else []
        typer.echo(
            f"{item.report.name}: {use.model} at {use.host}: {', '.join(parts)}; "
            f"{use.input_tokens + use.output_tokens:,} tokens{cost}",
            err=True,
        )
