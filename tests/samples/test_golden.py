"""The samples' whole output by the rules, as text and as JSON, against files beside this test.

UPDATE_GOLDEN=1 writes the files anew; read the difference before you commit it. Scores, paths and
the version vary and are blanked out.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from verifier.cli import app
from verifier.outputs.json_output import schema

SAMPLES = Path(__file__).parents[2] / "samples"
GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.parent.name for path in SAMPLES.glob("*/report.md"))
_VOLATILE = frozenset(("path", "version", "score"))


def run(sample: str, *options: str) -> str:
    result = CliRunner().invoke(app, ["check", "report.md", "--judge", "rules", *options])
    assert result.exit_code == 1
    return result.stdout


def compare(name: str, text: str) -> None:
    file = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.fixture(params=NAMES)
def sample(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    name = str(request.param)
    monkeypatch.chdir(SAMPLES / name)
    monkeypatch.setenv("LLMFEEDER_CACHE_DIR", "off")
    return name


def test_text(sample: str) -> None:
    text = run(sample, "--verbose")
    compare(f"{sample}.txt", re.sub(r"(?m)^([A-Z]+ +)\d\.\d\d", r"\1-.--", text))


def test_json(sample: str) -> None:
    document = json.loads(run(sample, "--json", "-"))
    jsonschema.validate(document, schema())
    compare(f"{sample}.json", json.dumps(blanked(document), ensure_ascii=False, indent=1) + "\n")


def blanked(value: Any) -> Any:
    """The document without what varies between machines and calibrations."""
    if isinstance(value, list):
        return [blanked(item) for item in value]
    if isinstance(value, dict):
        return {
            key: None
            if key in _VOLATILE
            else [Path(p).name for p in item]
            if key == "sources" and all(isinstance(p, str) for p in item)
            else blanked(item)
            for key, item in value.items()
        }
    return value


def test_every_span_of_the_json_is_real(sample: str) -> None:
    document = json.loads(run(sample, "--json", "-"))
    report = Path("report.md").read_text("utf-8")
    for finding in document["reports"][0]["findings"]:
        claim = finding["claim"]
        line = report[: claim["start"]].count("\n") + 1
        assert claim["line"] == line
        first_word = claim["text"].split()[0]
        assert report[claim["start"] : claim["end"]].startswith(first_word)
        for piece in (*finding["uncovered"], *finding["conflicts"]):
            assert claim["text"][piece["start"] : piece["end"]] == piece["text"]
        for evidence in finding["evidence"]:
            span = evidence["span"]
            assert len(span["text"]) == span["end"] - span["start"]
            if span["source"].endswith(".txt"):
                raw = Path("sources", span["source"]).read_text("utf-8")
                assert words(between(raw, span)) == words(span["text"])


def between(raw: str, span: dict[str, Any]) -> str:
    """The characters of the file from the span's first place to its last."""
    lines = raw.splitlines(keepends=True)[span["line"] - 1 : span["end_line"]]
    lines[-1] = lines[-1][: span["end_column"] - 1]
    lines[0] = lines[0][span["column"] - 1 :]
    return "".join(lines)


def words(text: str) -> str:
    return " ".join(text.split())
