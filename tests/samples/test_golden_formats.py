"""The samples in every format for pipelines, against files beside this test; see test_golden."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.outputs.test_formats import counts_of
from tests.samples.test_golden import compare, run, sample
from verifier.outputs.formats import FORMATS

__all__ = ["sample"]

SUFFIXES = {
    "sarif": "sarif",
    "github": "github.txt",
    "junit": "junit.xml",
    "markdown": "markdown.md",
    "rdjson": "rdjson",
}
_VOLATILE = re.compile(r'("score": |"version": "(?=0|1))[^,}\n]*')


@pytest.mark.parametrize("name", SUFFIXES)
def test_format(sample: str, name: str) -> None:
    text = run(sample, "--format", name).replace(Path.cwd().as_posix(), "")
    compare(f"{sample}.{SUFFIXES[name]}", _VOLATILE.sub(r"\1-", text))


def test_all_formats_count_the_same(sample: str) -> None:
    counts = {name: counts_of(name, run(sample, "--format", name)) for name in FORMATS}
    assert len({tuple(sorted(found.items())) for found in counts.values()}) == 1, counts
    assert counts["sarif"] != Counter()
