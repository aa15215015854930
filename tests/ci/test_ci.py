"""The files for CI are valid, and what they run does what the page says, as far as no network goes.

Installing, and the actions of others, are not run here.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def schema(name: str) -> dict[str, Any]:
    folder = resources.files("check_jsonschema.builtin_schemas").joinpath("vendor")
    loaded: dict[str, Any] = json.loads(folder.joinpath(f"{name}.json").read_text("utf-8"))
    return loaded


def valid(document: Any, name: str) -> None:
    found = schema(name)
    jsonschema.validators.validator_for(found)(found).validate(document)


def example(name: str) -> Any:
    (text,) = [block for block in blocks("yaml") if block.startswith(f"# {name}\n")]
    # YAML 1.1 reads the key "on" as true.
    return yaml.safe_load(text.replace("\non:", '\n"on":'))


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(ROOT / "samples" / "quarterly-results", folder)
    return folder


def bash(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "LLMFEEDER_CACHE_DIR": "off", **variables}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],  # noqa: S607
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_action_is_valid() -> None:
    valid(yaml.safe_load((ROOT / "action.yml").read_text("utf-8")), "github-actions")


def test_no_input_of_the_action_is_part_of_a_script() -> None:
    steps = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"]
    assert [step["name"] for step in steps if "${{" in step.get("run", "")] == []


def test_the_actions_check_annotates_logs_and_fails(sample: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    (step,) = [step for step in action["runs"]["steps"] if step.get("name") == "Check"]
    given = {"REPORTS": "report.md\n*.none", "SOURCES": "sources", "SARIF": "out.sarif"}
    variables = {**dict.fromkeys(step["env"], ""), **given, "GITHUB_STEP_SUMMARY": "summary.md"}
    done = bash(step["run"], sample, **variables)
    assert done.returncode == 2
    assert "no file matches '*.none'" in done.stderr
    done = bash(step["run"], sample, **{**variables, "REPORTS": "report.md"})
    assert done.returncode == 1
    assert "\n::error file=report.md,line=14," in done.stdout
    assert (sample / "summary.md").read_text().startswith("## 4 claims need attention")
    assert len(json.loads((sample / "out.sarif").read_text())["runs"][0]["results"]) == 4
    done = bash(step["run"], sample, **{**variables, "REPORTS": "report.md", "FAIL_ON": "none"})
    assert done.returncode == 0


def test_the_workflow_is_valid_and_knows_the_actions_inputs() -> None:
    workflow = example(".github/workflows/reports.yml")
    valid(workflow, "github-workflows")
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    (step,) = [s for s in workflow["jobs"]["check"]["steps"] if "llmfeeder" in s["uses"]]
    assert step["with"].keys() <= action["inputs"].keys()
    listed = set(re.findall(r"`([a-z-]+)`", "".join(re.findall(r"(?m)^\| (`.*?) \|", PAGE))))
    assert listed == set(action["inputs"])


def test_the_gitlab_job_is_valid_and_its_script_runs(sample: Path) -> None:
    pipeline = example(".gitlab-ci.yml")
    valid(pipeline, "gitlab-ci")
    job = pipeline["reports"]
    done = bash("\n".join(job["script"]), sample)
    assert done.returncode == 1
    assert (sample / job["artifacts"]["reports"]["junit"]).is_file()
    assert all((sample / path).is_file() for path in job["artifacts"]["paths"])


def test_the_hooks_run_as_pre_commit_runs_them(sample: Path) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    used = example(".pre-commit-config.yaml")["repos"][0]["hooks"]
    assert {hook["id"] for hook in used} <= {hook["id"] for hook in hooks}
    (sample / "llmfeeder.toml").write_text('reports = ["report.md"]\nsources = ["sources"]\n')
    for hook in hooks:
        assert hook["language"] == "python"
        files = " report.md" if hook.get("pass_filenames", True) else ""
        assert shlex.split(hook["entry"])[0] == "llmfeeder"
        assert bash(hook["entry"] + files, sample).returncode == 1


@pytest.mark.parametrize("script", blocks("bash"))
def test_the_scripts_run(script: str, sample: Path) -> None:
    done = bash(script, sample)
    assert done.returncode == 0, done.stderr
