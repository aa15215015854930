"""The server: the protocol's requests, answered by the tools and resources."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListRootsRequest,
    ListRootsResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from verifier import __version__
from verifier.errors import LLMFeederError
from verifier.mcp_server import resources
from verifier.mcp_server.roots import Refused, Roots
from verifier.mcp_server.service import Service, Watch
from verifier.mcp_server.tools import BY_NAME, INSTRUCTIONS, TOOLS, refusal
from verifier.mcp_server.work import Worker
from verifier.settings import Settings

if TYPE_CHECKING:
    from verifier.judges import Judge

T = TypeVar("T")
Context = ServerRequestContext[Any, Any]

_FAULT = "this is a fault in llmfeeder, not in your call; its log has the details"
_NO_ANSWER = (
    "the client offers roots, but did not say which; start the server with --sources FOLDER"
)
_ROOTS_KEY = "roots"
_PATIENCE = 30.0  # seconds for a client to say its roots

log = logging.getLogger(__name__)


class Handlers:
    """Answers the requests of clients.

    Args:
        settings: how to check.
        named: the folders that the user named; if there are none, a client's roots may be read.
        ask_roots: whether clients may name folders by their roots: only where the client is the
            program that started the server.
        judge: who gives the verdicts, and may ask a service elsewhere; when None, whom the
            settings name.
    """

    def __init__(
        self, settings: Settings, named: Roots, ask_roots: bool, judge: Judge | None
    ) -> None:
        self._service = Service(settings, judge)
        self._worker = Worker()
        self._roots = named
        self._ask_roots = ask_roots and not named.places
        self._remote = judge is not None

    async def list_tools(
        self, _ctx: Context, _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """The tools."""
        return ListToolsResult(tools=[tool.definition(self._remote) for tool in TOOLS])

    async def call_tool(
        self, ctx: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Do a tool's work; what the caller can mend is a result for the model to read."""
        tool = BY_NAME.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"there is no tool called {params.name!r}")
        try:
            arguments = tool.read(params.arguments)
            roots: Roots | InputRequiredResult = self._roots
            if tool.needs_roots:
                roots = await self._readable(ctx, params)
            if isinstance(roots, InputRequiredResult):
                return roots
            return await self._run(ctx, partial(tool.run, self._service, arguments, roots))
        except LLMFeederError as error:
            return refusal(str(error))
        except MCPError:
            raise
        except Exception:
            log.exception("%s failed", tool.name)
            return refusal(f"{tool.name}: {_FAULT}")

    async def list_resources(
        self, ctx: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """A page of the sources."""
        cursor = params.cursor if params else None

        def work(roots: Roots, _watch: Watch) -> ListResourcesResult:
            return resources.listing(self._service.files(roots), cursor)

        with _told_to_client():
            roots = await self._readable(ctx, None)
            if isinstance(roots, InputRequiredResult):
                roots = self._roots  # Here the protocol has no way to ask; a tool's call will.
            return await self._run(ctx, partial(work, roots))

    async def list_templates(
        self, _ctx: Context, _params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """How to read a stretch of a source."""
        return ListResourceTemplatesResult(resource_templates=[resources.TEMPLATE])

    async def read_resource(
        self, ctx: Context, params: ReadResourceRequestParams
    ) -> ReadResourceResult | InputRequiredResult:
        """The text of a source."""

        def work(roots: Roots, watch: Watch) -> ReadResourceResult:
            address = resources.address_of(params.uri)
            part = self._service.read(*address, roots, watch)
            return resources.reading(params.uri, address, part)

        with _told_to_client():
            roots = await self._readable(ctx, params)
            if isinstance(roots, InputRequiredResult):
                return roots
            return await self._run(ctx, partial(work, roots))

    async def _run(self, ctx: Context, work: Callable[[Watch], T]) -> T:
        return await self._worker.run(work, ctx.session.report_progress)

    # ---- roots ------------------------------------------------------------------------------

    async def _readable(
        self, ctx: Context, params: CallToolRequestParams | ReadResourceRequestParams | None
    ) -> Roots | InputRequiredResult:
        """What may be read now, or the question that the client has to answer first.

        Raises:
            Refused: a root is too much to take for sources, or the client does not answer.
        """
        capabilities = ctx.session.client_capabilities
        if not self._ask_roots or capabilities is None or capabilities.roots is None:
            return self._roots
        answer: object = None
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            answer = ((params.input_responses if params else None) or {}).get(_ROOTS_KEY)
            if answer is None:
                return InputRequiredResult(input_requests={_ROOTS_KEY: ListRootsRequest()})
        try:
            if answer is not None:
                listed = ListRootsResult.model_validate(answer, from_attributes=True)
            else:
                listed = await ctx.session.send_request(
                    ListRootsRequest(), ListRootsResult, request_read_timeout_seconds=_PATIENCE
                )
        except (MCPError, ValidationError) as error:
            raise Refused(_NO_ANSWER) from error
        self._roots = Roots.of_uris(str(root.uri) for root in listed.roots)
        return self._roots


@contextmanager
def _told_to_client() -> Iterator[None]:
    """What the caller can mend becomes an error of the protocol; a fault of ours says no more."""
    try:
        yield
    except LLMFeederError as error:
        raise MCPError(INVALID_PARAMS, str(error)) from None
    except MCPError:
        raise
    except Exception as error:
        log.exception("resources failed")
        raise MCPError(INTERNAL_ERROR, _FAULT) from error


def create_server(
    settings: Settings, named: Roots, ask_roots: bool = True, judge: Judge | None = None
) -> Server[Any]:
    """The server; see `Handlers` for the arguments."""
    handlers = Handlers(settings, named, ask_roots, judge)
    return Server(
        "llmfeeder",
        version=__version__,
        title="LLMFeeder",
        description="Checks a text against its sources, claim by claim",
        instructions=INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )
