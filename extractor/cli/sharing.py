"""`share` and `unshare`: what a person gives to the team in the repository.

Owns their options and what they print. Promises to show all of it and to ask before anything is written there. Never
decides anything a room should.
"""

from __future__ import annotations

import os
from typing import Annotated

import typer

from extractor.cli.options import (
    AsJson,
    Quiet,
    StateDir,
    Verbose,
    Yes,
    asking,
    log,
    print_json,
    settings_of,
    showing,
)
from extractor.errors import printable

Files = Annotated[list[str], typer.Argument(help="Names of memory files, with or without .md.")]


def share(
    files: Files,
    state_dir: StateDir = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Put memory files into the repository, for the team. Shows all of it and asks."""
    from extractor.commands import share as told

    log(verbose)
    values = told.share(
        settings_of(None, state_dir),
        os.environ,
        files,
        ask=asking(yes),
        show=showing(as_json, quiet, yes),
    )
    if as_json:
        print_json(values)
        return
    for line in () if quiet else told.shared_lines(values):
        typer.echo(printable(line))


def unshare(
    files: Files,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Take memory files of the team's out of the repository. They go back to the project's own."""
    from extractor.commands import share as told

    log(verbose)
    values = told.unshare(settings_of(None, state_dir), os.environ, files)
    if as_json:
        print_json(values)
        return
    for line in () if quiet else told.unshared_lines(values):
        typer.echo(printable(line))
