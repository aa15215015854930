"""Warm checkers: what was read and judged in one call is there for the next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.mcp_server.roots import Roots
from verifier.settings import Settings

if TYPE_CHECKING:
    from verifier.checker import Checker
    from verifier.judges import Judge
    from verifier.library import Progress

_MOST = 8

Cancelled = Callable[[], bool]


class Checkers:
    """A Checker for each set of sources that was asked about; those not used for longest go.

    Not for several threads at a time.
    """

    def __init__(self, settings: Settings, judge: Judge | None = None) -> None:
        self._settings = settings
        self._judge = judge
        self._warm: OrderedDict[Hashable, Checker] = OrderedDict()

    def of_files(
        self, roots: Roots, below: tuple[Path, ...], progress: Progress, cancelled: Cancelled
    ) -> Checker:
        """The Checker of what lies in `roots` and `below`, with every changed file read anew.

        Raises:
            SourcesError: a root does not exist any more.
            Cancelled: `cancelled` said so.
        """
        from verifier.checker import Checker

        key = (roots.places, below)
        checker = self._warm.get(key)
        if checker is None:
            checker = Checker(
                roots.places,
                self._settings,
                progress=progress,
                judge=self._judge,
                below=below,
                cancelled=cancelled,
            )
        else:
            checker.refresh(progress=progress, cancelled=cancelled)
        return self._keep(key, checker)

    def of_texts(self, texts: Mapping[str, str]) -> Checker:
        """The Checker of these texts by name."""
        from verifier.checker import Checker

        key = tuple(texts.items())
        checker = self._warm.get(key)
        if checker is None:
            checker = Checker(texts, self._settings, cache=None, judge=self._judge)
        return self._keep(key, checker)

    def _keep(self, key: Hashable, checker: Checker) -> Checker:
        self._warm[key] = checker
        self._warm.move_to_end(key)
        if len(self._warm) > _MOST:
            self._warm.popitem(last=False)
        return checker
