"""The bibliography that a report's front matter names: BibTeX or CSL JSON, as Pandoc reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from verifier.claims.front_matter import front_matter_end

MAX_BYTES = 20_000_000


class Entry(Struct, frozen=True):
    """A work of the bibliography.

    Attributes:
        files: names of the files that hold it, as written there.
    """

    key: str
    title: str = ""
    doi: str = ""
    url: str = ""
    files: tuple[str, ...] = ()


def read_bibliography(report: str, folder: Path) -> dict[str, Entry]:
    """The works, by key, that the report in `folder` can cite; a broken file counts as empty."""
    works: dict[str, Entry] = {}
    for name in bibliography_files(report):
        path = folder / Path(name).expanduser()
        try:
            if path.stat().st_size > MAX_BYTES:
                continue
            text = path.read_bytes().decode("utf-8-sig", "replace")
        except OSError:
            continue
        entries = _csl(text) if path.suffix.lower() == ".json" else _bibtex(text)
        works.update((entry.key, entry) for entry in entries)
    return works


def bibliography_files(report: str) -> tuple[str, ...]:
    """The files that the front matter's `bibliography` names."""
    head = report[: front_matter_end(report)].removeprefix("\ufeff")
    if "bibliography" not in head or head.startswith("+++"):
        return ()
    import yaml

    lines = head.splitlines()
    try:
        # Everything is a text to this loader: a day such as 30 February is no error.
        data = yaml.load("\n".join(lines[1:-1]), Loader=yaml.BaseLoader)  # noqa: S506
    except (yaml.YAMLError, RecursionError):
        return ()
    value = data.get("bibliography") if isinstance(data, dict) else None
    names = value if isinstance(value, list) else [value]
    return tuple(name for name in names if isinstance(name, str) and name)


def _bibtex(text: str) -> Iterable[Entry]:
    import logging

    from bibtexparser.entrypoint import parse_string

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    for entry in parse_string(text).entries:
        fields = {name.lower(): str(field.value) for name, field in entry.fields_dict.items()}
        yield Entry(
            entry.key,
            _undressed(fields.get("title", "")),
            fields.get("doi", ""),
            fields.get("url", ""),
            _file_names(fields.get("file", "")),
        )


def _csl(text: str) -> Iterable[Entry]:
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return
    for item in items if isinstance(items, list) else []:
        if isinstance(item, Mapping) and item.get("id") is not None:
            title, doi, url = (str(item.get(name) or "") for name in ("title", "DOI", "URL"))
            yield Entry(str(item["id"]), title, doi, url)


def _undressed(value: str) -> str:
    """A BibTeX value without its braces and the commonest commands."""
    return " ".join(re.sub(r"\\[a-zA-Z]+\s*|[{}\\]", "", value).split())


def _file_names(value: str) -> tuple[str, ...]:
    """The names in a `file` field: plain, or "description:path:type" as managers write them."""
    names = []
    for part in re.split(r"(?<!\\);", value):
        pieces = [piece.replace("\\:", ":") for piece in re.split(r"(?<!\\):", part)]
        names.append(pieces[1] if len(pieces) >= 3 else part)
    return tuple(name.strip() for name in names if name.strip())
