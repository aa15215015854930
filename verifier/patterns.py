"""Regular expressions that are compiled when they are first used.

The package has some hundreds of them; compiling them all took a fifth of a command's start, and a
check of one report in one format needs few.
"""

from __future__ import annotations

import re
from typing import cast


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`, but at first use; for the constants of modules."""
    return cast("re.Pattern[str]", _Pattern(source, flags))


class _Pattern:
    """Stands for a compiled pattern, and keeps those of its methods that were used."""

    def __init__(self, source: str, flags: int) -> None:
        self._given = source, flags

    def __getattr__(self, name: str) -> object:
        value = getattr(re.compile(*self._given), name)
        setattr(self, name, value)
        return value
