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

Record = Mapping[str, Any]
"""A line of a set: at least "id", "claim", "source" and "label"."""

COMMON: Final[Mapping[str, int]] = {
    "train/taxinli": 3000,
    "train/lingloop_train": 4500,
    "train/lingloop_val": 400,
    "train/esnli_devtest": 2400,
    "train/conjnli_dev": 600,
    "train/conjnli_auto": 1400,
    "train/med": 1400,
    "train/aggrefact_xsum_errors": 800,
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

NEVER: Final = ("dev/llmfeeder_eval",)
"""Sets that teach no model."""


def read(folder: Path, name: str) -> list[Record]:
    """The records of the set `name` ("dev/fm2") in `folder`."""
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def digest(folder: Path, name: str) -> str:
    """The SHA-256 of a set's file, in hexadecimal."""
    return hashlib.sha256((folder / f"{name}.jsonl.gz").read_bytes()).hexdigest()
