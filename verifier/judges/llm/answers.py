"""A model's answer, read strictly: one JSON object of the schema, or nothing."""

from __future__ import annotations

import re

import msgspec

from verifier.model import Verdict

MOST_REASON = 300
_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n\s*```\s*\Z", re.DOTALL)
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")


class Quote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that the model says stand in the passage numbered `passage`, from 1."""

    passage: int
    text: str


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the model says of a claim; see `verifier.judges.llm.prompt` for the meaning."""

    verdict: Verdict
    quotes: tuple[Quote, ...]
    claim_parts: tuple[str, ...]
    reason: str
    instructed_by: tuple[int, ...]


_decoder = msgspec.json.Decoder(Answer)


class BrokenAnswer(Exception):
    """An answer that is no JSON object of the schema; the text says what is wrong with it."""


def read_answer(text: str) -> Answer:
    """The answer in `text`; one code fence around it is overlooked.

    Raises:
        BrokenAnswer: it is not of the schema.
    """
    fenced = _FENCE.match(text)
    try:
        return _decoder.decode((fenced[1] if fenced else text).encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError) as error:
        raise BrokenAnswer(str(error)) from error


def for_people(text: str, most: int = MOST_REASON) -> str:
    """Somebody else's words as one line of bounded length, without control characters."""
    line = " ".join(_INVISIBLE.sub(" ", text).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
