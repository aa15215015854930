"""Reading a report: the raw text that claims' offsets count in, or a clear word why not."""

from __future__ import annotations

from pathlib import Path

from verifier.errors import ReportError
from verifier.sources.decoding import NotText, decode

MOST_BYTES = 20_000_000


def read_report(path: Path) -> str:
    """The text of the report at `path`, without a byte order mark, its line ends as they are.

    Raises:
        ReportError: it is missing, no file, too large, or no text.
    """
    if path.is_dir():
        raise ReportError(f"{path} is a folder; name the report itself, such as {path / '*.md'}")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise ReportError(f"{path}: no such file") from None
    except OSError as error:
        raise ReportError(f"{path}: cannot be read: {error.strerror or error}") from error
    return decode_report(data, str(path))


def decode_report(data: bytes, name: str) -> str:
    """The text of a report whose bytes are `data`.

    Raises:
        ReportError: it is too large, or no text.
    """
    if len(data) > MOST_BYTES:
        raise ReportError(
            f"{name}: larger than {MOST_BYTES // 1_000_000} MB; split the report into several files"
        )
    try:
        return decode(data).text
    except NotText as error:
        raise ReportError(f"{name}: {error}; a report is Markdown or plain text") from error
