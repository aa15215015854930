"""What the server does, apart from any protocol: arguments and roots in, results out.

Its methods work for a while and belong into a thread, one call at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from verifier.mcp_server.arguments import AgainstSources, AgainstText, Statement, texts_of
from verifier.mcp_server.checkers import Checkers
from verifier.mcp_server.pages import report_page, support_page
from verifier.mcp_server.results import CheckReport, SupportReport
from verifier.mcp_server.roots import Refused, Roots
from verifier.model import CheckResult
from verifier.settings import Settings

if TYPE_CHECKING:
    from verifier.checker import Checker
    from verifier.judges import Judge
    from verifier.sources import SourceFile

MOST_READ = 50_000
"""Characters of a source that one reading gives."""


class Watch(Protocol):
    """Who waits for the work: told how far it is, and asked whether to go on."""

    def progress(self, done: int, total: int, name: str) -> None:
        """`done` of `total` sources are read, the last of them called `name`."""
        ...

    def checking(self) -> None:
        """Another claim is about to be checked."""
        ...

    def asking(self, done: int, total: int) -> None:
        """`done` of `total` questions to a remote model are answered."""
        ...

    def cancelled(self) -> bool:
        """Whether nobody waits any more."""
        ...


@dataclass(frozen=True, slots=True)
class SourcePart:
    """The stretch [start, end) of a source's text, which has `length` characters."""

    text: str
    start: int
    end: int
    length: int


class Service:
    """Checks and searches, with warm checkers.

    Args:
        settings: how to check.
        judge: who gives the verdicts; when None, whom the settings name.
    """

    def __init__(self, settings: Settings, judge: Judge | None = None) -> None:
        self.settings = settings
        self._checkers = Checkers(settings, judge)

    def verify_against_sources(
        self, arguments: AgainstSources, roots: Roots, watch: Watch
    ) -> CheckReport:
        """Check a text against the sources, or a part of them.

        Raises:
            LLMFeederError: the part may not be read, or there is no such page.
            Cancelled: nobody waits any more.
        """
        below = roots.find(arguments.sources)
        checker = self._checkers.of_files(roots, below, watch.progress, watch.cancelled)
        result = _check(checker, arguments.text, watch)
        return report_page(arguments.text, result, arguments.offset, arguments.limit)

    def verify_against_text(self, arguments: AgainstText, watch: Watch) -> CheckReport:
        """Check a text against passages that came with the call.

        Raises:
            LLMFeederError: the passages are too long or named alike, or there is no such page.
            Cancelled: nobody waits any more.
        """
        checker = self._checkers.of_texts(texts_of(arguments.passages))
        result = _check(checker, arguments.text, watch)
        return report_page(arguments.text, result, arguments.offset, arguments.limit)

    def find_support(self, arguments: Statement, roots: Roots, watch: Watch) -> SupportReport:
        """Find the passages nearest to a statement.

        Raises:
            LLMFeederError: the part of the sources may not be read.
            Cancelled: nobody waits any more.
        """
        below = roots.find(arguments.sources)
        checker = self._checkers.of_files(roots, below, watch.progress, watch.cancelled)
        found = checker.find_support(arguments.statement)
        return support_page(found, checker.sources, arguments.limit)

    def files(self, roots: Roots) -> Sequence[SourceFile]:
        """The source files, by name.

        Raises:
            SourcesError: a root does not exist any more.
        """
        from verifier.library import source_files

        if not roots.places:
            return ()
        return source_files(roots.places, self.settings.exclude, roots.defaults).files

    def read(
        self, source_id: str, start: int, end: int | None, roots: Roots, watch: Watch
    ) -> SourcePart:
        """A stretch of a source's extracted text, `MOST_READ` characters at most.

        Raises:
            Refused: there is no such source, or it cannot be read.
            Cancelled: nobody waits any more.
        """
        from verifier.cache import Cache
        from verifier.sources import read_documents

        file = next((file for file in self.files(roots) if file.id == source_id), None)
        if file is None:
            raise Refused(f"there is no source called {source_id!r}; resources/list has them all")
        documents, statuses = read_documents(
            [file], Cache.default(), watch.progress, watch.cancelled
        )
        if not documents:
            raise Refused(f"{source_id} cannot be read: {statuses[0].reason}")
        text = documents[0].text
        stop = min(len(text) if end is None else end, start + MOST_READ, len(text))
        return SourcePart(text[start:stop], start, max(start, stop), len(text))


def _check(checker: Checker, text: str, watch: Watch) -> CheckResult:
    def cancelled() -> bool:
        watch.checking()
        return watch.cancelled()

    return checker.check_text(text, cancelled=cancelled, progress=watch.asking)
