"""Reading a report: the raw text that claims' offsets count in, or a clear word why not."""

from __future__ import annotations

from pathlib import Path

from verifier.errors import ReportError
from verifier.sources.decoding import Decoded, NotText, decode

MOST_BYTES = 20_000_000
PACKAGE_FOLDERS = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})
"""Folders of installed packages: who asks for all reports means none that came with these."""


def read_report(path: Path) -> str:
    """The text of the report at `path`, without a byte order mark, its line ends as they are.

    Raises:
        ReportError: it is missing, no file, too large, or no text.
    """
    return decode_report(report_bytes(path), str(path)).text


def report_bytes(path: Path) -> bytes:
    """The content of the report at `path`; of one that is too large, no more than shows that.

    Raises:
        ReportError: it is missing, or no file.
    """
    if path.is_dir():
        raise ReportError(f"{path} is a folder; name the report itself, such as {path / '*.md'}")
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise ReportError(f"{path}: no such file") from None
    except OSError as error:
        raise ReportError(f"{path}: cannot be read: {error.strerror or error}") from error


def decode_report(data: bytes, name: str) -> Decoded:
    """The text of a report whose bytes are `data`, and how it was decoded where that was a guess.

    Raises:
        ReportError: it is too large, or no text.
    """
    if len(data) > MOST_BYTES:
        raise ReportError(
            f"{name}: larger than {MOST_BYTES // 1_000_000} MB; split the report into several files"
        )
    try:
        return decode(data)
    except NotText as error:
        raise ReportError(f"{name}: {error}; a report is Markdown or plain text") from error
