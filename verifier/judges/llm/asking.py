"""Getting an answer to a question: from the cache or the endpoint, with retries and bounds."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import Final

import msgspec

from verifier.cache import Cache
from verifier.errors import Cancelled
from verifier.judges.llm.answers import Answer, BrokenAnswer, for_people, read_answer
from verifier.judges.llm.budget import Budget
from verifier.judges.llm.clients import AskError, Client, Reply
from verifier.judges.llm.prompt import (
    PROMPT_VERSION,
    REPAIR,
    Shown,
    estimated_input,
    estimated_tokens,
    message,
)
from verifier.remote import Remote

Stopped = Callable[[], bool]
Wait = Callable[[float, Stopped], None]

_KIND: Final = "llm-1"
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
_TOO_MANY: Final = 3
"""After so many claims in a row without an answer the endpoint is not asked any more."""
_STEP: Final = 0.1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a question.

    Attributes:
        answer: None where there is none; `why` says the reason, for people.
        cached: whether it is known from before.
        input_tokens, output_tokens: what the endpoint counted.
    """

    answer: Answer | None = None
    why: str = ""
    cached: bool = False
    input_tokens: int = 0
    output_tokens: int = 0


class Asker:
    """Asks one endpoint; safe to be used by several threads.

    Args:
        remote: whom.
        client: makes the client when the first question is put.
        cache: keeps answers between runs.
        announce: called once, before the first byte is sent.
        wait: waits so many seconds, or until its second argument says to stop.
    """

    def __init__(
        self,
        remote: Remote,
        client: Callable[[], Client],
        cache: Cache | None = None,
        announce: Callable[[], None] = lambda: None,
        wait: Wait | None = None,
    ) -> None:
        self._remote = remote
        self._make_client = client
        self._cache = cache
        self._announce = announce
        self._wait = wait or wait_for
        self._budget = Budget(remote)
        self._lock = Lock()
        self._client: Client | None = None
        self._known: dict[str, Answer] = {}
        self._under_way: dict[str, Future[Outcome]] = {}
        self._given_up = ""
        self._in_a_row = 0

    def begin(self) -> None:
        """Forget that an earlier check gave the endpoint up."""
        with self._lock:
            self._given_up, self._in_a_row = "", 0

    def known(self, shown: Shown) -> Answer | None:
        """The answer to the question on `shown`, if it is known from before."""
        key = self._key(shown)
        if key in self._known:
            return self._known[key]
        data = self._cache.get(_KIND, key) if self._cache else None
        if data is None:
            return None
        try:
            answer = read_answer(data.decode("utf-8"))
        except (BrokenAnswer, UnicodeDecodeError):
            return None
        self._known[key] = answer
        return answer

    def ask(self, shown: Shown, stopped: Stopped) -> Outcome:
        """Ask about `shown`; the same question is under way only once.

        Raises:
            Cancelled: `stopped` said so.
        """
        known = self.known(shown)
        if known is not None:
            return Outcome(known, cached=True)
        key = self._key(shown)
        mine: Future[Outcome] = Future()
        with self._lock:
            theirs = self._under_way.setdefault(key, mine)
        if theirs is not mine:
            return self._await(theirs, shown, stopped)
        try:
            outcome = self._ask(shown, stopped)
            if outcome.answer is not None:
                self._keep(key, outcome.answer)
            mine.set_result(outcome)
        except BaseException as error:
            mine.set_exception(error)
            raise
        finally:
            with self._lock:
                self._under_way.pop(key, None)
        return outcome

    def _await(self, theirs: Future[Outcome], shown: Shown, stopped: Stopped) -> Outcome:
        """The outcome of a question that another thread has put."""
        while not theirs.done():
            if stopped():
                raise Cancelled
            self._wait(_STEP, stopped)
        if theirs.exception() is not None:  # its check was stopped, this one was not
            return self.ask(shown, stopped)
        outcome = theirs.result()
        return Outcome(outcome.answer, outcome.why, cached=outcome.answer is not None)

    def _key(self, shown: Shown) -> str:
        remote = self._remote
        parts = (PROMPT_VERSION, remote.protocol, remote.url, remote.model, shown.data())
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "replace")).hexdigest()

    def _keep(self, key: str, answer: Answer) -> None:
        self._known[key] = answer
        if self._cache:
            self._cache.put(_KIND, key, msgspec.json.encode(answer))

    # ---- the endpoint ----------------------------------------------------------------------

    def _ask(self, shown: Shown, stopped: Stopped) -> Outcome:
        used = Reply("")
        with self._lock:
            given_up = self._given_up
        if given_up:
            return Outcome(why=given_up)
        question, problem = message(shown), ""
        for turn in range(2):
            text = f"{question}\n\n{REPAIR.format(problem=problem)}" if problem else question
            size = estimated_input(shown) + (estimated_tokens(text[len(question) :]) if turn else 0)
            try:
                reply = self._reply(text, size, stopped, again=bool(turn))
            except AskError as error:
                used = _sum(used, error.reply)
                self._note_failure(error)
                return Outcome(None, str(error), False, used.input_tokens, used.output_tokens)
            used = _sum(used, reply)
            try:
                answer = read_answer(reply.text)
            except BrokenAnswer as error:
                problem = for_people(str(error), 120)
            else:
                with self._lock:
                    self._in_a_row = 0
                return Outcome(answer, "", False, used.input_tokens, used.output_tokens)
        why = "its answer was not of the schema, twice"
        self._note_failure(AskError(why))
        return Outcome(None, why, False, used.input_tokens, used.output_tokens)

    def _note_failure(self, error: AskError) -> None:
        with self._lock:
            self._in_a_row += 1
            if error.final:
                self._given_up = str(error)
            elif self._in_a_row >= _TOO_MANY and not self._given_up:
                self._given_up = f"given up after {_TOO_MANY} claims in a row: {error}"

    def _reply(self, text: str, size: int, stopped: Stopped, *, again: bool) -> Reply:
        """The endpoint's reply; failures that may pass are tried again, later and later.

        Raises:
            AskError: there is none.
            Cancelled: `stopped` said so.
        """
        for attempt in range(self._remote.retries + 1):
            if stopped():
                raise Cancelled
            if self._given_up:
                raise AskError(self._given_up)
            reserved = self._budget.reserve(size, again=again or attempt > 0)
            if isinstance(reserved, str):
                raise AskError(reserved, final=True)
            used = Reply("")
            try:
                reply = used = self._connected().ask(text)
                return _counted(reply, size)
            except AskError as error:
                used = error.reply
                if not error.passing or attempt == self._remote.retries:
                    raise
                pause = _pause(attempt) if error.wait is None else error.wait
                if pause > _LONGEST_PAUSE:
                    raise AskError(f"{error}; it asks to wait {pause:,.0f} s") from None
            finally:
                counted = _counted(used, size) if used.text else used
                self._budget.settle(reserved, counted.input_tokens, counted.output_tokens)
            self._wait(pause, stopped)
        raise AssertionError("the last attempt returns or raises")

    def _connected(self) -> Client:
        """The client; the first question to need it announces what follows."""
        with self._lock:
            if self._client is None:
                client = self._make_client()
                self._announce()
                self._client = client
            return self._client


def _sum(left: Reply, right: Reply) -> Reply:
    return Reply(
        right.text,
        left.input_tokens + right.input_tokens,
        left.output_tokens + right.output_tokens,
    )


def _counted(reply: Reply, size: int) -> Reply:
    """The reply with estimates where the endpoint does not tell what it counted."""
    return Reply(
        reply.text,
        reply.input_tokens or size,
        reply.output_tokens or estimated_tokens(reply.text),
    )


def _pause(attempt: int) -> float:
    """Seconds before the next attempt: twice as long each time, and never in step with others."""
    longest: float = min(_FIRST_PAUSE * 2.0**attempt, _LONGEST_PAUSE)
    return longest * random.uniform(0.5, 1.0)  # noqa: S311 - spreads requests, hides nothing


def wait_for(seconds: float, stopped: Stopped) -> None:
    """Wait `seconds`, or until `stopped` says so."""
    until = time.monotonic() + seconds
    while not stopped() and (left := until - time.monotonic()) > 0:
        time.sleep(min(left, _STEP))
