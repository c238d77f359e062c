"""The command line: thin commands over the rooms.

Owns options, exit codes and what is printed. Promises that an error is one clear line on standard error:
0 done, 1 failed, 2 usage, 3 stopped by the budget. Never decides anything a room should.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from extractor.errors import ConfigError, ExtractorError, printable

if TYPE_CHECKING:
    from extractor.config import Loaded, Settings

app = typer.Typer(
    name="extractor",
    help="Keeps the few facts worth keeping from your coding agents' sessions, as small markdown files.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

MemoryDir = Annotated[
    Path | None, typer.Option("--memory-dir", help="One memory folder for everything.", show_default=False)
]
StateDir = Annotated[
    Path | None, typer.Option("--state-dir", help="Folder of the state file.", show_default=False)
]
ModelName = Annotated[str | None, typer.Option("--model", help="offline or anthropic.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Print only what went wrong.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Log every event to standard error.")]
Yes = Annotated[bool, typer.Option("--yes", help="Answer yes to what would be asked.")]


def _load(memory_dir: Path | None, state_dir: Path | None, model: str | None = None) -> Loaded:
    from extractor.config import load

    return load({"memory_dir": memory_dir, "state_dir": state_dir, "model": model}, os.environ)


def _settings(memory_dir: Path | None, state_dir: Path | None, model: str | None = None) -> Settings:
    return _load(memory_dir, state_dir, model).settings


def _log(verbose: bool) -> None:
    from extractor.commands.logs import set_up_logs

    if verbose:
        set_up_logs(is_on=True)


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))


@app.command()
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
    """Follow your agents' sessions and learn from them, until stopped."""
    from extractor.commands.follow import follow, play_sample
    from extractor.commands.logs import set_up_logs

    def read() -> Settings:
        return _settings(memory_dir, state_dir, model)

    settings = read()
    set_up_logs(verbose)
    if sample and play_sample(settings, quiet):
        return
    set_up_logs(verbose or not sys.stderr.isatty())
    follow(settings, os.environ, read, yes=yes, as_json=as_json, quiet=quiet)


@app.command()
def once(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Transcripts to learn from; none: everything.")
    ] = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be sent, and stop.")] = False,
    set_aside: Annotated[bool, typer.Option("--set-aside", help="Try again what was set aside.")] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Learn from everything that waits, or from these transcripts, then stop."""
    from extractor.commands.logs import set_up_logs
    from extractor.commands.passes import learn_once

    set_up_logs(verbose)
    code = learn_once(
        _settings(memory_dir, state_dir, model),
        os.environ,
        paths,
        dry_run=dry_run,
        set_aside=set_aside,
        yes=yes,
        as_json=as_json,
        quiet=quiet,
    )
    raise typer.Exit(code)


@app.command()
def status(
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """How it is: what was last learned, what waits and why, what it cost."""
    from extractor.commands.status import problem_lines, status_lines, status_values

    _log(verbose)
    values = status_values(_settings(memory_dir, state_dir, model))
    if as_json:
        _print_json(values)
        return
    for line in problem_lines(values) if quiet else status_lines(values):
        typer.echo(line)


@app.command()
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
    from extractor.commands.doctor import World, examine

    _log(verbose)
    findings = examine(World(_settings(memory_dir, state_dir, model), os.environ, is_agreed=yes))
    if as_json:
        _print_json([finding.as_dict() for finding in findings])
    for finding in findings:
        if not as_json and not (quiet and finding.is_well):
            typer.echo(finding.line())
    if any(finding.is_well is False for finding in findings):
        raise typer.Exit(1)


@app.command()
def config(
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """How it is set: every setting, its value and where it came from."""
    from extractor.config import Settings

    _log(verbose)
    loaded = _load(memory_dir, state_dir, model)
    values = loaded.settings.model_dump(mode="json")
    if as_json:
        rows = [
            {
                "setting": name,
                "value": values[name],
                "from": loaded.sources[name],
                "what": field.description,
            }
            for name, field in Settings.model_fields.items()
        ]
        _print_json({"file": str(loaded.file), "settings": rows})
        return
    if not quiet:
        typer.echo(f"# {loaded.file}{'' if loaded.file.exists() else ' (does not exist)'}")
    for name, field in Settings.model_fields.items():
        told = "" if quiet else f"    # {loaded.sources[name]}: {field.description}"
        typer.echo(f"{name} = {json.dumps(values[name])}{told}")


@app.command(name="list")
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
    from extractor.commands.memories import list_memories

    _log(verbose)
    memories, problems = list_memories(_settings(memory_dir, state_dir, model), os.environ, everything)
    if as_json:
        _print_json([memory.as_dict() for memory in memories])
    folder = None
    for memory in () if as_json else memories:
        if memory.folder != folder and not quiet:
            folder = memory.folder
            typer.echo(folder)
        typer.echo(
            printable(
                memory.file
                if quiet
                else f"  {memory.file}  ({memory.type or 'no type'})  {memory.description}"
            )
        )
    if not memories and not as_json and not quiet:
        typer.echo("no memory files yet: `extractor status` says what waits and why")
    for problem in problems:
        typer.echo(f"extractor: {printable(problem)}", err=True)


@app.command()
def show(
    file: Annotated[str, typer.Argument(help="Name of a memory file, with or without .md.")],
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """A memory file and the quotes its statements rest on."""
    from extractor.commands.memories import show_memory

    _log(verbose)
    shown = show_memory(_settings(memory_dir, state_dir, model), os.environ, file)
    if as_json:
        _print_json(shown.as_dict())
        return
    typer.echo(shown.text.rstrip("\n"))
    for quote in () if quiet else shown.quotes:
        typer.echo(f"\n{quote.date}  {quote.client} {quote.session}\n  > {quote.quote}")


@app.command()
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
    """Who said what a memory file's statements rest on: when, in which session, in which words."""
    from extractor.commands.past import why_lines, why_values

    _log(verbose)
    values = why_values(_settings(memory_dir, state_dir, model), os.environ, file, words or [])
    if as_json:
        _print_json(values)
        return
    for line in () if quiet else why_lines(values):
        typer.echo(line)


@app.command(name="log")
def log_(
    file: Annotated[
        str | None, typer.Argument(help="Name of a memory file, with or without .md; none: all.")
    ] = None,
    limit: Annotated[int, typer.Option("-n", min=1, help="How many runs at most.")] = 20,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """The runs that changed memory, newest first, undone ones marked."""
    from extractor.commands.past import log_lines, log_values

    _log(verbose)
    entries = log_values(_settings(memory_dir, state_dir, model), file, limit)
    if as_json:
        _print_json(entries)
        return
    for line in () if quiet else log_lines(entries):
        typer.echo(line)
    if not entries and not quiet:
        typer.echo("no run has changed memory yet: `extractor status` says what waits and why")


@app.command()
def undo(
    run: Annotated[
        int | None, typer.Argument(help="Number of a run from `extractor log`; none: the newest that stands.")
    ] = None,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    model: ModelName = None,
    only_unchanged: Annotated[
        bool, typer.Option("--only-unchanged", help="Leave files that were changed since, undo the others.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and stop.")] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Bring back the memory files as they were before a run. Can itself be undone."""
    from extractor.commands.past import undo_lines, undo_run

    _log(verbose)
    values = undo_run(
        _settings(memory_dir, state_dir, model),
        run,
        only_unchanged=only_unchanged,
        dry_run=dry_run,
        ask=_ask(yes),
        show=lambda line: None if as_json or (quiet and yes) else typer.echo(line),
    )
    if as_json:
        _print_json(values)
        return
    for line in () if quiet else undo_lines(values):
        typer.echo(line)


@app.command()
def forget(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words, or the name of a memory file with its .md.")
    ] = None,
    message: Annotated[str | None, typer.Option("--message", help="One message, by its id.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="A whole session, by its id.")] = None,
    vanished: Annotated[
        bool, typer.Option("--vanished", help="The files that vanished were removed on purpose.")
    ] = False,
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    yes: Yes = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Take words out of the memory and the archive for good, and keep them from coming back."""
    from extractor.commands import forgetting

    _log(verbose)
    settings = _settings(memory_dir, state_dir)
    if vanished:
        if words or message or session:
            raise ConfigError("--vanished stands alone: it answers what `extractor status` asks")
        values = forgetting.forget_vanished(settings)
    else:
        values = forgetting.forget(
            settings,
            os.environ,
            words or [],
            message=message,
            session=session,
            ask=_ask(yes),
            show=lambda line: None if as_json or (quiet and yes) else typer.echo(line),
        )
    if as_json:
        _print_json(values)
        return
    for line in () if quiet else forgetting.forgotten_lines(values):
        typer.echo(line)


@app.command()
def history(
    names: Annotated[
        list[str],
        typer.Argument(metavar="SESSION", help="A session's id, or a transcript; several with --stats."),
    ],
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    level: Annotated[
        str | None,
        typer.Option("--level", help="task, project, global or all; none: what an agent is given."),
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
    """A session as a model would see it, with its tokens before and after."""
    from extractor.commands import history as told

    _log(verbose)
    settings = _settings(memory_dir, state_dir)
    if stats:
        rows = told.stats(settings, names, limit or 20_000)
        if as_json:
            _print_json([row.as_dict() for row in rows])
        for line in () if as_json else told.table(rows, limit or 20_000):
            typer.echo(line)
        return
    if len(names) > 1:
        raise ConfigError("several sessions are only shown as a table: add --stats")
    session, seen = told.see(settings, names[0], level, limit)
    if as_json:
        _print_json(told.as_json(session, seen))
        return
    for line in told.explained(seen) if explain else told.lines(seen, told.zone()):
        typer.echo(line)
    if not quiet:
        typer.echo(told.figures(seen))


@app.command()
def archive(
    session: Annotated[str, typer.Argument(help="A session's id.")],
    memory_dir: MemoryDir = None,
    state_dir: StateDir = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Close a session's open stretch: a summary of it stays at hand, all of it stays in the archive."""
    from extractor.commands.history import archive_session, closed_lines, closed_values

    _log(verbose)
    closed, waiting = archive_session(_settings(memory_dir, state_dir), session)
    if as_json:
        _print_json(closed_values(closed, waiting))
        return
    for line in () if quiet else closed_lines(closed, waiting):
        typer.echo(line)


service = typer.Typer(help="The background service of this person.", no_args_is_help=True)
app.add_typer(service, name="service")


@service.command("install")
def service_install(yes: Yes = False, as_json: AsJson = False) -> None:
    """Show the user unit (on macOS a launch agent), ask, write it and start it."""
    from extractor.commands.service import install

    _report(install(os.environ, _ask(yes), lambda line: typer.echo(line, err=as_json)), as_json)


@service.command("show")
def service_show(
    system: Annotated[
        bool, typer.Option("--system", help="The hardened system unit extractor@.service instead.")
    ] = False,
    network: Annotated[
        bool, typer.Option("--network", help="The drop-in by which the system unit reaches a paid model.")
    ] = False,
) -> None:
    """Print the unit, filled in for this installation."""
    from extractor.commands.service import shown

    typer.echo(shown(os.environ, system, network), nl=False)


@service.command("uninstall")
def service_uninstall(yes: Yes = False, as_json: AsJson = False) -> None:
    """Stop the service and take its unit away. Memory and state stay."""
    from extractor.commands.service import uninstall

    _report(uninstall(os.environ, _ask(yes)), as_json)


@service.command("status")
def service_status(as_json: AsJson = False) -> None:
    """Whether the unit is installed and running."""
    from extractor.commands.service import unit_status

    _report(unit_status(os.environ), as_json)


def _report(values: Mapping[str, object], as_json: bool) -> None:
    if as_json:
        _print_json(dict(values))
        return
    for name, value in values.items():
        typer.echo(f"{name}: {value}")


def _ask(yes: bool) -> Callable[[str], bool]:
    def ask(question: str) -> bool:
        if yes:
            return True
        if not sys.stdin.isatty():
            raise ConfigError(f"nobody is there to answer ({question}): add --yes")
        return typer.confirm(question, default=False, err=True)

    return ask


def main() -> None:
    """Run a command; every failure of ours is one line and an exit code."""
    try:
        app()
    except ExtractorError as error:
        typer.echo(f"extractor: {error}", err=True)
        sys.exit(1)
    except Exception as error:
        if {"-v", "--verbose"} & set(sys.argv):
            raise
        told = f"a defect ({type(error).__name__}: {error}): please report it with what -v adds"
        typer.echo(f"extractor: {' '.join(told.split())}", err=True)
        sys.exit(1)
