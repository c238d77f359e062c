"""`run`: the daemon in the foreground, and the sample that shows it at work.

Owns the lock, the watcher and what a person sees while it follows. Promises that memory is printed line by
line as it is written. Never learns itself.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import typer

from extractor import fs
from extractor.archive.archive import Archive
from extractor.archive.runs import Finished
from extractor.clock import now_ms
from extractor.commands.consent import aloud, introduce, silent, still_agreed
from extractor.commands.kept_out import kept_out_lines
from extractor.commands.status import SERVICE_MODEL, model_named
from extractor.config.settings import LOCK_FILE, Settings, load
from extractor.extraction.job import Job
from extractor.extraction.manifest import manifest
from extractor.memory.changeset import FileChange
from extractor.memory.memory_file import parse
from extractor.memory.redaction.redact import redact
from extractor.models.metered import Ledger
from extractor.service.asking import AskingLedger
from extractor.service.daemon import Daemon, Reread
from extractor.service.events import Ask, Changed, Events, Tick, stop_asked
from extractor.service.notify import Notifier
from extractor.service.sample import DIALOGUE, play
from extractor.service.scratch_home import scratch_home
from extractor.transcripts.watch import Watcher
from extractor.wiring.clients import make_clients
from extractor.wiring.parts import NEEDS_RESTART, Parts, build, change, look_at_first_start

Say = Callable[[str], None]

SERVICE_ZONE = "service_zone"
"""Name of the note of the variable TZ of the service that runs, or ran last."""


@contextmanager
def _parts(settings: Settings, env: Mapping[str, str], events: Events) -> Iterator[Parts]:
    fs.private_root(settings.state_dir)
    with fs.instance_lock(settings.state_dir / LOCK_FILE):
        parts = build(settings, env, ledger=_asking(events))
        try:
            yield parts
        finally:
            parts.archive.close()


def _asking(events: Events) -> Callable[[Ledger], Ledger]:
    """The ledger for a model's thread, which asks the loop."""
    return lambda ledger: AskingLedger(ledger, lambda what: events.put(Ask(what)))


def follow(
    settings: Settings,
    env: Mapping[str, str],
    read: Callable[[], Settings],
    *,
    yes: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool = False,
) -> None:
    """Run the daemon until SIGTERM or Ctrl-C. Raises ConfigError when another one runs.

    `read` gives the settings as they are now, under the same options.
    """
    events = Events()
    asked = stop_asked(events)
    with _parts(settings, env, events) as parts:
        say: Say = silent if quiet or as_json else aloud
        for line in parts.moved:
            say(line)
        roots = parts.clients.roots()
        if fs.no_folder(roots[0]) and not any(map(os.path.exists, roots)):
            say(f"{roots[0]} does not exist yet: it is watched for")
        if parts.archive.note("introduced") is None:
            parts.intake.scan()
            parts.intake.run_dry(lambda _taken: None, asked.is_set)
            if asked.is_set():
                return
            introduce(parts, say, yes)
            parts.archive.set_note("introduced", str(now_ms()))
        else:
            introduce(parts, say, yes)
        running = _Running(parts, env, events, read, yes)
        daemon = make_daemon(
            parts, env, events, _teller(say, as_json, verbose), running.reread, running.look_at_first_start
        )
        parts.archive.set_note(SERVICE_ZONE, env.get("TZ", ""))
        _note_model(parts.archive, parts.settings)
        daemon.on_signals()
        say("following; Ctrl-C stops")
        daemon.run()
        say("stopped")


def _note_model(archive: Archive, settings: Settings) -> None:
    """Note the model this process, the service that runs, works with from now on."""
    archive.set_note(SERVICE_MODEL, f"{os.getpid()} {model_named(settings)}")


class _Running:
    """The parts of a running service, under the settings as they were last read."""

    def __init__(
        self, parts: Parts, env: Mapping[str, str], events: Events, read: Callable[[], Settings], yes: bool
    ) -> None:
        self._parts = parts
        self._env = env
        self._events = events
        self._read = read
        self._yes = yes

    def reread(self) -> Reread:
        """Take over the settings as they are now, as far as a running service can. Raises ConfigError."""
        wanted, before = self._read(), self._parts.settings
        still_agreed(wanted, self._parts.archive, self._yes)
        self._parts = change(self._parts, wanted, self._env, _asking(self._events))
        _note_model(self._parts.archive, self._parts.settings)
        differs = [name for name in Settings.model_fields if getattr(wanted, name) != getattr(before, name)]
        return Reread(
            self._parts.settings.scan_seconds,
            tuple(name for name in differs if name not in NEEDS_RESTART),
            tuple(name for name in differs if name in NEEDS_RESTART),
        )

    def look_at_first_start(self) -> None:
        """Take over the first start as it is noted now."""
        look_at_first_start(self._parts)


def make_daemon(
    parts: Parts,
    env: Mapping[str, str],
    events: Events,
    on_finished: Callable[[Job, Finished], None],
    reread: Callable[[], Reread] | None = None,
    on_scan: Callable[[], None] = lambda: None,
) -> Daemon:
    """The daemon over these parts."""
    own = parts.settings.memory_dir or parts.settings.data_dir
    roots = [*parts.clients.roots(), own]
    return Daemon(
        events=events,
        archive=parts.archive,
        intake=parts.intake,
        learning=parts.learning,
        folders=parts.folders,
        watcher=Watcher(roots, lambda path: events.put(Changed(path))),
        notifier=Notifier(env),
        clock=now_ms,
        scan_seconds=parts.settings.scan_seconds,
        removals=parts.removals,
        on_finished=on_finished,
        on_scan=on_scan,
        reread=reread,
        lock=parts.settings.state_dir / LOCK_FILE,
    )


def _teller(say: Say, as_json: bool, verbose: bool = False) -> Callable[[Job, Finished], None]:
    """Tells of each memory a run wrote."""

    def tell(job: Job, done: Finished) -> None:
        changes = job.workspace.changes().changes
        new = {change.file for change in changes if change.before is None}
        by_name = {change.file: change for change in changes}
        # Not read from the folder: it may be closed since, and the change is what was written there.
        for entry in manifest({c.file: c.after for c in changes if c.after is not None}):
            if as_json:
                line = {"file": entry.file, "new": entry.file in new, "description": entry.description}
                typer.echo(json.dumps(line))
            else:
                told = entry.description if entry.file in new else news(by_name[entry.file])
                say(f"{'+' if entry.file in new else '~'} {entry.file}: {told}")
        for kept in kept_out_lines(done.refusals, verbose):
            say(f"  {kept}")

    return tell


def news(change: FileChange) -> str:
    """What a changed file says that it did not say before; where that is nothing, what it says no longer."""
    before, after = (parse(data or b"") for data in (change.before, change.after))
    said, says = ((*read.statements, read.why, read.how_to_apply) for read in (before, after))
    if come := [each for each in says if each and each not in said]:
        return redact(" ".join(come))
    gone = [each for each in said if each and each not in says]
    return redact(f"no longer: {' '.join(gone)}" if gone else after.fact)


def play_sample(settings: Settings, quiet: bool) -> bool:
    """Where there are no transcripts: say so and play a sample session in a temporary home.

    Returns False, having done nothing, where there are some.
    """
    if any(next(source.transcripts(), None) is not None for source in make_clients(settings).sources):
        return False
    root = settings.claude_dir / "projects"
    aloud(f"there are no sessions in {root} yet: playing a sample session in a temporary home")
    with scratch_home("extractor-sample-") as scratch:
        home = scratch.path
        own = load(
            {
                "state_dir": home / "state",
                "data_dir": home / "data",
                "claude_dir": home / ".claude",
                "model": "offline",
                "scan_seconds": 5,
            },
            {"HOME": str(home)},
        ).settings
        _play(own, home, silent if quiet else aloud)
    typer.echo("that was the sample. Work with Claude Code, then run `extractor run` again.")
    return True


def _is_learned(state_dir: Path) -> bool:
    """Whether all of the sample was read and nothing of it waits."""
    archive = Archive.maybe(state_dir)
    if archive is None:
        return False
    try:
        told = archive.summary("")
        return told.messages >= len(DIALOGUE) and not told.waiting
    finally:
        archive.close()


def _play(settings: Settings, home: Path, say: Say) -> None:
    events = Events()
    with _parts(settings, {"HOME": str(home)}, events) as parts:
        daemon = make_daemon(parts, {}, events, _teller(say, as_json=False))
        daemon.on_signals()

        failed: list[Exception] = []
        is_over = threading.Event()

        def perform() -> None:
            try:
                play(
                    settings.claude_dir, home / "shop", say, lambda: _is_learned(settings.state_dir), is_over
                )
            except Exception as error:  # noqa: BLE001 - raised where the command hears it
                failed.append(error)
            finally:
                events.put(Tick.STOP)

        player = threading.Thread(target=perform, name="sample", daemon=True)
        player.start()
        try:
            daemon.run()
        finally:
            is_over.set()
            player.join()  # before the folder goes it writes into
        for error in failed:
            raise error
        for index in sorted(settings.claude_dir.rglob("MEMORY.md")):
            text = f"\nMEMORY.md, as the next session reads it:\n\n{index.read_text(encoding='utf-8')}\n"
            for line in text.splitlines():
                say(line)
