"""How a check is done: the settings that the engine reads, each with its default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from verifier.errors import SettingsError

JudgeName = Literal["rules", "offline"]
Sensitivity = Literal["cautious", "balanced", "strict"]
CitationStyle = Literal["auto", "footnote", "pandoc", "link"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How claims are found and judged.

    Attributes:
        judge: who speaks: "rules", typed evidence alone, or "offline", the best that runs here.
        sensitivity: how much is flagged: "cautious", "balanced" or "strict".
        tables: whether the body rows of tables are claims.
        exclude: patterns, as in .gitignore, of files in source folders that are left out.
        dismissals: path of the dismissals file; "" for none.

    Raises:
        SettingsError: a value that is none of those named.
    """

    judge: JudgeName = "offline"
    sensitivity: Sensitivity = "cautious"
    tables: bool = False
    exclude: tuple[str, ...] = ()
    dismissals: str = ""

    def __post_init__(self) -> None:
        _require("judge", self.judge, get_args(JudgeName))
        _require("sensitivity", self.sensitivity, get_args(Sensitivity))


def _require(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise SettingsError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")
