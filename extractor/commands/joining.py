"""`projects join` and `projects part`: two projects with one memory, and back.

Owns how the other project is named, what is shown and what is asked. Promises that nothing changes before a
person agreed. Never moves a file itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shlex import quote

from extractor import fs
from extractor.actions import joining
from extractor.actions.moving import Moving
from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.commands.counts import counted
from extractor.commands.naming import named
from extractor.config.settings import Settings
from extractor.errors import ConfigError, MemoryConflict
from extractor.extraction.folders import Places, current_project, memories, project_root
from extractor.wiring.folders import open_folders
from extractor.wiring.places import places


def join(
    settings: Settings,
    env: Mapping[str, str],
    other: str,
    project: Path | None,
    say: Callable[[str], None],
    ask: Callable[[str], bool],
) -> bool:
    """Give a project the memory of another one, after a look and a yes; False where the answer was no.

    Raises ConfigError where they cannot be joined, MemoryConflict where another join came first, StoreFailed.
    """
    where = places(settings, env)
    here, there = _root(settings, where, project), _named(settings, where, other)
    mine, theirs = _own_folder(where, here), _own_folder(where, there)
    mine_was, target = os.path.realpath(mine), Path(os.path.realpath(theirs))
    if mine_was == str(target):
        say(f"{here} and {there} have one memory already: {target}")
        return True
    if mine.is_symlink():
        raise ConfigError(
            f"{mine} leads to {mine_was}: `extractor projects part --project {quote(here)}` first"
        )
    say(f"{here} gets the memory of {there}: {mine} becomes a link to {target}")
    going = memories(mine)
    if going:
        say(f"{counted(going, 'memory file goes', 'memory files go')} there from {mine}")
    if not ask("join them?"):
        say("nothing was changed")
        return False
    if os.path.realpath(mine) != mine_was or os.path.realpath(theirs) != str(target):
        raise MemoryConflict(
            f"{mine} or {theirs} was joined meanwhile: look at `extractor projects`, try again"
        )
    for line in _joined(settings, mine, target):
        say(line)
    return True


def _joined(settings: Settings, mine: Path, target: Path) -> Iterator[str]:
    if not mine.is_dir():
        joining.link_anew(mine, target)
        yield "joined"
        return
    with open_folders(settings) as (archive, folders):
        own = folders.get(mine)
        done = joining.join(Moving(archive, now_ms), own, folders.get(target), mine)
        own.close()
    went = counted(len(done.moved), "memory file", "memory files")
    yield f"joined; {went} went to {target}, which holds {memories(target)}"
    if done.aside is not None:
        yield f"what else stood there, its index too, is in {done.aside}"


def part(
    settings: Settings,
    env: Mapping[str, str],
    project: Path | None,
    say: Callable[[str], None],
    ask: Callable[[str], bool],
) -> bool:
    """Give a joined project a memory of its own again, empty at first, after a yes; as `join`."""
    where = places(settings, env)
    here = _root(settings, where, project)
    folder = _own_folder(where, here)
    if not folder.is_symlink():
        say(f"{here} has a memory of its own: {folder}")
        return True
    target = os.readlink(folder)
    say(f"{folder} stops being a link to {target}, whose files stay where they are")
    if not ask("part them?"):
        say("nothing was changed")
        return False
    fs.remove_link(folder, target)
    say("parted: what is learned there from now on begins a memory of its own")
    return True


def _own_folder(where: Places, root: str) -> Path:
    """The place of a project's memory. Raises ConfigError where a setting says where that is."""
    folder = where.folder(root)
    if where.override is not None:
        raise ConfigError(
            f"memory_dir puts all projects' memory into {folder}: there is nothing to join or part"
        )
    if folder.name != "memory" or not {where.claude_dir, where.data_dir} & set(folder.parents):
        raise ConfigError(
            f"the setting autoMemoryDirectory puts the memory of {root} into {folder}: change it there"
        )
    own = where.own(root)
    return own if folder.is_symlink() and os.readlink(folder) == str(own) else folder


def _root(settings: Settings, where: Places, project: Path | None) -> str:
    """The root of the project at hand, or of the one in a directory; which may be gone where it is known.

    Raises ConfigError where it is none.
    """
    if project is None:
        return current_project()
    place = os.path.realpath(project.expanduser())
    if os.path.isdir(place):
        return project_root(place)
    if not (where.folder(place).is_symlink() or place in _known(settings)):
        raise ConfigError(f"no session was held in {project}, and it is no directory: name the project's")
    return place


def _named(settings: Settings, where: Places, other: str) -> str:
    """The root of the project that is meant. Raises ConfigError where there is none, or several."""
    return named(other, _known(settings), where)[0]


def _known(settings: Settings) -> list[str]:
    """The roots of the projects in which a session was held."""
    archive = Archive.maybe(settings.state_dir)
    if archive is None:
        return []
    try:
        return archive.projects()
    finally:
        archive.close()
