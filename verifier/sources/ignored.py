"""What a repository's .gitignore files hide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class GitIgnore(Struct):
    """The ignore rules of a repository; those of a folder are read when it is first asked about.

    Attributes:
        root: the repository's root.
    """

    root: str
    _specs: dict[str, GitIgnoreSpec | None] = field(default_factory=dict)

    @classmethod
    def of_repository(cls, root: str) -> GitIgnore | None:
        """The rules of the repository whose root is `root`; None where it is no such root."""
        return cls(root) if Path(root, ".git").exists() else None

    def hides(self, name: str) -> bool:
        """Whether the path `name`, relative to the root and with "/" behind a folder, is hidden.

        The folders above it are taken not to be hidden themselves. Rules of inner folders win.
        """
        parts = name.rstrip("/").split("/")
        for depth in range(len(parts) - 1, -1, -1):
            spec = self._spec("/".join(parts[:depth]))
            if spec is not None:
                include = spec.check_file(name.split("/", depth)[depth]).include
                if include is not None:
                    return include
        return False

    def _spec(self, folder: str) -> GitIgnoreSpec | None:
        if folder not in self._specs:
            lines = _lines(Path(self.root, folder, ".gitignore"))
            if not folder:
                lines = _lines(Path(self.root, ".git", "info", "exclude")) + lines
            self._specs[folder] = _compiled(lines)
        return self._specs[folder]


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []


def _compiled(lines: list[str]) -> GitIgnoreSpec | None:
    """The rules of `lines`; None where there are none, or where one of them is malformed."""
    if not any(line.strip() and not line.startswith("#") for line in lines):
        return None
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return None
