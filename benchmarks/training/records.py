"""The labelled sets a model is trained and measured on: reading them, and which may teach which.

Records of one family are alike (the same pages, annotators or way of making errors), so a family is
never split between what teaches a model and what measures it, with one exception: the domains
of SummEdits, which share how their errors were made, but no document.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from benchmarks.training.written import TEXTS, read_texts
from verifier.evaluation.sets import load_set, own_set_path

Record = Mapping[str, Any]
"""A line of a set: at least "id", "claim", "source" and "label"."""

COMMON: Final[Mapping[str, int]] = {
    "train/taxinli": 6000,
    "train/lingloop_train": 12000,
    "train/lingloop_val": 1500,
    "train/esnli_devtest": 3600,
    "train/conjnli_dev": 600,
    "train/conjnli_auto": 2000,
    "train/med": 1600,
    "train/aggrefact_xsum_errors": 1200,
}
"""Sentence-pair sets that teach every model, and how many of their records at most."""

HALVES: Final[Mapping[str, Mapping[str, int]]] = {
    "a": {
        "dev/fever_symmetric": 614,
        "dev/fm2": 1167,
        "dev/begin_cmu": 337,
        "dev/begin_tc": 379,
        "dev/begin_wow": 428,
        "dev/summedits_ectsum": 668,
        "dev/summedits_news": 405,
    },
    "b": {
        "dev/healthver": 1719,
        "dev/covidfact": 1800,
        "dev/wice_claim": 349,
        "dev/wice_partial_sub": 124,
        "train/wice_partial_sub": 374,
        "dev/qags_cnndm": 714,
        "dev/breaking_nli": 900,
        "dev/summedits_samsum": 664,
        "dev/summedits_sales_email": 613,
    },
}
"""What else teaches each of the two models; each is measured on what only the other has seen."""

OWN: Final = "own"
"""The first half of our own set; its second half measures every model."""

WRITTEN: Final = "written/"
"""Claims on made-up documents, written for training: "written/1" is the first part of them."""

OURS: Final[Mapping[str, Mapping[str, int]]] = {
    "ours1": {OWN: 468, f"{WRITTEN}1": 10_000},
    "ours2": {f"{WRITTEN}2": 10_000},
    "ours3": {f"{WRITTEN}3": 10_000},
    "ours4": {f"{WRITTEN}4": 10_000},
    "ours5": {f"{WRITTEN}5": 20_000},
}
"""What else teaches every model, in this order."""

TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "ours": ("ours1", "ours2", "ours3", "ours4"),
    "both": tuple(HALVES),
}
"""Parts that are several of OURS or HALVES at once."""

NEVER: Final = ("dev/llmfeeder_eval",)
"""Sets that teach no model."""


def read(folder: Path, name: str) -> list[Record]:
    """The records of the set `name` ("dev/fm2") in `folder`, or of ours."""
    if name == OWN:
        return _own()
    if name.startswith(WRITTEN):
        return list(read_texts(TEXTS / name.removeprefix(WRITTEN)))
    (file,) = _files(folder, name)
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _own() -> list[Record]:
    found: list[Record] = []
    for claim in load_set(own_set_path()).of_split("dev").claims:
        starts, source = {}, ""
        for name, text in claim.sources.items():
            starts[name] = len(source)
            source += text + "\n\n"
        evidence = [
            [[starts[s.source] + s.start, starts[s.source] + s.end] for s in spans]
            for spans in claim.evidence_sets
        ]
        found.append(
            {
                "id": claim.id,
                "claim": claim.claim,
                "source": source,
                "label": claim.label.value,
                "evidence_sets": evidence,
            }
        )
    return found


def digest(folder: Path, name: str) -> str:
    """The SHA-256 of a set's file, or of its files on end, in hexadecimal."""
    return hashlib.sha256(b"".join(f.read_bytes() for f in _files(folder, name))).hexdigest()


def _files(folder: Path, name: str) -> list[Path]:
    if name == OWN:
        return [own_set_path()]
    if name.startswith(WRITTEN):
        return sorted((TEXTS / name.removeprefix(WRITTEN)).glob("*.txt"))
    return [folder / f"{name}.jsonl.gz"]
