"""`llmfeeder eval`: measures the checker on labelled sets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verifier.errors import LLMFeederError

if TYPE_CHECKING:
    from verifier.evaluation.figures import Figures
    from verifier.evaluation.runner import Checked
    from verifier.evaluation.sets import LabelledSet
    from verifier.settings import Settings

SPLITS = ("dev", "test", "all")
TAUGHT = (
    "the entailment model has learnt from the dev half of this set, so these figures flatter it; "
    "it has seen nothing of --split test, and --judge rules does not use it"
)
EXAMPLES = """\
Examples:

\b
  llmfeeder eval
  llmfeeder eval --errors --sensitivity balanced
  llmfeeder eval claims.jsonl more.jsonl.gz --json figures.json
"""


def eval_command(
    sets: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[SET]...", help="Labelled sets, .jsonl or .jsonl.gz; else our own."
        ),
    ] = None,
    split: Annotated[
        str, typer.Option(metavar="SPLIT", help="Records to use: dev, test or all.")
    ] = "dev",
    sample: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="At most so many records a set, always the same; 0: all."
        ),
    ] = 0,
    judge: Annotated[
        str, typer.Option(metavar="JUDGE", help="Who judges: rules or offline.")
    ] = "offline",
    sensitivity: Annotated[
        str,
        typer.Option(metavar="LEVEL", help="How much is flagged: cautious, balanced or strict."),
    ] = "cautious",
    errors: Annotated[
        bool, typer.Option("--errors", help="List every disagreement with both texts.")
    ] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write figures and answers here.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the reliability plot here, as SVG.")
    ] = None,
) -> None:
    """Measure the verdicts on labelled sets, false alarms first.

    A set is a file of JSON lines, each with a claim, its sources and the right verdict;
    docs/evaluation.md describes the format.
    """
    from rich.console import Console

    from verifier.evaluation.figures import measure
    from verifier.evaluation.report import print_comparison, print_disagreements, print_figures

    settings = _settings(judge, sensitivity)
    chosen = _load(sets or [], split, sample)
    if not sets and split != "test" and judge == "offline":
        typer.echo(TAUGHT, err=True)
    console = Console(highlight=False)
    results: dict[str, tuple[Figures, list[Checked]]] = {}
    for name, labelled in chosen.items():
        checked = _run(name, labelled, settings)
        figures = measure([one.answer for one in checked])
        results[name] = (figures, checked)
        print_figures(console, name, figures)
        if errors:
            print_disagreements(console, checked)
    if len(results) > 1:
        print_comparison(console, {name: figures for name, (figures, _) in results.items()})
    if json_file:
        content = _as_json(results, split, sample, settings)
        _write(json_file, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    if plot:
        _write(plot, _plot_of(results))


def _settings(judge: str, sensitivity: str) -> Settings:
    from verifier.settings import Settings

    return Settings(judge=judge, sensitivity=sensitivity)  # type: ignore[arg-type] # it checks them


def _load(paths: list[Path], split: str, sample: int) -> dict[str, LabelledSet]:
    """The sets by name; all are read before the first is run, so that a mistake shows at once."""
    from verifier.evaluation.sets import SetError, load_set, own_set_path

    if split not in SPLITS:
        raise SetError(f"--split is {split!r}; it must be one of {', '.join(SPLITS)}")
    chosen: dict[str, LabelledSet] = {}
    for path in paths or [own_set_path()]:
        whole = load_set(path)
        labelled = whole.of_split(split)
        if not labelled.claims:
            raise SetError(f"{path}: holds no records of the split {split!r}; try --split all")
        left_out = len(whole.claims) - len(labelled.claims)
        if left_out:
            typer.echo(f"{path}: {left_out} records are of the other split", err=True)
        chosen[_unused(whole.name, chosen)] = labelled.sample(sample)
    return chosen


def _unused(name: str, taken: dict[str, LabelledSet]) -> str:
    """`name`, numbered where another set has it."""
    names = (name if at == 1 else f"{name} ({at})" for at in range(1, len(taken) + 2))
    return next(one for one in names if one not in taken)


def _run(name: str, labelled: LabelledSet, settings: Settings) -> list[Checked]:
    import sys

    from rich.console import Console
    from rich.progress import Progress

    from verifier.evaluation.runner import run

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(name, total=len(labelled.claims))
        return run(labelled, settings, lambda done: progress.update(task, completed=done))


def _as_json(
    results: dict[str, tuple[Figures, list[Checked]]], split: str, sample: int, settings: Settings
) -> dict[str, Any]:
    from dataclasses import asdict

    from verifier.evaluation.figures import mean_figures

    return {
        "split": split,
        "sample": sample,
        "judge": settings.judge,
        "sensitivity": settings.sensitivity,
        "mean": mean_figures(figures for figures, _ in results.values()),
        "sets": {name: figures.as_json() for name, (figures, _) in results.items()},
        "answers": {
            name: [asdict(one.answer) for one in checked] for name, (_, checked) in results.items()
        },
    }


def _plot_of(results: dict[str, tuple[Figures, list[Checked]]]) -> str:
    """One plot over the claims of all sets."""
    from verifier.evaluation.calibration import calibration
    from verifier.evaluation.plots import svg_plot

    answers = [one.answer for _, checked in results.values() for one in checked]
    whole = calibration([(a.score, a.is_supported) for a in answers if a.score is not None])
    return svg_plot(whole.bins if whole else (), ", ".join(results))


def _write(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise LLMFeederError(f"{path}: cannot be written: {error}") from error
