"""Features as functions: findings and a text in, the protocol's objects out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from lsp_server.capabilities import ClientFeatures
from lsp_server.convert import PositionMap
from lsp_server.engine.messages import Checked, FileRange
from lsp_server.engine.spans import span_key
from lsp_server.features import texts
from lsp_server.features.code_actions import code_actions, edits_of
from lsp_server.features.code_lens import summary
from lsp_server.features.diagnostics import report_diagnostics
from lsp_server.features.hover import hover
from lsp_server.features.inlay_hints import inlay_hints
from lsp_server.features.symbols import document_symbols
from lsp_server.settings import Severities
from lsp_server.view import Alignment, Phase, View
from verifier.citing import apply_edits
from verifier.model import (
    CheckResult,
    Claim,
    Conflict,
    ConflictKind,
    Dismissal,
    Evidence,
    EvidenceRole,
    Finding,
    Outcome,
    Place,
    SourceSpan,
    SourceState,
    SourceStatus,
    Verdict,
)
from verifier.offsets import OffsetMap

SOURCE = "Free *cash* flow was 410 million in May."
CLIENT = ClientFeatures(related_information=True, code_descriptions=True)


def span(start: int, end: int) -> SourceSpan:
    return SourceSpan(
        "q3.txt", start, end, SOURCE[start:end], Place(4, start + 1), Place(4, end + 1)
    )


def finding(text: str, sentence: str, verdict: Verdict, conflict: str = "") -> Finding:
    start = text.index(sentence)
    offsets = OffsetMap.identity(len(sentence), start)
    claim = Claim(sentence, start, start + len(sentence), offsets=offsets)
    role = {
        Verdict.SUPPORTED: EvidenceRole.SUPPORTS,
        Verdict.CONTRADICTED: EvidenceRole.CONTRADICTS,
    }.get(verdict, EvidenceRole.NEAREST)
    matched = ((0, 4), (6, 10), (12, 16))
    evidence = (Evidence(span(0, len(SOURCE)), role, 0.9, matched),)
    conflicts: tuple[Conflict, ...] = ()
    if conflict:
        at = sentence.index(conflict)
        value = span(SOURCE.index("410"), SOURCE.index(" in May"))
        kind = ConflictKind.NUMBER
        message = f"claim says {conflict}, the source says 410 million"
        conflicts = (Conflict(kind, at, at + len(conflict), conflict, value, message),)
    return Finding(claim, verdict, 0.25, "because", evidence, conflicts)


def view(text: str, *findings: Finding, current: str | None = None) -> View:
    sources = (SourceStatus("q3.txt", SourceState.INDEXED, path="/w/sources/q3.txt"),)
    result = CheckResult("r.md", Outcome.CHECKED, findings, sources=sources)
    spans = [e.span for f in findings for e in f.evidence]
    spans += [c.source for f in findings for c in f.conflicts]
    places = {span_key(s): FileRange("/w/sources/q3.txt", 3, s.start, 3, s.end) for s in spans}
    checked = Checked(1, result, places, {}, {"q3.txt": "/w/sources/q3.txt"})
    shown = PositionMap(text if current is None else current)
    return View("file:///w/r.md", "/w/r.md", shown, 1, checked, text, 100.0, Phase.DONE)


REPORT = "😀 One is 510 million. Two holds. Three is made up.\n"
CONTRADICTED = finding(REPORT, "One is 510 million.", Verdict.CONTRADICTED, "510 million")
SUPPORTED = finding(REPORT, "Two holds.", Verdict.SUPPORTED)
UNSUPPORTED = finding(REPORT, "Three is made up.", Verdict.UNSUPPORTED)
VIEW = view(REPORT, CONTRADICTED, SUPPORTED, UNSUPPORTED)


def test_diagnostics_count_in_the_clients_units_and_name_the_passage() -> None:
    first, second = report_diagnostics(VIEW, Severities(), CLIENT)
    assert first.range == types.Range(types.Position(0, 10), types.Position(0, 21))
    assert first.message == 'because\nq3.txt:4:22 "410 million"'
    assert second.message.startswith('because\nnearest: q3.txt:4:1 "Free *cash* flow')
    assert first.code_description is not None
    assert first.code_description.href.endswith("/diagnostics.md#contradicted")


def test_a_dismissed_finding_is_not_shown_but_in_the_hover() -> None:
    dismissed = replace(UNSUPPORTED, dismissal=Dismissal("known"))
    shown = view(REPORT, dismissed)
    assert report_diagnostics(shown, Severities(), CLIENT) == []
    assert code_actions(shown, (40, 40), None, can_open=False) == []
    found = hover(shown, REPORT.index("Three"))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert "known" in found.contents.value


def test_the_passage_is_escaped_matches_are_bold_and_the_conflict_is_code() -> None:
    found = hover(VIEW, REPORT.index("510"))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert r"> **Free** \***cash**\* **flow** was `410 million` in May." in found.contents.value
    plain = hover(VIEW, REPORT.index("510"), markdown=False)
    assert plain is not None
    assert isinstance(plain.contents, types.MarkupContent)
    assert "> Free *cash* flow was 410 million in May." in plain.contents.value


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "3 claims: 1 supported, 1 unsupported, 1 contradicted, checked 5 s ago"),
        ({"phase": Phase.RUNNING}, "checking…"),
        ({"checked": None, "phase": Phase.WAITING}, "not checked yet"),
        ({"checked": None, "phase": Phase.STOPPED}, "the check was cancelled"),
        ({"phase": Phase.FAILED, "note": "no disk"}, "not checked: no disk"),
        ({"phase": Phase.NONE}, ""),
        (
            {"map": PositionMap(REPORT + "x")},
            "3 claims: 1 supported, 1 unsupported, 1 contradicted, checked 5 s ago, edited since",
        ),
    ],
)
def test_every_state_is_shown_as_what_it_is(changes: dict[str, object], expected: str) -> None:
    assert summary(replace(VIEW, **changes), 105.0) == expected  # type: ignore[arg-type]


def test_no_claims_and_no_sources_are_no_success() -> None:
    empty = Checked(1, CheckResult("r", Outcome.NO_CLAIMS), {})
    assert summary(replace(VIEW, checked=empty), 100.0) == "no claims to check, checked just now"
    bare = Checked(1, CheckResult("r", Outcome.NO_SOURCES), {})
    assert summary(replace(VIEW, checked=bare), 100.0).startswith("not checked: ")


def test_actions_are_the_same_twice_and_their_edits_are_empty_once_made() -> None:
    place = (REPORT.index("Two"), REPORT.index("Two"))
    first = code_actions(VIEW, place, None, can_open=True)
    assert first == code_actions(VIEW, place, None, can_open=True)
    assert [action.title for action in first] == [
        "Cite q3.txt, line 4", "Open q3.txt:4:1", "Cite 1 supported claim"
    ]  # fmt: skip
    data = first[0].data
    assert isinstance(data, dict)
    edits = edits_of(VIEW, data)
    assert edits
    after = apply_edits(REPORT, edits)
    assert after.startswith("😀 One is 510 million. Two holds.[^1] Three")
    assert edits_of(view(REPORT, SUPPORTED, current=after), data) == []


def test_hints_and_symbols() -> None:
    labels = [hint.label for hint in inlay_hints(VIEW, 0, len(REPORT))]
    assert labels == ["≠ 410 million q3.txt:4:22", "✓ q3.txt:4:1", "? no source"]
    flat = document_symbols(VIEW, trees=False)
    assert flat[0].name == "contradicted 0.25: One is 510 million."


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12))
def test_aligned_spans_hold_the_same_text(old: str, new: str) -> None:
    alignment = Alignment.of(old, new)
    for start in range(len(old) + 1):
        for end in range(start, len(old) + 1):
            place = alignment.span(start, end)
            if place is not None:
                assert new[place[0] : place[1]] == old[start:end]


@given(st.text("ab ", max_size=40), st.integers(1, 20))
def test_a_shortened_text_is_short(text: str, length: int) -> None:
    short = texts.shorten(text, length)
    assert len(short) <= max(length, 1)
    assert short.rstrip("…") in " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q3-earnings.txt (page 2)", "q3-earnings.txt (page 2)"),
        ("- a\n> b", "\\- a\n\\> b"),
        ("1. a", "1\\. a"),
        ("snake_case and _emphasis_", "snake_case and \\_emphasis\\_"),
        ("[a](b) <b> *c* `d`", "\\[a\\](b) \\<b> \\*c\\* \\`d\\`"),
    ],
)
def test_only_what_markdown_would_act_on_is_escaped(text: str, expected: str) -> None:
    assert texts.escape(text) == expected
