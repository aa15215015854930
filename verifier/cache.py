"""The cache folder: derived data by kind and key, which may vanish or rot at any time.

Every entry carries a checksum and its own name; whatever does not fit is a miss. Entries are
written beside their place and renamed into it, so that two processes never see half of one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

_VERSION = 1
_MAGIC = b"LLMFEEDER\0"
_DIGEST_SIZE = 16
_LISTING = "contents.json"
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
        self.path = folder or _user_folder()
        self._max_bytes = max_bytes
        self._puts = 0

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

    def folder(self, kind: str, key: str) -> Path | None:
        """The folder that was put under `kind` and `key`, if every file in it is still whole."""
        place = self._place(kind, key)
        if not _is_whole(place, kind, key):
            return None
        _touch(place)
        return place

    def put_folder(self, kind: str, key: str, build: Callable[[Path], None]) -> Path | None:
        """Let `build` fill an empty folder and keep it; what is damaged there is replaced.

        Args:
            kind, key: its name.
            build: writes into the folder it is given; what it raises is passed on, OSError apart.

        Returns:
            The folder to use; None where none can be kept.
        """
        place = self._place(kind, key)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            temporary = Path(tempfile.mkdtemp(prefix="new-", dir=place.parent))
        except OSError:
            return None
        try:
            build(temporary)
            _list_contents(temporary, kind, key)
            return self._installed(temporary, place, kind, key)
        except OSError:
            return None
        finally:
            shutil.rmtree(temporary, ignore_errors=True)

    def _installed(self, temporary: Path, place: Path, kind: str, key: str) -> Path | None:
        if place.exists() and not _is_whole(place, kind, key):
            shutil.rmtree(place, ignore_errors=True)
        try:
            temporary.rename(place)
        except OSError:  # another process was first
            return self.folder(kind, key)
        self._prune_now_and_then()
        return place

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
            if place.is_dir():
                shutil.rmtree(place, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    place.unlink()
            total -= size

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        """Time of last use, size in bytes and place of every entry."""
        for kind in _listed(self.path):
            for place in _listed(kind):
                try:
                    state = place.stat()
                    size = _folder_size(place) if place.is_dir() else state.st_size
                except OSError:
                    continue
                yield state.st_mtime, size, place


def _user_folder() -> Path:
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


def _files(folder: Path) -> dict[str, Path]:
    return {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path != folder / _LISTING
    }


def _folder_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _list_contents(folder: Path, kind: str, key: str) -> None:
    """Write down the checksum of every file of `folder`."""
    sums = {name: zlib.crc32(path.read_bytes()) for name, path in _files(folder).items()}
    listing = json.dumps(sums, sort_keys=True).encode()
    (folder / _LISTING).write_bytes(_seal(kind, key, listing) + listing)


def _is_whole(folder: Path, kind: str, key: str) -> bool:
    """Whether every file that was listed is there unchanged, and the listing is this entry's."""
    try:
        data = (folder / _LISTING).read_bytes()
        listing = data[_DIGEST_SIZE:]
        if data[:_DIGEST_SIZE] != _seal(kind, key, listing):
            return False
        sums = json.loads(listing)
        files = _files(folder)
        return sums.keys() <= files.keys() and all(
            zlib.crc32(files[name].read_bytes()) == total for name, total in sums.items()
        )
    except (OSError, ValueError):
        return False
