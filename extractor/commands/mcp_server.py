"""`mcp`: the memory's tools over the Model Context Protocol, on standard input and output.

Owns what the SDK is given, and what a client is told of a call that failed. Promises that nothing but the protocol goes
to standard output, and one line for what is wrong. Importing it needs the extra. Never decides what a tool does.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from mcp_types import jsonrpc_message_adapter
from pydantic import ConfigDict, ValidationError, create_model

from extractor import __version__
from extractor.commands.mcp import INSTRUCTIONS, NAME, Tools
from extractor.commands.mcp_arguments import wrong_arguments
from extractor.commands.mcp_hearing import Hearing
from extractor.commands.mcp_pipes import wired
from extractor.commands.mcp_wire import Wire
from extractor.errors import ExtractorError, printable

LONGEST_FAILURE = 1_000
"""Characters of a failure that are told: it may repeat what was asked."""

_OPTION = re.compile(r"(?<!\S)--(since|until|when|speaker|session|type|name)\b")
"""What a command calls an option is an argument of a tool."""

_Given = ParamSpec("_Given")


def serve(tools: Tools) -> None:
    """Answer on standard input and output until the client hangs up."""
    heard = Hearing().heard
    held = (tools.recall, tools.forget, tools.list_memories, tools.pin, tools.unpin)
    server = MCPServer(
        NAME,
        version=__version__,
        instructions=INSTRUCTIONS,
        log_level="WARNING",
        tools=[
            *(_offered(_answering(tool)) for tool in held),
            _offered(_answering_when_heard(tools.remember, heard)),
        ],
    )
    # The SDK waits for a line in a thread that no interruption reaches.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with wired(Wire(lambda message: jsonrpc_message_adapter.validate_json(message, by_name=False))):
        server.run()


class _AsGiven(ArgModelBase):
    """Arguments as the client gave them: what is wrong with them, the tool says itself."""

    model_config = ConfigDict(extra="allow")

    def model_dump_one_level(self) -> dict[str, object]:
        """All of them."""
        return dict(self.model_extra or {})


def _offered(tool: Callable[_Given, object]) -> Tool:
    """The tool as the SDK knows it, but that an argument it does not take is refused, and in one line."""
    made = Tool.from_function(tool, structured_output=False)
    known = made.fn_metadata.arg_model
    strict = create_model(known.__name__, __base__=known, __cls_kwargs__={"extra": "forbid"})
    metadata = made.fn_metadata.model_copy(update={"arg_model": strict})
    made.parameters = strict.model_json_schema(by_alias=True)

    async def checked(**given: object) -> object:
        try:
            arguments = metadata.validate_arguments(given)
        except ValidationError as error:
            found = error.errors(include_url=False, include_context=False, include_input=False)
            told = wrong_arguments(found, made.parameters["properties"])
            raise ToolError(_short(printable(told))) from error
        return await metadata.call_fn(tool, is_async, arguments)

    is_async, made.fn, made.is_async = made.is_async, checked, True
    made.fn_metadata = metadata.model_copy(update={"arg_model": _AsGiven})
    return made


def _answering(tool: Callable[_Given, str]) -> Callable[_Given, str]:
    """The tool, whose failures are told as the SDK tells them."""

    @wraps(tool)
    def answer(*given: _Given.args, **named: _Given.kwargs) -> str:
        try:
            return tool(*given, **named)
        except ExtractorError as error:
            raise _refused(error) from error

    return answer


def _answering_when_heard(
    tool: Callable[_Given, str], heard: Callable[[Callable[[], str]], Awaitable[str]]
) -> Callable[_Given, Awaitable[str]]:
    """The same of a tool that waits for words said a moment ago until the service has read them."""

    @wraps(tool)
    async def answer(*given: _Given.args, **named: _Given.kwargs) -> str:
        try:
            return await heard(lambda: tool(*given, **named))
        except ExtractorError as error:
            raise _refused(error) from error

    return answer


def _refused(error: ExtractorError) -> ToolError:
    return ToolError(_short(_OPTION.sub(r"\1", str(error))))


def _short(failure: str) -> str:
    """A failure without its middle where it is long: what happened stands first, what to do last."""
    half = LONGEST_FAILURE // 2
    return failure if len(failure) <= LONGEST_FAILURE else f"{failure[:half]} … {failure[-half:]}"
