"""`projects`: which projects there are, and which of them are joined in one memory.

Owns what a person is shown and asked. Promises that a project is joined by nothing but a link in the place of its
memory folder, and that every byte that stood there is in the other folder or set aside. Never touches a transcript.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from extractor import fs
from extractor.actions.moving import Moving
from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.commands.counts import counted
from extractor.config import Settings
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, MemoryConflict, printable
from extractor.extraction.folders import Places, current_project, project_root
from extractor.memory.index import INDEX_FILE
from extractor.wiring_folders import open_folders, places

ASIDE = "before-joining"
"""Ending of the name a folder is set aside under."""
_ORIGIN = re.compile(r'\[remote "origin"\][^\[]*?\n\s*url\s*=\s*(?P<url>\S+)')
_HOST_AND_PATH = re.compile(
    r"(?:[a-z+]+://)?(?:[^@/]*@)?(?P<host>[^/:]+)(?::\d+(?=/))?[:/]+(?P<path>.+?)(?:\.git)?/?$"
)
_MOST_READ = 65_536
"""Bytes of a repository's configuration."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A project in which sessions were held, or the one the command was given in."""

    root: str
    folder: Path
    """Its memory folder, as it is configured."""
    clients: tuple[tuple[str, int], ...]
    """Client and number of sessions."""
    newest: Milliseconds
    """When its newest session grew."""
    memories: int
    joined: tuple[str, ...]
    """Roots of the other projects with the same memory."""
    remote: tuple[str, ...] = ()
    """Roots of projects that are clones of the same remote and not joined."""

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "project": self.root,
            "folder": str(self.folder),
            "sessions": dict(self.clients),
            "newest": self.newest,
            "memories": self.memories,
            "joined": list(self.joined),
            "same_remote": list(self.remote),
            "is_there": os.path.isdir(self.root),
        }


def listed(settings: Settings, env: Mapping[str, str]) -> list[Listed]:
    """Every project in which a session was held, and the current one. Raises StoreFailed, ConfigError."""
    held: dict[str, list[tuple[str, int, Milliseconds]]] = {current_project(): []}
    archive = Archive.maybe(settings.state_dir)
    if archive is not None:
        try:
            for root, client, sessions, grown in archive.held_in():
                held.setdefault(root, []).append((client, sessions, grown))
        finally:
            archive.close()
    where = places(settings, env)
    remotes = {root: remote for root in held if (remote := remote_of(root)) is not None}
    found: list[Listed] = []
    for root, clients in sorted(held.items()):
        joined = where.alike(root, held)[1:]
        others = [
            o for o in held if o not in (root, *joined) and o in remotes and remotes[o] == remotes.get(root)
        ]
        newest = max((grown for *_, grown in clients), default=Milliseconds(0))
        told = tuple((client, sessions) for client, sessions, _ in clients)
        folder = where.folder(root)
        found.append(Listed(root, folder, told, newest, _memories(folder), tuple(joined), tuple(others)))
    return found


def remote_of(root: str) -> str | None:
    """Host and path of a repository's `origin`, without what names or admits a person; None where it has none."""
    config = Path(root) / ".git" / "config"
    try:
        if not config.is_file() or config.stat().st_size > _MOST_READ:
            return None
        origin = _ORIGIN.search(config.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None  # not ours to look into: then nothing is said of it
    named = _HOST_AND_PATH.match(origin["url"]) if origin else None
    return f"{named['host'].lower()}/{named['path'].strip('/')}" if named else None


def _memories(folder: Path) -> int:
    try:
        names = os.listdir(folder)
    except OSError:
        return 0  # none there yet, or not to be looked into: `doctor` says which
    return sum(name.endswith(".md") and name != INDEX_FILE for name in names)


def list_lines(found: list[Listed]) -> Iterator[str]:
    """For a person."""
    for each in found:
        held = ", ".join(f"{client} {sessions}" for client, sessions in each.clients) or "no sessions"
        parts = [held, counted(each.memories, "memory", "memories")]
        if each.newest:
            parts.append(f"last {datetime.fromtimestamp(each.newest / 1000, UTC).astimezone():%Y-%m-%d}")
        yield f"{each.root}  {', '.join(parts)}"
        if each.joined:
            yield f"  one memory with {', '.join(each.joined)}"
        if each.remote:
            yield (
                f"  a clone of what {', '.join(each.remote)} is: `extractor projects join {each.remote[0]}"
                f" --project {each.root}` gives them one memory"
            )
        if not os.path.isdir(each.root):
            yield (
                f"  it is not there any more: where it was moved to, `extractor projects join {each.root}`"
                " takes its memory along"
            )


# ---------------------------------------------------------------- joining


def join(
    settings: Settings,
    env: Mapping[str, str],
    other: str,
    project: Path | None,
    say: Callable[[str], None],
    ask: Callable[[str], bool],
) -> bool:
    """Give a project the memory of another one, after a look and a yes; False where the answer was no.

    Raises ConfigError where they cannot be joined, StoreFailed.
    """
    where = places(settings, env)
    here, there = _root(project), _named(settings, other)
    mine, theirs = _own_folder(where, here), _own_folder(where, there)
    target = Path(os.path.realpath(theirs))
    if os.path.realpath(mine) == str(target):
        say(f"{here} and {there} have one memory already: {target}")
        return True
    if mine.is_symlink():
        raise ConfigError(
            f"{mine} leads to {os.path.realpath(mine)}: `extractor projects part --project {here}` first"
        )
    say(f"{here} gets the memory of {there}: {mine} becomes a link to {target}")
    memories = _memories(mine)
    if memories:
        say(f"{counted(memories, 'memory file goes', 'memory files go')} there from {mine}")
    if not ask("join them?"):
        say("nothing was changed")
        return False
    for line in _joined(settings, mine, target):
        say(line)
    return True


def _joined(settings: Settings, mine: Path, target: Path) -> Iterator[str]:
    if not mine.is_dir():
        for folder in (*fs.missing_folders(target), *fs.missing_folders(mine.parent)):
            fs.make_folder(folder, 0o700)
        fs.make_link(mine, target)
        yield "joined"
        return
    done: list[Path | None] = []

    def link() -> None:
        done.append(fs.set_folder_aside(mine, ASIDE))
        fs.make_link(mine, target)

    with open_folders(settings) as (archive, folders):
        own = folders.get(mine)
        moved = Moving(archive, now_ms).move_all(own, folders.get(target), link)
        own.close()
    if not done:
        raise MemoryConflict(
            f"not every file could be moved out of {mine}: `extractor doctor` says why; try again"
        )
    yield f"joined; {counted(len(moved), 'memory file is', 'memory files are')} in {target} now"
    if done[0] is not None:
        yield f"what else stood there, its index too, is in {done[0]}"


def part(
    settings: Settings,
    env: Mapping[str, str],
    project: Path | None,
    say: Callable[[str], None],
    ask: Callable[[str], bool],
) -> bool:
    """Give a joined project a memory of its own again, empty at first, after a yes; as `join`."""
    here = _root(project)
    folder = _own_folder(places(settings, env), here)
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
    return folder


def _root(project: Path | None) -> str:
    return project_root(os.path.realpath(project.expanduser())) if project is not None else current_project()


def _named(settings: Settings, other: str) -> str:
    """The root of the project that is meant. Raises ConfigError where there is none, or several."""
    path = os.path.realpath(Path(other).expanduser())
    archive = Archive.maybe(settings.state_dir)
    roots = archive.projects() if archive is not None else []
    if archive is not None:
        archive.close()
    if path in roots:
        return path
    if os.path.isdir(path):
        return project_root(path)
    ending = f"/{other.strip('/')}"
    found = [root for root in roots if not other.startswith((".", "/", "~")) and root.endswith(ending)]
    if len(found) != 1:
        which = f"names {len(found)} projects" if found else "is no project a session was held in"
        raise ConfigError(f"{printable(other)} {which}: `extractor projects` lists them, give the whole path")
    return found[0]
