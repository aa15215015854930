"""`check --watch`: checks again whenever a report, a source or the settings are saved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import typer

from verifier.errors import LLMFeederError


def watch(
    files: Sequence[Path],
    folders: Sequence[Path],
    settings: Collection[Path],
    again: Callable[[], None],
) -> None:
    """Call `again` after each change, until Ctrl-C; what is wrong then is told and survived.

    Args:
        files: the reports; editors replace them, so their folders are what is watched.
        folders: the sources, files or folders.
        settings: files with settings and dismissals, whether or not they are there; others of
            their names count too, for one may come to stand nearer to a report.
    """
    from verifier.cli.group import complain

    try:
        import watchfiles
    except ImportError as error:
        raise LLMFeederError("--watch needs watchfiles: pip install 'llmfeeder[watch]'") from error
    reports = {path.resolve() for path in files}
    sources = [path.resolve() for path in folders]
    names = {path.name for path in settings}

    def counts(_change: object, path: str) -> bool:
        place = Path(path)
        if place in reports or place.name in names:
            return True
        return any(place.is_relative_to(source) for source in sources)

    places = {path.parent for path in reports} | {p if p.is_dir() else p.parent for p in sources}
    places |= {folder for path in settings if (folder := path.resolve().parent).is_dir()}
    typer.echo("watching; Ctrl-C ends it", err=True)
    for _ in watchfiles.watch(*sorted(places), watch_filter=counts, debounce=400):
        try:
            again()
        except LLMFeederError as error:
            complain(str(error))
