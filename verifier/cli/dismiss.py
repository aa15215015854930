"""`llmfeeder dismiss`: findings that may stand, with the reason; listing and undoing them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.patterns import pattern

if TYPE_CHECKING:
    from verifier.model import Finding
    from verifier.outputs.summary import ReportCheck

EXAMPLES = """\
Examples:

\b
  llmfeeder dismiss report.md:14 --reason "Announced after the quarter."
  llmfeeder dismiss report.md:14:57 --reason "Known from the board." --inline
  llmfeeder dismiss --list
  llmfeeder dismiss --undo 2
"""

_PLACE = pattern(r"(.+?):(\d+)(?::(\d+))?")


def dismiss(
    place: Annotated[
        str | None,
        typer.Argument(
            metavar="[REPORT:LINE[:COLUMN]]",
            help="Where the finding is, as `check` shows it.",
            show_default=False,
        ),
    ] = None,
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="Why it may stand.", show_default=False)
    ] = "",
    verdict: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only a finding with this verdict.", show_default=False),
    ] = None,
    inline: Annotated[
        bool, typer.Option("--inline", help="Write a comment into the report, not the file.")
    ] = False,
    sources: Annotated[
        list[Path] | None,
        typer.Option("--sources", "-s", metavar="PATH", help="As for check.", show_default=False),
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="Show what is dismissed.")] = False,
    undo: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER", help="Take a dismissal back; --list numbers them.", show_default=False
        ),
    ] = None,
) -> None:
    """Dismiss a finding, with the reason.

    Dismissals stand in llmfeeder-dismissals.toml and end when the claim or its evidence changes.
    """
    if (place is not None) + list_all + (undo is not None) != 1:
        raise typer.BadParameter("give a place, --list or --undo NUMBER")
    if list_all:
        _list()
    elif undo is not None:
        _undo(undo)
    elif place is not None:
        if not reason.strip():
            raise typer.BadParameter("a dismissal needs its reason: --reason TEXT")
        _dismiss(place, reason, verdict, inline, sources or [])


def _dismiss(
    place: str, reason: str, verdict: str | None, inline: bool, sources: list[Path]
) -> None:
    from verifier.cli.inputs import Input, near_miss
    from verifier.cli.run import Overrides, Runner, existing, folder_of
    from verifier.errors import LLMFeederError, ReportError
    from verifier.project import find_project

    found = _PLACE.fullmatch(place)
    if found is None:
        raise typer.BadParameter(f"{place}: name the line too, such as report.md:14")
    path, wanted = Path(found[1]).expanduser(), _verdict(verdict)
    if not path.exists():
        raise ReportError(f"{found[1]}: no such file{near_miss(path)}")
    item = Input(found[1], path)
    report = Runner(Overrides(existing(sources))).check(item).report
    if not report.checked:
        raise LLMFeederError(f"{found[1]} was not checked: {report.why_not}")
    finding = _chosen(report, int(found[2]), int(found[3]) if found[3] else None, wanted)
    if inline:
        _write_comment(path, report.text, finding, reason)
    else:
        _write_entry(find_project(folder_of(item)).dismissals, path, finding, reason)
    _say("dismissed", finding.claim.text)


def _verdict(name: str | None) -> str | None:
    """The verdict that --verdict names.

    Raises:
        typer.BadParameter: there is none of that name that could be dismissed.
    """
    from verifier.model import Verdict
    from verifier.setting_values import one_of

    if name is None:
        return None
    read = one_of(tuple(v.value for v in Verdict if v is not Verdict.SUPPORTED))
    try:
        return read(name.strip().lower())
    except ValueError as error:
        raise typer.BadParameter(f"--verdict {error}") from error


def _chosen(report: ReportCheck, line: int, column: int | None, verdict: str | None) -> Finding:
    """The one open finding at the place.

    Raises:
        LLMFeederError: there is none, or more than one; lists those there are.
    """
    from verifier.errors import LLMFeederError
    from verifier.offsets import LineIndex

    index = LineIndex.of(report.text)
    problems = report.result.problems() if report.result else []
    problems = [item for item in problems if verdict in (None, item.verdict.value)]

    def is_there(finding: Finding) -> bool:
        start, end = index.position(finding.claim.start), index.position(finding.claim.end)
        if column is None:
            return start[0] <= line <= end[0]
        return start <= (line, column) < end

    there = [item for item in problems if is_there(item)]
    # A claim that starts on the line goes before one that only ends there.
    there = [item for item in there if item.claim.line == line] or there
    if len(there) == 1:
        return there[0]
    listed = "".join(
        f"\n  {report.name}:{item.claim.line}:{item.claim.column}  {item.verdict.value}  "
        f"{item.claim.text}"
        for item in there or problems
    )
    if there:
        raise LLMFeederError(f"several findings there; name the column or --verdict:{listed}")
    where = f"{report.name}:{line}" + (f":{column}" if column else "")
    nothing = f"is {verdict}" if verdict else "needs attention"
    rest = f"; there are:{listed}" if listed else f"; none of its claims {nothing}"
    raise LLMFeederError(f"no finding at {where}{rest}")


def _write_entry(file: Path, report: Path, finding: Finding, reason: str) -> None:
    from verifier.cli.writing import write_file
    from verifier.dismissals_file import added, entry_for, load, report_name

    load(file)  # a damaged file is told, not added to
    text = _text(file) if file.exists() else ""
    entry = entry_for(finding, report_name(report, file), reason)
    write_file(file, added(text, entry), "dismissals")


def _text(file: Path) -> str:
    """The dismissals file's text, its line ends as they are."""
    return file.read_bytes().decode("utf-8")


def _write_comment(path: Path, text: str, finding: Finding, reason: str) -> None:
    from verifier.citing import apply_edits
    from verifier.dismissals import insert_dismissal
    from verifier.errors import LLMFeederError

    raw = path.read_bytes()
    mark = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
    if raw != mark + text.encode("utf-8", "replace"):
        raise LLMFeederError(f"{path} is not UTF-8, so --inline leaves it alone")
    claim = finding.claim
    edits = insert_dismissal(text, claim.start, claim.end, finding.verdict, reason)
    path.write_bytes(mark + apply_edits(text, edits).encode())


def _list() -> None:
    from verifier.dismissals_file import load
    from verifier.outputs.layout import clean

    file = _file()
    entries = load(file)
    if not entries:
        typer.echo(f"nothing is dismissed in {file}")
    for number, entry in enumerate(entries, 1):
        typer.echo(
            f"{number}  {clean(entry.report)}  {entry.verdict.value}  {clean(entry.claim)}\n"
            f"   {clean(entry.reason)}"
        )


def _undo(number: int) -> None:
    from verifier.cli.writing import write_file
    from verifier.dismissals_file import load, removed
    from verifier.errors import LLMFeederError

    file = _file()
    entries = load(file)
    if not 1 <= number <= len(entries):
        raise LLMFeederError(f"there is no dismissal {number} in {file}; it holds {len(entries)}")
    text = removed(_text(file), number - 1, len(entries))
    if text is None:
        raise LLMFeederError(
            f"{file}: its dismissals do not all stand under [[dismissal]]; "
            f"take number {number} out by hand"
        )
    write_file(file, text, "dismissals")
    _say("no longer dismissed", entries[number - 1].claim)


def _file() -> Path:
    from verifier.project import find_project

    return find_project(Path.cwd()).dismissals


def _say(what: str, claim: str) -> None:
    from verifier.outputs.layout import clean

    typer.echo(f"{what}: {clean(claim)}")
