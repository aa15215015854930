"""Whether a path fits a glob, without a look at the disk."""

from __future__ import annotations

import os.path
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

ANY_DEPTH = "**"


def matches(path: Path, globs: Iterable[str], root: Path) -> bool:
    """Whether the file at `path` is one that any of `globs` names from the folder `root`.

    `*`, `?` and `[...]` stay within a folder; `**` goes into any number of folders. A glob that
    ends in "/" names all that lies below.
    """
    file, folder = (Path(os.path.normpath(place.absolute())) for place in (path, root))
    if not file.is_relative_to(folder):
        return False
    parts = file.relative_to(folder).parts
    return any(_fits(parts, _parts(glob)) for glob in globs)


def _parts(glob: str) -> tuple[str, ...]:
    parts = PurePosixPath(glob).parts
    return (*parts, ANY_DEPTH) if glob.endswith("/") else parts


def _fits(parts: tuple[str, ...], glob: tuple[str, ...]) -> bool:
    # reached[n]: the glob so far fits the first n parts.
    reached = [True, *(False for _ in parts)]
    for piece in glob:
        if piece == ANY_DEPTH:
            first = reached.index(True) if True in reached else len(reached)
            reached = [at >= first for at in range(len(reached))]
        else:
            fits = (fnmatchcase(part, piece) for part in parts)
            reached = [False, *(was and fit for was, fit in zip(reached, fits, strict=False))]
    return reached[-1]
