"""`run`, `once`, `status`, `doctor`, `config`: the service and how it is.

Owns their options and what they print. Promises one line for every failure. Never decides anything a room
should.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
    load_all,
    log,
    print_json,
    settings_of,
)
from extractor.cli.speaking import Speaking
from extractor.errors import UsageError, printable

if TYPE_CHECKING:
    from extractor.config.settings import Settings


def run(
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Where there are no transcripts, play a sample session.")
    ] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Follow your agents' sessions and learn, until stopped."""
    from extractor.commands.follow import follow, play_sample
    from extractor.commands.logs import set_up_logs
    from extractor.commands.service import begin_log

    def read() -> Settings:
        return settings_of(memory_dir, state_dir, model)

    begin_log(os.environ, lambda line: typer.echo(line, err=True))
    settings = read()
    set_up_logs(verbose)
    if sample and play_sample(settings, quiet):
        return
    set_up_logs(verbose or not sys.stderr.isatty())
    follow(settings, os.environ, read, yes=yes, as_json=as_json, quiet=quiet, verbose=verbose)


def once(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Transcripts to learn from; none: everything.")
    ] = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Say what would be learned from and sent, and stop: nothing is kept."),
    ] = False,
    set_aside: Annotated[bool, typer.Option("--set-aside", help="Try again what was set aside.")] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Learn from all that waits, or these transcripts, and stop."""
    from extractor.commands.logs import set_up_logs
    from extractor.commands.passes import learn_once

    set_up_logs(verbose)
    code = learn_once(
        settings_of(memory_dir, state_dir, model),
        os.environ,
        paths,
        dry_run=dry_run,
        set_aside=set_aside,
        yes=yes,
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )
    raise typer.Exit(code)


def status(
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Show all text of unknown hand, ask, and take it as yours.")
    ] = False,
    unaccept: Annotated[
        bool, typer.Option("--unaccept", help="Show what was accepted, ask, and take that back.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", metavar="FILE", help="Of these two: this file alone, by name or path; may be repeated."
        ),
    ] = None,
    in_a_line: Annotated[
        bool, typer.Option("--line", help="One line for a client's status bar; it may name the directory.")
    ] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """How it is: what was learned, what waits, what it cost."""
    if in_a_line:
        if as_json or accept or unaccept or only or yes:
            raise UsageError("--line is for a status bar and stands alone: leave --json and the others out")
        _tell_line(memory_dir, state_dir)
        return
    from extractor.commands.status import problem_lines, status_lines, status_values

    log(verbose)
    settings = settings_of(memory_dir, state_dir, model)
    if accept and unaccept:
        raise UsageError("--accept and --unaccept are two commands: give one of them")
    if accept or unaccept:
        _accept(settings, only or [], is_back=unaccept, speaking=Speaking(as_json, quiet, yes))
        return
    if only or yes:
        raise UsageError("--only and --yes are of --accept and --unaccept: give one of them too")
    values = status_values(settings, os.environ)
    if as_json:
        print_json(values)
        return
    for line in problem_lines(values) if quiet else status_lines(values):
        typer.echo(printable(line))


def _accept(settings: Settings, only: list[str], *, is_back: bool, speaking: Speaking) -> None:
    """Accept what a person is shown, or take that back. Exits 1 where something of it changed meanwhile."""
    from extractor.commands import accepting

    act = accepting.unaccept if is_back else accepting.accept
    done = act(settings, os.environ, only, ask=asking(speaking.yes), show=speaking.say)
    if speaking.as_json:
        print_json(done.as_dict())
    elif not speaking.quiet:
        for line in done.lines():
            typer.echo(printable(line))
    if problem := done.problem():
        speaking.complain(problem)
        raise typer.Exit(1)


def _tell_line(memory_dir: Path | None, state_dir: Path | None) -> None:
    """What stands in a client's status bar; nothing where anything is wrong."""
    from extractor.clock import now_ms
    from extractor.commands.called import enter
    from extractor.commands.status_line import status_line

    try:
        enter(sys.stdin)
        told = status_line(settings_of(memory_dir, state_dir), os.environ, now_ms())
    except Exception:  # noqa: BLE001 - a bar is no place for it: `extractor doctor` finds and tells what is wrong
        return
    typer.echo(told)


def doctor(
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Whether it works: every stage is tried. Exits 1 when one is broken."""
    from extractor.commands.doctor import STAGES, Finding, examine
    from extractor.commands.stages import World

    log(verbose)
    findings: list[Finding] = []
    try:
        for finding in examine(World(settings_of(memory_dir, state_dir, model), os.environ, is_agreed=yes)):
            findings.append(finding)
            if not as_json and not (quiet and finding.is_well):
                typer.echo(printable(finding.line()))
    except KeyboardInterrupt:
        typer.echo(
            f"extractor: stopped by Ctrl-C: {len(findings)} of {len(STAGES)} stages were tried", err=True
        )
        raise
    if as_json:
        print_json([finding.as_dict() for finding in findings])
    if any(finding.is_well is False for finding in findings):
        raise typer.Exit(1)


def config(
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """How it is set: every setting and where it came from. As a settings file is written."""
    from extractor.commands.config import config_lines, config_values

    log(verbose)
    loaded = load_all(memory_dir, state_dir, model)
    if as_json:
        print_json(config_values(loaded))
        return
    for line in config_lines(loaded, is_bare=quiet):
        typer.echo(line)
