"""`remember`, `pin`, `unpin`, `compact`: what a person wants remembered, and where.

Owns their options and what they print. Promises that what was done can be told and undone. Never decides
anything a room should.
"""

from __future__ import annotations

import os
from typing import Annotated

import typer

from extractor.cli.options import (
    AsJson,
    MemoryDir,
    ModelName,
    Quiet,
    StateDir,
    Verbose,
    Yes,
    asking,
    expect_answer,
    log,
    print_json,
    settings_of,
    showing,
)
from extractor.errors import printable

BUDGET_EXIT = 3

Files = Annotated[
    list[str] | None, typer.Argument(help="Names of memory files, with or without .md.", show_default=False)
]


def remember(
    text: Annotated[list[str], typer.Argument(help="One sentence or a few, in your own words.")],
    type_: Annotated[
        str | None,
        typer.Option("--type", help="user, feedback, project or reference; none: judged by the words."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="Memory file to keep it in; none: the most fitting.")
    ] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Keep the file in every prompt.")] = False,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Keep a sentence of yours in the memory, at once. In the project you are in, in your own words."""
    from extractor.commands import remember as told

    log(verbose)
    settings = settings_of(memory_dir, state_dir)
    values = told.remember(settings, os.environ, " ".join(text), type=type_, name=name, pin=pin)
    if as_json:
        print_json(values)
        return
    for line in () if quiet else told.remembered_lines(values):
        typer.echo(printable(line))


def pin(
    files: Files = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Keep memory files in every prompt. Without a name: show those that are."""
    from extractor.commands.pinned import pin_lines, pinned

    log(verbose)
    if files:
        _set(files, memory_dir, state_dir, as_json, quiet, wanted=True)
        return
    values = pinned(settings_of(memory_dir, state_dir), os.environ)
    if as_json:
        print_json(values)
        return
    for line in pin_lines(values):
        typer.echo(printable(line))


def unpin(
    files: Annotated[list[str], typer.Argument(help="Names of memory files, with or without .md.")],
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Take memory files out of every prompt. They stay in the memory."""
    log(verbose)
    _set(files, memory_dir, state_dir, as_json, quiet, wanted=False)


def compact(
    file: Annotated[
        str | None, typer.Argument(help="Name of a memory file; none: the largest that is pinned.")
    ] = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Have the model say a memory file in fewer tokens. Shows the difference and asks."""
    from extractor.commands import compact as told
    from extractor.models.metered import BudgetReached

    log(verbose)
    try:
        values = told.compact(
            settings_of(memory_dir, state_dir, model),
            os.environ,
            file,
            ask=asking(yes),
            expect=lambda question: expect_answer(question, yes),
            show=showing(as_json, quiet, yes),
        )
    except BudgetReached as reached:
        typer.echo(f"extractor: {reached}", err=True)
        raise typer.Exit(BUDGET_EXIT) from reached
    if as_json:
        print_json(values)
        return
    for line in () if quiet else told.compacted_lines(values):
        typer.echo(printable(line))


def _set(
    files: list[str],
    memory_dir: MemoryDir,
    state_dir: StateDir,
    as_json: bool,
    quiet: bool,
    *,
    wanted: bool,
) -> None:
    from extractor.commands import pins

    told = pins.set_pins(settings_of(memory_dir, state_dir), os.environ, files, wanted=wanted)
    if as_json:
        print_json(told)
        return
    for values in () if quiet else told:
        for line in pins.set_lines(values, wanted=wanted, is_one_of_several=len(told) > 1):
            typer.echo(printable(line))
