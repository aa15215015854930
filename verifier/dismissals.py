"""Dismissals written into the report: `<!-- llmfeeder: ignore unsupported -- reason -->`.

Behind or inside a sentence the comment dismisses that sentence's finding; alone on its line, the
findings of the next block. Without a verdict it dismisses any. The reason is not optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import Struct

from verifier.citing.edits import Edit
from verifier.citing.plain import plain
from verifier.model import Dismissal, Finding, Verdict
from verifier.patterns import pattern

_COMMENT = pattern(r"<!--\s*llmfeeder\s*:\s*(.*?)\s*-->", re.DOTALL | re.IGNORECASE)
_BODY = pattern(r"ignore\b\s*(.*?)\s*(?:(?:--|—|–)\s*(.*))?\Z", re.DOTALL | re.IGNORECASE)
_MARKERS = pattern(
    r"(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|\[\^[^\]\s]+\]:|\[[ xX]\][ \t]))*[ \t]*\Z"
)
_LINE = pattern(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_NEW_BLOCK = pattern(r"[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|```|~~~|\[\^[^\]\s]+\]:)")
_FLAGGED = tuple(verdict for verdict in Verdict if verdict is not Verdict.SUPPORTED)


class Comment(Struct, frozen=True):
    """A dismissal as written.

    Attributes:
        start, end: the comment in the raw report.
        verdicts: what it dismisses.
        reason: the writer's words; "" where there are none.
        block: for a comment alone on its line, the next block; None for one in a line of text.
        line: the line it stands in.
        problem: what is wrong with it, for people; "" if nothing is.
    """

    start: int
    end: int
    verdicts: tuple[Verdict, ...]
    reason: str
    block: tuple[int, int] | None
    line: tuple[int, int]
    problem: str = ""


class DismissalProblem(Struct, frozen=True):
    """A comment that does not do what its writer meant; [start, end) in the raw report."""

    start: int
    end: int
    message: str


def comments(report: str) -> tuple[Comment, ...]:
    """The dismissals in the raw `report`, in its order; those in code are none."""
    if "llmfeeder" not in report.casefold():
        return ()
    text = plain(report, keep_comments=True).text
    return tuple(_read(text, found) for found in _COMMENT.finditer(text))


def dismissed(report: str, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """`findings` with the dismissals that the raw `report` holds for them."""
    chosen = {
        id(finding): comment.reason
        for comment in comments(report)
        if not comment.problem
        for finding in _targets(comment, findings)
        if finding.verdict in comment.verdicts
    }
    if not chosen:
        return tuple(findings)
    return tuple(
        replace(finding, dismissal=Dismissal(chosen[id(finding)]))
        if id(finding) in chosen
        else finding
        for finding in findings
    )


def dismissal_problems(report: str, findings: Sequence[Finding]) -> tuple[DismissalProblem, ...]:
    """The dismissals in `report` that lack a reason, name no verdict, or dismiss nothing."""
    problems = []
    for comment in comments(report):
        text = comment.problem
        if not text and not any(f.verdict in comment.verdicts for f in _targets(comment, findings)):
            text = "this dismissal dismisses nothing; it can go"
        if text:
            problems.append(DismissalProblem(comment.start, comment.end, text))
    return tuple(problems)


def insert_dismissal(
    report: str, start: int, end: int, verdict: Verdict, reason: str
) -> list[Edit]:
    """Dismiss the finding of the claim [start, end) of the raw `report`.

    Raises:
        ValueError: there is no reason.
    """
    words = re.sub(r"-{2,}|[<>]", " ", reason)
    words = " ".join(words.split()).strip("- ")
    if not words:
        raise ValueError("a dismissal needs a reason")
    at = _behind_marks(report, end)
    for comment in comments(report):
        covers = comment.block is not None and _overlap(comment.block, (start, end))
        behind = start <= comment.start and not report[at : max(at, comment.start)].strip()
        if verdict in comment.verdicts and not comment.problem and (covers or behind):
            return []
    return [Edit(at, at, f" <!-- llmfeeder: ignore {verdict.value} -- {words} -->")]


def _behind_marks(report: str, end: int) -> int:
    found = re.compile(r"(?:\[\^[^\]\[\s]+\]|[ \t]?\[[^\[\]]*@[^\[\]]*\](?![(\[:]))*").match(
        report, end
    )
    return found.end() if found else end


def _read(text: str, found: re.Match[str]) -> Comment:
    line_start = max(text.rfind("\n", 0, found.start()), text.rfind("\r", 0, found.start())) + 1
    line_end = _line_end(text, found.end())
    alone = _MARKERS.match(text, line_start, found.start()) is not None
    alone = alone and not text[found.end() : line_end].strip()
    verdicts, reason, problem = _body(found[1])
    return Comment(
        found.start(),
        found.end(),
        verdicts,
        reason,
        _next_block(text, line_end) if alone else None,
        (line_start, line_end),
        problem,
    )


def _body(body: str) -> tuple[tuple[Verdict, ...], str, str]:
    match = _BODY.match(body)
    if match is None:
        word = body.split(maxsplit=1)[0] if body.split() else ""
        return (), "", f"llmfeeder knows no {word!r} here, only ignore"
    names = [name for name in re.split(r"[\s,]+", match[1].lower()) if name]
    reason = " ".join((match[2] or "").split())
    known = {verdict.value: verdict for verdict in _FLAGGED}
    unknown = [name for name in names if name not in known]
    if unknown:
        allowed = ", ".join(known)
        return (), reason, f"{unknown[0]!r} is no verdict that can be dismissed: {allowed}"
    verdicts = tuple(known[name] for name in names) or _FLAGGED
    example = "<!-- llmfeeder: ignore unsupported -- why it may stand -->"
    return verdicts, reason, "" if reason else f"a dismissal needs a reason: {example}"


def _next_block(text: str, at: int) -> tuple[int, int]:
    """The next lines of text behind `at`, up to a blank one or one that starts another block."""
    start = None
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None or not line[0]:
            break
        is_blank = not line[0].strip(" \t\r\n>")
        if start is None:
            start = None if is_blank else at
        elif is_blank or _NEW_BLOCK.match(line[0]):
            return start, at
        at = line.end()
    return (start if start is not None else len(text)), len(text)


def _targets(comment: Comment, findings: Sequence[Finding]) -> Iterable[Finding]:
    places = [(finding.claim.start, finding.claim.end) for finding in findings]
    if comment.block is not None:
        return [
            f for f, place in zip(findings, places, strict=True) if _overlap(comment.block, place)
        ]
    on_line = [
        f for f, place in zip(findings, places, strict=True) if _overlap(comment.line, place)
    ]
    before = [f for f in on_line if f.claim.start < comment.start]
    return before[-1:] or on_line[:1]


def _overlap(left: tuple[int, int], right: tuple[int, int]) -> bool:
    return left[0] < right[1] and right[0] < left[1]


def _line_end(text: str, at: int) -> int:
    found = re.compile(r"[\r\n]|\Z").search(text, at)
    return found.start() if found else len(text)
