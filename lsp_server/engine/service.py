"""What the engine does with a request: keeps a warm `Checker` a project, and asks it."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_server.engine.locations import Opener, locate
from lsp_server.engine.messages import (
    Check,
    Checked,
    Progress,
    Project,
    Refresh,
    Refreshed,
    Render,
    Rendered,
)
from lsp_server.paths import is_source
from lsp_server.textmap import Encoding
from verifier.cache import Cache
from verifier.checker import Checker
from verifier.citing import resolver_for
from verifier.citing.bibliography import bibliography_files
from verifier.errors import Cancelled, SettingsError
from verifier.judges import Judge
from verifier.model import CheckResult, SourceState
from verifier.remote import Remote

if TYPE_CHECKING:
    from verifier.judges.llm.asking import Asker

MAX_PROJECTS = 4
MOST_LOOKING = 0.05
"""The share of the time that may go into comparing sources with the disk before each check."""
PROGRESS_SECONDS = 0.2


@dataclass
class Warm:
    """A project's checker with what was made from its documents.

    Attributes:
        looked: when its sources were last compared with the disk.
        overlays: the unsaved texts that it has seen.
        cost: how many seconds it takes to find that nothing changed.
        problem: why the remote judge that the project wants cannot be asked, for people.
    """

    checker: Checker
    looked: float
    overlays: Mapping[str, str]
    cost: float = 0.0
    problem: str = ""
    openers: dict[str, Opener] = field(default_factory=dict)


class Service:
    """Answers requests, one after the other.

    Args:
        encoding: how the client counts.
        extracted: where the texts of sources without lines are kept.
        clock: seconds that only rise.
    """

    def __init__(
        self, encoding: Encoding, extracted: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._encoding = encoding
        self._extracted = extracted
        self._clock = clock
        self._projects: OrderedDict[Project, Warm] = OrderedDict()
        self._overlays: Mapping[str, str] = {}
        self._askers: dict[Remote, Asker] = {}

    def use_overlays(self, texts: Mapping[str, str]) -> None:
        """From now on `texts` count instead of what the disk holds at their paths."""
        self._overlays = dict(texts)

    def forget(self, keep: tuple[Project, ...]) -> None:
        """Drop every project that is not in `keep`."""
        for project in [known for known in self._projects if known not in keep]:
            del self._projects[project]

    def check(
        self,
        request: Check,
        cancelled: Callable[[], bool],
        tell: Callable[[Progress], None],
        interrupted: Callable[[], bool] = lambda: False,
    ) -> Checked:
        """Check a report.

        Args:
            cancelled: whether nobody wants the answer any more.
            tell: takes how far reading the sources has come.
            interrupted: asked between claims, whether to stop for the moment.

        Raises:
            Cancelled: `cancelled` or `interrupted` said so.
            LLMFeederError: the user has to mend something.
        """
        report = _Reporter(request.id, cancelled, tell, self._clock)
        warm = self._warm(request.project, report)
        self._refresh(request.project, warm, report, force=False)
        result = warm.checker.check_text(
            request.text,
            report=request.path,
            cancelled=lambda: cancelled() or interrupted(),
            quick=request.quick,
            progress=lambda done, total: tell(Progress(request.id, done, total, "asked")),
        )

        def opener(source_id: str) -> Opener | None:
            return self._opener(warm, source_id)

        paths = {
            status.id: status.path
            for status in result.sources
            if status.state is SourceState.INDEXED and status.path
        }
        keys = self._citation_keys(request, warm.checker, result)
        final = not (request.quick and warm.checker.refines)
        asks = request.project.remote is not None and not warm.problem
        note = warm.problem or (result.remote.problem() if result.remote else "")
        places = locate(result, opener)
        return Checked(request.id, result, places, keys, paths, final, asks, note)

    def _citation_keys(
        self, request: Check, checker: Checker, result: CheckResult
    ) -> dict[str, str]:
        """The bibliography's key of each source that bears on the report."""
        if not bibliography_files(request.text):
            return {}
        used = {e.span.source_id for finding in result for e in finding.evidence}
        found = (checker.document(source_id) for source_id in sorted(used))
        documents = [document for document in found if document is not None]
        resolver = resolver_for(request.text, request.path, documents)
        return {document.id: resolver.key_of(document.id) for document in documents}

    def refresh(
        self, request: Refresh, cancelled: Callable[[], bool], tell: Callable[[Progress], None]
    ) -> Refreshed:
        """Look for changed sources; with `whole`, read all of them anew.

        Raises:
            Cancelled: `cancelled` said so.
        """
        if request.whole:
            self._projects.pop(request.project, None)
        is_new = request.project not in self._projects
        report = _Reporter(request.id, cancelled, tell, self._clock)
        warm = self._warm(request.project, report)
        changed = self._refresh(request.project, warm, report, force=True)
        return Refreshed(request.id, changed or is_new, warm.checker.sources)

    def render(
        self, request: Render, cancelled: Callable[[], bool], tell: Callable[[Progress], None]
    ) -> Rendered:
        """Make a page of a finished check."""
        from lsp_server.engine.page import page

        warm = self._warm(request.project, _Reporter(request.id, cancelled, tell, self._clock))
        root = Path(request.project.root)
        html = page(request.result, request.text, root, warm.checker.document)
        return Rendered(request.id, html)

    def _warm(self, project: Project, report: _Reporter) -> Warm:
        if project in self._projects:
            self._projects.move_to_end(project)
            return self._projects[project]
        cache = Cache.default()
        judge, problem = self._remote_judge(project, cache)
        checker = Checker(
            project.sources, project.settings, progress=report, cache=cache, judge=judge
        )
        warm = Warm(checker, self._clock(), {}, problem=problem)
        self._projects[project] = warm
        while len(self._projects) > MAX_PROJECTS:
            self._projects.popitem(last=False)
        return warm

    def _remote_judge(self, project: Project, cache: Cache | None) -> tuple[Judge | None, str]:
        """The judge that asks the project's model, or why there is none, for people.

        The bounds of a run hold for as long as the engine runs.
        """
        remote = project.remote
        if remote is None:
            return None, ""
        from verifier.judges.llm.opening import judge_with, open_asker

        try:
            if remote not in self._askers:
                self._askers[remote] = open_asker(remote, cache)
        except SettingsError as error:
            return None, f"no model is asked: {error}"
        return judge_with(self._askers[remote], remote, project.settings, cache), ""

    def _refresh(self, project: Project, warm: Warm, report: _Reporter, *, force: bool) -> bool:
        overlays = {
            path: text for path, text in self._overlays.items() if is_source(path, project.sources)
        }
        now = self._clock()
        is_fresh = (now - warm.looked) * MOST_LOOKING < warm.cost
        if not force and overlays == warm.overlays and is_fresh:
            return False
        changed = warm.checker.refresh(overlays, progress=report, cancelled=report.cancelled)
        warm.looked, warm.overlays = self._clock(), overlays
        if changed:
            warm.openers.clear()
        else:
            warm.cost = warm.looked - now
        return changed

    def _opener(self, warm: Warm, source_id: str) -> Opener | None:
        if source_id not in warm.openers:
            document = warm.checker.document(source_id)
            if document is None:
                return None
            warm.openers[source_id] = Opener(document, self._encoding, self._extracted)
        return warm.openers[source_id]


class _Reporter:
    """Tells how far reading the sources has come, not too often; stops it on request."""

    def __init__(
        self,
        request: int,
        cancelled: Callable[[], bool],
        tell: Callable[[Progress], None],
        clock: Callable[[], float],
    ) -> None:
        self._request = request
        self.cancelled = cancelled
        self._tell = tell
        self._clock = clock
        self._last = clock()

    def __call__(self, done: int, total: int, what: str) -> None:
        if self.cancelled():
            raise Cancelled
        now = self._clock()
        if now - self._last >= PROGRESS_SECONDS:
            self._last = now
            self._tell(Progress(self._request, done, total, what))
