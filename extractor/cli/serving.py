"""`mcp`: the memory as tools for an agent.

Owns its options. Promises that nothing is printed on standard output but the protocol. Never decides
anything a room should.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from extractor.cli.options import MemoryDir, StateDir, Verbose, log, settings_of
from extractor.errors import ConfigError


def mcp(
    project: Annotated[
        Path | None, typer.Option("--project", help="Directory of the project; none: the one you are in.")
    ] = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    verbose: Verbose = False,
) -> None:
    """Serve the memory to an agent over MCP. On standard input and output."""
    from extractor.commands.mcp import Tools

    log(verbose)
    if project is not None:
        try:
            os.chdir(project.expanduser())
        except OSError as error:
            raise ConfigError(
                f"cannot enter {project} ({error.strerror}): name the project's directory"
            ) from error
    if sys.stdin.isatty():
        typer.echo("waiting for a client on standard input; Ctrl-C ends it", err=True)
    try:
        from extractor.commands.mcp_server import serve
    except ImportError as error:
        raise ConfigError(
            "the MCP server needs an extra that is not installed: `pip install 'memory-extractor[mcp]'`"
        ) from error
    serve(Tools(settings_of(memory_dir, state_dir), dict(os.environ)))
