"""`history` and `archive`: a session as a model sees it, and the closing of a stretch of it.

Owns their options and what they print. Promises that `history` changes nothing. Never decides anything a
room should.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from extractor.cli.options import (
    AsJson,
    MemoryDir,
    Quiet,
    StateDir,
    Verbose,
    log,
    print_json,
    settings_of,
)
from extractor.errors import UsageError, printable

if TYPE_CHECKING:
    pass


def history(
    names: Annotated[
        list[str],
        typer.Argument(metavar="SESSION", help="A session's id, or a transcript; several with --stats."),
    ],
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--level", help="task, project, global (what is closed, in brief) or all; none: what was said."
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=100, help="Most tokens; with --stats 20,000.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each step left out.")] = False,
    stats: Annotated[bool, typer.Option("--stats", help="A table of what is saved.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """A session as a model would see it, and what that saves."""
    from extractor.commands import history as told

    log(verbose)
    if stats and (level is not None or explain):
        raise UsageError("--stats prints a table of its own: leave --level and --explain out")
    settings = settings_of(memory_dir, state_dir)
    if stats:
        rows = told.stats(settings, names, limit or 20_000)
        if as_json:
            print_json([row.as_dict() for row in rows])
        for line in () if as_json else told.table(rows, limit or 20_000):
            typer.echo(printable(line))
        return
    if len(names) > 1:
        raise UsageError("several sessions are only shown as a table: add --stats")
    session, seen = told.see(settings, names[0], level, limit)
    if as_json:
        print_json(told.as_json(session, seen))
        return
    for line in told.explained(seen) if explain else told.lines(seen, told.zone()):
        typer.echo(printable(line))
    for line in () if quiet else told.figures(session, seen, level):
        typer.echo(line)


def archive(
    session: Annotated[str, typer.Argument(help="A session's id.")],
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Close what is open of a session. A summary of it stays at hand, all of it stays in the archive."""
    from extractor.commands.closing import archive_session, closed_lines, closed_values

    log(verbose)
    closed, waiting = archive_session(settings_of(memory_dir, state_dir), session)
    if as_json:
        print_json(closed_values(closed, waiting))
        return
    for line in () if quiet else closed_lines(closed, waiting):
        typer.echo(printable(line))
