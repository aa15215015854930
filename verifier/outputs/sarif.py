"""SARIF 2.1.0, for code scanning: a result for each remark, the sources as related places.

Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", with errata 01.
Dismissed findings stay in the file, suppressed; a service that missed them would call them fixed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from typing import Any
from urllib.parse import quote

from verifier.model import SourceSpan
from verifier.outputs.annotations import TITLES, Annotation, annotate
from verifier.outputs.layout import clean
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck, total
from verifier.patterns import pattern
from verifier.severities import SEVERITIES, Severity

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "llmfeederClaim/v1"
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "off": "none"}
_LINK = pattern(r"[\\\[\]]")

_ABOUT = {
    "contradicted": (
        "The sources say something else than the claim.",
        "Compare the claim's words with the passage named: correct the claim, or the source.",
    ),
    "unsupported": (
        "No source says what the claim says.",
        "Add the source it rests on, cite it, or take the claim out.",
    ),
    "partial": (
        "The sources say less than the claim, or say it less strongly.",
        "Take out what no source covers, or say it as carefully as the source does.",
    ),
    "citation": (
        "The source that the text cites does not bear out the sentence it stands with.",
        "Cite the passage that does; where one was found, it is named.",
    ),
    "dismissal": (
        "A dismissal dismisses nothing, or lacks its reason.",
        "Take the comment out, or give the reason behind two hyphens.",
    ),
}

Json = dict[str, Any]


def render(run: Run) -> str:
    """The run as JSON text."""
    return json.dumps(document(run), ensure_ascii=False, indent=2) + "\n"


def document(run: Run) -> Json:
    """The run as plain dictionaries and lists."""
    results = [one for report in run.reports for one in _results(report, run)]
    whole = total(run.reports)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver(run)},
                "automationDetails": {"id": "llmfeeder/"},
                "columnKind": "unicodeCodePoints",
                "invocations": [_invocation(run)],
                "results": results,
                "properties": {
                    "reports": whole.reports,
                    "checked": whole.checked,
                    "claims": whole.claims,
                    "counts": {verdict.value: n for verdict, n in whole.counts.items()},
                    "faithfulness": whole.faithfulness,
                },
            }
        ],
    }


def _driver(run: Run) -> Json:
    rules = [_rule(rule, run) for rule in SEVERITIES]
    return {"name": "llmfeeder", "version": run.version, "rules": rules}


def _rule(rule: str, run: Run) -> Json:
    about, remedy = _ABOUT[rule]
    name = "".join(word.capitalize() for word in TITLES[rule].split())
    return {
        "id": rule,
        "name": name,
        "shortDescription": {"text": TITLES[rule]},
        "fullDescription": {"text": about},
        "help": {"text": f"{about} {remedy}", "markdown": f"{about}\n\n**What to do:** {remedy}"},
        "defaultConfiguration": {"level": _level(run.severity(rule))},
        "properties": {"tags": ["faithfulness"]},
    }


def _level(severity: Severity) -> str:
    return _LEVELS.get(severity, "note")


def _invocation(run: Run) -> Json:
    failed = [report for report in run.reports if report.failed]
    notices = [
        {
            "level": "error",
            "message": {"text": _plain(f"{report.name} was not checked: {report.why_not}")},
        }
        for report in failed
    ]
    return {
        "executionSuccessful": not failed,
        "exitCode": run.exit_code,
        "toolExecutionNotifications": notices,
    }


def _results(report: ReportCheck, run: Run) -> list[Json]:
    seen: Counter[str] = Counter()
    paths = report.source_paths()
    return [_result(item, report, run, paths, seen) for item in annotate(report, run)]


def _result(
    item: Annotation, report: ReportCheck, run: Run, paths: dict[str, str], seen: Counter[str]
) -> Json:
    text = item.finding.claim.text if item.finding else report.text[item.start : item.end]
    made: Json = {
        "ruleId": item.rule,
        "ruleIndex": list(SEVERITIES).index(item.rule),
        "kind": "fail",
        "level": _level(item.severity),
        "message": {"text": _plain(f"{item.title}: {clean(text)}\n{item.message}")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _artifact(run.path(report.name)),
                    "region": {
                        "startLine": item.line,
                        "startColumn": item.column,
                        "endLine": item.end_line,
                        "endColumn": item.end_column,
                        "snippet": {"text": report.text[item.start : item.end]},
                    },
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: _fingerprint(item, text, run.path(report.name), seen)},
        "suppressions": _suppressions(item),
    }
    if item.finding is not None:
        score = round(item.finding.score, 4)
        made["properties"] = {"verdict": item.finding.verdict.value, "score": score}
    if item.related:
        made["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": _plain(clean(f"{one.message} ({one.span.locator()})"))},
                "physicalLocation": _source(one.span, paths, run),
            }
            for number, one in enumerate(item.related)
        ]
    if run.baseline:
        known = item.dismissal is not None and item.dismissal.origin == "baseline"
        made["baselineState"] = "unchanged" if known else "new"
    return made


def _fingerprint(item: Annotation, text: str, report: str, seen: Counter[str]) -> str:
    """The same wherever the claim moves to; equal claims of a report are counted."""
    own = item.message if item.rule == "citation" else ""
    key = "\n".join((report, item.rule, " ".join(text.split()), own))
    seen[key] += 1
    data = f"{key}\n{seen[key]}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:32]


def _suppressions(item: Annotation) -> list[Json]:
    if item.dismissal is None:
        return []
    kind = "inSource" if item.dismissal.origin == "comment" else "external"
    return [{"kind": kind, "status": "accepted", "justification": clean(item.dismissal.reason)}]


def _source(span: SourceSpan, paths: dict[str, str], run: Run) -> Json:
    place, end = span.place, span.end_place
    made: Json = {
        "artifactLocation": _artifact(run.path(paths.get(span.source_id) or span.source_id))
    }
    if place.line is None or end.line is None:
        return made
    made["region"] = {
        "startLine": place.line,
        "startColumn": place.column or 1,
        "endLine": end.line,
        "endColumn": end.column or 1,
        "snippet": {"text": span.text},
    }
    return made


def _artifact(path: str) -> Json:
    if path.startswith("/") or re.match(r"[A-Za-z]:/", path):
        return {"uri": f"file:///{quote(path.lstrip('/'), safe='/:', errors='surrogatepass')}"}
    return {"uri": quote(path, errors="surrogatepass"), "uriBaseId": "%SRCROOT%"}


def _plain(text: str) -> str:
    """`text` for a plain message, in which brackets would make links."""
    return _LINK.sub(lambda found: "\\" + found[0], text) if "](" in text else text
