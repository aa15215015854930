"""The figures and the disagreements, as text for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from verifier.evaluation.answers import Label
from verifier.evaluation.calibration import Calibration
from verifier.evaluation.figures import Figures, mean_figures
from verifier.evaluation.localisation import Localisation
from verifier.evaluation.plots import text_plot
from verifier.evaluation.tallies import Interval
from verifier.model import Verdict

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from verifier.evaluation.runner import Checked


def print_figures(console: Console, name: str, figures: Figures) -> None:
    """Everything measured on one set."""
    console.rule(f"{name}: {figures.records} records on {figures.documents} documents", style="dim")
    console.print(_headline(figures))
    console.print(_confusion(figures))
    console.print(_verdicts(figures))
    if figures.by_kind:
        console.print(_kinds(figures))
    if figures.localisation and figures.localisation_all:
        console.print(_localisation(figures.localisation, figures.localisation_all))
    if figures.calibration:
        _print_calibration(console, figures.calibration)


def print_comparison(console: Console, sets: Mapping[str, Figures]) -> None:
    """One line a set, and the mean over the sets that hold both kinds of claims."""
    table = _table("Sets", "set", "records", "false alarms", "wr. contr.", "bal. acc.", "caught")
    for name, figures in sets.items():
        table.add_row(
            name,
            str(figures.records),
            percent(figures.false_alarm),
            percent(figures.wrongly_contradicted),
            percent(figures.balanced_accuracy),
            percent(figures.caught),
        )
    means = mean_figures(sets.values())
    table.add_section()
    table.add_row("mean of two-class sets", "", *(percent(value) for value in means.values()))
    console.print(table)


def print_disagreements(console: Console, checked: Sequence[Checked]) -> None:
    """Every record whose verdict is not its label, with the claim and the passages."""
    wrong = [one for one in checked if not one.answer.is_right]
    console.rule(f"{len(wrong)} disagreements", style="dim")
    for one in wrong:
        console.print(disagreement(one), markup=False, highlight=False, soft_wrap=True)


def disagreement(one: Checked) -> str:
    """One record: claim, label, verdict, what the checker showed, what it should have shown."""
    claim, answer = one.claim, one.answer
    kind = f" ({claim.kind})" if claim.kind else ""
    lines = [
        f"{claim.id}{kind}: labelled {answer.label}, called {answer.verdict}",
        f"  claim:  {_one_line(claim.claim)}",
    ]
    if claim.why:
        lines.append(f"  label:  {claim.why}")
    for finding in one.findings:
        lines.append(f"  reason: {finding.reason}")
        if finding.evidence:
            span = finding.evidence[0].span
            lines.append(f"  shown:  {_one_line(span.text)} [{span.locator()}]")
    if not one.findings:
        lines.append("  reason: no claim was found in the text")
    for gold in claim.evidence_sets[:1]:
        lines += [
            f"  gold:   {_one_line(claim.sources[span.source][span.start : span.end])}"
            for span in gold
        ]
    return "\n".join(lines) + "\n"


def percent(value: float | None) -> str:
    """A rate for people, "–" where it does not apply."""
    return "–" if value is None else f"{100 * value:.1f} %"


def _headline(figures: Figures) -> Table:
    contradicted = figures.verdicts.get(Verdict.CONTRADICTED)
    tally, intervals = figures.tally, figures.intervals
    table = _table("False alarms first", "figure", "value", "95 %", "of")
    rows: list[tuple[str, float | None, Interval | None, str]] = [
        (
            "false alarms on supported claims",
            figures.false_alarm,
            intervals["false_alarm"],
            str(tally.supported),
        ),
        (
            "supported claims called contradicted",
            figures.wrongly_contradicted,
            intervals["wrongly_contradicted"],
            str(tally.supported),
        ),
        (
            "precision of CONTRADICTED",
            contradicted.precision if contradicted else None,
            None,
            str(contradicted.given) if contradicted else "0",
        ),
        (
            "recall of CONTRADICTED",
            contradicted.recall if contradicted else None,
            None,
            str(contradicted.labelled) if contradicted else "0",
        ),
        (
            "balanced accuracy, supported against the rest",
            figures.balanced_accuracy,
            intervals["balanced_accuracy"],
            str(figures.records),
        ),
        ("other claims flagged", figures.caught, None, str(tally.others)),
        ("verdict is the label", figures.accuracy, None, str(figures.records)),
        ("no claim found in the text", figures.no_claim_found, None, str(figures.records)),
    ]
    for title, value, interval, count in rows:
        shown = f"{percent(interval[0])} to {percent(interval[1])}" if interval else ""
        table.add_row(title, percent(value), shown, count)
    speed = figures.claims_per_second
    table.add_row("claims per second", "–" if speed is None else f"{speed:.0f}", "", "")
    return table


def _confusion(figures: Figures) -> Table:
    table = _table("Label by verdict", "label", *(verdict.value for verdict in Verdict))
    for label, row in figures.confusion.items():
        table.add_row(label.value, *(str(row[verdict]) for verdict in Verdict))
    return table


def _verdicts(figures: Figures) -> Table:
    table = _table("Verdicts", "verdict", "precision", "recall", "F1", "given", "labelled")
    for verdict, one in figures.verdicts.items():
        table.add_row(
            verdict.value,
            percent(one.precision),
            percent(one.recall),
            percent(one.f1),
            str(one.given),
            str(one.labelled),
        )
    return table


def _kinds(figures: Figures) -> Table:
    table = _table("Kinds", "kind", "label", "claims", "right", "flagged", "contradicted")
    previous: Label | None = None
    for one in figures.by_kind:
        if previous not in (None, one.label):
            table.add_section()
        previous = one.label
        table.add_row(
            one.kind,
            one.label.value,
            str(one.claims),
            str(one.right),
            str(one.flagged),
            str(one.called_contradicted),
        )
    return table


def _localisation(first: Localisation, every: Localisation) -> Table:
    table = _table(
        f"Passages of {first.claims} supported claims",
        "passages",
        "shown",
        "hit",
        "char. precision",
        "char. recall",
    )
    for name, one in (("first of each sentence", first), ("all that support", every)):
        table.add_row(
            name, str(one.shown), percent(one.hit), percent(one.precision), percent(one.recall)
        )
    return table


def _print_calibration(console: Console, one: Calibration) -> None:
    table = _table("Calibration", "score", "claims", "mean score", "supported")
    for bin_ in one.bins:
        table.add_row(
            f"{bin_.low:.1f} to {bin_.high:.1f}",
            str(bin_.claims),
            f"{bin_.mean_score:.2f}",
            f"{bin_.share_supported:.2f}",
        )
    console.print(table)
    rank = "–" if one.auc is None else f"{one.auc:.3f}"
    console.print(
        f"Brier score {one.brier:.3f} (base rate alone {one.brier_of_base_rate:.3f}), "
        f"expected calibration error {one.expected_error:.3f}, AUC {rank}",
        highlight=False,
    )
    console.print(text_plot(one.bins), markup=False, highlight=False)


def _table(title: str, first: str, *others: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def _one_line(text: str) -> str:
    return " ".join(text.split())
