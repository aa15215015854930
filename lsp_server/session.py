"""The state of one client's session: folders, settings, open reports and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types

from lsp_server.capabilities import ClientFeatures
from lsp_server.client_options import ClientOptions
from lsp_server.dismissals import Outdated
from lsp_server.documents import Document, DocumentStore, key
from lsp_server.engine.messages import Checked, Project
from lsp_server.paths import is_source, to_path
from lsp_server.projects import Found, SettingsFile, find, workspace_folder
from lsp_server.settings import ClientSettings
from lsp_server.view import Phase, View

MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd", ".mdx"})
MARKDOWN_LANGUAGES = frozenset({"markdown", "quarto", "rmd", "mdx", "pandoc"})


@dataclass
class Report:
    """What is known of an open report; see `View` for the attributes of the same name.

    Attributes:
        file: the settings file that holds for it.
        shown: the diagnostics that were published last.
    """

    uri: str
    project: Project | None = None
    file: SettingsFile | None = None
    checked: Checked | None = None
    checked_text: str = ""
    checked_at: float = 0.0
    phase: Phase = Phase.WAITING
    note: str = ""
    refining: bool = False
    crashes: int = 0
    outdated: tuple[Outdated, ...] = ()
    shown: list[types.Diagnostic] = field(default_factory=list)


@dataclass
class Session:
    """All state of a session.

    Attributes:
        options: what the client asked for at the start.
        settings: of each workspace folder, and under None the user's own.
        reports: of the open reports, by the document's key.
        dirty: the keys of the open documents that differ from the disk.
        flawed: the keys of the settings files that have diagnostics.
        unopened: the keys of the reports that are not open and have diagnostics.
    """

    documents: DocumentStore
    client: ClientFeatures
    options: ClientOptions = field(default_factory=ClientOptions)
    folders: list[Path] = field(default_factory=list)
    settings: dict[Path | None, ClientSettings] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    dirty: set[str] = field(default_factory=set)
    flawed: set[str] = field(default_factory=set)
    unopened: set[str] = field(default_factory=set)

    def settings_for(self, path: Path) -> ClientSettings:
        """The client's settings that hold for the file at `path`."""
        folder = workspace_folder(path, self.folders)
        return self.settings.get(folder) or self.user_settings

    @property
    def user_settings(self) -> ClientSettings:
        """The client's settings that hold everywhere."""
        return self.settings.get(None) or ClientSettings()

    def find(self, report: Path) -> Found:
        """What the report at `report` is checked against."""
        settings = self.settings_for(report)
        return find(report, self.folders, settings, trusted=self.options.trusted)

    def path_of(self, document: Document) -> Path | None:
        """Where `document` is kept; one that was never saved counts as in the first folder."""
        path = to_path(document.uri)
        if path is None and self.folders:
            return self.folders[0] / Path(document.uri.rpartition(":")[2]).name
        return path

    def report(self, uri: str) -> Report | None:
        """The open report at `uri`."""
        return self.reports.get(key(uri))

    def view(self, uri: str) -> View | None:
        """The open report at `uri` as it is now; None where there is no such report."""
        report, document = self.report(uri), self.documents.opened(uri)
        if report is None or document is None:
            return None
        path = self.path_of(document)
        return View(
            uri=document.uri,
            path=str(path or ""),
            map=document.map,
            version=document.version,
            checked=report.checked,
            checked_text=report.checked_text,
            checked_at=report.checked_at,
            phase=report.phase,
            note=report.note,
            refining=report.refining,
            citation_style=report.file.values.citation_style if report.file else "auto",
            outdated=report.outdated,
            exact_links=self.options.exact_links,
        )

    def projects(self) -> list[Project]:
        """The projects of the open reports, each once."""
        # A thread that looks at the disk asks too, while reports open and close.
        reports = list(self.reports.values())
        found = [report.project for report in reports if report.project is not None]
        return list(dict.fromkeys(found))

    def overlays(self) -> dict[str, str]:
        """The texts of the open documents that are sources and not saved, by absolute path."""
        texts = {}
        for uri_key in self.dirty:
            document = self.documents.text_documents.get(uri_key)
            path = to_path(document.uri) if document else None
            if document and path and self.is_source(path):
                texts[str(path)] = document.source
        return texts

    def dismissals(self) -> set[Path]:
        """The dismissals files of the open reports, whether or not they exist."""
        files = {project.settings.dismissals for project in self.projects()}
        return {Path(file) for file in files if file}

    def is_source(self, path: Path) -> bool:
        """Whether the file at `path` is a source of any open report."""
        return any(is_source(str(path), project.sources) for project in self.projects())


def is_markdown(document: Document) -> bool:
    """Whether `document` can be a report."""
    if document.language_id:
        return document.language_id.lower() in MARKDOWN_LANGUAGES
    return Path(document.path or "").suffix.lower() in MARKDOWN_SUFFIXES
