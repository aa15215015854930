"""When a check fails: the verdicts and the faithfulness that are over the limit."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from verifier.cli.group import COULD_NOT_CHECK, OK, OVER_LIMIT
from verifier.model import Verdict
from verifier.outputs.summary import ReportCheck


class Limits(Struct, frozen=True):
    """What a report must keep to.

    Attributes:
        fail_on: verdicts that no claim may have; dismissed claims do not count.
        fail_under: the least faithfulness, 0 to 1, or None.
        strict: whether a dismissal that dismisses nothing is over the limit.
    """

    fail_on: tuple[Verdict, ...]
    fail_under: float | None = None
    strict: bool = False


def exit_code(report: ReportCheck, limits: Limits) -> int:
    """0 fine, 1 over the limit, 2 not checked, or not by the model that was to be asked."""
    remote = report.result.remote if report.result else None
    if report.failed or (remote is not None and remote.unanswered):
        return COULD_NOT_CHECK
    return OVER_LIMIT if any(_breaches(report, limits)) else OK


def too_unfaithful(report: ReportCheck, limits: Limits) -> bool:
    """Whether the report's faithfulness is under the limit."""
    share = report.result.faithfulness if report.result else None
    return share is not None and limits.fail_under is not None and share < limits.fail_under


def _breaches(report: ReportCheck, limits: Limits) -> Iterable[bool]:
    if report.result is not None:
        yield any(finding.verdict in limits.fail_on for finding in report.result.problems())
    yield too_unfaithful(report, limits)
    yield limits.strict and bool(report.dismissal_problems or report.outdated)
