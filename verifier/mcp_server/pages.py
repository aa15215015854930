"""A check's result in pages that an agent can hold: nothing is cut off without a word.

The entries of a result stand in one order, and `offset` counts them: the claims to mend, worst
first; the other claims in the order of the text; the sentences without a claim; the sources that
were not read. A page ends at the caller's limit, or before it gets longer than `MOST_CHARACTERS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import BaseModel

from verifier.errors import LLMFeederError
from verifier.mcp_server import results
from verifier.mcp_server.advice import needs_mending
from verifier.model import CheckResult, Finding, Outcome, SourceState, SourceStatus
from verifier.outputs.summary import counted
from verifier.support import Support

MOST_CHARACTERS = 20_000
"""Size of a page's entries as JSON; only a single entry may be larger."""
MOST_ENTRIES = 200
_MOST_NOTES = 20

_OUTCOMES: dict[Outcome, results.Outcome] = {
    Outcome.CHECKED: "checked",
    Outcome.NO_CLAIMS: "no claims",
    Outcome.NO_SOURCES: "no readable source",
    Outcome.NOTHING_CHANGED: "no claims",
}
_NOT_CHECKED = {
    "no claims": "Nothing was checked: the text states nothing that a source could support.",
    "no readable source": "Nothing was checked: there is no source that could be read.",
}


@dataclass(frozen=True, slots=True)
class _Entry:
    """A part of a result: what it is called when left out, and what it puts on a page."""

    name: str
    parts: Callable[[], Sequence[BaseModel]]


def report_page(text: str, result: CheckResult, offset: int, limit: int) -> results.CheckReport:
    """A page of the check of the raw `text`, from the entry at `offset` on, of at most `limit`.

    Raises:
        LLMFeederError: there is no such entry.
    """
    entries = list(_entries(text, result))
    if offset and offset >= len(entries):
        raise LLMFeederError(f"offset is {offset}, but the result has {len(entries)} entries")
    shown = _fitting(entries[offset:], limit)
    end = offset + len(shown)
    parts = [part for group in shown for part in group]
    counts = result.counts()
    return results.CheckReport(
        outcome=_OUTCOMES[result.outcome],
        summary=_summary(result),
        faithfulness=_rounded(result.faithfulness),
        claims_total=len(result.findings),
        counts=results.Counts(**{verdict.value: number for verdict, number in counts.items()}),
        needs_attention_total=sum(map(needs_mending, result.findings)),
        needs_attention=[part for part in parts if isinstance(part, results.Attention)],
        claims=[part for part in parts if isinstance(part, results.ClaimResult)],
        sentences_without_claim=[
            part for part in parts if isinstance(part, results.SentenceWithoutClaim)
        ]
        or None,
        sources=source_counts(result.sources),
        sources_not_read=[part for part in parts if isinstance(part, results.SourceNote)] or None,
        judge=result.judge,
        next_offset=end if end < len(entries) else None,
        left_out=_left_out(entries[end:], end),
    )


def support_page(
    found: Sequence[Support], sources: Sequence[SourceStatus], limit: int
) -> results.SupportReport:
    """The sentences found on a statement, at most `limit` of them."""
    parts = [results.support_passage(item) for item in found]
    entries = [_Entry("passage", partial(_just, part)) for part in parts]
    shown = parts[: len(_fitting(entries, limit))]
    rest = len(found) - len(shown)
    read = any(status.state is SourceState.INDEXED for status in sources)
    notes = [results.source_note(status) for status in _not_read(sources)]
    return results.SupportReport(
        outcome="found" if found else "nothing found" if read else "no readable source",
        summary=_found(len(shown), read),
        passages=shown,
        sources=source_counts(sources),
        sources_not_read=notes[:_MOST_NOTES] or None,
        left_out=_support_left_out(rest, len(notes) - _MOST_NOTES),
    )


def source_counts(sources: Sequence[SourceStatus]) -> results.SourceCounts:
    """How many sources were read, and how many were not."""
    states = Counter(status.state for status in sources)
    return results.SourceCounts(
        read=states[SourceState.INDEXED],
        skipped=states[SourceState.SKIPPED],
        unreadable=states[SourceState.UNREADABLE],
    )


# ---- the entries ------------------------------------------------------------------------------


def worst_first(result: CheckResult) -> list[Finding]:
    """The findings to mend, worst first, then the others in the order of the text."""
    worst = result.problems()
    rest = [finding for finding in result if not finding.needs_attention]
    return [*worst, *sorted(rest, key=lambda finding: not needs_mending(finding))]


def _entries(text: str, result: CheckResult) -> Iterator[_Entry]:
    numbers = {id(finding): number for number, finding in enumerate(result, 1)}
    for finding in worst_first(result):
        name = "claim to mend" if needs_mending(finding) else "claim"
        yield _Entry(name, partial(_claim, numbers[id(finding)], finding, text))
    for sentence in result.not_checkable:
        part = results.sentence_without_claim(sentence)
        yield _Entry("sentence without a claim", partial(_just, part))
    for status in _not_read(result.sources):
        yield _Entry("source that was not read", partial(_just, results.source_note(status)))


def _claim(number: int, finding: Finding, text: str) -> Sequence[BaseModel]:
    found = results.claim_result(number, finding)
    if needs_mending(finding):
        return results.attention(number, finding, text), found
    return (found,)


def _just(part: BaseModel) -> Sequence[BaseModel]:
    return (part,)


def _not_read(sources: Sequence[SourceStatus]) -> list[SourceStatus]:
    """The sources that were not read, those first that should have been."""
    left = [status for status in sources if status.state is not SourceState.INDEXED]
    return sorted(left, key=lambda status: status.state is SourceState.SKIPPED)


def _fitting(entries: Sequence[_Entry], limit: int) -> list[Sequence[BaseModel]]:
    """What the first entries put on a page, as many as fit; at least one, if there is one."""
    shown: list[Sequence[BaseModel]] = []
    room = MOST_CHARACTERS
    for entry in entries[:limit]:
        parts = entry.parts()
        room -= sum(len(part.model_dump_json(exclude_defaults=True)) for part in parts)
        if shown and room < 0:
            break
        shown.append(parts)
    return shown


# ---- in words ---------------------------------------------------------------------------------


def _left_out(entries: Sequence[_Entry], offset: int) -> str | None:
    if not entries:
        return None
    names = Counter(entry.name for entry in entries)
    listed = ", ".join(_plural(number, name) for name, number in names.items())
    return f"{listed}; call again with offset {offset} to get them"


def _support_left_out(passages: int, notes: int) -> str | None:
    said = []
    if passages:
        said.append(f"{counted(passages, 'more passage')}; a larger limit shows more")
    if notes > 0:
        lists = "verify_against_sources lists them"
        said.append(f"{counted(notes, 'more source')} that {_were(notes)} not read; {lists}")
    return "; ".join(said) or None


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _plural(number: int, name: str) -> str:
    noun, space, rest = name.partition(" ")
    return counted(number, noun) + space + rest.replace(" was", f" {_were(number)}")


def _summary(result: CheckResult) -> str:
    outcome = _OUTCOMES[result.outcome]
    said = [_NOT_CHECKED.get(outcome) or _figures(result)]
    lost = [s for s in result.sources if s.state is SourceState.UNREADABLE]
    if lost:
        named = ", ".join(f"{status.id} ({status.reason})" for status in lost[:3])
        more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
        said.append(f"Not readable: {named}{more}.")
    return " ".join(said)


def _figures(result: CheckResult) -> str:
    counts = ", ".join(f"{number} {verdict}" for verdict, number in result.counts().items())
    claims = counted(len(result.findings), "claim")
    mend = sum(map(needs_mending, result.findings))
    need = "needs" if mend == 1 else "need"
    return f"{claims}: {counts}; {mend or 'none'} {need} mending."


def _found(number: int, read: bool) -> str:
    if not read:
        return "Nothing was searched: there is no source that could be read."
    if not number:
        return "No source has a sentence on this."
    return f"The {counted(number, 'nearest sentence')}, best first. This is no verdict."


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
