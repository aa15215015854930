"""A baseline: the findings of a day, accepted, so that a check reports only what came after.

A finding is accepted if the baseline holds its claim for its report with a verdict at least as
bad. Places play no part: moved lines and edited neighbours change nothing. Equal claims count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from verifier.errors import SettingsError
from verifier.model import Dismissal, Finding, Verdict

FORMAT = "llmfeeder-baseline"
VERSION = 1
REASON = "accepted by the baseline"

Known = Mapping[str, Sequence[tuple[str, Verdict]]]
"""The accepted findings by report: each the claim's text and its verdict."""


def accepted(findings: Sequence[Finding], known: Sequence[tuple[str, Verdict]]) -> list[Finding]:
    """`findings` of a report, those that are `known` marked as dismissed by the baseline."""
    left: dict[str, list[Verdict]] = {}
    for claim, verdict in known:
        left.setdefault(claim, []).append(verdict)
    marked = list(findings)
    # The worst first, so that a known bad finding is not spent on a lesser one.
    order = sorted(range(len(marked)), key=lambda at: -marked[at].verdict.severity)
    for at in order:
        finding = marked[at]
        if not finding.needs_attention:
            continue
        verdicts = left.get(_fold(finding.claim.text), [])
        fits = [v for v in verdicts if v.severity >= finding.verdict.severity]
        if fits:
            verdicts.remove(min(fits, key=lambda verdict: verdict.severity))
            marked[at] = replace(finding, dismissal=Dismissal(REASON, "baseline"))
    return marked


def entries(findings: Sequence[Finding]) -> list[tuple[str, Verdict]]:
    """What a baseline holds for a report with `findings`; those dismissed otherwise are not in."""
    kept = [
        (_fold(finding.claim.text), finding.verdict)
        for finding in findings
        if finding.needs_attention
        or (finding.dismissal is not None and finding.dismissal.origin == "baseline")
    ]
    return sorted(kept, key=lambda item: (item[0], item[1].severity))


def load(file: Path) -> dict[str, list[tuple[str, Verdict]]]:
    """The baseline in `file`, by report.

    Raises:
        SettingsError: it is missing, cannot be read or is no baseline.
    """
    try:
        data = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise SettingsError(
            f"--baseline {file}: no such file; make it with --update-baseline"
        ) from None
    except OSError as error:
        raise SettingsError(
            f"--baseline {file}: cannot be read: {error.strerror or error}"
        ) from error
    except ValueError as error:
        raise SettingsError(f"--baseline {file}: not valid JSON: {error}") from error
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise SettingsError(f"--baseline {file}: no baseline of llmfeeder, version {VERSION}")
    try:
        return {
            str(report): [(_fold(item["claim"]), Verdict(item["verdict"])) for item in items]
            for report, items in data["reports"].items()
        }
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SettingsError(f"--baseline {file}: damaged; make it anew") from error


def dump(known: Known) -> str:
    """The text of the file that holds `known`; the same findings give the same text."""
    reports = {
        report: [{"claim": claim, "verdict": verdict.value} for claim, verdict in known[report]]
        for report in sorted(known)
        if known[report]
    }
    data = {"format": FORMAT, "version": VERSION, "reports": reports}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _fold(text: str) -> str:
    folded = " ".join(text.split())
    return folded.encode("utf-8", "replace").decode("utf-8")
