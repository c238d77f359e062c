"""How memory folders are joined to what is done with them: undo, forget, removals and moves.

Owns the making of those and of a project's homes. Promises that no room below sees the settings or the environment.
Never does the work itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from extractor.actions import joining
from extractor.actions.bringing_back import BringingBack
from extractor.actions.forget import Forget
from extractor.actions.moving import Moving
from extractor.actions.removals import Removals
from extractor.actions.undo import Undo
from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.domain import Milliseconds
from extractor.errors import ExtractorError
from extractor.extraction.folders import Places
from extractor.extraction.homes import Homes
from extractor.memory.copies import copies
from extractor.memory.snapshot import holding
from extractor.memory.team.team import TeamFolder
from extractor.service.folders import Folders

BRINGING = "bringing"
"""The problem that tells what became of memory that stood where its client does not look."""


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
    archive: Archive, folders: Folders, where: Places, clock: Callable[[], Milliseconds]
) -> tuple[str, ...]:
    """Take to the personal folder what is known of the person and stands in a project's.

    Returns a line for each folder files were taken from. Nothing is taken from a folder of another home, of which a
    copied state file knows.
    """
    if where.personal is None:
        return ()
    home, moving = folders.get(where.personal), Moving(archive, clock)
    reaches = where.reaching(archive.projects)
    lines: list[str] = []
    for path in archive.statements.folders():
        if path == home.path or not reaches(path):
            continue
        try:
            if moved := moving.move(folders.get(Path(path)), home):
                lines.append(f"{', '.join(moved)} went from {path} to {home.path}")
            archive.problem(f"moving:{path}", None, clock())
        except ExtractorError as error:
            archive.problem(f"moving:{path}", str(error), clock())
    return tuple(lines)


def make_undo(archive: Archive, folders: Folders, clock: Callable[[], Milliseconds] = now_ms) -> Undo:
    """What takes runs back."""
    return Undo(archive, lambda path: folders.get(Path(path)), clock)


def make_removals(
    archive: Archive,
    folders: Folders,
    clock: Callable[[], Milliseconds] = now_ms,
    follow: Callable[[], None] = lambda: None,
) -> Removals:
    """What notices removals. `follow` goes before each look at all folders: one that was moved is not gone."""
    return Removals(archive, lambda path: folders.get(Path(path)), clock, follow)


def make_bringing_back(
    archive: Archive, folders: Folders, clock: Callable[[], Milliseconds] = now_ms
) -> BringingBack:
    """What brings back files that are missed."""
    removals = make_removals(archive, folders, clock)
    return BringingBack(archive, removals, lambda path: folders.get(Path(path)), clock)


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
                yield from holding(folder, holds)
                yield from copies(folder, holds)
            except ExtractorError as error:
                yield folder, str(error)

    return Forget(archive, lambda path: folders.get(Path(path)), clock, shared, own)
