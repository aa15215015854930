"""Text + sources + judge -> result: the one place where the parts meet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from verifier.cache import Cache
from verifier.citing.resolve import Resolver
from verifier.citing.review import resolver_for, review_citations
from verifier.claim_cache import ClaimCache, Recorder, Search, Trail
from verifier.claims import extract_claims
from verifier.copies import copies_of
from verifier.dismissals import dismissed
from verifier.dismissals_file import dismissed_by_file, load, report_name
from verifier.errors import Cancelled
from verifier.judges import Judge, OfflineJudge, asks_a_model, judge_for
from verifier.judges.base import Asking, Question, asks, claims_at_once
from verifier.library import Library, Progress, Sources
from verifier.model import (
    AskState,
    CheckResult,
    Claim,
    Finding,
    Outcome,
    SourceDocument,
    SourceState,
    SourceStatus,
)
from verifier.reports import read_report
from verifier.retrieval import Corpus, Passage
from verifier.settings import Settings
from verifier.support import MOST, Support, find_support
from verifier.threads import in_parallel

# A claim that starts so is about what the sentence before it names.
_REFERRING = frozenset("he her his it its she that their these they this those".split())


class _Open(NamedTuple):
    """A claim whose finding has to be asked for; see `ClaimCache.put`."""

    question: Question
    scope: Hashable
    trail: Trail


class Checker:
    """Checks texts against one set of sources; keeps its index and its findings warm.

    Args:
        sources: files and folders, or a mapping of names to texts held in memory.
        settings: how to check; the defaults when None.
        progress: told, while sources are read, how many are done, how many there are, and which.
        cache: keeps extracted text and indexes between runs: "default" is the user's cache
            folder; None keeps nothing.
        judge: who gives the verdicts; when None, whom the settings name.
        below: files and folders; of the files under the sources only these, and those below
            them, are read. Empty reads all.
        cancelled: asked between files, while sources are read.

    Attributes:
        refines: whether the judge may say otherwise than the rules alone, which are quicker.

    Raises:
        SourcesError: a named source does not exist.
        Cancelled: `cancelled` said so.
    """

    def __init__(
        self,
        sources: Sources,
        settings: Settings | None = None,
        *,
        progress: Progress | None = None,
        cache: Cache | Literal["default"] | None = "default",
        judge: Judge | None = None,
        below: Sequence[Path] = (),
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self.settings = settings or Settings()
        self._cache = Cache.default() if cache == "default" else cache
        self._rules: Judge = OfflineJudge(self.settings)
        self._given = judge
        self.refines = judge is not None or asks_a_model(self.settings)
        self._findings = ClaimCache()
        self._library = Library(sources, self._cache, self.settings.exclude, below)
        self._library.refresh(progress=progress, cancelled=cancelled)
        self._corpus = Corpus(self._library.documents, self._cache)
        self._generation = 0

    @property
    def sources(self) -> tuple[SourceStatus, ...]:
        """What became of every source, ordered by id."""
        return self._library.statuses

    def document(self, source_id: str) -> SourceDocument | None:
        """The source called `source_id`, if it could be read."""
        return self._library.document(source_id)

    def refresh(
        self,
        overlays: Mapping[str, str] | None = None,
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Read the sources that changed since.

        Args:
            overlays: texts of unsaved buffers, by absolute path; they stand for the files.
            progress: as for the constructor.
            cancelled: asked between files.

        Returns:
            Whether anything changed.

        Raises:
            SourcesError: a named source does not exist any more.
            Cancelled: `cancelled` said so.
        """
        buffers = {Path(path): text for path, text in (overlays or {}).items()}
        if not self._library.refresh(buffers, progress, cancelled):
            return False
        self._corpus = Corpus(self._library.documents, self._cache, self._corpus)
        self._generation += 1
        return True

    def check(self, report: str | Path) -> CheckResult:
        """Check the report file `report`.

        Raises:
            ReportError: it cannot be read.
        """
        return self.check_text(read_report(Path(report)), str(report))

    def check_text(
        self,
        text: str,
        report: str = "text",
        cancelled: Callable[[], bool] = lambda: False,
        only: Callable[[Claim], bool] | None = None,
        *,
        quick: bool = False,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> CheckResult:
        """Check the Markdown `text`.

        Args:
            text: the raw report.
            report: its path, or a name for it.
            cancelled: asked between claims, and while a remote model is asked.
            only: which claims to check; all of them when None.
            quick: ask the rules alone, whoever else there is to ask.
            progress: told how many questions to a remote model are done, and how many there are.

        Raises:
            Cancelled: `cancelled` said so.
            SettingsError: the dismissals file cannot be used.
        """
        judge = self._rules if quick else self._judge
        extraction = extract_claims(text, self.settings)
        files = () if self._library.in_memory else self._corpus.runs
        copies = copies_of(text, report, extraction, files)
        readable = any(run.sentences for run in self._corpus.runs if run.document.id not in copies)
        outcome, findings = _outcome(bool(extraction.claims), readable), []
        claims = [claim for claim in extraction.claims if only is None or only(claim)]
        if outcome is Outcome.CHECKED and not claims:
            outcome = Outcome.NOTHING_CHANGED
        if outcome is Outcome.CHECKED:
            findings = self._judged(judge, claims, frozenset(copies), cancelled, progress)
            cited = self._with_citations(judge, findings, text, report)
            findings = self._dismissed(cited, text, report)
        return CheckResult(
            report,
            outcome,
            tuple(findings),
            extraction.not_checkable,
            extraction.skipped_lines,
            tuple(_without(status, copies) for status in self.sources),
            judge.name,
            judge.use(findings) if asks(judge) else None,
        )

    def find_support(self, statement: str, limit: int = MOST) -> list[Support]:
        """The sources' sentences nearest to `statement`, best first, without a verdict."""
        return find_support(self._corpus, statement, limit)

    @cached_property
    def _judge(self) -> Judge:
        """Who gives the verdicts; loaded when first asked, since the rules alone need no model."""
        return self._given or judge_for(self.settings, self._cache)

    def _dismissed(self, findings: Sequence[Finding], text: str, report: str) -> list[Finding]:
        found = dismissed(text, findings)
        if not self.settings.dismissals:
            return list(found)
        file = Path(self.settings.dismissals)
        return list(dismissed_by_file(load(file), report_name(Path(report), file), found))

    def _with_citations(
        self, judge: Judge, findings: list[Finding], text: str, report: str
    ) -> Sequence[Finding]:
        def resolver() -> Resolver:
            return resolver_for(text, report, self._library.documents, self.sources)

        local = judge.local if asks(judge) else judge

        def ask(claim: Claim, source_id: str) -> Finding:
            finding = self._prepared(local, claim, within=frozenset({source_id}))
            if not isinstance(finding, Finding):
                raise TypeError(f"{local.name} has to ask somebody else")
            return finding

        return review_citations(findings, resolver, ask)

    def _judged(
        self,
        judge: Judge,
        claims: Sequence[Claim],
        without: frozenset[str],
        cancelled: Callable[[], bool],
        progress: Callable[[int, int], None],
    ) -> list[Finding]:
        """The findings of `claims`; what has to be asked is asked together, after the rest."""
        if asks(judge):
            judge.begin()
        found = self._prepared_all(judge, claims, without, cancelled)
        questions = [item for item in found if isinstance(item, _Open)]
        if asks(judge) and questions:
            answers = iter(self._asked(judge, questions, cancelled, progress))
            found = [next(answers) if isinstance(item, _Open) else item for item in found]
        return [item for item in found if isinstance(item, Finding)]

    def _prepared_all(
        self,
        judge: Judge,
        claims: Sequence[Claim],
        without: frozenset[str],
        cancelled: Callable[[], bool],
    ) -> list[Finding | _Open]:
        """For each claim its finding, or the question that it leaves."""

        def prepare(claim: Claim, _stopped: Callable[[], bool]) -> Finding | _Open:
            return self._prepared(judge, claim, without)

        limit = claims_at_once(judge)
        if limit > 1 and len(claims) > 1:
            return in_parallel(prepare, claims, limit, cancelled=cancelled, outlasts=False)
        found = []
        for claim in claims:
            if cancelled():
                raise Cancelled
            found.append(self._prepared(judge, claim, without))
        return found

    def _asked(
        self,
        judge: Asking,
        questions: Sequence[_Open],
        cancelled: Callable[[], bool],
        progress: Callable[[int, int], None],
    ) -> list[Finding]:
        def ask(item: _Open, stopped: Callable[[], bool]) -> Finding:
            return judge.ask(item.question, stopped)

        findings = in_parallel(
            ask, questions, judge.parallel, cancelled=cancelled, progress=progress
        )
        for item, finding in zip(questions, findings, strict=True):
            if finding.asked is None or finding.asked.state is not AskState.FAILED:
                self._findings.put(finding, item.scope, self._generation, item.trail)
        return findings

    def _prepared(
        self,
        judge: Judge,
        claim: Claim,
        without: frozenset[str] = frozenset(),
        within: frozenset[str] | None = None,
    ) -> Finding | _Open:
        """The finding of `claim`, or the question that it leaves."""
        search = self._search(without, within)
        scope = (judge.name, without, within)
        known = self._findings.get(claim, scope, self._generation, search)
        if known is not None:
            return replace(known, asked=known.asked.again()) if known.asked else known
        recorder = Recorder(search)
        passages = recorder(claim.text, _context(claim))
        if asks(judge):
            finding = judge.prepare(claim, passages, recorder)
            if not isinstance(finding, Finding):
                return _Open(finding, scope, recorder.trail)
        else:
            finding = judge.judge(claim, passages, recorder)
        self._findings.put(finding, scope, self._generation, recorder.trail)
        return finding

    def _search(self, without: Collection[str], within: Collection[str] | None) -> Search:
        def search(query: str, context: str = "") -> Sequence[Passage]:
            return self._corpus.search(query, context=context, without=without, within=within)

        return search


def check(report: str | Path, sources: Sources, settings: Settings | None = None) -> CheckResult:
    """Check the report file `report` against `sources`; see `Checker`."""
    return Checker(sources, settings).check(report)


def check_text(text: str, sources: Sources, settings: Settings | None = None) -> CheckResult:
    """Check the Markdown `text` against `sources`; see `Checker`."""
    return Checker(sources, settings).check_text(text)


def _context(claim: Claim) -> str:
    """The sentence before a claim that points back to it."""
    first = claim.text.split(maxsplit=1)[0] if claim.text else ""
    return claim.previous if first.lower() in _REFERRING else ""


def _outcome(claims: bool, readable: bool) -> Outcome:
    if not readable:
        return Outcome.NO_SOURCES
    return Outcome.CHECKED if claims else Outcome.NO_CLAIMS


def _without(status: SourceStatus, copies: Mapping[str, str]) -> SourceStatus:
    if status.id not in copies:
        return status
    return replace(status, state=SourceState.SKIPPED, reason=copies[status.id])
