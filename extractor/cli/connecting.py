"""`connect` and `disconnect`: agents joined to the memory, and parted from it.

Owns their options and what they print. Promises to show every change and to ask before it. Never decides
anything a room should.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from extractor.cli.options import (
    AsJson,
    DryRun,
    MemoryDir,
    Quiet,
    StateDir,
    Verbose,
    Yes,
    asking,
    load_all,
    log,
)
from extractor.cli.speaking import Speaking

if TYPE_CHECKING:
    from extractor.commands.connect import Person

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CLIENT",
        help="claude-code, codex, gemini, opencode; none: every one found on this machine.",
        show_default=False,
    ),
]
Project = Annotated[
    Path | None, typer.Option("--project", help="Directory of the project; none: the one you are in.")
]


def connect(
    clients: Names = None,
    project: Project = None,
    agents_md: Annotated[
        bool,
        typer.Option("--agents-md", help="For Codex: a few lines in the project's AGENTS.md, no hook."),
    ] = False,
    dry_run: DryRun = False,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Join your agents to one memory. Shows what it would change in their files, then asks."""
    from extractor.commands import connect as told

    log(verbose)
    names = _checked(clients)
    loaded = load_all(memory_dir, state_dir)
    speaking = Speaking(as_json, quiet, yes)
    _end(speaking, told.connect(loaded, os.environ, names, project, agents_md, _person(speaking, dry_run)))


def disconnect(
    clients: Names = None,
    project: Project = None,
    dry_run: DryRun = False,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Take out of your agents' files what `connect` put there. Shows it, then asks."""
    from extractor.commands import connect as told

    log(verbose)
    names = _checked(clients)
    loaded = load_all(memory_dir, state_dir)
    speaking = Speaking(as_json, quiet, yes)
    _end(speaking, told.disconnect(loaded, os.environ, names, project, _person(speaking, dry_run)))


def _checked(names: list[str] | None) -> tuple[str, ...]:
    from extractor.connect.clients import CLIENTS

    known = [client.name for client in CLIENTS]
    for name in names or ():
        if name not in known:
            raise typer.BadParameter(f"{name} is none of {', '.join(known)}", param_hint="CLIENT")
    return tuple(names or ())


def _person(speaking: Speaking, dry_run: bool) -> Person:
    from extractor.commands.connect import Person

    return Person(speaking.say, speaking.complain, asking(speaking.yes), only_looks=dry_run)


def _end(speaking: Speaking, went_well: bool) -> None:
    speaking.end(well=went_well)
    if not went_well:
        raise typer.Exit(1)
