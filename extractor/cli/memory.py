"""`list`, `show`, `why`, `log`, `undo`, `forget`: the memory and its history.

Owns their options and what they print. Promises to ask before anything is taken back or away. Never
decides anything a room should.
"""

from __future__ import annotations

import os
import shlex
from typing import Annotated

import typer

from extractor.cli.options import (
    AsJson,
    DryRun,
    MemoryDir,
    ModelName,
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
from extractor.errors import StoreFailed, UsageError, name_told, printable

MOST_LISTED = 200
"""Characters of a description in a list for a person."""


def list_(
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    everything: Annotated[bool, typer.Option("--all", help="Every project's memory.")] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """The memory files of the project you are in (or of all)."""
    from extractor.commands.memories import has_own, list_memories

    log(verbose)
    settings = settings_of(memory_dir, state_dir, model)
    memories, problems = list_memories(settings, os.environ, everything)
    if as_json:
        print_json([memory.as_dict() for memory in memories])
    folder = None
    for memory in () if as_json else memories:
        if memory.folder != folder and not quiet:
            folder = memory.folder
            typer.echo(printable(folder))
        typer.echo(
            printable(
                memory.file
                if quiet
                else f"  {memory.file}  ({memory.type or 'no type'}{', pinned' if memory.pinned else ''})"
                f"  {_beginning(memory.description)}"
            )
        )
    if not (memories or problems or as_json or quiet):
        typer.echo("no memory files: `extractor status` says what waits, and why")
    if not (everything or as_json or quiet or has_own(settings, os.environ, memories)):
        from extractor.commands.left_behind import left_behind

        try:
            for line in left_behind(settings, os.environ):
                typer.echo(printable(line))
        except StoreFailed as error:
            if not any(str(error) in problem for problem in problems):
                problems.append(f"where this project's memory may be is not known: {error}")
    for problem in problems:
        typer.echo(f"extractor: {printable(problem)}", err=True)


def _beginning(description: str) -> str:
    """As much of a description as a list has room for; `show` prints all."""
    return description if len(description) <= MOST_LISTED else f"{description[: MOST_LISTED - 1].rstrip()}…"


def show(
    file: Annotated[str, typer.Argument(help="Name of a memory file, with or without .md.")],
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """A memory file and the quotes its statements rest on.

    What could act on a terminal is written out, in a pipe too, for it may end on one. The bytes as they are stand in
    the file and in what --json prints.
    """
    from extractor.commands.memories import show_memory

    log(verbose)
    shown = show_memory(settings_of(memory_dir, state_dir, model), os.environ, file)
    if shown.problem:
        typer.echo(f"extractor: {printable(shown.problem)}", err=True)
    if as_json:
        print_json(shown.as_dict())
        return
    if shown.is_elsewhere and not quiet:
        typer.echo(printable(f"of another project, in {shown.folder}:"))
    for line in shown.text.rstrip("\n").expandtabs().splitlines():
        typer.echo(printable(line))
    for quote in () if quiet else shown.quotes:
        typer.echo()
        typer.echo(printable(quote.heading))
        for line in quote.quote.splitlines():
            typer.echo(printable(f"  > {line}"))


def why(
    file: Annotated[str, typer.Argument(help="Name of a memory file, with or without .md.")],
    words: Annotated[
        list[str] | None, typer.Argument(help="Words of the statement; none: every statement.")
    ] = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Who said what a memory file rests on, and when. In which session, in which words."""
    from extractor.commands.past import why_lines, why_values

    log(verbose)
    values = why_values(settings_of(memory_dir, state_dir, model), os.environ, file, words or [])
    if as_json:
        print_json(values)
        return
    for line in why_lines(values, is_bare=quiet):
        typer.echo(printable(line))


def log_(
    file: Annotated[
        str | None, typer.Argument(help="Name of a memory file, with or without .md; none: all.")
    ] = None,
    limit: Annotated[
        int, typer.Option("-n", "--limit", min=1, max=1_000_000, help="How many runs at most.")
    ] = 20,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """The runs that changed memory, newest first. Undone ones are marked."""
    from extractor.commands.finding import find_memory
    from extractor.commands.past import log_lines, log_values

    log(verbose)
    settings = settings_of(memory_dir, state_dir, model)
    entries = log_values(settings, file, limit)
    if file is not None and not entries:
        find_memory(settings, os.environ, file, anywhere=True)  # says so where there is none
    if as_json:
        print_json(entries)
        return
    for line in log_lines(entries):
        typer.echo(printable(line))
    if not entries and not quiet:
        told = "no run has changed memory yet: `extractor status` says what waits and why"
        if file is not None:
            told = f"no run has changed {file} under this name: `extractor why {shlex.quote(file)}` says who wrote it"
        typer.echo(printable(told))


def undo(
    run: Annotated[
        str | None,
        typer.Argument(
            help="Number of a run from `extractor log`; none: the newest that stands, of any project."
        ),
    ] = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    only_unchanged: Annotated[
        bool, typer.Option("--only-unchanged", help="Leave files that were changed since, undo the others.")
    ] = False,
    vanished: Annotated[
        bool,
        typer.Option("--vanished", help="Bring back the files that vanished or became what they were."),
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Bring back the memory files as they were before a run. Can itself be undone."""
    from extractor.commands.undoing import bring_back, bring_back_lines, undo_lines, undo_run

    log(verbose)
    settings, show = settings_of(memory_dir, state_dir, model), showing(as_json, quiet, yes)
    if vanished:
        if run is not None or only_unchanged:
            raise UsageError("--vanished stands alone: it answers what `extractor status` asks")
        values, lines = bring_back(settings, dry_run=dry_run, ask=asking(yes), show=show), bring_back_lines
    else:
        values, lines = (
            undo_run(
                settings,
                os.environ,
                _number(run),
                only_unchanged=only_unchanged,
                dry_run=dry_run,
                ask=asking(yes),
                show=show,
            ),
            undo_lines,
        )
    if as_json:
        print_json(values)
    for line in () if as_json or quiet else lines(values):
        typer.echo(printable(line))


def _number(run: str | None) -> int | None:
    """A run's number as it was typed. Raises UsageError where it is none."""
    try:
        return None if run is None else int(run)
    except ValueError as error:
        raise UsageError(
            f"there is no run {name_told(str(run))}: `extractor log` shows the numbers of those that changed memory"
        ) from error


def forget(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words, or the name of a memory file with its .md.")
    ] = None,
    message: Annotated[str | None, typer.Option("--message", help="One message, by its id.")] = None,
    session: Annotated[
        str | None, typer.Option("--session", help="A whole session, by its id or the beginning of it.")
    ] = None,
    vanished: Annotated[
        bool, typer.Option("--vanished", help="The files that vanished were removed on purpose.")
    ] = False,
    dry_run: DryRun = False,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Take words out of the memory and the archive for good. They are kept from coming back."""
    from extractor.commands import forgetting

    log(verbose)
    settings, show = settings_of(memory_dir, state_dir), showing(as_json, quiet, yes and not dry_run)
    if vanished:
        if words or message or session:
            raise UsageError("--vanished stands alone: it answers what `extractor status` asks")
        values = forgetting.forget_vanished(settings, dry_run=dry_run, ask=asking(yes), show=show)
    else:
        values = forgetting.forget(
            settings,
            os.environ,
            words or [],
            message=message,
            session=session,
            dry_run=dry_run,
            ask=asking(yes),
            show=show,
        )
    if as_json:
        print_json(values)
        return
    for line in () if quiet else forgetting.forgotten_lines(values):
        typer.echo(printable(line))
