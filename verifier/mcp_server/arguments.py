"""What the tools take: the types of their arguments, and what is wrong with given ones in words."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from verifier.errors import LLMFeederError
from verifier.mcp_server.pages import MOST_ENTRIES
from verifier.support import MOST

MOST_TEXT = 500_000
"""Characters of a text to check."""
MOST_PASSAGES = 200
MOST_PASSAGE_TEXT = 2_000_000
"""Characters of all passages of a call together."""
MOST_STATEMENT = 2_000
"""Characters of a statement to find support for."""

_TOO_LONG = {
    "text": "check it in parts, such as one chapter at a time",
    "passages": "give only the passages that matter",
    "statement": "ask about one sentence at a time",
}

Text = Annotated[
    str,
    Field(
        max_length=MOST_TEXT,
        description="The text to check: Markdown or plain. Offsets in the result count in it.",
    ),
]
Sources = Annotated[
    str | None,
    Field(
        description="Check against this folder or file only: a path inside the allowed folders, "
        "absolute or relative to them. Leave it out to use all sources.",
    ),
]
Offset = Annotated[
    int,
    Field(ge=0, description="Skip this many entries of the result: next_offset of the last call."),
]
Limit = Annotated[
    int, Field(ge=1, le=MOST_ENTRIES, description="Entries on a page of the result, at most.")
]


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AgainstSources(_Arguments):
    """Arguments of `verify_against_sources`."""

    text: Text
    sources: Sources = None
    offset: Offset = 0
    limit: Limit = 50


class NamedText(_Arguments):
    """A source given inline."""

    name: str = Field(
        min_length=1, max_length=300, description="What the result calls it, such as a title."
    )
    text: str


def _named_texts(given: object) -> object:
    """A mapping of names to texts, or texts without names, as named texts."""
    if isinstance(given, dict):
        return [{"name": name, "text": text} for name, text in given.items()]
    if isinstance(given, list):
        return [
            {"name": f"passage {number}", "text": item} if isinstance(item, str) else item
            for number, item in enumerate(given, 1)
        ]
    return given


class AgainstText(_Arguments):
    """Arguments of `verify_against_text`."""

    text: Text
    passages: Annotated[
        list[NamedText],
        BeforeValidator(_named_texts),
        Field(max_length=MOST_PASSAGES, description="The sources: each with a name and its text."),
    ]
    offset: Offset = 0
    limit: Limit = 50


class Statement(_Arguments):
    """Arguments of `find_support`."""

    statement: str = Field(
        min_length=1,
        max_length=MOST_STATEMENT,
        description="One statement, as a whole sentence.",
    )
    sources: Sources = None
    limit: int = Field(5, ge=1, le=MOST, description="Passages, at most.")


def texts_of(passages: list[NamedText]) -> dict[str, str]:
    """The passages by name.

    Raises:
        LLMFeederError: two have the same name, or they are too long together.
    """
    texts: dict[str, str] = {}
    for passage in passages:
        if passage.name in texts:
            raise LLMFeederError(f"two passages are called {passage.name!r}; name each apart")
        texts[passage.name] = passage.text
    total = sum(map(len, texts.values()))
    if total > MOST_PASSAGE_TEXT:
        raise LLMFeederError(
            f"the passages hold {total:,} characters together, but {MOST_PASSAGE_TEXT:,} at most "
            f"can be checked; {_TOO_LONG['passages']}"
        )
    return texts


def problems_of(error: ValidationError, known: type[BaseModel]) -> str:
    """What is wrong with the arguments, and what they should be; never repeats their values."""
    said = [_problem(dict(item), known) for item in error.errors(include_input=False)]
    return "; ".join(dict.fromkeys(said))


def _problem(error: dict[str, Any], known: type[BaseModel]) -> str:
    place = [str(part) for part in error["loc"]]
    name, kind = ".".join(place), error["type"]
    if kind == "missing":
        return f"{name} is missing"
    if kind == "extra_forbidden":
        taken = ", ".join(known.model_fields)
        return f"{name} is no argument" + (f"; it takes {taken}" if len(place) == 1 else "")
    if kind in ("string_too_long", "too_long"):
        most = error["ctx"]["max_length"]
        what = "characters" if kind == "string_too_long" else "items"
        hint = f"; {_TOO_LONG[name]}" if name in _TOO_LONG else ""
        return f"{name} is longer than {most:,} {what}{hint}"
    return f"{name}: {error['msg'][:1].lower()}{error['msg'][1:]}"
