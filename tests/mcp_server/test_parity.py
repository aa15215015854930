"""The tools find what `check_text` finds: same claims, verdicts, scores, reasons and places."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.mcp_server.conftest import ERAS, SAMPLES, Connect, result_of
from verifier import CheckResult, Finding, SourceSpan, check_text
from verifier.library import Sources
from verifier.mcp_server.roots import Roots

NAMES = sorted(path.parent.name for path in SAMPLES.glob("*/report.md"))


def of_finding(number: int, finding: Finding) -> dict[str, Any]:
    claim = finding.claim
    return {
        "number": number,
        "claim": (claim.text, claim.start, claim.end, claim.line),
        "verdict": finding.verdict.value,
        "score": round(finding.score, 2),
        "reason": finding.reason,
        "evidence": [(item.role.value, of_span(item.span)) for item in finding.evidence],
        "conflicts": [(c.kind.value, c.text, of_span(c.source)) for c in finding.conflicts],
        "uncovered": list(finding.uncovered_texts()),
    }


def of_span(span: SourceSpan) -> tuple[Any, ...]:
    return span.source_id, span.locator(), span.start, span.end, span.text


def of_result(claim: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "number": claim["number"],
        "claim": (claim["text"], claim["start"], claim["end"], claim["line"]),
        "verdict": claim["verdict"],
        "score": claim["score"],
        "reason": claim["reason"],
        "evidence": [(item["role"], of_passage(item)) for item in claim["evidence"]],
        "conflicts": [
            (item["kind"], item["claim_says"], of_passage(item["source_says"]))
            for item in claim.get("conflicts", ())
        ],
        "uncovered": claim.get("uncovered", []),
    }


def of_passage(passage: Mapping[str, Any]) -> tuple[Any, ...]:
    keys = ("source", "locator", "start", "end", "quote")
    return tuple(passage[key] for key in keys)


def agree(found: dict[str, Any], expected: CheckResult) -> None:
    assert expected.findings
    claims = sorted(found["claims"], key=lambda claim: claim["number"])
    assert [of_result(claim) for claim in claims] == [
        of_finding(number, finding) for number, finding in enumerate(expected, 1)
    ]
    assert found["faithfulness"] == pytest.approx(expected.faithfulness, abs=1e-4)
    assert found["counts"] == {v.value: number for v, number in expected.counts().items()}
    flagged = [item["start"] for item in found["needs_attention"] if item["verdict"] != "supported"]
    assert flagged == [finding.claim.start for finding in expected.problems()]
    assert found["judge"] == expected.judge


def checked(sample: str, sources: Sources) -> tuple[str, CheckResult]:
    text = (SAMPLES / sample / "report.md").read_text("utf-8")
    return text, check_text(text, sources)


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("sample", NAMES)
async def test_the_tool_and_the_function_agree(connect: Connect, sample: str, mode: str) -> None:
    folder = SAMPLES / sample / "sources"
    text, expected = checked(sample, [folder])
    async with connect(Roots.of_paths([folder]), mode=mode) as client:
        agree(await result_of(client, "verify_against_sources", text=text), expected)


@pytest.mark.parametrize("sample", NAMES)
async def test_the_tool_and_the_function_agree_on_passages(connect: Connect, sample: str) -> None:
    folder = SAMPLES / sample / "sources"
    files = [path for path in sorted(folder.iterdir()) if path.suffix != ".pdf"]
    texts = {path.name: Path(path).read_text("utf-8") for path in files}
    text, expected = checked(sample, texts)
    async with connect() as client:
        passages = [{"name": name, "text": source} for name, source in texts.items()]
        agree(
            await result_of(client, "verify_against_text", text=text, passages=passages), expected
        )


@pytest.mark.parametrize("sample", NAMES)
async def test_every_quote_is_found_in_the_resource(connect: Connect, sample: str) -> None:
    folder = SAMPLES / sample / "sources"
    text, _ = checked(sample, [folder])
    async with connect(Roots.of_paths([folder])) as client:
        found = await result_of(client, "verify_against_sources", text=text)
        for claim in found["claims"]:
            for item in claim["evidence"]:
                uri = (
                    f"llmfeeder://sources/{item['source']}?start={item['start']}&end={item['end']}"
                )
                (content,) = (await client.read_resource(uri)).contents
                assert content.text == item["quote"]  # type: ignore[union-attr]


@pytest.mark.parametrize("sample", NAMES)
async def test_the_edits_mend_what_they_say(connect: Connect, sample: str) -> None:
    folder = SAMPLES / sample / "sources"
    text, _ = checked(sample, [folder])
    async with connect(Roots.of_paths([folder])) as client:
        before = await result_of(client, "verify_against_sources", text=text)
        items = [item for item in before["needs_attention"] if "edit" in item]
        mended = text
        for item in sorted(items, key=lambda item: -item["edit"]["start"]):
            edit = item["edit"]
            mended = mended[: edit["start"]] + edit["new_text"] + mended[edit["end"] :]
        after = await result_of(client, "verify_against_sources", text=mended)
    verdicts = {claim["number"]: claim["verdict"] for claim in after["claims"]}
    assert [verdicts[item["number"]] for item in items] == ["supported"] * len(items)
    assert sample == "walking-study" or items
