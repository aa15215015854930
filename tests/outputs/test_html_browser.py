"""The HTML page in a real browser: what a click shows, keys, filters, links, and how fast.

Needs Debian's chromium and the package playwright; without them the tests are skipped, with a word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.outputs.conftest import HOSTILE, hostile, run_of
from verifier.model import (
    CheckResult,
    Claim,
    Evidence,
    EvidenceRole,
    Finding,
    Outcome,
    SourceDocument,
    Verdict,
)
from verifier.offsets import OffsetMap
from verifier.outputs.html import render
from verifier.outputs.summary import ReportCheck

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: the page was NOT tried in a browser"
)
CHROMIUM = which("chromium") or which("chromium-browser")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no chromium here: the page was NOT tried in a browser"
)
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that fails the test if a script fails, the policy is broken or anything is loaded."""
    opened = browser.new_page(viewport={"width": 1200, "height": 800})
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("dialog", lambda dialog: complaints.append(dialog.message))
    opened.on(
        "request",
        lambda asked: complaints.append(asked.url) if "page.html" not in asked.url else None,
    )
    yield opened
    opened.close()
    assert complaints == []


def show(page: Any, text: str, folder: Path, fragment: str = "") -> None:
    file = folder / "page.html"
    file.write_text(text, "utf-8")
    page.goto(file.as_uri() + fragment)
    page.wait_for_selector("html[data-ready]")


def lit(page: Any) -> list[str]:
    texts: list[str] = page.locator(".source:not([hidden]) mark").all_text_contents()
    return texts


def fragment(page: Any) -> str:
    """Asked of the page itself: what the driver knows of its address comes a little later."""
    found: str = page.evaluate("location.hash")
    return found


def test_claims_and_what_they_rest_on(
    page: Any, report: ReportCheck, source: SourceDocument, tmp_path: Path
) -> None:
    assert report.result is not None
    findings = report.result.findings[5:8]
    # The fixture's findings are not in the text's order: that of the text is what the page shows.
    ordered = tuple(sorted(findings, key=lambda finding: finding.claim.start))
    report = replace(report, result=replace(report.result, findings=ordered))
    text = render(run_of(report, document=lambda number, source_id: source))

    show(page, text, tmp_path, "#claim-2")
    assert lit(page) == ["Free cash flow was ", "410 million dollars", "."]
    assert page.locator(".source mark.conflict").all_text_contents() == ["410 million dollars"]
    assert page.locator("#claim-2 mark").all_text_contents() == ["510 million dollars"]

    page.keyboard.press("n")
    assert fragment(page) == "#claim-3"
    assert lit(page) == ["The company announced in July"]
    page.keyboard.press("n")
    assert fragment(page) == "#claim-1"
    page.keyboard.press("p")
    assert fragment(page) == "#claim-3"

    page.click("button[data-verdict=unsupported]")
    assert page.locator("a.claim.off").count() == 1
    assert page.inner_text("#shown") == "2 of 3 claims shown"
    page.keyboard.press("n")
    assert fragment(page) == "#claim-1"
    page.keyboard.press("/")
    page.keyboard.type("free cash")
    assert page.inner_text("#shown") == "1 of 3 claims shown"
    page.keyboard.press("Enter")
    assert fragment(page) == "#claim-2"
    page.locator("#detail-2 button.place").nth(1).click()
    assert "410 million dollars" in lit(page)

    page.emulate_media(media="print")
    assert page.locator(".detail:visible").count() == 3


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_texts_stay_text(
    page: Any, report: ReportCheck, number: int, tmp_path: Path
) -> None:
    text = HOSTILE[number]
    show(page, render(run_of(hostile(report, text))), tmp_path, "#claim-1")
    assert page.locator("script").count() == 2
    assert page.locator("img, b, iframe").count() == 0


def test_300_claims_against_50_sources_open_at_the_claim_named(page: Any, tmp_path: Path) -> None:
    sentences = [f"Sentence number {n} says this and that about things. " for n in range(600)]
    documents = {
        f"s{n}.txt": SourceDocument(f"s{n}.txt", f"Source {n}. " + "".join(sentences))
        for n in range(50)
    }
    findings, text = [], ""
    for number in range(300):
        claim = f"Claim {number} says something. "
        document = documents[f"s{number % 50}.txt"]
        span = document.span(number * 20, number * 20 + 60)
        evidence = (Evidence(span, EvidenceRole.SUPPORTS, 0.9),)
        place = Claim(claim.strip(), len(text), len(text) + len(claim) - 1)
        place = replace(place, offsets=OffsetMap.identity(len(claim) - 1))
        findings.append(Finding(place, Verdict.SUPPORTED, 0.9, "", evidence))
        text += claim
    result = CheckResult("r.md", Outcome.CHECKED, tuple(findings))
    run = run_of(
        ReportCheck("r.md", result, text=text), document=lambda number, name: documents[name]
    )
    show(page, render(run), tmp_path, "#claim-299")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert lit(page) != []
