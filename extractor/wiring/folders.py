"""How memory folders are joined: to the journal and to each other.

Owns the making of folders from one settings object. Promises that no room below sees the settings
or the environment. Never does the work itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import tzinfo
from functools import partial
from pathlib import Path

from extractor import fs
from extractor.actions.following import follow
from extractor.archive.archive import Archive
from extractor.archive.database import STATE_FILE
from extractor.archive.of_runs import written_into
from extractor.clock import local_zone, now_ms
from extractor.config.settings import LOCK_FILE, Settings
from extractor.connect.record import Record
from extractor.domain import Milliseconds, Reach
from extractor.errors import ConfigError, StoreFailed
from extractor.memory.private.private_paths import PrivatePaths
from extractor.memory.redaction.redact import redact
from extractor.memory.team.team import TeamHome, team_folder
from extractor.service.folder_index import Told
from extractor.service.folders import Folders
from extractor.service.memory_folder import MemoryFolder
from extractor.templates import templates
from extractor.wiring.pins import pin_room
from extractor.wiring.places import places


def private_paths(settings: Settings) -> PrivatePaths:
    """The private places of the settings, with what is behind those that are links by now."""
    return PrivatePaths(settings.private_paths, real=fs.Links().real)


def open_archive(settings: Settings) -> Archive:
    """The state file, for writing. Raises StoreFailed, also where a service of an earlier version works with it."""
    expect_alone = partial(_expect_no_service, settings.state_dir)
    return Archive.open(settings.state_dir, redact, now_ms, private_paths(settings), expect_alone)


def _expect_no_service(state_dir: Path) -> None:
    """Raises StoreFailed where another process keeps the state folder: what it goes on writing lacks what is new."""
    holder = fs.lock_holder(state_dir / LOCK_FILE)
    if holder not in (None, os.getpid()):
        service = f"the service that runs (process {holder})" if holder else "the service that runs"
        raise StoreFailed(
            f"{service} is of an earlier version than this command, and so is {state_dir / STATE_FILE}:"
            " start the service again, then try again"
        )


def make_folders(
    archive: Archive, settings: Settings, clock: Callable[[], Milliseconds], tz: tzinfo
) -> Folders:
    """Every memory folder there is, each with its index and its room for pins."""
    header = templates(settings).index_header

    where = places(settings, os.environ)

    def make(path: Path) -> MemoryFolder:
        real = os.path.realpath(path)
        folder = MemoryFolder(
            path, archive.journal, clock, header, tz, archive.index_lines, lambda: _others(real),
            partial(written_into, archive.statements, is_removed=archive.tombstones.is_on),
        )  # fmt: skip
        for link in (*_given(settings.state_dir, real), *map(Path, archive.whereabouts.former(real))):
            folder.is_called(link)
        return folder

    def _others(real: str) -> dict[Reach, Told]:
        # What a project's folder is called is known of its project alone: any other folder tells its own.
        if where.personal and os.path.realpath(where.personal) == real:
            return {}  # asked first: every project's sessions wrote there
        project = next((p for p in _projects(real) if os.path.realpath(where.folder(p)) == real), None)
        if project is None:
            return {}
        told: dict[Reach, Told] = {Reach.PERSONAL: folders.get(where.personal)} if where.personal else {}
        team = team_folder(settings.team_roots, project)
        if team is not None and team.path != real:
            told[Reach.TEAM] = TeamHome(team, partial(archive.index_lines.accepted, team.path))
        return told

    def _projects(real: str) -> Iterator[str]:
        # The last one to write there may have been parted from it, and the one that keeps it may never have written.
        yield from archive.runs.projects_in(real)
        yield from where.named_like(real, archive.projects())

    folders = Folders(make, archive.journal, lambda: where.reaching(archive.projects))
    folders.give_room(pin_room(settings))
    return folders


def _given(state_dir: Path, folder: str) -> list[Path]:
    """The names clients were given for a folder: an agent that writes there writes in it."""
    try:
        return Record(state_dir).links_to(folder)
    except ConfigError:
        return []  # `doctor` and `connect` say what is wrong with the record; learning does not wait for it


def follow_moved(
    archive: Archive, folders: Folders, settings: Settings, clock: Callable[[], Milliseconds] = now_ms
) -> None:
    """Have what is known of memory folders that were moved known of where they stand now. Raises StoreFailed."""
    where = places(settings, os.environ)
    done = follow(archive, lambda: where.standing(archive.projects()), lambda p: folders.get(Path(p)), clock)
    for old, new in done.items():
        folders.get(Path(new)).is_called(Path(old))


@contextmanager
def open_folders(settings: Settings) -> Iterator[tuple[Archive, Folders]]:
    """The archive and the memory folders for a person's action, also while the service runs."""
    archive = open_archive(settings)
    folders = make_folders(archive, settings, now_ms, local_zone())
    home = places(settings, {}).personal
    personal = folders.get(home) if home else None
    try:
        follow_moved(archive, folders, settings)
        before = personal.stamp() if personal else None
        yield archive, folders
        if personal and personal.stamp() != before:
            for path, problem in folders.render(archive.folders()):
                archive.problem(f"index:{path}", problem, now_ms())
    finally:
        folders.close()
        archive.close()
