"""The stages `doctor` tries: what each asks of the machine, and what is said where it does not work.

Owns what a working stage is. Promises that a stage says what to do or says nothing wrong, and that none
writes to a person's memory folder: the canaries go through the whole loop in scratch folders.
"""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from extractor import fs
from extractor.archive.archive import Archive
from extractor.archive.database import STATE_FILE, no_writing
from extractor.clock import now_ms
from extractor.commands import canary
from extractor.commands.connect import connected, uncallable
from extractor.commands.consent import is_agreed
from extractor.commands.counts import counted
from extractor.commands.left_out import named, strange
from extractor.commands.links import unfollowed
from extractor.commands.outside import look
from extractor.commands.service import found_by_service
from extractor.commands.team import waiting
from extractor.config.places import usual_places
from extractor.config.settings import LOCK_FILE, Settings
from extractor.domain import Milliseconds
from extractor.errors import ExtractorError, ModelUnavailable, StoreFailed
from extractor.extraction.folders import current_project
from extractor.extraction.prompt import Templates
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import MAX_BYTES, MAX_LINES
from extractor.service.unit import Answer, call
from extractor.templates import templates
from extractor.transcripts.watch import Watcher
from extractor.wiring.clients import make_clients
from extractor.wiring.folders import open_archive
from extractor.wiring.models import paid_model
from extractor.wiring.places import places

LEAST_FREE = 100_000_000
"""Bytes that must be free where the state file stands: less is gone in a day of work."""


def _watch(roots: list[Path]) -> str | None:
    watcher = Watcher(roots, lambda _path: None)
    warning = watcher.start()
    watcher.stop()
    return warning


def _free(folder: Path) -> int:
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


@dataclass(frozen=True, slots=True)
class World:
    """What the stages ask of the machine, so that a test can answer in its place."""

    settings: Settings
    env: Mapping[str, str]
    is_agreed: bool = False
    """A person said yes to what a paid model's canary costs."""
    now: Callable[[], Milliseconds] = now_ms
    free: Callable[[Path], int] = _free
    """Bytes free on a folder's file system."""
    watch: Callable[[list[Path]], str | None] = _watch
    """Tries to watch folders; returns a warning."""
    swaps: Callable[[Path], bool] = fs.try_swaps
    """Tries to replace files safely in a folder; whether in one step."""
    call: Callable[[Sequence[str]], Answer] = call
    """Asks systemd, or launchd."""
    platform: str = sys.platform
    command: Sequence[str] = field(default_factory=lambda: [sys.executable, "-m", "extractor"])
    """Starts this program."""


class Broken(ExtractorError):
    """A stage does not work; the text says what to do."""


class NotTried(Exception):
    """A stage was left out; the text says why."""


def texts(world: World) -> str:
    """The texts a model is sent: packaged, or a person's own."""
    found = templates(world.settings)
    prompt = Templates(found.extraction, found.types)
    return f"{len(prompt.system())} characters of instructions, version {prompt.version() or 'not named'}"


def key(world: World) -> str:
    """The key of a paid model, where one is set."""
    settings = world.settings
    if settings.model == "offline":
        return "none needed, the model is offline"
    if settings.model == "claude-code":
        found = found_by_service(settings.claude_command, world.env, world.call, world.platform)
        return f"none needed, {found} uses your own login"
    with paid_model(settings, world.env) as model:
        try:
            return model.try_key()
        except ModelUnavailable as error:
            raise error.as_told_by_hand() from error


def client(world: World) -> str:
    """The clients and versions whose sessions were read, and whether any form was unknown."""
    settings = world.settings
    if not settings.claude_dir.is_dir() and not _roots(settings):
        if settings.plain_folders:
            return "Claude Code is not here; plain transcripts are read"
        helps = "work with a client once, or set claude_dir or plain_folders"
        if _was_read(settings):
            raise Broken(f"{settings.claude_dir}, which was read before, does not exist: {helps}")
        raise NotTried(f"{settings.claude_dir} does not exist yet: {helps}")
    try:
        archive = Archive.open_readonly(settings.state_dir)
    except StoreFailed:
        return f"{settings.claude_dir}; nothing of it was read yet"
    try:
        summary = archive.summary("")
    finally:
        archive.close()
    if summary.unknown:
        unknown = "; ".join(
            f"{count} of {client} {version}: {named(strange(summary.parked_in, client, version), count)}"
            for client, version, count in summary.unknown
        )
        raise Broken(f"transcripts are of an unknown form ({unknown}): a newer extractor may read them")
    told = ", ".join(f"{client} {version}" for client, version, _ in summary.versions)
    return told or f"{settings.claude_dir}; nothing of it was read yet"


def _was_read(settings: Settings) -> bool:
    """Whether any transcript was ever read."""
    try:
        with closing(Archive.open_readonly(settings.state_dir)) as archive:
            return archive.summary("").transcripts > 0
    except StoreFailed:
        return False


def transcripts(world: World) -> str:
    """Where transcripts lie, whether they can be read, and how many there are."""
    settings = world.settings
    if missing := [*_missing(world)]:
        raise Broken("; ".join(missing))
    roots = _roots(settings)
    if not roots and any(folder.is_dir() for folder in settings.plain_folders):
        return f"plain ones in {', '.join(str(folder) for folder in settings.plain_folders)}"
    if not roots:
        if not settings.claude_dir.is_dir():
            raise NotTried("no client's folder is here, as told above")
        raise NotTried(f"{settings.claude_dir / 'projects'} does not exist yet: work with Claude Code once")
    for place in roots:
        if not os.access(place, os.R_OK | os.X_OK if place.is_dir() else os.R_OK):
            raise Broken(f"{place} cannot be read: check its permissions")
    told: list[str] = []
    for source in make_clients(settings).sources:
        places = [str(place) for place in source.roots() if place.exists()]
        if places:
            told.append(f"{sum(1 for _ in source.transcripts())} in {' and '.join(places)}")
        if source.unlisted:
            raise Broken("; ".join(source.unlisted))
    return ", ".join(told) + unfollowed(roots)


def _missing(world: World) -> Iterator[str]:
    """The folders a person named that are none. A client's own place may be empty: it need not be here."""
    settings, usual = world.settings, usual_places(world.env)
    clients = {
        "claude_dir": settings.claude_dir,
        "codex_dir": settings.codex_dir,
        "gemini_dir": settings.gemini_dir,
        "opencode_dir": settings.opencode_dir,
        "opencode_config_dir": settings.opencode_config_dir,
    }
    named = [("plain_folders", folder) for folder in settings.plain_folders]
    named += [(name, folder) for name, folder in clients.items() if folder and folder != usual[name]]
    for name, folder in named:
        if fs.no_folder(folder):
            what = "is no folder" if folder.exists() else "does not exist"
            yield f"{folder} {what}: make it or correct {name}"


def _roots(settings: Settings) -> list[Path]:
    """The clients' folders that are there; plain transcripts are no client's."""
    found = make_clients(settings).roots()
    return [root for root in found if root not in settings.plain_folders and root.exists()]


def watching(world: World) -> str:
    """Whether the system tells us of changes in the folders we follow."""
    warning = world.watch(_roots(world.settings))
    if warning:
        raise Broken(warning)
    return "changes are noticed at once"


def permissions(world: World) -> str:
    """Whether others may read what only you should, and the state folder is yours to write."""
    folder = world.settings.state_dir
    for path in (folder, folder / STATE_FILE, world.settings.key_file):
        if path is None or not path.exists():
            continue
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            wanted = 0o700 if path.is_dir() else 0o600
            raise Broken(f"others may read {path}: run `chmod {wanted:o} {shlex.quote(str(path))}`")
    if folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
        if no_writing(os.statvfs(folder)) == errno.EROFS:
            raise Broken(f"{folder} is on a read-only file system: remount it for writing")
        raise Broken(f"nothing can be written in {folder}: run `chmod 700 {shlex.quote(str(folder))}`")
    return "what is private is readable by you alone"


def lock(world: World) -> str:
    """Who holds the lock that keeps a second service out."""
    lock = world.settings.state_dir / LOCK_FILE
    holder = fs.lock_holder(lock)
    if holder and (command := fs.lock_command(lock)):
        return f"the service is not running; `extractor {command}` is at work, pid {holder}"
    if holder == 0:
        return "held by a process that has not told its number yet"
    return f"the service runs, pid {holder}" if holder else "free: the service is not running"


def disk(world: World) -> str:
    """Room for the state file."""
    free = world.free(world.settings.state_dir)
    if free < LEAST_FREE:
        raise Broken(f"only {free / 1e6:,.0f} MB are free for {world.settings.state_dir}: make room")
    return f"{free / 1e9:,.1f} GB free for {world.settings.state_dir}"


def state(world: World) -> str:
    """The state file: opened, whole, and of this version."""
    with closing(open_archive(world.settings)) as archive:
        wrong = archive.db.check()
    if wrong:
        raise Broken(f"{archive.db.path} is damaged ({wrong[0]}): move it away, transcripts are read anew")
    return f"{archive.db.path} is sound"


def _folder(world: World) -> Path:
    return places(world.settings, world.env).folder(current_project())


def index(world: World) -> str:
    """The project's MEMORY.md within its limits."""
    file = _folder(world) / INDEX_FILE
    if not file.exists():
        return "there is none yet"
    if not file.is_file():
        raise Broken(f"{file} is not a plain file: move it elsewhere")
    try:
        data = file.read_bytes()
    except PermissionError as error:
        raise Broken(f"{file} cannot be read: check its permissions") from error
    count, size = len(data.decode("utf-8", "replace").splitlines()), len(data)
    lines = counted(count, "line", "lines")
    if count > MAX_LINES or size > MAX_BYTES:
        raise Broken(
            f"{file} has {lines} and {size:,} bytes, clients read {MAX_LINES} and {MAX_BYTES:,}: shorten your text"
        )
    return f"{lines}, {size:,} bytes"


def outside(world: World) -> str:
    """Text in any MEMORY.md that neither the service nor the client wrote."""
    try:
        archive = Archive.open_readonly(world.settings.state_dir)
    except StoreFailed:
        return "nothing was read yet that could tell"
    try:
        found = look(archive, world.settings, world.env)
        team = waiting(archive, world.settings)
    finally:
        archive.close()
    told = [line for each in found for line in each.told()] + [
        line for each in team for line in each.problems()
    ]
    if told:
        raise Broken("; ".join(told))
    strange = sum(len(each.files) for each in found)
    files = counted(strange, "memory file is", "memory files are")
    well = "every line of MEMORY.md is known" + (f", {files} not" if strange else "")
    return "; ".join([well, *(line for each in team for line in each.told())])


def connection(world: World) -> str:
    """The clients that are connected to this project."""
    where = world.settings.state_dir, current_project()
    if lost := uncallable(*where):
        raise Broken("; ".join(lost))
    return connected(*where)


def rules(world: World) -> str:
    """The offline rules, from a transcript to memory."""
    problem = canary.through_a_pass(
        world.settings.model_copy(update={"model": "offline", "summaries": "rules"}), world.env, None
    )
    if problem:
        raise Broken(f"a statement said in a scratch session was not learned ({problem}): please report this")
    return "a statement went from transcript to memory file and index"


def model(world: World) -> str:
    """The model that is set, from a transcript to memory; its calls are booked like any other."""
    settings = world.settings
    if settings.model == "offline":
        return "the same: the model is offline"
    if settings.model == "claude-code":
        raise NotTried("a fork needs a session of your own: `extractor log` shows what the last ones did")
    archive = open_archive(settings)
    try:
        if not (world.is_agreed or is_agreed(settings, archive)):
            raise NotTried(f"asking {settings.anthropic_model} costs money: add --yes to try it")
        problem = canary.through_a_pass(settings, world.env, archive.ledger)
    except canary.NoRoom as full:
        raise NotTried(str(full)) from full
    finally:
        archive.close()
    if problem:
        raise Broken(
            f"{settings.anthropic_model} did not learn a plain statement ({problem}): check the key and the model"
        )
    return f"{settings.anthropic_model} learned a statement"


def daemon(world: World) -> str:
    """The service itself, started in a scratch home."""
    problem, seconds = canary.through_the_service(world.command, world.env)
    if problem:
        raise Broken(f"a service started in a scratch home does not work ({problem}): please report this")
    return f"a running service had a statement in memory after {seconds:.1f} s"


Check = Callable[[World], str]
