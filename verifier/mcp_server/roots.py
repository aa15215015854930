"""What may be read: the folders that the user named, or those that the client offers as roots.

A caller names a folder or file by a path, absolute or relative to one of these. Whether it lies
inside is decided after all links are followed. What is read below it is decided by the walk of the
whole root (`verifier.sources.collect`), so that naming a part never opens more than naming all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from urllib.parse import urlsplit
from urllib.request import url2pathname

from verifier.errors import LLMFeederError
from verifier.project import DEFAULT_SOURCES
from verifier.sources.exclusions import dependency_folder, is_secret

_SHOWN = 12
_LONGEST = 4_000


class Refused(LLMFeederError):
    """Something that may not be read, or is not there; says what is."""


@dataclass(frozen=True, slots=True)
class Roots:
    """The folders and files that may be read.

    Attributes:
        places: real absolute paths.
        defaults: the parts of these that are the sources when a caller names none; empty for all.
    """

    places: tuple[Path, ...] = ()
    defaults: tuple[Path, ...] = ()

    @classmethod
    def of_paths(cls, paths: Iterable[Path]) -> Roots:
        """The roots that the user named."""
        return cls(tuple(dict.fromkeys(Path(os.path.realpath(path)) for path in paths)))

    @classmethod
    def of_uris(cls, uris: Iterable[str]) -> Roots:
        """The roots that a client offers: its workspace folders.

        In each of them, the folder `sources` holds the sources, if there is one.

        Raises:
            Refused: one of them holds a whole home folder without `sources` in it, or more.
        """
        paths = (path for path in map(path_of, uris) if path is not None and path.exists())
        roots = cls.of_paths(paths)
        return cls(roots.places, tuple(_sources_in(place) for place in roots.places))

    def find(self, named: str | None) -> tuple[Path, ...]:
        """The places below the roots that a caller means by `named`; empty means all of them.

        Raises:
            Refused: it lies outside, is never read, or does not exist.
        """
        if not self.places:
            raise Refused(
                "no folder may be read: start the server with --sources FOLDER, "
                "or have the client offer its workspace as a root"
            )
        if named is None or not named.strip():
            return self.defaults
        return (self._find(named.strip()),)

    def _find(self, named: str) -> Path:
        if _is_odd(named):
            raise Refused(f"{_quoted(named)} cannot be read: {self._allowed()}")
        if ".." in (*PurePosixPath(named).parts, *PureWindowsPath(named).parts):
            raise Refused(f"{_quoted(named)} cannot be read: .. is not allowed; {self._allowed()}")
        inside = []
        for candidate in self._candidates(named):
            real = Path(os.path.realpath(candidate))
            root = self._root_of(real)
            if root is None:
                continue
            reason = _why_never(real, root)
            if reason:
                raise Refused(f"{_quoted(named)} is never read: {reason}; {self._allowed()}")
            if _exists(real):
                return real
            inside.append(root)
        if inside:
            raise Refused(f"there is no {_quoted(named)}; {_listing(inside[0])}")
        raise Refused(
            f"{_quoted(named)} cannot be read: it lies outside of what may be; {self._allowed()}"
        )

    def _candidates(self, named: str) -> Iterator[Path]:
        if Path(named).is_absolute():
            yield Path(named)
            return
        for place in self.places:
            yield place / named
            if Path(named).parts[:1] == (place.name,):
                yield place.parent / named

    def _root_of(self, path: Path) -> Path | None:
        return next((place for place in self.places if path.is_relative_to(place)), None)

    def _allowed(self) -> str:
        return f"readable is what lies in {_listed([str(place) for place in self.places])}"


def path_of(uri: str) -> Path | None:
    """The path that a file URI names; None for another scheme, another machine's file or no URI."""
    try:
        parts = urlsplit(uri)
    except ValueError:  # such as file://[x
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    return Path(url2pathname(parts.path))


def _sources_in(place: Path) -> Path:
    sources = place / DEFAULT_SOURCES
    if sources.is_dir() and Path(os.path.realpath(sources)).is_relative_to(place):
        return sources
    home = Path(os.path.realpath(Path.home()))
    if home.is_relative_to(place):
        raise Refused(
            f"the client's root {place} is too much to take for sources; "
            "start the server with --sources FOLDER"
        )
    return place


def _why_never(real: Path, root: Path) -> str:
    """Why nothing at this path below the root is ever read, whether it exists or not; or ""."""
    path = root
    for part in real.relative_to(root).parts:
        path = path / part
        if is_secret(part):
            return f"{part} may hold secrets"
        if reason := _dependency_folder(path):
            return f"{part} is a {reason}"
        if part.startswith("."):
            return f"{part} is hidden"
    return ""


def _dependency_folder(path: Path) -> str:
    try:
        return dependency_folder(str(path))
    except OSError:
        return ""


def _is_odd(named: str) -> bool:
    return len(named) > _LONGEST or any(ord(character) < 32 for character in named)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _quoted(named: str) -> str:
    shown = named if len(named) <= 200 else f"{named[:200]}..."
    return '"' + "".join(c if c.isprintable() else "?" for c in shown) + '"'


def _listing(root: Path) -> str:
    """What a caller could have named instead."""
    if not root.is_dir():
        return f"readable is {root}"
    try:
        entries = sorted(root.iterdir())
    except OSError:
        entries = []
    names = [
        f"{entry.name}/" if entry.is_dir() else entry.name
        for entry in entries
        if not entry.name.startswith(".")
        and not is_secret(entry.name)
        and not _dependency_folder(entry)
    ]
    return f"{root} holds {_listed(names)}" if names else f"{root} holds nothing to read"


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
