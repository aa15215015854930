"""A summary in Markdown, fit for a comment on a pull request: the figures first."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.model import Verdict
from verifier.outputs.annotations import Annotation, open_annotations
from verifier.outputs.layout import clean
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck, counted, figure, total
from verifier.patterns import pattern

_LIMIT = 60_000  # GitHub takes comments of at most 65,536 characters
_SPECIAL = pattern(r"([\\`*_{}\[\]()<>#+\-!|~&@:])")
_MARKS = {
    "contradicted": "✖",
    "unsupported": "▲",
    "partial": "◐",
    "citation": "§",
    "dismissal": "⊘",
}


def render(run: Run) -> str:
    """The run as Markdown of at most about 60,000 characters; says what it had to leave out."""
    parts = [*_head(run)]
    size = sum(map(len, parts))
    left_out = 0
    for report in run.reports:
        items = open_annotations(report, run)
        for number, item in enumerate(items):
            text = _item(item, report)
            heading = f"\n### {escape(report.name)}\n\n" if number == 0 else ""
            if left_out or size + len(heading) + len(text) > _LIMIT:
                left_out += 1
                continue
            parts += [heading, text]
            size += len(heading) + len(text)
    if left_out:
        parts.append(f"\n… and {counted(left_out, 'more remark')}; run llmfeeder to see all.\n")
    return "".join(parts)


def _head(run: Run) -> Iterator[str]:
    whole = total(run.reports)
    problems = sum(len(report.result.problems()) for report in run.reports if report.result)
    failed = sum(report.failed for report in run.reports)
    missing = f", {counted(failed, 'report')} not checked" if failed else ""
    if whole.claims:
        share = figure(whole.faithfulness)
        yield f"## {_needing(problems)}{missing}: faithfulness {share}\n\n"
    else:
        yield "## No claim was checked\n\n"
    verdicts = list(Verdict)
    yield f"| report | claims | {' | '.join(verdicts)} | dismissed | faithfulness |\n"
    yield f"|---|{'--:|' * (len(verdicts) + 3)}\n"
    for report in run.reports:
        yield _row(report, len(verdicts))
    if len(run.reports) > 1:
        numbers = " | ".join(str(whole.counts[verdict]) for verdict in verdicts)
        gone = sum(report.dismissed for report in run.reports)
        yield (
            f"| **total** | {whole.claims} | {numbers} | {gone} | {figure(whole.faithfulness)} |\n"
        )


def _needing(problems: int) -> str:
    if not problems:
        return "No claim needs attention"
    return f"{counted(problems, 'claim')} {'needs' if problems == 1 else 'need'} attention"


def _row(report: ReportCheck, width: int) -> str:
    if report.result is None or not report.checked:
        why = escape(report.why_not)
        return f"| {escape(report.name)} | not checked: {why} |{' |' * (width + 2)}\n"
    result = report.result
    numbers = " | ".join(str(number) for number in result.counts().values())
    share = figure(result.faithfulness)
    size = len(result.findings)
    return f"| {escape(report.name)} | {size} | {numbers} | {report.dismissed} | {share} |\n"


def _item(item: Annotation, report: ReportCheck) -> str:
    place = f"{clean(report.name)}:{item.line}"
    text = item.finding.claim.text if item.finding else report.text[item.start : item.end]
    why = "".join(f"  {escape(line)}  \n" for line in item.message.splitlines())
    return f"- {_MARKS[item.rule]} **{item.title}** ({escape(place)}): {escape(text)}  \n{why}"


def escape(text: str) -> str:
    """`text` on one line, with nothing in it that Markdown, HTML or mentions would act on."""
    return _SPECIAL.sub(r"\\\1", clean(text)).replace("\\@", "@\u2060")
