"""The cache folder: derived data by kind and key, which may vanish or rot at any time.

Every entry carries a checksum and its own name; whatever does not fit is a miss. Entries are
written beside their place and renamed into it, so that two processes never see half of one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

_VERSION = 1
_MAGIC = b"LLMFEEDER\0"
_DIGEST_SIZE = 16
_PRUNE_EVERY = 64
_OFF = frozenset(("off", "none", "0", "no"))

FOLDER_VARIABLE = "LLMFEEDER_CACHE_DIR"
"""The environment variable that names another folder, or says "off"."""

DEFAULT_MAX_BYTES = 1_000_000_000


class Cache:
    """Keeps derived data between runs; failing to keep or find something is never an error.

    Args:
        folder: where; the user's cache folder when None.
        max_bytes: what the folder may hold; the entries not used for longest go first.
    """

    def __init__(self, folder: Path | None = None, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._puts = 0

    @cached_property
    def path(self) -> Path:
        """Where it is."""
        return self._folder or user_folder()

    @classmethod
    def default(cls) -> Cache | None:
        """The user's cache; None where `LLMFEEDER_CACHE_DIR` is "off"."""
        named = os.environ.get(FOLDER_VARIABLE, "")
        if named.strip().lower() in _OFF:
            return None
        return cls(Path(named).expanduser().absolute() if named.strip() else None)

    def get(self, kind: str, key: str) -> bytes | None:
        """What was put under `kind` and `key`, if it is still whole."""
        place = self._place(kind, key)
        try:
            data = place.read_bytes()
        except (OSError, ValueError):
            return None
        head = len(_MAGIC) + _DIGEST_SIZE
        if not data.startswith(_MAGIC) or data[len(_MAGIC) : head] != _seal(
            kind, key, memoryview(data)[head:]
        ):
            return None
        _touch(place)
        return data[head:]

    def put(self, kind: str, key: str, value: bytes) -> None:
        """Keep `value`; failing to do so is no error."""
        place = self._place(kind, key)
        with contextlib.suppress(OSError, ValueError):
            place.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix="new-", dir=place.parent)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(_MAGIC + _seal(kind, key, value))
                    stream.write(value)
                Path(temporary).replace(place)
            except OSError:
                Path(temporary).unlink(missing_ok=True)
                raise
            self._prune_now_and_then()

    def _place(self, kind: str, key: str) -> Path:
        name = hashlib.sha256(f"{_VERSION}\0{kind}\0{key}".encode("utf-8", "replace")).hexdigest()
        return self.path / kind / name

    # ---- size ------------------------------------------------------------------------------

    def _prune_now_and_then(self) -> None:
        if self._puts % _PRUNE_EVERY == 0:
            self.prune()
        self._puts += 1

    def prune(self) -> None:
        """Remove the entries not used for longest, until the folder is within its bound."""
        entries = sorted(self._entries())
        total = sum(size for _, size, _ in entries)
        for _, size, place in entries:
            if total <= self._max_bytes:
                return
            with contextlib.suppress(OSError):
                place.unlink()
            total -= size

    def size(self) -> int:
        """How many bytes the folder holds."""
        return sum(size for _, size, _ in self._entries())

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        """Time of last use, size in bytes and place of every entry."""
        for kind in _listed(self.path):
            for place in _listed(kind):
                try:
                    state = place.stat()
                except OSError:
                    continue
                yield state.st_mtime, state.st_size, place


def user_folder() -> Path:
    """The program's own folder among the user's caches."""
    from platformdirs import user_cache_path

    return user_cache_path("llmfeeder", appauthor=False)


def _seal(kind: str, key: str, value: bytes | memoryview) -> bytes:
    """The checksum of an entry together with its name."""
    name = f"{_VERSION}\0{kind}\0{key}\0".encode("utf-8", "replace")
    digest = hashlib.blake2b(name, digest_size=_DIGEST_SIZE)
    digest.update(value)
    return digest.digest()


def _touch(place: Path) -> None:
    """Note that the entry was used."""
    with contextlib.suppress(OSError):
        os.utime(place)


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []
