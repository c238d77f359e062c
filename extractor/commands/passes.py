"""`once`: one pass over everything that waits, or over named transcripts.

Owns how a pass is shown and how it ends. Promises a summary whatever happened. Never learns itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import typer

from extractor import fs
from extractor.archive.database import STATE_FILE
from extractor.archive.summary import Summary
from extractor.clock import now_ms
from extractor.commands.consent import aloud, introduce, lines, look_ahead, silent
from extractor.commands.counts import counted
from extractor.commands.kept_out import kept_out_lines
from extractor.commands.money import money
from extractor.config.settings import LOCK_FILE, Settings
from extractor.domain import Passed, Transcript
from extractor.errors import ConfigError, TranscriptError, printable
from extractor.history.exchanges import QUIET_WITHOUT_END
from extractor.service.once import Progress, Report, once
from extractor.service.scratch_home import scratch_home
from extractor.wiring.parts import Parts, build

BUDGET_EXIT = 3
INTERRUPTED_EXIT = 130

STOPPED = "stopped by Ctrl-C: what was read and learned is kept, the same command goes on with the rest"
"""What a pass that a person ended comes to."""

UNFINISHED = (
    f"an exchange may go on until {QUIET_WITHOUT_END // 1000} seconds were quiet, "
    "`extractor once` learns from it after that"
)
"""Why what was said last is not learned from yet, and for how long."""


def learn_once(
    settings: Settings,
    env: Mapping[str, str],
    paths: Sequence[Path] | None,
    *,
    dry_run: bool,
    set_aside: bool,
    yes: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool = False,
) -> int:
    """Do the pass and tell what it did; returns the exit code."""
    files = _files(paths) if paths else None
    say = silent if quiet or as_json else aloud
    with _parts(settings, env, dry_run) as parts:
        for line in parts.moved:
            say(line)
        named, strangers = _named(parts, files)
        if paths and not named:
            told = ", ".join(map(str, paths))
            raise ConfigError(f"there is no transcript in {told}: name one, or a folder that holds some")
        if set_aside:
            parts.archive.messages.wait_again(Passed.SET_ASIDE)
            parts.archive.runs.clear_set_aside()
        if named:
            _wait_again_if_old(parts, named)
        if dry_run:
            return _dry(parts, named, strangers, as_json, quiet)

        report = _learn(parts, named, settings.model, say, yes, is_told=not (quiet or as_json))
        # What was said anew stands again from now on, and is missed no more.
        parts.removals.look_everywhere()
        if report.stopped != STOPPED:
            _put_in_order(parts)
        return _tell(parts, report, strangers, as_json, quiet, verbose)


def _learn(
    parts: Parts,
    named: Sequence[Transcript] | None,
    model: str,
    say: Callable[[str], None],
    yes: bool,
    *,
    is_told: bool,
) -> Report:
    """The pass itself, as far as it came until somebody interrupted it. `is_told`: how far it is, while it runs."""
    report = Report()
    with _progress(not is_told) as progress:

        def tell_first(sessions: frozenset[int]) -> None:
            if named is None or model != "offline":
                introduce(parts, say, yes, None if named is None else sessions, progress)

        try:
            once(parts.archive, parts.intake, parts.learning, named, progress, tell_first, report)
        except KeyboardInterrupt:
            report.stopped = STOPPED
    return report


def _put_in_order(parts: Parts) -> None:
    """Every folder's index as its files are now."""
    # With a folder that is gone, what was wrong in it is over.
    for path in filter(fs.no_folder, parts.archive.folders()):
        parts.archive.problem(f"index:{path}", None, now_ms())
    # A crash may have come between a memory and its line in the index.
    for path, problem in parts.folders.render(parts.archive.folders()):
        parts.archive.problem(f"index:{path}", problem, now_ms())
    parts.folders.sweep()


@contextmanager
def _parts(settings: Settings, env: Mapping[str, str], is_dry: bool) -> Iterator[Parts]:
    with _state(settings, is_dry) as own:
        fs.private_root(own.state_dir)
        with fs.instance_lock(own.state_dir / LOCK_FILE, "once"):
            parts = build(own, env, is_dry=is_dry)
            try:
                yield parts
            finally:
                parts.close()


@contextmanager
def _state(settings: Settings, is_dry: bool) -> Iterator[Settings]:
    """The settings of a pass. A dry one leaves no state file where there is none."""
    if not is_dry or os.path.lexists(settings.state_dir / STATE_FILE):
        yield settings
        return
    with scratch_home("extractor-dry-") as scratch:
        yield settings.model_copy(update={"state_dir": scratch.path})


def _files(paths: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = {*path.rglob("*.jsonl"), *path.rglob("session-*.json"), *path.rglob("opencode*.db")}
            files += sorted(each for each in found if not os.path.isdir(each))
        elif path.is_file():
            files.append(path)
        else:
            raise ConfigError(f"there is no transcript at {path}: check the path")
    return [file.absolute() for file in files]


def _named(parts: Parts, files: Sequence[Path] | None) -> tuple[list[Transcript] | None, list[str]]:
    """The transcripts a person named, and a line for each file that is none. An empty file is one of nothing."""
    if files is None:
        return None, []
    named: list[Transcript] = []
    strangers: list[str] = []
    for file in files:
        try:
            if file.stat().st_size:
                named += parts.all_named(file)
        except (ConfigError, TranscriptError) as error:
            strangers.append(str(error))
        except OSError as error:
            strangers.append(f"{file} cannot be read ({error.strerror}): it is passed over")
    if strangers and not named:
        raise ConfigError(strangers[0])
    return named, strangers


def _wait_again_if_old(parts: Parts, named: Sequence[Transcript]) -> None:
    """A named transcript is learned from whatever its age, also what was passed over as too old before."""
    for transcript in named:
        info = parts.archive.sessions.of_transcript(transcript)
        if info is not None:
            parts.archive.messages.wait_again(Passed.OLD, info.id)


def _read_first(parts: Parts, named: Sequence[Transcript] | None) -> None:
    if named is None:
        parts.intake.scan()
    for transcript in named or ():
        parts.intake.add(transcript)
    parts.intake.run_dry(lambda _taken: None)


def _dry(
    parts: Parts, named: Sequence[Transcript] | None, strangers: Sequence[str], as_json: bool, quiet: bool
) -> int:
    _read_first(parts, named)
    sessions = None
    if named is not None:
        found = (parts.archive.sessions.of_transcript(t) for t in named)
        sessions = frozenset(info.id for info in found if info is not None)
    with _progress(quiet or as_json) as progress:
        ahead = look_ahead(parts, sessions, progress)
    if as_json:
        import json

        typer.echo(json.dumps(asdict(ahead), indent=2))
    else:
        for line in lines(ahead, parts):
            aloud(line)
    for stranger in strangers:
        typer.echo(f"extractor: {printable(stranger)}", err=True)
    return int(bool(strangers))


@contextmanager
def _progress(is_off: bool) -> Iterator[Progress]:
    """A progress bar on a terminal, silence elsewhere."""
    if is_off or not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=None)

        def show(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total or None)

        yield show


def _tell(
    parts: Parts, report: Report, strangers: Sequence[str], as_json: bool, quiet: bool, verbose: bool
) -> int:
    summary = parts.archive.summary("", is_service_running=False)
    is_ended = report.stopped == STOPPED
    problems = [*strangers, *summary.problems, *([STOPPED] if is_ended else [])]
    went_wrong = bool(strangers or report.stopped or report.failed or report.unreadable or report.is_hindered)
    code = INTERRUPTED_EXIT if is_ended else BUDGET_EXIT if report.budget_reached else int(went_wrong)
    values: dict[str, object] = {
        "transcripts": report.transcripts,
        "messages_read": report.messages,
        "runs": report.runs,
        "memories_added": report.added,
        "memories_changed": report.changed,
        "memories_removed": report.removed,
        "moved": list(parts.moved),
        "runs_finished": parts.finished,
        "input_tokens": report.spent.input,
        "cached_tokens": report.spent.cached,
        "output_tokens": report.spent.output,
        "edits_refused": len(report.refusals),
        "runs_failed": report.failed,
        "set_aside": len(summary.set_aside),
        "lines_parked": sum(count for _, count in summary.parked),
        "unreadable_transcripts": report.unreadable + len(strangers),
        "still_waiting": summary.waiting,
        "older_than_learn_since": summary.old,
        "stopped": report.stopped,
    }
    if as_json:
        import json

        typer.echo(json.dumps(values, indent=2))
    elif not quiet:
        if parts.finished:
            cut = counted(parts.finished, "run that was cut short is", "runs that were cut short are")
            aloud(f"{cut} finished: `extractor log` tells what came of it")
        for line in _lines(summary, report, verbose):
            aloud(line)
    for problem in problems:
        typer.echo(f"extractor: {printable(problem)}", err=True)
    return code


def _lines(summary: Summary, report: Report, verbose: bool) -> list[str]:
    spent = report.spent
    told = [
        _work(report),
        f"{counted(report.added, 'memory', 'memories')} added, {report.changed} changed, {report.removed} removed",
        f"tokens: {spent.input:,} in ({spent.cached:,} cached), {spent.output:,} out"
        + (f", {money(spent)}" if spent.input or spent.output else ""),
    ]
    if parked := sum(count for _, count in summary.parked):
        told.append(f"{counted(parked, 'line', 'lines')} parked: `extractor status` says why and where")
    told += kept_out_lines(report.refusals, verbose)
    if aside := len(summary.set_aside):
        told.append(
            f"{counted(aside, 'exchange', 'exchanges')} set aside: `extractor once --set-aside` tries again"
        )
    if summary.old and report.messages:
        old = counted(summary.old, "message is", "messages are")
        told.append(f"{old} older than learn_since_days: `extractor once FILE` learns from what it is given")
    if summary.waiting:
        waits = counted(summary.waiting, "message still waits", "messages still wait")
        told.append(f"{waits}: {UNFINISHED}" if report.is_unfinished else waits)
    return told


def _work(report: Report) -> str:
    """How much was read and learned from. What was read before may be learned from only now."""
    told = f"transcripts read: {report.transcripts}"
    if report.transcripts:
        new = counted(report.messages, "new message", "new messages") if report.messages else "nothing new"
        told += f" ({new})"
    over = ", over what had been read before" if report.runs and not report.messages else ""
    return f"{told}, runs: {report.runs}{over}"
