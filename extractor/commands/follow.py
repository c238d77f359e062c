"""`run`: the daemon in the foreground, and the sample that shows it at work.

Owns the lock, the watcher and what a person sees while it follows. Promises that memory is printed line by
line as it is written. Never learns itself.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import typer

from extractor import fs
from extractor.archive.runs import Finished
from extractor.clock import now_ms
from extractor.commands.consent import introduce, silent
from extractor.config import LOCK_FILE, Settings, load
from extractor.extraction.run import Job, manifest
from extractor.service.asking import AskingLedger
from extractor.service.daemon import Ask, Changed, Daemon, Events, Tick
from extractor.service.notify import Notifier
from extractor.service.sample import play
from extractor.transcripts.watch import Watcher
from extractor.wiring import Parts, build

Say = Callable[[str], None]


@contextmanager
def _parts(settings: Settings, env: Mapping[str, str], events: Events) -> Iterator[Parts]:
    fs.make_private_dir(settings.state_dir)
    with fs.instance_lock(settings.state_dir / LOCK_FILE):
        parts = build(
            settings, env, ledger=lambda ledger: AskingLedger(ledger, lambda what: events.put(Ask(what)))
        )
        try:
            yield parts
        finally:
            parts.archive.close()


def follow(settings: Settings, env: Mapping[str, str], *, yes: bool, as_json: bool, quiet: bool) -> None:
    """Run the daemon until SIGTERM or Ctrl-C. Raises ConfigError when another one runs."""
    events = Events()
    with _parts(settings, env, events) as parts:
        say: Say = silent if quiet or as_json else typer.echo
        roots = parts.claude_code.roots() + parts.plain.roots()
        missing = [root for root in roots if not root.is_dir()]
        for root in missing:
            say(f"{root} does not exist yet: it is watched for")
        if parts.archive.note("introduced") is None:
            parts.intake.scan()
            parts.intake.run_dry(lambda _taken: None)
            introduce(parts, say, yes)
            parts.archive.set_note("introduced", str(now_ms()))
        else:
            introduce(parts, say, yes)
        daemon = make_daemon(parts, env, events, _teller(say, as_json))
        daemon.on_signals()
        say("following; Ctrl-C stops")
        daemon.run()
        say("stopped")


def make_daemon(
    parts: Parts, env: Mapping[str, str], events: Events, on_finished: Callable[[Job, Finished], None]
) -> Daemon:
    """The daemon over these parts."""
    own = parts.settings.memory_dir or parts.settings.data_dir
    roots = [*parts.claude_code.roots(), *parts.plain.roots(), own]
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
    )


def _teller(say: Say, as_json: bool) -> Callable[[Job, Finished], None]:
    """Tells of each memory a run wrote."""

    def tell(job: Job, done: Finished) -> None:
        changed = {c.file: c.before is None for c in job.workspace.changes().changes if c.after is not None}
        files = {entry.file: entry.description for entry in manifest(job.batch.folder.snapshot())}
        for file, is_new in changed.items():
            if as_json:
                typer.echo(json.dumps({"file": file, "new": is_new, "description": files.get(file, "")}))
            else:
                say(f"{'+' if is_new else '~'} {file}: {files.get(file, '')}")
        for refusal in done.refusals:
            say(f"  refused: {refusal}")

    return tell


def play_sample(settings: Settings, quiet: bool) -> bool:
    """Where there are no transcripts: say so and play a sample session in a temporary home.

    Returns False, having done nothing, where there are some.
    """
    root = settings.claude_dir / "projects"
    if root.is_dir() and next(root.glob("*/*.jsonl"), None) is not None:
        return False
    typer.echo(f"there are no sessions in {root} yet: playing a sample session in a temporary home")
    with tempfile.TemporaryDirectory(prefix="extractor-sample-") as folder:
        home = Path(folder).resolve()
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
        _play(own, home, silent if quiet else typer.echo)
    typer.echo("that was the sample. Work with Claude Code, then run `extractor run` again.")
    return True


def _play(settings: Settings, home: Path, say: Say) -> None:
    events = Events()
    with _parts(settings, {"HOME": str(home)}, events) as parts:
        daemon = make_daemon(parts, {}, events, _teller(say, as_json=False))
        daemon.on_signals()

        def perform() -> None:
            play(settings.claude_dir, home / "shop", say)
            events.put(Tick.STOP)

        threading.Thread(target=perform, name="sample", daemon=True).start()
        daemon.run()
        for index in sorted(settings.claude_dir.rglob("MEMORY.md")):
            say(f"\nMEMORY.md, as the next session reads it:\n\n{index.read_text(encoding='utf-8')}")
