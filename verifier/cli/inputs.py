"""What the arguments name: report files, globs, standard input, or a text itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from glob import glob
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from verifier.errors import ReportError
from verifier.project import DEFAULT_SOURCES
from verifier.reports import PACKAGE_FOLDERS

STDIN = "stdin"
TEXT = "text"
_GLOB = frozenset("*?[")
_REPORT_SUFFIXES = (".md", ".markdown", ".mdx", ".qmd", ".rmd", ".rst", ".txt", ".text")


class Input(Struct, frozen=True):
    """One report to check.

    Attributes:
        name: as the user gave it; "stdin", "text", "text 2" for what is no file.
        path: the file; None for standard input and a literal text.
        data: the bytes of what is no file.
    """

    name: str
    path: Path | None = None
    data: bytes = b""


def read_inputs(arguments: Iterable[str], sources: Sequence[Path] = ()) -> list[Input]:
    """The reports that the arguments of the command name, each once, in their order.

    An argument is "-" for standard input, an existing file, a glob (** goes into folders), or, if
    it is none of these and holds white space, the text to check itself.

    Args:
        sources: the named sources, which no glob takes for reports.

    Raises:
        ReportError: a file is missing, a folder, or a glob finds nothing; says what is near.
    """
    inputs: dict[object, Input] = {}
    for argument in arguments:
        for item in _read_argument(argument, sources):
            inputs.setdefault(_identity(item), item)
    return list(_numbered(inputs.values()))


def _identity(item: Input) -> object:
    """What two arguments that mean the same have in common; standard input is there only once."""
    if item.path is not None:
        return item.path.absolute()
    return item.data if item.name == TEXT else item.name


def _numbered(inputs: Iterable[Input]) -> Iterator[Input]:
    """The inputs, each text behind the first with its number in its name."""
    number = 0
    for item in inputs:
        is_text = item.path is None and item.name == TEXT
        number += is_text
        yield replace(item, name=f"{TEXT} {number}") if is_text and number > 1 else item


def expand(
    pattern: str, root: Path, sources: Sequence[Path] = (), exclude: Sequence[str] = ()
) -> list[Path]:
    """The files below `root` that the glob `pattern` finds and that are the writer's reports.

    Args:
        sources: the sources in force; without any, those in folders called `sources` that only
            a wildcard reaches.
        exclude: patterns, as in .gitignore, of files to leave out.
    """
    # Path.glob takes no absolute pattern.
    found = sorted(glob(pattern, root_dir=root, recursive=True))  # noqa: PTH207
    ours = [name for name in found if not PACKAGE_FOLDERS.intersection(Path(name).parts)]
    if exclude and ours:
        from pathspec import GitIgnoreSpec

        spec = GitIgnoreSpec.from_lines(exclude)
        ours = [name for name in ours if not spec.match_file(name)]
    if sources:
        kept = [name for name in ours if not _is_source(root / name, sources)]
    else:
        spelled = _spelled(pattern)
        kept = [name for name in ours if DEFAULT_SOURCES not in Path(name).parts[spelled:-1]]
    return [root / name for name in kept if (root / name).is_file()]


def _is_source(path: Path, sources: Sequence[Path]) -> bool:
    real = path.resolve()
    return any(real.is_relative_to(source.resolve()) for source in sources)


def _spelled(pattern: str) -> int:
    """How many folders the pattern spells out before its first wildcard."""
    parts = Path(pattern).parts
    return next((at for at, part in enumerate(parts) if _GLOB.intersection(part)), len(parts))


def _read_argument(argument: str, sources: Sequence[Path]) -> Iterator[Input]:
    if argument == "-":
        yield Input(STDIN, data=sys.stdin.buffer.read())
        return
    if not argument.strip():
        raise ReportError("the text to check is empty")
    path = Path(argument).expanduser()
    if _exists(path):
        if path.is_dir():
            raise ReportError(
                f"{argument} is a folder; name its reports, such as '{path / '**' / '*.md'}'"
            )
        yield Input(argument, path)
    elif (target := _link_target(path)) is not None:
        raise ReportError(f"{argument}: a link to {target}, which leads nowhere")
    elif _GLOB.intersection(argument) and "\n" not in argument:
        yield from _read_glob(argument, sources)
    elif _is_text(argument):
        yield Input(TEXT, data=argument.encode("utf-8", "surrogatepass"))
    else:
        raise ReportError(f"{argument}: no such file{near_miss(path)}")


def _read_glob(pattern: str, sources: Sequence[Path]) -> Iterator[Input]:
    found = expand(str(Path(pattern).expanduser()), Path(), sources)
    if not found:
        raise ReportError(
            f"no file matches {pattern!r}; a text that holds *, ? or [ "
            "can be checked on standard input: llmfeeder check -"
        )
    yield from (Input(str(path), path) for path in found)


def _is_text(argument: str) -> bool:
    """Whether an argument that is no file is meant as the text itself."""
    if "\n" in argument:
        return True
    names_file = argument.strip().lower().endswith(_REPORT_SUFFIXES)
    return not names_file and any(character.isspace() for character in argument)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False  # Too long, or with a character that no path may hold: a text.


def _link_target(path: Path) -> Path | None:
    try:
        return path.readlink()
    except (OSError, ValueError):
        return None  # No link, or no name that a path may have.


def near_miss(path: Path) -> str:
    """ "; did you mean ...?" with the most similar name that exists, or ""."""
    folder = path.parent
    while not folder.is_dir() and folder != folder.parent:
        path, folder = folder, folder.parent
    try:
        names = [entry.name for entry in folder.iterdir() if entry.name != path.name]
    except OSError:
        return ""
    near = get_close_matches(path.name, names, 1)
    return f"; did you mean {folder / near[0]}?" if near else ""
