"""Which lines of a file changed since a revision, as git tells it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from verifier.errors import SettingsError
from verifier.patterns import pattern

_HUNK = pattern(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def changed_lines(file: Path, revision: str) -> list[range] | None:
    """The lines of `file`, from 1, that differ from `revision`; None for a file it does not have.

    Raises:
        SettingsError: git is missing, the file is in no repository, or there is no such revision.
    """
    folder = file.absolute().parent
    _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    name = f"./{file.name}"
    if not _git(folder, "ls-tree", "--end-of-options", revision, "--", name).strip():
        return None
    text = _git(
        folder,
        "diff",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--text",
        "-U0",
        "--end-of-options",
        revision,
        "--",
        name,
    )
    hunks = ((int(found[1]), int(found[2] or "1")) for found in _HUNK.finditer(text))
    return [range(start, start + size) for start, size in hunks if size]


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and git's own options end before them
            ["git", "--literal-pathspecs", "-c", "core.quotepath=off", *arguments],  # noqa: S607
            cwd=folder,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise SettingsError(f"--since needs git: {error.strerror or error}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        what = said[0] if said else "no such revision"
        raise SettingsError(f"--since, in {folder}: {what}")
    return done.stdout.decode("utf-8", "replace")


def repository(folder: Path) -> Path | None:
    """The folder of the repository that `folder` lies in, by its `.git`; None if there is none."""
    absolute = folder.absolute()
    return next(
        (place for place in (absolute, *absolute.parents) if (place / ".git").exists()), None
    )
