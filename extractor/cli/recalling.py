"""`recall`: what was said and what is remembered, found by words.

Owns its options and what it prints. Promises that it changes nothing. Never decides anything a room should.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Annotated

import typer

from extractor.cli.options import AsJson, MemoryDir, Quiet, StateDir, Verbose, log, print_json, settings_of

BOLD = ("\x1b[1m", "\x1b[0m")


def recall(
    query: Annotated[
        list[str],
        typer.Argument(
            help='Words, "a phrase" that must stand there, begin*; behind --, or in one argument: -without.'
        ),
    ],
    since: Annotated[
        str | None, typer.Option("--since", help="From then on: 2026-03-01, yesterday, 'last week', 2h.")
    ] = None,
    until: Annotated[str | None, typer.Option("--until", help="Up to then, that day included.")] = None,
    when: Annotated[str | None, typer.Option("--when", help="Within that day, week or month.")] = None,
    project: Annotated[
        str | None, typer.Option("--project", help="A project's directory, or the end of its path.")
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", help="A session's id, or its beginning.")
    ] = None,
    speaker: Annotated[
        str | None,
        typer.Option(
            "--speaker",
            help="person (human: what was typed, human-headless: what a script said), agent (or assistant), tool or system.",
        ),
    ] = None,
    client: Annotated[
        str | None,
        typer.Option("--client", help="claude-code, codex, gemini, opencode, plain, command-line or mcp."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=100, help="Most messages.")] = 10,
    context: Annotated[
        int,
        typer.Option(
            "--context",
            min=0,
            max=20,
            help="With each, its exchange: 1; and so many more on each side: 2 is one.",
        ),
    ] = 0,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Search all that was ever said, and the memory files."""
    from extractor.commands import recall as asking
    from extractor.commands import recalled as told

    log(verbose)
    asked = asking.Asked(since, until, when, project, session, speaker, client, limit, context)
    recalled = asking.find(settings_of(memory_dir, state_dir), os.environ, _joined(query), asked)
    for line in told.problems(recalled):
        typer.echo(f"extractor: {line}", err=True)
    if as_json:
        print_json(told.values(recalled))
        return
    bold = BOLD if shows_bold(sys.stdout.isatty(), os.environ) else ("*", "*")
    for line in told.lines(recalled, bold):
        if not (quiet and line.startswith(told.NOTHING)):
            typer.echo(line)


def shows_bold(is_terminal: bool, env: Mapping[str, str]) -> bool:
    """Whether escapes that make letters bold are shown as that: by a terminal that knows them, and is not to leave it."""
    return is_terminal and env.get("TERM") != "dumb" and not env.get("NO_COLOR")


def _joined(words: list[str]) -> str:
    """One query. A word the shell handed over with a space in it was quoted there: it is a phrase."""
    if len(words) == 1:
        return words[0]
    return " ".join(f'"{word}"' if " " in word and '"' not in word else word for word in words)
