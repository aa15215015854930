"""workspace/executeCommand: what the user can ask for by name."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lsprotocol import types

from lsp_server.documents import key
from lsp_server.engine.client import EngineError
from lsp_server.engine.messages import Render
from lsp_server.features.code_actions import OPEN_PASSAGE
from lsp_server.features.code_lens import CHECK, summary
from lsp_server.features.report_state import remote_state
from lsp_server.paths import to_uri
from lsp_server.server import Server
from lsp_server.workspace_check import TooLarge
from verifier import __version__
from verifier.cache import user_folder
from verifier.model import SourceState

log = logging.getLogger(__name__)

CHECK_WORKSPACE = "llmfeeder.checkWorkspace"
REINDEX = "llmfeeder.reindex"
REPORT = "llmfeeder.report"
STATUS = "llmfeeder.status"


async def check(ls: Server, *uris: Any) -> None:
    """Check the report at the URI given, or every open one."""
    ls.engine.forgive()
    wanted = [uri for uri in uris if isinstance(uri, str)]
    for uri in wanted or [report.uri for report in ls.session.reports.values()]:
        ls.checks.check(uri)


async def check_workspace(ls: Server, *_: Any) -> dict[str, Any] | None:
    """Check all reports of the workspace; gives the counts, None if it was stopped."""
    ls.engine.forgive()
    try:
        return asdict(await ls.workspace_check.start())
    except asyncio.CancelledError:
        return None
    except TooLarge as error:
        ls.show(types.MessageType.Warning, f"LLMFeeder: {error}")
        return {"error": str(error)}


async def reindex(ls: Server, *_: Any) -> int:
    """Read all sources anew and check the open reports; gives the number of projects."""
    ls.engine.forgive()
    projects = ls.session.projects()
    for project in projects:
        await ls.checks.look_at(project, whole=True)
    return len(projects)


async def open_passage(ls: Server, path: str, *place: Any) -> bool:
    """Show a place in a source; gives whether the client did."""
    numbers = [number for number in place if isinstance(number, int)] + [0, 0, 0, 0]
    start, end = types.Position(*numbers[:2]), types.Position(*numbers[2:4])
    if not ls.session.client.show_document or not Path(path).is_file():
        return False
    parameters = types.ShowDocumentParams(
        uri=to_uri(path), take_focus=True, selection=types.Range(start, end)
    )
    result = await ls.window_show_document_async(parameters)
    return bool(result.success)


async def report(ls: Server, uri: str, *_: Any) -> dict[str, Any]:
    """Write what is known of the report at `uri` as an HTML page; gives the file, or the error."""
    ls.engine.forgive()
    known = ls.session.report(uri)
    if known is None or known.checked is None or known.project is None:
        return {"error": "This report has not been checked."}
    result, text = known.checked.result, known.checked_text
    request = Render(ls.engine.next_id(), known.project, result, text)
    try:
        html = (await ls.engine.render(request)).html
        return {"file": str(await asyncio.to_thread(write_page, Path(result.report), html))}
    except (EngineError, OSError) as error:
        return {"error": f"The page could not be made: {error}"}


def write_page(report: Path, html: str) -> Path:
    """Keep the page of the report at `report`, in place of its earlier one."""
    name = hashlib.sha256(str(report).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    file = user_folder() / "pages" / name / f"{report.stem or 'report'}.html"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(html.encode("utf-8", "replace"))
    return file


async def status(ls: Server, *_: Any) -> dict[str, Any]:
    """What the server knows, for bug reports and for editors' status displays."""
    return status_of(ls)


COMMANDS = {
    CHECK: check,
    CHECK_WORKSPACE: check_workspace,
    REINDEX: reindex,
    OPEN_PASSAGE: open_passage,
    REPORT: report,
    STATUS: status,
}


def register_commands(server: Server) -> None:
    """Register every command with `server`."""
    for name, command in COMMANDS.items():
        server.command(name)(command)


def status_of(server: Server) -> dict[str, Any]:
    """The state of the session as JSON."""
    reports = []
    for report in server.session.reports.values():
        view = server.session.view(report.uri)
        checked = report.checked
        sources = checked.result.sources if checked else ()
        reports.append(
            {
                "uri": report.uri,
                "phase": report.phase.value,
                "note": report.note,
                "refining": report.refining,
                "remote": remote_state(report.project.remote if report.project else None),
                "summary": summary(view, time.time()) if view else "",
                "sources": list(report.project.sources) if report.project else [],
                "indexed": sum(s.state is SourceState.INDEXED for s in sources),
                "notIndexed": [
                    {"source": s.id, "state": s.state.value, "reason": s.reason}
                    for s in sources
                    if s.state is not SourceState.INDEXED
                ],
                "waiting": server.scheduler.is_busy(key(report.uri)),
            }
        )
    return {
        "version": __version__,
        "positionEncoding": server.encoding,
        "client": server.session.client.names(),
        "folders": [str(folder) for folder in server.session.folders],
        "engine": server.engine.pid,
        "watching": "client" if server.session.client.dynamic_watching else "polling",
        "reports": reports,
    }
