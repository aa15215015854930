"""The sample projects: each claim gets the verdict that a careful reader gives it.

Where expected.toml says `missed`, the checker is known to err, and why; the test fails once it
no longer does.
"""

from __future__ import annotations

import importlib.util
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from verifier import CheckResult, Outcome, SourceState, Verdict, check

SAMPLES = Path(__file__).parents[2] / "samples"
NAMES = sorted(path.parent.name for path in SAMPLES.glob("*/report.md"))


@cache
def checked(sample: str) -> CheckResult:
    folder = SAMPLES / sample
    return check(folder / "report.md", [folder / "sources"])


@cache
def notes(sample: str) -> dict[str, Any]:
    return tomllib.loads((SAMPLES / sample / "expected.toml").read_text("utf-8"))


def expected(sample: str) -> list[dict[str, str]]:
    entries: list[dict[str, str]] = notes(sample)["claim"]
    return entries


def known_miss(note: dict[str, Any]) -> list[pytest.MarkDecorator]:
    return [pytest.mark.xfail(reason=note["missed"])] if "missed" in note else []


def cases() -> list[object]:
    return [
        pytest.param(
            sample,
            entry,
            id=f"{sample}: {entry['text']}",
            marks=known_miss(entry),
        )
        for sample in NAMES
        for entry in expected(sample)
    ]


def test_there_are_three() -> None:
    assert NAMES == ["quarterly-results", "software-manual", "walking-study"]


@pytest.mark.parametrize("sample", NAMES)
def test_every_verdict_occurs(sample: str) -> None:
    assert {Verdict(entry["verdict"]) for entry in expected(sample)} == set(Verdict)


@pytest.mark.parametrize("sample", NAMES)
def test_all_sources_are_read(sample: str) -> None:
    result = checked(sample)
    assert result.outcome is Outcome.CHECKED
    assert {source.state for source in result.sources} == {SourceState.INDEXED}


@pytest.mark.parametrize(
    "sample", [pytest.param(name, marks=known_miss(notes(name)), id=name) for name in NAMES]
)
def test_the_claims_are_the_sentences_that_state_something(sample: str) -> None:
    entries = [entry["text"] for entry in expected(sample)]
    claims = [finding.claim.text for finding in checked(sample)]
    cut = [next((t for t in entries if claim.startswith(t)), claim) for claim in claims]
    assert cut == entries


@pytest.mark.parametrize(("sample", "entry"), cases())
def test_the_verdict_is_a_careful_readers(sample: str, entry: dict[str, str]) -> None:
    found = [f for f in checked(sample) if f.claim.text.startswith(entry["text"])]
    assert len(found) == 1
    finding = found[0]
    assert finding.verdict is Verdict(entry["verdict"]), finding.reason
    if "source" in entry:
        sources = [item.span.source_id for item in finding.evidence]
        assert entry["source"] in sources


def test_the_pdf_is_what_its_script_makes(tmp_path: Path) -> None:
    script = SAMPLES / "walking-study" / "make_pdf.py"
    spec = importlib.util.spec_from_file_location("make_pdf", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.make(tmp_path / "new.pdf")
    texts = [
        [page.extract_text() for page in PdfReader(path).pages]
        for path in (tmp_path / "new.pdf", script.parent / "sources" / "evening-walks.pdf")
    ]
    assert texts[0] == texts[1]
