"""JUnit XML, which most CI systems show: a suite a report, a test case a claim.

A claim whose verdict fails the check is a failure, a dismissed one is skipped, a report that was
not checked an error. Other findings that need attention pass and say why in `system-out`.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from verifier.model import Finding, Verdict
from verifier.outputs.explanation import explanation
from verifier.outputs.layout import clean, text_of
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck
from verifier.patterns import pattern

# XML 1.0 allows no other characters, not even as references.
_NO_XML = pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(run: Run) -> str:
    """The run as XML text."""
    root = Element("testsuites", {"name": "llmfeeder"})
    for report, settings in zip(run.reports, run.settings, strict=True):
        _suite(root, report, frozenset(settings.get("fail_on", ())))
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "unicode") + "\n"


def _suite(root: Element, report: ReportCheck, fail_on: frozenset[str]) -> None:
    suite = SubElement(root, "testsuite", {"name": _xml(clean(report.name))})
    result = report.result
    if result is not None and report.checked:
        properties = SubElement(suite, "properties")
        for verdict, number in result.counts().items():
            SubElement(properties, "property", {"name": verdict.value, "value": str(number)})
        for finding in result:
            _case(suite, report, finding, fail_on)
    else:
        kind = "error" if report.failed else "skipped"
        case = SubElement(suite, "testcase", _names(report, "the report is checked"))
        SubElement(case, kind, {"message": _xml(report.why_not), "type": "not checked"})
    cases = suite.findall("testcase")
    tags = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for name, tag in tags.items():
        number = len(cases) if name == "tests" else len(suite.findall(f"testcase/{tag}"))
        suite.set(name, str(number))


def _names(report: ReportCheck, name: str) -> dict[str, str]:
    return {"classname": _xml(clean(report.name)), "name": _xml(name)}


def _case(suite: Element, report: ReportCheck, finding: Finding, fail_on: frozenset[str]) -> None:
    claim = finding.claim
    names = _names(report, f"{claim.line}:{claim.column} {clean(claim.text)}")
    case = SubElement(suite, "testcase", names)
    if report.is_file:
        case.set("file", _xml(report.name))
        case.set("line", str(claim.line))
    if finding.verdict is Verdict.SUPPORTED:
        return
    if finding.dismissal is not None:
        SubElement(case, "skipped", {"message": _xml(clean(finding.dismissal.reason))})
        return
    why = "\n".join(text_of(line) for line in explanation(finding, False))
    if finding.verdict.value in fail_on:
        message = _xml(clean(finding.reason or finding.verdict.value))
        failure = SubElement(case, "failure", {"type": finding.verdict.value, "message": message})
        failure.text = _xml(why)
    else:
        SubElement(case, "system-out").text = _xml(f"{finding.verdict.value}\n{why}")


def _xml(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
