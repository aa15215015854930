"""All figures of one labelled set, false alarms first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from verifier.evaluation.answers import Answer, Label
from verifier.evaluation.calibration import Calibration, calibration
from verifier.evaluation.localisation import Localisation, localisation
from verifier.evaluation.tallies import Interval, Tally, bootstrap_interval, by_document, ratio
from verifier.model import Verdict


@dataclass(frozen=True, slots=True)
class VerdictFigures:
    """How well one verdict is given.

    Attributes:
        given: how often it was given; claims labelled not_supported, of which the right verdict is
            not known, are left out except for "supported".
        labelled: how often it is the label.
        precision, recall, f1: None where there is nothing to divide by.
    """

    given: int
    labelled: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class KindFigures:
    """The claims of one kind and label.

    Attributes:
        right: how many got their label as the verdict.
        flagged: how many got any other verdict than supported.
        called_contradicted: how many were called contradicted.
    """

    kind: str
    label: Label
    claims: int
    right: int
    flagged: int
    called_contradicted: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a checker did on one set; rates are 0 to 1, None where they do not apply.

    Attributes:
        documents: how many different sources the records have.
        tally: the counts behind the first four rates.
        false_alarm: share of supported claims that were flagged.
        wrongly_contradicted: share of supported claims that were called contradicted.
        balanced_accuracy: mean of the recalls on supported claims and on all others.
        caught: share of the other claims that were flagged.
        intervals: 95 % bootstrap intervals by document of these, by name.
        accuracy: share of records whose verdict is right.
        confusion: label -> verdict -> records.
        verdicts: per verdict; only verdicts that the set has as labels.
        localisation: of the first passage shown for each sentence.
        localisation_all: of all passages shown as supporting.
        by_kind: claims by kind and label.
        no_claim_found: share of records in which no claim was found (these count as supported).
        claims_per_second: claims found per second of checking, the reading of sources left out.
    """

    records: int
    documents: int
    tally: Tally
    false_alarm: float | None
    wrongly_contradicted: float | None
    balanced_accuracy: float | None
    caught: float | None
    intervals: dict[str, Interval | None]
    accuracy: float | None
    confusion: dict[Label, dict[Verdict, int]]
    verdicts: dict[Verdict, VerdictFigures]
    calibration: Calibration | None
    localisation: Localisation | None
    localisation_all: Localisation | None
    by_kind: tuple[KindFigures, ...]
    no_claim_found: float | None
    claims_per_second: float | None

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values for JSON."""
        return asdict(self)


def measure(answers: Sequence[Answer]) -> Figures:
    """The figures of `answers`, all on one set."""
    documents = by_document(answers)
    tally = Tally.of(answers)
    located = [answer for answer in answers if answer.is_supported and answer.evidence_sets]
    scored = [(a.score, a.is_supported) for a in answers if a.score is not None]
    seconds = sum(answer.seconds for answer in answers)
    claims = sum(answer.claims for answer in answers)
    return Figures(
        records=len(answers),
        documents=len(documents),
        tally=tally,
        false_alarm=tally.false_alarm_rate,
        wrongly_contradicted=tally.wrongly_contradicted_rate,
        balanced_accuracy=tally.balanced_accuracy,
        caught=tally.caught_rate,
        intervals={
            "false_alarm": bootstrap_interval(documents, lambda t: t.false_alarm_rate),
            "wrongly_contradicted": bootstrap_interval(
                documents, lambda t: t.wrongly_contradicted_rate
            ),
            "balanced_accuracy": bootstrap_interval(documents, lambda t: t.balanced_accuracy),
        },
        accuracy=ratio(sum(answer.is_right for answer in answers), len(answers)),
        confusion=confusion(answers),
        verdicts=verdict_figures(answers),
        calibration=calibration(scored),
        localisation=localisation([(a.spans, a.evidence_sets) for a in located]),
        localisation_all=localisation([(a.all_spans, a.evidence_sets) for a in located]),
        by_kind=kind_figures(answers),
        no_claim_found=ratio(sum(not answer.claims for answer in answers), len(answers)),
        claims_per_second=claims / seconds if seconds else None,
    )


def confusion(answers: Iterable[Answer]) -> dict[Label, dict[Verdict, int]]:
    """Label -> verdict -> records, with a row for each label that occurs."""
    counts = Counter((answer.label, answer.verdict) for answer in answers)
    labels = {label for label, _ in counts}
    return {
        label: {verdict: counts[label, verdict] for verdict in Verdict}
        for label in Label
        if label in labels
    }


def verdict_figures(answers: Sequence[Answer]) -> dict[Verdict, VerdictFigures]:
    """Precision, recall and F1 of each verdict that occurs as a label."""
    figures = {}
    for verdict in Verdict:
        comparable = [
            answer
            for answer in answers
            if verdict is Verdict.SUPPORTED or answer.label is not Label.NOT_SUPPORTED
        ]
        labelled = sum(answer.label.value == verdict.value for answer in comparable)
        given = [answer for answer in comparable if answer.verdict is verdict]
        right = sum(answer.is_right for answer in given)
        if labelled:
            figures[verdict] = VerdictFigures(
                len(given),
                labelled,
                ratio(right, len(given)),
                ratio(right, labelled),
                ratio(2 * right, len(given) + labelled),
            )
    return figures


def kind_figures(answers: Iterable[Answer]) -> tuple[KindFigures, ...]:
    """The claims that have a kind, supported ones first, then by kind."""
    groups: dict[tuple[Label, str], list[Answer]] = {}
    for answer in answers:
        if answer.kind:
            groups.setdefault((answer.label, answer.kind), []).append(answer)
    order = list(Label)
    return tuple(
        KindFigures(
            kind,
            label,
            len(group),
            sum(answer.is_right for answer in group),
            sum(answer.is_flagged for answer in group),
            sum(answer.verdict is Verdict.CONTRADICTED for answer in group),
        )
        for (label, kind), group in sorted(
            groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
        )
    )


MEAN_OF = ("false_alarm", "wrongly_contradicted", "balanced_accuracy", "caught")
"""The rates of which the mean over sets is shown."""


def mean_figures(sets: Iterable[Figures]) -> dict[str, float | None]:
    """Mean of each rate of MEAN_OF over the sets that hold both kinds of claims."""
    both = [figures for figures in sets if figures.balanced_accuracy is not None]
    means: dict[str, float | None] = {}
    for name in MEAN_OF:
        values = [value for figures in both if (value := getattr(figures, name)) is not None]
        means[name] = fmean(values) if values else None
    return means
