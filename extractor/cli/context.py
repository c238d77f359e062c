"""`digest` and `context`: what an agent is given.

Owns its options and what it prints. Promises that it changes nothing. Never decides anything a room should.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from extractor.cli.options import AsJson, MemoryDir, Quiet, StateDir, Verbose, log, print_json, settings_of
from extractor.errors import UsageError, printable

Project = Annotated[
    str | None,
    typer.Option(
        "--project", help="A project's directory, or the end of its path; none: the one you are in."
    ),
]
Tokens = Annotated[
    int | None, typer.Option("--tokens", min=100, max=10**9, help="Most tokens, in place of the settings'.")
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
    """The table of contents of past work. What was done when, in which session."""
    from extractor.commands.digest import Asked, digest_lines, digest_values

    log(verbose)
    if everything and project is not None:
        raise UsageError("--all and --project say two things: give one of them")
    settings = settings_of(memory_dir, state_dir)
    told = digest_values(settings, Asked(project, everything, session, tokens))
    if as_json:
        print_json(told)
        return
    for line in () if quiet and not told["text"] else digest_lines(told):
        typer.echo(printable(line))


def context(
    session: Annotated[
        str | None, typer.Option("--session", help="The session that goes on, by its id; none: a new one.")
    ] = None,
    project: Project = None,
    tokens: Tokens = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    hook: Annotated[
        str | None,
        typer.Option(
            "--hook", metavar="CLIENT", help="Answer as a session's first hook of claude-code or codex."
        ),
    ] = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """What an agent should be given now. Pinned memory, the index, past work, recent conversation."""
    if hook is not None:
        _answer_hook(hook, memory_dir, state_dir)
        return
    from extractor.commands import context as told
    from extractor.commands.digest import Asked

    log(verbose)
    asked = Asked(project, session=session, tokens=tokens)
    found, problems = told.context(settings_of(memory_dir, state_dir), os.environ, asked)
    if as_json:
        print_json(told.context_values(found))
    elif found.text:
        typer.echo(told.context_text(found), nl=False)
        problems = [*told.unnamed(found), *problems]
    elif not quiet:
        typer.echo(printable(told.nothing_told(found)), err=True)
    for problem in problems:
        typer.echo(f"extractor: {printable(problem)}", err=True)


def _answer_hook(client: str, memory_dir: Path | None, state_dir: Path | None) -> None:
    """What a client's hook prints; nothing where anything is wrong: no session is kept from starting."""
    from extractor.commands.called import enter
    from extractor.commands.hook import SHARES, HookClient, session_start

    known: dict[str, HookClient] = {name: name for name in SHARES}
    if client not in known:
        raise typer.BadParameter(f"{client} is none of {', '.join(known)}", param_hint="--hook")
    try:
        source = enter(sys.stdin)
        answer = session_start(settings_of(memory_dir, state_dir), os.environ, known[client], source)
    except Exception:  # noqa: BLE001 - the client would tell a failure at the start of every session
        return  # `extractor doctor` finds and tells what is wrong
    if answer:
        typer.echo(answer)
