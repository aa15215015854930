"""What a run came to: a report each, and the total; every output format starts from these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from verifier.dismissals import DismissalProblem
from verifier.model import (
    CheckResult,
    CitationCheck,
    CitationState,
    Finding,
    Outcome,
    SourceState,
    Verdict,
)
from verifier.severities import Severity


@dataclass(frozen=True, slots=True)
class ReportCheck:
    """What became of one report of a run.

    Attributes:
        name: as the user gave it.
        result: None where the check could not even begin; `error` says why.
        error: what was wrong and what to do, for people.
        note: a remark on how the report was read, or "".
        text: the raw report.
        is_file: whether `name` is a file's; standard input and a literal text have none.
        dismissal_problems: the dismissals in its text that do not do what their writer meant.
        outdated: one sentence for each dismissal of the dismissals file that met no finding.
        severities: how each kind of remark on it is shown; None for as in the whole run.
    """

    name: str
    result: CheckResult | None = None
    error: str = ""
    note: str = ""
    text: str = ""
    is_file: bool = True
    dismissal_problems: tuple[DismissalProblem, ...] = ()
    outdated: tuple[str, ...] = ()
    severities: Mapping[str, Severity] | None = None

    @property
    def failed(self) -> bool:
        """Whether it could not be checked, although there was something to check."""
        return not (
            self.result and self.result.outcome in (Outcome.CHECKED, Outcome.NOTHING_CHANGED)
        )

    @property
    def dismissed(self) -> int:
        """How many findings need no attention although their claim is not supported."""
        return sum(f.dismissal is not None for f in self.result) if self.result else 0

    def source_paths(self) -> dict[str, str]:
        """The sources' absolute paths by their id; "" for one given in memory."""
        return {item.id: item.path for item in self.result.sources} if self.result else {}

    @property
    def checked(self) -> bool:
        """Whether its claims were judged."""
        return self.result is not None and self.result.outcome is Outcome.CHECKED

    @property
    def why_not(self) -> str:
        """Why nothing was judged, as a sentence for people; "" where it was."""
        if self.result is None:
            return self.error
        if self.result.outcome is Outcome.NO_CLAIMS:
            return _no_claims(self.result)
        if self.result.outcome is Outcome.NO_SOURCES:
            return _no_sources(self.result)
        if self.result.outcome is Outcome.NOTHING_CHANGED:
            return "no claim stands in a line that changed"
        return ""


def wrong_citations(finding: Finding) -> Iterator[CitationCheck]:
    """The finding's citations that need attention.

    Where the claim itself does, its citations only add what is wrong with them as such; where one
    of them bears it out, another one that does not say so may be for a part of it.
    """
    if finding.dismissal is not None:
        return
    fine = {CitationState.SUPPORTS}
    if finding.needs_attention:
        fine |= {CitationState.SILENT, CitationState.CONTRADICTS}
    if any(check.state is CitationState.SUPPORTS for check in finding.citation_checks):
        fine |= {CitationState.SILENT, CitationState.ELSEWHERE}
    yield from (check for check in finding.citation_checks if check.state not in fine)


def one_line(report: ReportCheck) -> str:
    """The figures of a report in one line: "9 claims, 6 supported, ..."."""
    if report.result is None or not report.checked:
        return f"not checked: {' '.join(report.why_not.split())}"
    counts = report.result.counts().items()
    parts = [counted(len(report.result.findings), "claim")]
    parts += [f"{number} {verdict.value}" for verdict, number in counts]
    parts += [f"{report.dismissed} dismissed"] if report.dismissed else []
    return ", ".join([*parts, f"faithfulness {figure(report.result.faithfulness)}"])


def _no_claims(result: CheckResult) -> str:
    left_out = len(result.not_checkable)
    if left_out:
        return (
            f"it makes no claim that sources could support: {counted(left_out, 'sentence')} not "
            "checkable (--verbose lists them)"
        )
    return "it holds no claim"


def _no_sources(result: CheckResult) -> str:
    unreadable = sum(source.state is SourceState.UNREADABLE for source in result.sources)
    if unreadable:
        what = "its source is" if unreadable == 1 else f"all its {unreadable} sources are"
        return f"{what} unreadable, so there is nothing to check it against"
    skipped = sum(source.state is SourceState.SKIPPED for source in result.sources)
    but = f" ({counted(skipped, 'file')} skipped; --verbose lists them)" if skipped else ""
    return f"its sources hold no text to check it against{but}"


def counted(number: int, noun: str) -> str:
    """ "1 source", "2 sources", "1,200 sources"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@dataclass(frozen=True, slots=True)
class Total:
    """All reports of a run taken together.

    Attributes:
        checked: how many of the `reports` were judged.
        claims: how many claims they hold.
    """

    reports: int
    checked: int
    claims: int
    counts: dict[Verdict, int]

    @property
    def faithfulness(self) -> float | None:
        """(supported + half of partial) / claims, over all reports; None without claims."""
        if not self.claims:
            return None
        return (self.counts[Verdict.SUPPORTED] + self.counts[Verdict.PARTIAL] / 2) / self.claims


def total(reports: Iterable[ReportCheck]) -> Total:
    """Add up the reports of a run."""
    reports = list(reports)
    counts = dict.fromkeys(Verdict, 0)
    for report in reports:
        if report.result is not None:
            for verdict, number in report.result.counts().items():
                counts[verdict] += number
    checked = sum(report.checked for report in reports)
    return Total(len(reports), checked, sum(counts.values()), counts)


def figure(share: float | None) -> str:
    """A share with two digits; only a whole 1 reads "1.00", and only 0 reads "0.00"."""
    if share is None:
        return "-"
    if 0 < share < 1:
        share = min(max(share, 0.01), 0.99)
    return f"{share:.2f}"
