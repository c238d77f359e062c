"""How memory folders are joined: to the journal, to each other, and to what people do with them.

Owns the making of folders and homes from one settings object. Promises that no room below sees the settings
or the environment. Never does the work itself.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import tzinfo
from functools import partial
from pathlib import Path

from extractor.actions import joining
from extractor.actions.forget import Forget
from extractor.actions.moving import Moving
from extractor.actions.removals import Removals
from extractor.actions.undo import Undo
from extractor.archive.archive import Archive
from extractor.clock import local_zone, now_ms
from extractor.config import Settings
from extractor.connect.record import Record
from extractor.domain import Milliseconds, Reach
from extractor.errors import ConfigError, ExtractorError
from extractor.extraction.folders import Places
from extractor.extraction.homes import Homes
from extractor.history.budget import estimate
from extractor.memory.pins import PinRoom
from extractor.memory.private_paths import PrivatePaths
from extractor.memory.redact import redact
from extractor.memory.snapshot import holding
from extractor.memory.team import TeamFolder, TeamHome, team_folder
from extractor.service.folders import Folders
from extractor.service.memory_folder import MemoryFolder, Told
from extractor.templates import templates
from extractor.wiring_places import places

BRINGING = "bringing"
"""The problem that tells what became of memory that stood where its client does not look."""


def open_archive(settings: Settings) -> Archive:
    """The state file, for writing. Raises StoreFailed."""
    return Archive.open(settings.state_dir, redact, now_ms, PrivatePaths(settings.private_paths))


def make_folders(
    archive: Archive, settings: Settings, clock: Callable[[], Milliseconds], tz: tzinfo
) -> Folders:
    """Every memory folder there is, each with its index and its room for pins."""
    header = templates(settings).index_header

    where = places(settings, os.environ)

    def make(path: Path) -> MemoryFolder:
        real = os.path.realpath(path)
        folder = MemoryFolder(
            path, archive.journal, clock, header, tz, archive.index_lines, lambda: _others(real)
        )
        for link in _given(settings.state_dir, real):
            folder.is_called(link)
        return folder

    def _others(real: str) -> dict[Reach, Told]:
        # What a project's folder is called is known of its project alone: any other folder tells its own.
        project = archive.runs.project_in(real)
        if project is None or os.path.realpath(where.folder(project)) != real:
            return {}
        told: dict[Reach, Told] = {Reach.PERSONAL: folders.get(where.personal)} if where.personal else {}
        team = team_folder(settings.team_roots, project)
        if team is not None and team.path != real:
            told[Reach.TEAM] = TeamHome(team, partial(archive.index_lines.accepted, team.path))
        return told

    folders = Folders(make, archive.journal)
    folders.give_room(pin_room(settings))
    return folders


def _given(state_dir: Path, folder: str) -> list[Path]:
    """The names clients were given for a folder: an agent that writes there writes in it."""
    try:
        return Record(state_dir).links_to(folder)
    except ConfigError:
        return []  # `doctor` and `connect` say what is wrong with the record; learning does not wait for it


def homes(
    archive: Archive, folders: Folders, where: Places, project: str, clock: Callable[[], Milliseconds]
) -> Homes:
    """The memory folders of a project's sessions, once what was learned before the client came is where it looks."""
    if told := bring(archive, folders, where, (project,), clock):
        archive.problem(BRINGING, "; ".join(told), clock())
    return Homes(folders.get(where.folder(project)), folders.get(where.personal) if where.personal else None)


def bring(
    archive: Archive,
    folders: Folders,
    where: Places,
    projects: Iterable[str],
    clock: Callable[[], Milliseconds],
) -> list[str]:
    """Have memory that was learned before Claude Code came to the machine found where it looks.

    Not where it looks for another project's too: what is known of the one is not the other's. Returns what a person
    should be told.
    """
    lines: list[str] = []
    found = [(project, left) for project in projects if (left := where.left_behind(project)) is not None]
    shared = Counter(map(where.looks, archive.projects() if found else ()))
    for project, left in found:
        place = where.looks(project)
        if shared[place] > 1:
            continue
        try:
            done = joining.bring(Moving(archive, clock), folders.get, left, place)
        except ExtractorError as error:
            lines.append(str(error))
        else:
            if done.aside is not None:
                beside = f"what else stood there before, its MEMORY.md too, is in {done.aside}"
                lines.append(f"{left} and {place} are one memory: {beside}")
    return lines


def move(
    archive: Archive, folders: Folders, personal: Path | None, clock: Callable[[], Milliseconds]
) -> None:
    """Take to the personal folder what is known of the person and stands in a project's."""
    home = folders.get(personal) if personal else None
    moving = Moving(archive, clock)
    for path in archive.statements.folders() if home else ():
        if home is None or path == home.path:
            continue
        try:
            moving.move(folders.get(Path(path)), home)
            archive.problem(f"moving:{path}", None, clock())
        except ExtractorError as error:
            archive.problem(f"moving:{path}", str(error), clock())


def make_undo(archive: Archive, folders: Folders, clock: Callable[[], Milliseconds] = now_ms) -> Undo:
    """What takes runs back."""
    return Undo(archive, lambda path: folders.get(Path(path)), clock)


def make_removals(archive: Archive, folders: Folders, clock: Callable[[], Milliseconds] = now_ms) -> Removals:
    """What notices removals."""
    return Removals(archive, lambda path: folders.get(Path(path)), clock)


def make_forget(
    archive: Archive,
    folders: Folders,
    clock: Callable[[], Milliseconds] = now_ms,
    teams: Sequence[TeamFolder] = (),
    others: Callable[[], Sequence[Path]] = list,
) -> Forget:
    """What takes words out. `teams`: folders whose files are told to nobody any more where they hold them.

    `others`: memory folders in which it is looked whether a person's own files hold them.
    """

    def shared() -> dict[str, bytes]:
        return {f"{team.path}/{name}": data for team in teams for name, data in team.sight().files.items()}

    def own(holds: Callable[[bytes], bool]) -> Iterator[tuple[Path, str]]:
        for folder in others():
            try:
                yield from ((path, "") for path in holding(folder, holds))
            except ExtractorError as error:
                yield folder, str(error)

    return Forget(archive, lambda path: folders.get(Path(path)), clock, shared, own)


def pin_room(settings: Settings) -> PinRoom:
    """How much room pinned files have."""
    return PinRoom(estimate, settings.pin_tokens)


@contextmanager
def open_folders(settings: Settings) -> Iterator[tuple[Archive, Folders]]:
    """The archive and the memory folders for a person's action, also while the service runs."""
    archive = open_archive(settings)
    folders = make_folders(archive, settings, now_ms, local_zone())
    home = places(settings, {}).personal
    personal = folders.get(home) if home else None
    try:
        before = personal.stamp() if personal else None
        yield archive, folders
        if personal and personal.stamp() != before:
            for path, problem in folders.render(archive.folders()):
                archive.problem(f"index:{path}", problem, now_ms())
    finally:
        folders.close()
        archive.close()
