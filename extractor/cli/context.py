"""`digest`: what an agent is given of past work.

Owns its options and what it prints. Promises that it changes nothing. Never decides anything a room should.
"""

from __future__ import annotations

from typing import Annotated

import typer

from extractor.cli.options import AsJson, MemoryDir, Quiet, StateDir, Verbose, log, print_json, settings_of

Project = Annotated[
    str | None,
    typer.Option(
        "--project", help="A project's directory, or the end of its path; none: the one you are in."
    ),
]
Tokens = Annotated[
    int | None, typer.Option("--tokens", min=100, help="Most tokens, in place of the settings'.")
]


def digest(
    project: Project = None,
    everything: Annotated[bool, typer.Option("--all", help="Every project's work.")] = False,
    session: Annotated[
        str | None,
        typer.Option("--session", help="The session that goes on, by its id: its work comes first."),
    ] = None,
    tokens: Tokens = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """The table of contents of past work: what was done when, in which session."""
    from extractor.commands.digest import Asked, digest_lines, digest_values

    log(verbose)
    settings = settings_of(memory_dir, state_dir)
    told = digest_values(settings, Asked(project, everything, session, tokens))
    if as_json:
        print_json(told)
        return
    for line in () if quiet and not told["text"] else digest_lines(told):
        typer.echo(line)
