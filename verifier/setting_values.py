"""What the values of a settings file may be: a TOML value -> the checked value.

Every reader raises ValueError with the reason, worded to follow the setting's name.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import get_args

from verifier.model import Verdict
from verifier.severities import SEVERITIES, Severity

NO_VERDICT = "none"
"""What people write for "no verdict fails the check"."""


def read_strings(value: object) -> tuple[str, ...]:
    """The strings of a list; one string stands for a list of one."""
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        raise ValueError("must be a list of strings")
    if not all(item.strip() for item in values):
        raise ValueError("holds an empty string")
    return tuple(values)


def read_boolean(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def one_of(allowed: tuple[str, ...]) -> Callable[[object], str]:
    """A reader that takes the strings `allowed` and names the nearest one otherwise."""

    def read(value: object) -> str:
        if value not in allowed:
            raise ValueError(f"is {value!r}; it must be one of {', '.join(allowed)}{_hint(value)}")
        return str(value)

    def _hint(value: object) -> str:
        near = get_close_matches(str(value).lower(), allowed, 1)
        return f" (did you mean {near[0]}?)" if near else ""

    return read


def read_judge(allowed: tuple[str, ...]) -> Callable[[object], str]:
    """A reader of the judges that a project's file may choose: none that sends anything."""
    plain = one_of(allowed)

    def read(value: object) -> str:
        if value in ("llm", "hybrid"):
            raise ValueError(
                f"is {value!r}, which a project's file cannot switch on: it would send texts to a "
                "model. Use --judge on the command line, or your own settings (docs/llm.md)"
            )
        return plain(value)

    return read


def read_string(value: object) -> str:
    """A string that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be a string that is not empty")
    return value


def read_severities(value: object) -> dict[str, Severity]:
    """How kinds of remark are shown, by kind."""
    if not isinstance(value, dict):
        raise ValueError('must be a table such as { unsupported = "error" }')
    kind, level = one_of(tuple(SEVERITIES)), one_of(get_args(Severity))
    try:
        return {kind(name): level(severity) for name, severity in value.items()}  # type: ignore[misc]
    except ValueError as error:
        raise ValueError(f"names what {error}") from error


def read_verdicts(value: object) -> tuple[Verdict, ...]:
    """The verdicts in a list of their names or in one string with commas; "none" is no verdict.

    Raises:
        ValueError: a name that is no verdict, "supported", which no check can fail on, or blanks.
    """
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("must be a list of verdicts")
    wanted = [name.strip().lower() for name in names if name.strip()]
    if names and not wanted:  # such as a variable of a pipeline that is not set
        raise ValueError(f"names no verdict; write {NO_VERDICT} to let all pass")
    if wanted == [NO_VERDICT]:
        return ()
    allowed = tuple(v.value for v in reversed(Verdict) if v is not Verdict.SUPPORTED)
    read = one_of((*allowed, NO_VERDICT))
    chosen = {read(name) for name in wanted}
    if NO_VERDICT in chosen:
        raise ValueError(f"names {NO_VERDICT} together with verdicts")
    return tuple(sorted(map(Verdict, chosen), key=lambda verdict: -verdict.severity))


def read_share(value: object) -> float:
    """A share of 0 to 1.

    Raises:
        ValueError: it is no number in that range.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("must be a number from 0 to 1")
    if 1 < value <= 100:
        raise ValueError(
            f"is {value:g}; it must be from 0 to 1: for {value:g} % write {value / 100:g}"
        )
    if not 0 <= value <= 1:
        raise ValueError(f"is {value}; it must be from 0 to 1")
    return float(value)


def read_tables(value: object) -> tuple[dict[str, object], ...]:
    """The tables of an array of tables."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ValueError('must be tables, each with its paths = ["folder/**"]')
    return tuple(value)
