"""Where in a settings file something is wrong."""

from __future__ import annotations

import re
import tomllib

from msgspec import Struct

TABLE = "llmfeeder"
OVERRIDES = "overrides"


class Problem(Struct, frozen=True):
    """Something wrong in a settings file; places count from 1, `end_column` is past the end."""

    line: int
    column: int
    end_column: int
    message: str


def syntax_problem(error: tomllib.TOMLDecodeError, text: str) -> Problem:
    """The place at which `text` stops being TOML."""
    message = str(error)
    found = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    plain = message[: found.start()].strip() if found else message
    last = text.count("\n") + 1
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (last, 1)
    return Problem(line, column, column + 1, f"not valid TOML: {plain}")


def problem_at(text: str, own: bool, key: str, message: str) -> Problem:
    """The problem at the place where `key` is set, else at its table's header, else at the top."""
    spelled = rf"""["']?{re.escape(key)}["']?"""
    ours = rf"\s*tool\s*\.\s*{TABLE}\s*"
    place = re.compile(rf"\s*({spelled})\s*[=.]")
    header = re.compile(
        rf"\s*\[+\s*({spelled})\s*[\].]" if own else rf"\s*\[+({ours}\.\s*{spelled})"
    )
    inside, fallback = own, (1, 1, 2)
    for number, line in enumerate(text.splitlines(), start=1):
        if found := header.match(line) or (place.match(line) if inside else None):
            return Problem(number, found.start(1) + 1, found.end(1) + 1, message)
        if line.lstrip().startswith("["):
            table = re.match(rf"\s*\[({ours})\]", line)
            inside = table is not None
            stray = re.match(rf"\s*\[\s*({TABLE})\b", line)
            if where := table or stray:
                fallback = (number, where.start(1) + 1, where.end(1) + 1)
    return Problem(*fallback, message)


def problem_in_override(text: str, own: bool, number: int, key: str, message: str) -> Problem:
    """The problem at `key` in the override `number`, from 0, else at that override's header."""
    prefix = "" if own else rf"tool\s*\.\s*{TABLE}\s*\.\s*"
    header = re.compile(rf"\s*\[\[\s*({prefix}{OVERRIDES})\s*\]\]")
    lines = text.splitlines()
    headers = [(at, found) for at, line in enumerate(lines) if (found := header.match(line))]
    if number >= len(headers):  # written as a list of inline tables
        return problem_at(text, own, OVERRIDES, message)
    first, fallback = headers[number]
    spelled = rf"""["']?{re.escape(key)}["']?"""
    place = re.compile(
        rf"\s*(?:\[\s*{prefix}{OVERRIDES}\s*\.\s*({spelled})\s*[\].]|({spelled})\s*[=.])"
    )
    last = headers[number + 1][0] if number + 1 < len(headers) else len(lines)
    places = ((at, place.match(lines[at])) for at in range(first + 1, last))
    at, found = next(((at, hit) for at, hit in places if hit), (first, fallback))
    start, end = found.span(found.lastindex or 1)
    return Problem(at + 1, start + 1, end + 1, message)
