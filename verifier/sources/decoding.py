"""Bytes -> text: byte order marks, UTF-8, declared encodings, legacy ones; and what is no text."""

from __future__ import annotations

import codecs
import re

from msgspec import Struct

from verifier.patterns import pattern

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\v\b\x1b\x1a")) + b"\x7f"
_DECLARED = re.compile(rb"""(?:charset|encoding|coding)\s*[=:]\s*["']?([A-Za-z0-9._-]+)""")
_SAMPLE = 200_000


class NotText(Exception):
    """The bytes are those of no text; the message says why, as a phrase for people."""


class Decoded(Struct, frozen=True):
    """A decoded file.

    Attributes:
        text: without the byte order mark; line ends as they were.
        remark: how it was decoded, where that was a guess; or "".
    """

    text: str
    remark: str = ""


def decode(data: bytes) -> Decoded:
    """Decode a file's content.

    Raises:
        NotText: it is binary, or in an encoding that cannot be told.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], encoding)
    if b"\0" in data:
        return _wide(data)
    if len(data.translate(None, _CONTROLS)) < len(data) * 0.98:
        raise NotText("binary file")
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _declared(data) or _damaged(data) or _guessed(data)


def _marked(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding))
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        return Decoded(text, f"some bytes are not valid {encoding.upper()}")


def _wide(data: bytes) -> Decoded:
    """UTF-16 or UTF-32 without a mark: most of its zero bytes stand at the same place of a unit."""
    zeros = [data[offset:_SAMPLE:4].count(0) for offset in range(4)]
    quarter = max(1, min(len(data), _SAMPLE) // 4)
    high = [count > 0.6 * quarter for count in zeros]
    guesses = {
        (False, True, True, True): "utf-32-le",
        (True, True, True, False): "utf-32-be",
        (False, True, False, True): "utf-16-le",
        (True, False, True, False): "utf-16-be",
    }
    encoding = guesses.get((high[0], high[1], high[2], high[3]))
    if encoding is None:
        raise NotText("binary file")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise NotText("binary file") from None
    if sum(char.isprintable() or char in "\t\r\n\f" for char in text[:4000]) < 0.95 * min(
        len(text), 4000
    ):
        raise NotText("binary file")
    return Decoded(text, f"read as {encoding[:6].upper()}, which it does not say itself")


def _declared(data: bytes) -> Decoded | None:
    found = _DECLARED.search(data[:1024])
    if not found:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
        return Decoded(data.decode(name)) if name != "utf-8" else None
    except (LookupError, UnicodeError, ValueError):
        return None


def _damaged(data: bytes) -> Decoded | None:
    """UTF-8 with a few bad bytes: the good characters beyond ASCII outnumber the bad ones."""
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = sum(1 for char in text if char > "\x7f") - bad
    if good < 4 * bad:
        return None
    return Decoded(text, f"{bad} characters are not valid UTF-8")


def _guessed(data: bytes) -> Decoded:
    """Windows-1252 where that reads as Western words, else what charset-normalizer says."""
    western = _western(data)
    if western is not None:
        return Decoded(western, "read as Windows-1252, which it does not say itself")
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise NotText("neither UTF-8 nor an encoding that can be told: save it as UTF-8")
    try:
        text = data.decode(best.encoding)
    except (UnicodeDecodeError, LookupError):
        text = data.decode(best.encoding, "replace")
    return Decoded(text, f"read as {best.encoding}, which it does not say itself")


_LETTERS = "À-ÖØ-öø-ÿŒœŠšŽžŸ"
_MARKS = "€£¥§©®°±²³µ¶·¹º»¼½¾¿«¡„†•…‰‹›™\xa0ª´"
_WESTERN = pattern(
    rf"(?<![^\W\d_a-zA-Z])[{_LETTERS}](?![^\W\d_a-zA-Z])|[–—‘’‚“”]"
    rf"|(?<![A-Za-z])[{_MARKS}]|[{_MARKS}](?![A-Za-z])"
)


def _western(data: bytes) -> str | None:
    """The text as Windows-1252, if nearly all that is not ASCII fits Western prose."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    foreign = sum(1 for char in text if char > "\x7f")
    letters = sum(1 for char in text if char.isascii() and char.isalpha())
    fitting = sum(1 for _ in _WESTERN.finditer(text))
    return text if fitting >= 0.9 * foreign and foreign < 0.4 * letters else None
