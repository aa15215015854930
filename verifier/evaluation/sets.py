"""Labelled sets: JSON lines -> labelled claims with their sources, or what is wrong in which line.

docs/evaluation.md describes the format.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, cast

from verifier.errors import LLMFeederError
from verifier.evaluation.answers import Label, Span

Split = Literal["dev", "test", ""]
INLINE_SOURCE = "source.txt"
"""Name of a source that a record holds as plain text."""
MOST_MISTAKES = 20


class SetError(LLMFeederError):
    """A labelled set that cannot be used."""


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A text of one or more sentences, its sources, and what these say about it.

    Attributes:
        sources: names and texts; records on the same sources share one mapping.
        document: key of the sources.
        evidence_sets: alternative sets of passages, each enough on its own.
        kind: the error made, or what makes a true claim look like one; "" where unknown.
        why: one line that gives the reason of the label; "" where unknown.
        split: "dev", "test", or "" for a record that belongs to both.
    """

    id: str
    claim: str
    label: Label
    sources: Mapping[str, str]
    document: str
    evidence_sets: tuple[tuple[Span, ...], ...] = ()
    kind: str = ""
    why: str = ""
    split: Split = ""


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """The records of one file.

    Attributes:
        name: the file's name without its endings.
    """

    name: str
    claims: tuple[LabelledClaim, ...]

    def of_split(self, split: str) -> LabelledSet:
        """The records of "dev", "test" or "all"; those without a split belong to each."""
        chosen = (claim for claim in self.claims if split == "all" or claim.split in ("", split))
        return LabelledSet(self.name, tuple(chosen))

    def sample(self, size: int) -> LabelledSet:
        """At most `size` records (0: all), the same ones each time.

        Half are supported and half are not, as far as there are enough of either.
        """
        if not size or len(self.claims) <= size:
            return self
        drawn = sorted(self.claims, key=lambda claim: _lot(self.name, claim.id))
        supported = [claim for claim in drawn if claim.label is Label.SUPPORTED]
        others = [claim for claim in drawn if claim.label is not Label.SUPPORTED]
        count = max(min(len(supported), size // 2), size - len(others))
        kept = {claim.id for claim in supported[:count] + others[: size - count]}
        return LabelledSet(self.name, tuple(claim for claim in self.claims if claim.id in kept))


def own_set_path() -> Path:
    """The labelled set that comes with the package."""
    return Path(str(files("verifier.evaluation") / "data" / "own.jsonl"))


def load_set(path: Path) -> LabelledSet:
    """Read the labelled set at `path`, JSON lines, also gzipped.

    Raises:
        SetError: it cannot be read, or some lines are no records; the text names these lines.
    """
    reader = _Reader(_corpora_folder(path))
    claims, mistakes, seen = [], [], dict[str, int]()
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            claim = reader.record(line)
            if claim.id in seen:
                raise _Mistake(f"the id {claim.id!r} was used in line {seen[claim.id]}")
        except _Mistake as mistake:
            mistakes.append(f"{path}:{number}: {mistake}")
        else:
            seen[claim.id] = number
            claims.append(claim)
    if mistakes:
        more = len(mistakes) - MOST_MISTAKES
        tail = [f"... and {more} more"] if more > 0 else []
        raise SetError("\n".join(mistakes[:MOST_MISTAKES] + tail))
    if not claims:
        raise SetError(f"{path}: holds no records; see docs/evaluation.md for the format")
    return LabelledSet(_name(path), tuple(claims))


class _Mistake(Exception):
    """What is wrong in one line."""


class _Reader:
    """Turns lines into records; keeps the sources that several records share."""

    def __init__(self, corpora: Path) -> None:
        self._corpora = corpora
        self._known: dict[str, Mapping[str, str]] = {}

    def record(self, line: str) -> LabelledClaim:
        fields = _object(line)
        document, sources = self._sources(fields)
        return LabelledClaim(
            id=_text(fields, "id"),
            claim=_text(fields, "claim"),
            label=_label(fields),
            sources=sources,
            document=document,
            evidence_sets=_evidence_sets(fields.get("evidence_sets"), sources),
            kind=_optional_text(fields, "kind"),
            why=_optional_text(fields, "why"),
            split=_split(fields),
        )

    def _sources(self, fields: dict[str, Any]) -> tuple[str, Mapping[str, str]]:
        given = [key for key in ("corpus", "source", "sources") if fields.get(key) is not None]
        if len(given) != 1:
            raise _Mistake("needs exactly one of 'corpus', 'source' and 'sources'")
        if given == ["corpus"]:
            name = _text(fields, "corpus")
            return name, self._shared(f"corpus {name}", lambda: _read_corpus(self._corpora, name))
        sources = _inline_sources(fields)
        packed = json.dumps(sources, sort_keys=True).encode()
        key = hashlib.sha256(packed).hexdigest()[:16]
        return key, self._shared(key, lambda: sources)

    def _shared(self, key: str, read: Callable[[], Mapping[str, str]]) -> Mapping[str, str]:
        if key not in self._known:
            self._known[key] = read()
        return self._known[key]


def _inline_sources(fields: dict[str, Any]) -> dict[str, str]:
    if fields.get("source") is not None:
        return {INLINE_SOURCE: _text(fields, "source")}
    sources = fields["sources"]
    if not isinstance(sources, dict) or not sources:
        raise _Mistake("'sources' must be an object of names and texts")
    if not all(isinstance(text, str) and text.strip() for text in sources.values()):
        raise _Mistake("each text of 'sources' must be a string that is not empty")
    return sources


def _read_corpus(folder: Path, name: str) -> dict[str, str]:
    if Path(name).name != name:
        raise _Mistake(f"'corpus' is {name!r}; it must be the name of a folder in {folder}")
    try:
        paths = sorted(path for path in (folder / name).iterdir() if path.is_file())
        sources = {path.name: path.read_bytes().decode("utf-8") for path in paths}
    except (OSError, UnicodeDecodeError) as error:
        raise _Mistake(f"the corpus {name!r} cannot be read: {error}") from error
    if not sources:
        raise _Mistake(f"the corpus {name!r} holds no files: {folder / name}")
    return sources


def _evidence_sets(value: Any, sources: Mapping[str, str]) -> tuple[tuple[Span, ...], ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, list) and one for one in value):
        raise _Mistake("'evidence_sets' must be a list of lists that are not empty")
    return tuple(tuple(_span(item, sources) for item in one) for one in value)


def _span(item: Any, sources: Mapping[str, str]) -> Span:
    """A passage given as a quote, as [start, end] of the only source, or as [name, start, end]."""
    if isinstance(item, str):
        return _quoted(item, sources)
    if isinstance(item, list) and len(item) == 2 and len(sources) == 1:
        item = [next(iter(sources)), *item]
    if not (isinstance(item, list) and len(item) == 3):
        raise _Mistake(
            f"the evidence {item!r} must be a quote, [start, end] where there is one source, "
            "or [source, start, end]"
        )
    name, start, end = item
    if name not in sources:
        raise _Mistake(f"the evidence names the source {name!r}; there is no such source")
    whole = type(start) is int and type(end) is int
    if not whole or not 0 <= start < end <= len(sources[name]):
        raise _Mistake(f"the evidence [{start}, {end}] is no stretch of {name}")
    return Span(name, start, end)


def _quoted(quote: str, sources: Mapping[str, str]) -> Span:
    counts = {name: text.count(quote) for name, text in sources.items()} if quote.strip() else {}
    found = sum(counts.values())
    if found != 1:
        shown = quote if len(quote) <= 60 else quote[:57] + "..."
        raise _Mistake(f"the evidence {shown!r} occurs {found} times in the sources; it must once")
    name = next(name for name, count in counts.items() if count)
    start = sources[name].index(quote)
    return Span(name, start, start + len(quote))


def _object(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _Mistake(f"is not JSON: {error}") from error
    if not isinstance(fields, dict):
        raise _Mistake("is not a JSON object")
    return fields


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _Mistake(f"{key!r} must be a string that is not empty")
    return value


def _optional_text(fields: dict[str, Any], key: str) -> str:
    return _text(fields, key) if fields.get(key) is not None else ""


def _label(fields: dict[str, Any]) -> Label:
    value = fields.get("label")
    if not isinstance(value, str) or value not in set(Label):
        raise _Mistake(f"'label' is {value!r}; it must be one of {', '.join(Label)}")
    return Label(value)


def _split(fields: dict[str, Any]) -> Split:
    value = fields.get("split")
    if value not in (None, "dev", "test"):
        raise _Mistake(f"'split' is {value!r}; it must be 'dev' or 'test'")
    return cast(Split, value or "")


def _lines(path: Path) -> list[str]:
    try:
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
        return content.decode("utf-8").split("\n")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise SetError(f"{path}: cannot be read: {error}") from error


def _name(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".jsonl")


def _corpora_folder(path: Path) -> Path:
    return path.parent / _name(path)


def _lot(name: str, record: str) -> bytes:
    return hashlib.sha256(f"{name}:{record}".encode("utf-8", "surrogatepass")).digest()
