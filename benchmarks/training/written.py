"""Labelled claims on made-up documents, written for this: text files -> records.

    python -m benchmarks.training.written OUT.jsonl

writes those that measure as a labelled set; the others teach.

A file holds documents like this one:

    === genre; title
    1 The ferry was built in 1931.
    2 It carried sixty people.

    3 Its last trip was in 1974.
    ---
    S 1+3 | The ferry was in service for some four decades.
    P 2 | It took sixty people and their cars.
    U - | The ferry was sold to a museum.
    C 2 | It carried sixteen people.

Sentences are numbered from 1, an empty line parts paragraphs. A claim has its label (supported,
partly supported, unsupported, contradicted), the sentences that a reader needs, and its text.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

TEXTS: Final = Path(__file__).parent / "texts"
"""Where the folders are whose files teach: "1", "2" and so on."""

MEASURING: Final = TEXTS / "measuring"
"""Where those are that measure; nothing learns from them."""

LABELS: Final = {"S": "supported", "P": "partial", "U": "unsupported", "C": "contradicted"}

_SENTENCE = re.compile(r"(\d+)[.:)]? (\S.*)")
_CLAIM = re.compile(r"([SPUC]) ([\d+]+|-) \| (\S.*)")
_ENDS = (".", "!", "?", "…", '"', "”", "’", ")")
_TURN = re.compile(r"[A-Z][\w.'’-]*(?: [\w.'’-]+){0,3}: ")


class WrittenError(ValueError):
    """A file that does not keep to the format; the text names the line."""


def read_texts(folder: Path) -> list[dict[str, Any]]:
    """The records of all files of `folder`: id, claim, source, label, evidence_sets.

    `evidence_sets` is as in the other sets: lists of [start, end] offsets into the source; empty
    where no sentence is named.

    Raises:
        WrittenError: a line is neither a sentence nor a claim, or names what is not there.
    """
    return [record for file in sorted(folder.glob("*.txt")) for record in _records(file)]


def _records(file: Path) -> Iterator[dict[str, Any]]:
    title, lines, places, source = "", list[str](), list[list[int]](), ""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        where = f"{file.name}:{number}"
        if line.startswith("==="):
            title, lines, places, source = f"{file.stem}:{number}", [], [], ""
        elif line.strip() == "---":
            source, places = laid_out(lines)
        elif not source:
            lines.append(_sentence(line, lines, where))
        elif line.strip():
            yield {"id": f"{title}:{number}", "source": source} | _claim(line, places, where)


def _sentence(line: str, before: list[str], where: str) -> str:
    if not line.strip():
        return ""
    found = _SENTENCE.fullmatch(line.strip())
    if not found or int(found[1]) != 1 + sum(map(bool, before)):
        raise WrittenError(f"{where}: not the next sentence: {line!r}")
    return found[2]


def _claim(line: str, places: list[list[int]], where: str) -> dict[str, Any]:
    found = _CLAIM.fullmatch(line.strip())
    if not found:
        raise WrittenError(f"{where}: not a claim: {line!r}")
    named = [] if found[2] == "-" else [int(n) for n in found[2].split("+") if n]
    if not all(1 <= n <= len(places) for n in named):
        raise WrittenError(f"{where}: there is no such sentence: {line!r}")
    evidence = [[places[n - 1] for n in named]] if named else []
    return {"claim": found[3], "label": LABELS[found[1]], "evidence_sets": evidence}


def laid_out(lines: list[str]) -> tuple[str, list[list[int]]]:
    """The document as a text, and where each of its sentences is; "" parts paragraphs.

    Turns of a talk and lines without a full stop, such as headings, stand on lines of their own.
    """
    text, places = "", list[list[int]]()
    joint = ""
    for line in lines:
        if not line:
            joint = "\n\n"
            continue
        if joint == " " and _TURN.match(line):
            joint = "\n"
        text += (joint if text else "") + line
        places.append([len(text) - len(line), len(text)])
        joint = " " if line.endswith(_ENDS) else "\n"
    return text, places


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in read_texts(MEASURING)]
    args.out.write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines)} claims: {args.out}")


if __name__ == "__main__":
    main()
