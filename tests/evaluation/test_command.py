"""`llmfeeder eval` as people call it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from verifier.cli import app

SOURCE = "The mill in Oldbury employs 140 people. It was built in 1911."


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    records = [
        ("1", "The mill in Oldbury employs 140 people.", "supported", "dev"),
        ("2", "It was built in 1911.", "contradicted", "dev"),
        ("3", "The mill in Oldbury employs 140 people.", "supported", "test"),
    ]
    path = tmp_path / "mill.jsonl"
    path.write_text(
        "\n".join(
            json.dumps(
                {
                    "id": name,
                    "claim": claim,
                    "label": label,
                    "split": split,
                    "source": SOURCE,
                    "kind": "paraphrase",
                    "why": "a reason",
                    "evidence_sets": [["It was built in 1911."]],
                }
            )
            for name, claim, label, split in records
        )
    )
    return path


def call(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["eval", *(str(a) for a in arguments)], env={"COLUMNS": "120"})
    return result.exit_code, result.stdout, result.stderr


def test_the_figures_start_with_false_alarms(mill: Path) -> None:
    code, out, err = call(mill)
    assert code == 0
    assert "mill: 2 records on 1 documents" in out
    assert out.index("false alarms on supported claims") < out.index("balanced accuracy")
    assert "50.0 %" in out
    assert "Brier score" in out
    assert "1 records are of the other split" in err


def test_disagreements_show_both_texts(mill: Path) -> None:
    out = call(mill, "--errors")[1]
    assert "1 disagreements" in out
    assert "2 (paraphrase): labelled contradicted, called supported" in out
    assert "claim:  It was built in 1911." in out
    assert "gold:   It was built in 1911." in out
    assert "label:  a reason" in out
    assert "claim:" not in call(mill)[1]


def test_json_holds_figures_and_answers(mill: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    assert call(mill, "--json", file, "--split", "all")[0] == 0
    content = json.loads(file.read_text())
    assert content["split"] == "all"
    assert content["sets"]["mill"]["records"] == 3
    assert content["sets"]["mill"]["balanced_accuracy"] == 0.5
    assert [a["id"] for a in content["answers"]["mill"]] == ["1", "2", "3"]


def test_json_holds_any_id(tmp_path: Path) -> None:
    path, file = tmp_path / "odd.jsonl", tmp_path / "out.json"
    record = {"id": "\ud800é", "claim": SOURCE, "label": "supported", "source": SOURCE}
    path.write_text(json.dumps(record))
    assert call(path, "--json", file)[0] == 0
    assert json.loads(file.read_text("utf-8"))["answers"]["odd"][0]["id"] == "\ud800é"


def test_a_sample_and_several_sets(mill: Path) -> None:
    code, out, _ = call(mill, mill, "--sample", "1")
    assert code == 0
    assert "mill: 1 records" in out
    assert "mill (2)" in out
    assert "mean of two-class sets" in out


def test_the_plot_is_an_svg_file(mill: Path, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    assert call(mill, "--plot", file)[0] == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")  # noqa: S314 our own output


def test_our_own_set_is_the_default() -> None:
    code, out, _ = call("--sample", "4")
    assert code == 0
    assert "own: 4 records" in out


def test_who_measures_with_what_taught_the_model_is_told_so(mill: Path) -> None:
    assert "flatter" in call("--sample", "2")[2]
    assert "flatter" not in call("--sample", "2", "--split", "test")[2]
    assert "flatter" not in call("--sample", "2", "--judge", "rules")[2]
    assert "flatter" not in call(mill)[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--split", "train"], "--split is 'train'; it must be one of dev, test, all"),
        (["--sensitivity", "mad"], "sensitivity is 'mad'"),
        (["--judge", "oracle"], "judge is 'oracle'"),
        (["--json", "/nowhere/x.json"], "cannot be written"),
        (["--plot", "/nowhere/x.svg"], "cannot be written"),
    ],
)
def test_bad_options_end_with_2(mill: Path, arguments: list[str], message: str) -> None:
    code, _, err = call(mill, *arguments)
    assert code == 2
    assert message in err


def test_a_bad_set_ends_with_2_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id": "a"}\n')
    code, _, err = call(path)
    assert code == 2
    assert f"{path}:1:" in err


def test_a_split_without_records_is_said(tmp_path: Path, mill: Path) -> None:
    path = tmp_path / "dev.jsonl"
    path.write_text(mill.read_text().split("\n")[0])
    code, _, err = call(path, "--split", "test")
    assert code == 2
    assert "holds no records of the split 'test'" in err
