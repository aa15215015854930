"""What is never read: secrets, version control, installed dependencies, desktop junk."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

_SECRETS = (
    ".env*",
    "*.env",
    "*.pem",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.ppk",
    "*.asc",
    "*.gpg",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".htpasswd",
    ".git-credentials",
    "credentials",
    "credentials.json",
    "secrets.json",
    "secrets.y*ml",
    "secrets.toml",
    "*.tfstate",
    "*.tfvars",
)
_JUNK = frozenset(
    (
        "thumbs.db",
        "desktop.ini",
        ".ds_store",
        ".gitignore",
        ".gitattributes",
        ".gitkeep",
        ".gitmodules",
        ".editorconfig",
        ".localized",
        ".llmfeeder.toml",
    )
)
_VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".bzr", "cvs", "_darcs", ".jj"))
_DEPENDENCIES = frozenset(
    (
        "node_modules",
        "bower_components",
        "site-packages",
        "__pycache__",
        ".venv",
        ".tox",
        ".nox",
        ".cache",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".gradle",
        ".terraform",
        ".eggs",
    )
)


def is_secret(name: str) -> bool:
    """Whether a file of this name is likely to hold keys or passwords."""
    small = name.lower()
    if small.endswith(".pub"):
        return False
    return small.endswith(".key") or any(fnmatchcase(small, pattern) for pattern in _SECRETS)


def is_junk(name: str) -> bool:
    """Whether a file of this name serves a tool, so that nobody misses it."""
    small = name.lower()
    return small in _JUNK or small.startswith(("~$", ".~lock.")) or small.endswith(("~", ".swp"))


def dependency_folder(path: str) -> str:
    """Why the folder at `path` holds nothing of the writer's own; "" where it may."""
    name = Path(path).name.lower()
    if name in _VERSION_CONTROL:
        return "version control folder"
    if name in _DEPENDENCIES or Path(path, "pyvenv.cfg").exists():
        return "dependency folder"
    return ""
