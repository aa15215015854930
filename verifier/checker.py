"""Text + sources + judge -> result: the one place where the parts meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from verifier.claims import extract_claims
from verifier.errors import Cancelled, ReportError
from verifier.judges import Judge, OfflineJudge
from verifier.model import CheckResult, Outcome, SourceDocument, SourceState, SourceStatus
from verifier.retrieval import Corpus
from verifier.settings import Settings
from verifier.sources import collect, document_from_text, read_document

Sources = Iterable[str | Path] | Mapping[str, str]
"""Files and folders, or names with their texts."""


class Checker:
    """Checks texts against one set of sources; keeps its index and its findings warm.

    Args:
        sources: files and folders, or a mapping of names to texts held in memory.
        settings: how to check; the defaults when None.
    """

    def __init__(self, sources: Sources, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._judge: Judge = OfflineJudge(self.settings)
        self._statuses: tuple[SourceStatus, ...]
        self._corpus, self._statuses = _read(sources)

    def check(self, report: str | Path) -> CheckResult:
        """Check the report file `report`.

        Raises:
            ReportError: it cannot be read.
        """
        try:
            text = Path(report).read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ReportError(f"{report}: cannot be read: {error}") from error
        return self.check_text(text, str(report))

    def check_text(
        self, text: str, report: str = "text", cancelled: Callable[[], bool] = lambda: False
    ) -> CheckResult:
        """Check the Markdown `text`.

        Args:
            text: the raw report.
            report: its name or path, for the result.
            cancelled: asked between claims.

        Raises:
            Cancelled: `cancelled` said so.
        """
        extraction = extract_claims(text, self.settings)
        outcome, findings = _outcome(extraction.claims, self._corpus.sentences), []
        if outcome is Outcome.CHECKED:
            for claim in extraction.claims:
                if cancelled():
                    raise Cancelled
                passages = self._corpus.search(claim.text)
                findings.append(self._judge.judge(claim, passages, lambda q: self._corpus.search(q)))
        return CheckResult(
            report,
            outcome,
            tuple(findings),
            extraction.not_checkable,
            extraction.skipped_lines,
            self._statuses,
            self._judge.name,
        )


def check(report: str | Path, sources: Sources, settings: Settings | None = None) -> CheckResult:
    """Check the report file `report` against `sources`; see `Checker`."""
    return Checker(sources, settings).check(report)


def check_text(text: str, sources: Sources, settings: Settings | None = None) -> CheckResult:
    """Check the Markdown `text` against `sources`; see `Checker`."""
    return Checker(sources, settings).check_text(text)


def _outcome(claims: tuple[object, ...], sentences: tuple[object, ...]) -> Outcome:
    if not sentences:
        return Outcome.NO_SOURCES
    return Outcome.CHECKED if claims else Outcome.NO_CLAIMS


def _read(sources: Sources) -> tuple[Corpus, tuple[SourceStatus, ...]]:
    if isinstance(sources, Mapping):
        documents = [document_from_text(name, text) for name, text in sources.items()]
        statuses = [
            SourceStatus(d.id, SourceState.INDEXED, size=len(d.text.encode())) for d in documents
        ]
        return Corpus(documents), tuple(statuses)
    collection = collect(Path(source) for source in sources)
    documents, statuses = [], list(collection.skipped)
    for file in collection.files:
        document = read_document(file)
        if isinstance(document, SourceDocument):
            documents.append(document)
            statuses.append(
                SourceStatus(file.id, SourceState.INDEXED, "", file.size, str(file.path))
            )
        else:
            statuses.append(document)
    return Corpus(documents), tuple(statuses)
