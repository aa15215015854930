"""Dismissals that stand in a file of the repository, for claims whose text should hold no comment.

Each names its report, the claim, the verdict, what the verdict rested on, and the reason. When one
of these changes the dismissal is out of date: it dismisses nothing and is reported.
"""

from __future__ import annotations

import json
import os.path
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.errors import SettingsError
from verifier.model import Dismissal, EvidenceRole, Finding, Verdict
from verifier.patterns import pattern

FILE = "llmfeeder-dismissals.toml"
"""The dismissals file where the settings name no other."""

_HEAD = """\
# Findings that need no attention, each with the reason. `llmfeeder dismiss` adds and removes them.
# A dismissal ends when the claim, its verdict or its evidence changes.
"""
_TABLE = pattern(r"^\ufeff?[ \t]*\[\[[ \t]*dismissal[ \t]*\]\]", re.MULTILINE)
_TEXTS = ("report", "claim", "verdict", "reason")
_SURROGATE = pattern("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A dismissal as the file holds it.

    Attributes:
        report: the report's path from the file's folder, with "/".
        claim: the claim's judged text.
        evidence: what the verdict rested on: "source: passage", the best passage and conflicts.
        line: where it stands in the file; 0 for one that is not written yet.
    """

    report: str
    claim: str
    verdict: Verdict
    evidence: tuple[str, ...]
    reason: str
    line: int = 0


def evidence_of(finding: Finding) -> tuple[str, ...]:
    """What the verdict of `finding` rests on, as the file has it."""
    telling = [e for e in finding.evidence if e.role is not EvidenceRole.NEAREST]
    best = [item.span for item in (telling or finding.evidence)[:1]]
    spans = [*best, *(conflict.source for conflict in finding.conflicts)]
    return tuple(dict.fromkeys(f"{_fold(s.source_id)}: {_fold(s.text)}" for s in spans))


def entry_for(finding: Finding, report: str, reason: str) -> Entry:
    """The dismissal of `finding` in the report called `report`.

    Raises:
        ValueError: there is no reason.
    """
    if not reason.strip():
        raise ValueError("a dismissal needs a reason")
    claim = _fold(finding.claim.text)
    return Entry(report, claim, finding.verdict, evidence_of(finding), _fold(reason))


def report_name(report: Path, file: Path) -> str:
    """How the dismissals file or baseline `file` calls the report at `report`: from its folder."""
    path, folder = os.path.normpath(report.absolute()), os.path.normpath(file.absolute().parent)
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # on another drive
        return Path(path).as_posix()


# ---- what they do ----------------------------------------------------------------------------


def dismissed_by_file(
    entries: Iterable[Entry], report: str, findings: Sequence[Finding]
) -> tuple[Finding, ...]:
    """`findings` of the report called `report` with the dismissals that `entries` hold for them."""
    reasons = {(e.claim, e.verdict, e.evidence): e.reason for e in entries if e.report == report}
    if not reasons:
        return tuple(findings)
    return tuple(_with(finding, reasons.get(_key(finding))) for finding in findings)


def _key(finding: Finding) -> tuple[str, Verdict, tuple[str, ...]]:
    return _fold(finding.claim.text), finding.verdict, evidence_of(finding)


def _with(finding: Finding, reason: str | None) -> Finding:
    if reason is None or finding.dismissal is not None:
        return finding
    return replace(finding, dismissal=Dismissal(reason, "file"))


def outdated(
    entries: Iterable[Entry], report: str, findings: Sequence[Finding]
) -> list[tuple[Entry, str]]:
    """The dismissals of the report called `report` that dismiss nothing, each with the reason."""
    keys = {_key(finding) for finding in findings}
    by_claim = {_fold(finding.claim.text): finding for finding in findings}
    found = []
    for entry in entries:
        if entry.report != report or (entry.claim, entry.verdict, entry.evidence) in keys:
            continue
        finding = by_claim.get(entry.claim)
        if finding is None:
            why = "the report no longer makes this claim"
        elif finding.verdict is not entry.verdict:
            why = f"the claim is {finding.verdict.value} now, no longer {entry.verdict.value}"
        else:
            why = "what the verdict rests on has changed"
        found.append((entry, why))
    return found


# ---- the file --------------------------------------------------------------------------------


def load(file: Path) -> tuple[Entry, ...]:
    """The dismissals in `file`, in its order; none where there is no file.

    Raises:
        SettingsError: it cannot be read, or a dismissal lacks something; says where.
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file}: not UTF-8, as TOML must be") from error
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file}: not valid TOML: {error}") from error
    tables = data.get("dismissal", [])
    if not isinstance(tables, list) or data.keys() - {"dismissal"}:
        raise SettingsError(f"{file}: holds [[dismissal]] tables and nothing else")
    lines = [text.count("\n", 0, found.start()) + 1 for found in _TABLE.finditer(text)]
    lines += [1] * (len(tables) - len(lines))
    return tuple(_entry(table, file, line) for table, line in zip(tables, lines, strict=False))


def _entry(table: object, file: Path, line: int) -> Entry:
    values = table if isinstance(table, dict) else {}
    for name in _TEXTS:
        if not isinstance(values.get(name), str) or not values[name].strip():
            raise SettingsError(f"{file}:{line}: a dismissal needs its {name}")
    unknown = sorted(values.keys() - {*_TEXTS, "evidence"})
    if unknown:
        raise SettingsError(f"{file}:{line}: a dismissal has no {unknown[0]!r}")
    flagged = [v.value for v in Verdict if v is not Verdict.SUPPORTED]
    if values["verdict"] not in flagged:
        raise SettingsError(f"{file}:{line}: verdict must be one of {', '.join(flagged)}")
    evidence = values.get("evidence", [])
    if not isinstance(evidence, list) or not all(isinstance(item, str) for item in evidence):
        raise SettingsError(f"{file}:{line}: evidence must be a list of strings")
    return Entry(
        values["report"],
        _fold(values["claim"]),
        Verdict(values["verdict"]),
        tuple(_fold(item) for item in evidence),
        values["reason"],
        line,
    )


def dump(entries: Iterable[Entry]) -> str:
    """The file's text for `entries`."""
    return "".join([_HEAD, *(f"\n{_dumped(entry)}" for entry in entries)])


def added(text: str, entry: Entry) -> str:
    """The file's text `text` with `entry` behind the rest, which stays as it is."""
    if not text.strip():
        return dump([entry])
    return f"{text.rstrip()}\n\n{_dumped(entry)}"


def removed(text: str, number: int, held: int) -> str | None:
    """The file's text `text` without number `number`, from 0, of the dismissals `held` in it.

    None where their headers cannot be told, as in an array on one line.
    """
    starts = [found.start() for found in _TABLE.finditer(text)] + [len(text)]
    if len(starts) != held + 1:
        return None
    return f"{text[: starts[number]]}{text[starts[number + 1] :]}".rstrip() + "\n"


def _dumped(entry: Entry) -> str:
    evidence = "".join(f"  {_quoted(item)},\n" for item in entry.evidence)
    return (
        f"[[dismissal]]\nreport = {_quoted(entry.report)}\nclaim = {_quoted(entry.claim)}\n"
        f"verdict = {_quoted(entry.verdict.value)}\nreason = {_quoted(entry.reason)}\n"
        + (f"evidence = [\n{evidence}]\n" if evidence else "evidence = []\n")
    )


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's, and DEL escaped too."""
    return json.dumps(_SURROGATE.sub("\ufffd", text), ensure_ascii=False).replace("\x7f", "\\u007f")


def _fold(text: str) -> str:
    return _SURROGATE.sub("\ufffd", " ".join(text.split()))
