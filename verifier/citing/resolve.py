"""Which source of the corpus a citation names."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from msgspec import Struct, field

from verifier.citing.bibliography import Entry
from verifier.citing.links import parts_of
from verifier.model import (
    BlockKind,
    Citation,
    CitationKind,
    SourceDocument,
    SourceState,
    SourceStatus,
)
from verifier.patterns import pattern

_LINK = pattern(r"\]\(\s*<?([^)>\s]+)>?[^)]*\)|<([^<>\s]+)>")
_FILE = pattern(r"[\w./%~-]*[\w-]\.(?:pdf|txt|md|rst|html?|jsonl?|csv|tsv|ya?ml|xml|ipynb)\b", re.I)
_URL = pattern(r"\b[a-z][a-z0-9+.-]*://\S+", re.I)


class Standing(Enum):
    """What a citation turned out to name."""

    FOUND = "a source"
    MISSING = "a source that is not there"
    UNREADABLE = "a source that could not be read"
    OTHER = "something that is no source, such as a web page or a remark"


class Resolved(Struct, frozen=True):
    """A citation and the source that it names; `source_id` is "" unless that is known."""

    citation: Citation
    standing: Standing
    source_id: str = ""
    detail: str = ""


class Catalogue(Struct, frozen=True):
    """The sources, as far as their names go.

    Attributes:
        paths: the absolute path of each readable source, "" for one in memory, by id.
        titles: the title of each that has one.
        unreadable: why each of the others could not be read, by id.
        unreadable_paths: their paths.
        page_counts: how many pages each has, where it has pages.
    """

    paths: Mapping[str, str]
    titles: Mapping[str, str] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)
    unreadable_paths: Mapping[str, str] = field(default_factory=dict)
    page_counts: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, documents: Iterable[SourceDocument], statuses: Iterable[SourceStatus] = ()
    ) -> Catalogue:
        """The catalogue of what was read, and what could not be."""
        documents = tuple(documents)
        lost = [status for status in statuses if status.state is SourceState.UNREADABLE]
        titles = {document.id: _title(document) for document in documents}
        return cls(
            {document.id: document.path for document in documents},
            {source_id: title for source_id, title in titles.items() if title},
            {status.id: status.reason for status in lost},
            {status.id: status.path for status in lost},
            {document.id: len(document.pages) for document in documents if document.pages},
        )

    def roots(self) -> set[str]:
        """The folders that the sources' ids count from."""
        return {
            path[: -len(source_id)]
            for source_id, path in self.paths.items()
            if path and Path(path).as_posix().endswith("/" + source_id)
        }


class Resolver:
    """Resolves the citations of one report.

    Args:
        catalogue: the sources.
        report: the report's path; "" where it has none.
        works: its bibliography.
    """

    def __init__(
        self, catalogue: Catalogue, report: str = "", works: Mapping[str, Entry] | None = None
    ) -> None:
        self._catalogue = catalogue
        self._folder = Path(report).absolute().parent if report else None
        self._works = works or {}
        self._ids = [*catalogue.paths, *catalogue.unreadable]
        self._names = _by_name(self._ids)
        self._stems = {folded(PurePosixPath(source_id).stem): source_id for source_id in self._ids}
        self._titles = {folded(title): key for key, title in catalogue.titles.items()}
        all_paths = {**catalogue.paths, **catalogue.unreadable_paths}
        self._by_path = {os.path.normpath(path): key for key, path in all_paths.items() if path}
        self._roots = catalogue.roots()

    @property
    def page_counts(self) -> Mapping[str, int]:
        """How many pages each source has, where it has pages."""
        return self._catalogue.page_counts

    def resolve(self, citation: Citation) -> Resolved:
        """What `citation` names."""
        by_kind = {
            CitationKind.LINK: self._link,
            CitationKind.PANDOC: self._work,
            CitationKind.FOOTNOTE: self._footnote,
        }
        return by_kind[citation.kind](citation)

    def _found(self, citation: Citation, source_id: str) -> Resolved:
        if source_id in self._catalogue.unreadable:
            reason = self._catalogue.unreadable[source_id]
            return Resolved(citation, Standing.UNREADABLE, source_id, reason)
        return Resolved(citation, Standing.FOUND, source_id)

    # ---- links ----

    def _link(self, citation: Citation) -> Resolved:
        source_id, is_missing = self._target(citation.target)
        if source_id is not None:
            return self._found(citation, source_id)
        standing = Standing.MISSING if is_missing else Standing.OTHER
        return Resolved(citation, standing, "", citation.target)

    def _target(self, target: str) -> tuple[str | None, bool]:
        """The source that a link's target names, and else whether it should have been one."""
        parts = parts_of(target)
        if parts.scheme not in ("", "file") or parts.netloc not in ("", "localhost"):
            return None, False
        path = unquote(parts.path)
        if not path:
            return None, False
        if self._folder is not None:
            absolute = os.path.normpath(self._folder / path)
            if absolute in self._by_path:
                return self._by_path[absolute], False
        plain = os.path.normpath(path).replace(os.sep, "/")
        if plain in self._ids:
            return plain, False
        if "." not in PurePosixPath(path).name and (found := self._stems.get(folded(plain))):
            return found, False
        if self._folder is None:
            return None, False
        missing = any(absolute.startswith(root) for root in self._roots)
        return None, missing and not os.path.exists(absolute)  # noqa: PTH110 - a name can be too long for Path

    # ---- Pandoc ----

    def _work(self, citation: Citation) -> Resolved:
        entry = self._works.get(citation.key)
        source_id = self._of_entry(entry) if entry else None
        source_id = source_id or self._stems.get(folded(citation.key))
        if source_id is not None:
            return self._found(citation, source_id)
        name = f"“{entry.title}” (@{entry.key})" if entry and entry.title else f"@{citation.key}"
        return Resolved(citation, Standing.MISSING, "", name)

    def _of_entry(self, entry: Entry) -> str | None:
        for file in (*entry.files, parts_of(entry.url).path):
            name = PurePosixPath(file.replace("\\", "/")).name.casefold()
            if name and name in self._names:
                return self._names[name]
        doi = re.sub(r"^.*?(?=10\.\d)", "", entry.doi)
        for wanted in (doi, entry.title):
            if wanted and (found := self._stems.get(folded(wanted))):
                return found
        return self._titles.get(folded(entry.title)) if entry.title else None

    def key_of(self, source_id: str) -> str:
        """The key to cite a source by: its entry's in the bibliography, else its name's stem."""
        for entry in self._works.values():
            if self._of_entry(entry) == source_id:
                return entry.key
        return citation_key(source_id)

    # ---- footnotes ----

    def _footnote(self, citation: Citation) -> Resolved:
        text = citation.target
        missing = ""
        for found in _LINK.finditer(text):
            target = found[1] or found[2]
            source_id, is_missing = self._target(target)
            if source_id is not None:
                return self._found(citation, source_id)
            missing = missing or (target if is_missing else "")
        for key in re.findall(r"@\{?([\w:.#$%&+?<>~/-]*\w)", text):
            if key in self._works and (named := self._of_entry(self._works[key])):
                return self._found(citation, named)
        if (named := self._mentioned(text)) is not None:
            return self._found(citation, named)
        if not missing and (file := _FILE.search(_URL.sub(" ", text))) is not None:
            missing = file[0]
        if missing:
            return Resolved(citation, Standing.MISSING, "", missing)
        return Resolved(citation, Standing.OTHER)

    def _mentioned(self, text: str) -> str | None:
        """The source whose file name, stem or title a text mentions; the longest one wins."""
        lower = text.casefold()
        for name, source_id in sorted(self._names.items(), key=lambda item: -len(item[0])):
            if _holds(lower, name):
                return source_id
        words = folded(text)
        for names in (self._titles, self._stems):
            for name, source_id in sorted(names.items(), key=lambda item: -len(item[0])):
                if _is_telling(name) and _holds(words, name):
                    return source_id
        head = folded(re.split(r"[,;:.]\s", text, maxsplit=1)[0].rstrip(" .,;:"))
        return self._titles.get(head) or self._stems.get(head)


def folded(text: str) -> str:
    """`text` for comparison: lower case, every run of anything but letters and digits a blank."""
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def citation_key(source_id: str) -> str:
    """The key by which a source is cited that no bibliography names: its stem, as Pandoc allows."""
    stem = PurePosixPath(source_id).stem
    key = re.sub(r"[^\w:.#$%&\-+?<>~/]+", "-", stem).strip("-:.#$%&+?<>~/")
    return re.sub(r"([:.#$%&\-+?<>~/])[:.#$%&\-+?<>~/]+", r"\1", key) or "source"


def _by_name(ids: Iterable[str]) -> dict[str, str]:
    """The sources by id and by file name, in lower case; a name that two share names none."""
    names: dict[str, list[str]] = {}
    for source_id in ids:
        for name in {source_id.casefold(), PurePosixPath(source_id).name.casefold()}:
            names.setdefault(name, []).append(source_id)
    return {name: found[0] for name, found in names.items() if len(found) == 1}


def _holds(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text) is not None


def _is_telling(name: str) -> bool:
    """Whether a folded name is unlikely to stand in a text by chance."""
    return len(name) >= 8 and (" " in name or any(char.isdigit() for char in name))


def _title(document: SourceDocument) -> str:
    """The document's first heading, if it starts with one."""
    for block in document.blocks[:3]:
        if block.kind is BlockKind.HEADING:
            return " ".join(document.text[block.start : block.end].lstrip("#").split())
    return ""
