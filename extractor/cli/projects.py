"""`projects`: listed, joined and parted.

Owns their options. Promises to ask before anything changes. Never decides anything a room should.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from extractor.cli.options import (
    AsJson,
    MemoryDir,
    Quiet,
    StateDir,
    Verbose,
    Yes,
    asking,
    log,
    print_json,
    settings_of,
)
from extractor.cli.speaking import Speaking
from extractor.errors import printable

projects = typer.Typer(
    help="The projects there are, and which of them have one memory.", rich_markup_mode=None
)

Project = Annotated[
    Path | None, typer.Option("--project", help="Directory of the project; none: the one you are in.")
]


@projects.callback(invoke_without_command=True)
def listing(
    context: typer.Context,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the projects, their sessions and memories, and which belong together."""
    if context.invoked_subcommand is not None:
        return
    from extractor.commands.projects import list_lines, listed

    log(verbose)
    found = listed(settings_of(memory_dir, state_dir), os.environ)
    if as_json:
        print_json([each.as_dict() for each in found])
        return
    for line in list_lines(found, is_bare=quiet):
        typer.echo(printable(line))


@projects.command()
def join(
    other: Annotated[
        str, typer.Argument(help="The project whose memory it gets: a directory, or what its path ends with.")
    ],
    project: Project = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Give a project the memory of another one. Of a second clone, or of a repository that was moved."""
    from extractor.commands import joining as told

    log(verbose)
    speaking, settings = Speaking(as_json, quiet, yes), settings_of(memory_dir, state_dir)
    speaking.end(joined=told.join(settings, os.environ, other, project, speaking.say, asking(yes)))


@projects.command()
def part(
    project: Project = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Give a joined project a memory of its own again."""
    from extractor.commands import joining as told

    log(verbose)
    speaking, settings = Speaking(as_json, quiet, yes), settings_of(memory_dir, state_dir)
    speaking.end(parted=told.part(settings, os.environ, project, speaking.say, asking(yes)))
