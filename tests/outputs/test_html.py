"""The HTML page: complete in itself, and no text of a document becomes part of it as markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outputs.conftest import HOSTILE, hostile, run_of
from verifier.model import SourceDocument
from verifier.outputs.html import render
from verifier.outputs.html_text import Utf16, shown
from verifier.outputs.run import Run
from verifier.outputs.summary import ReportCheck


class Tags(HTMLParser):
    """The tags of a page, with their attributes, and its text by the tag around it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        name = self.tags[-1][0] if self.tags else ""
        self.texts[name] = self.texts.get(name, "") + data


def test_the_policy_allows_the_pages_own_script_and_style_alone(run: Run) -> None:
    page = render(run)
    policy = next(a["content"] for t, a in Tags(page).tags if a.get("http-equiv"))
    assert policy is not None
    assert "default-src 'none'" in policy
    for tag, rule in (("script", "script-src"), ("style", "style-src")):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{rule} 'sha256-{digest}'" in policy
    assert "unsafe" not in policy


def test_it_loads_nothing(run: Run) -> None:
    for tag, attributes in Tags(render(run)).tags:
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert not attributes.keys() & {"src", "style", "srcset", "action"}
        assert (attributes.get("href") or "#").startswith("#")
        assert not any(name.startswith("on") for name in attributes)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(report: ReportCheck, text: str) -> None:
    def tags(name: str) -> list[str]:
        return [tag for tag, _ in Tags(render(run_of(hostile(report, name)))).tags]

    assert tags(text) == tags("harmless")


def test_data_of_a_span_is_the_source_in_utf_16_units(report: ReportCheck) -> None:
    assert report.result is not None
    text = "😀 " + "x" * 60 + "\r\nFree"
    document = SourceDocument("q3-earnings.txt", text)
    run = run_of(report, document=lambda number, source_id: document)
    page = Tags(render(run))
    spans = json.loads(re.findall(r'id="data">(.*?)</script>', render(run))[0])
    finding = report.result.findings[-1]
    source = finding.conflicts[0].source
    assert spans[-1][0] == [0, source.start + 1, source.end + 1, "conflict"]
    assert ("section", "source-0") in [(tag, a.get("id")) for tag, a in page.tags]


def test_a_long_source_is_shown_around_its_evidence(report: ReportCheck) -> None:
    text = "filler words\n" * 20_000
    run = run_of(report, document=lambda number, source_id: SourceDocument(source_id, text))
    page = render(run)
    assert len(page) < 60_000


def test_what_was_not_checked_is_an_alert(run: Run) -> None:
    assert "Not checked<br>gone.md: no such file" in render(run)
    assert ", 1 not checked" in render(run)


@given(st.text())
def test_shown_text_is_as_long_and_survives_a_parser(text: str) -> None:
    out = shown(text)
    assert len(out) == len(text)
    assert "\r" not in out
    assert "\0" not in out
    out.encode("utf-8")


@given(st.text(), st.data())
def test_offsets_in_utf_16(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    units = len(text[:at].encode("utf-16-le", "surrogatepass")) // 2
    assert Utf16.of(text).offset(at) == units
