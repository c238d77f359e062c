"""`projects`: which projects there are, and which of them have one memory.

Owns what is told of a project. Promises to name a command for what can be done about it. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from extractor.archive.archive import Archive
from extractor.clock import local_zone
from extractor.commands.counts import counted
from extractor.commands.remotes import remote_of
from extractor.config.settings import Settings
from extractor.domain import NO_DIRECTORY, Milliseconds
from extractor.extraction.folders import current_project, memories
from extractor.moment import iso, local
from extractor.wiring.places import places


@dataclass(frozen=True, slots=True)
class Listed:
    """A project in which sessions were held or that has memories, or the one the command was given in."""

    root: str
    folder: Path
    """Its memory folder, as it is configured."""
    clients: tuple[tuple[str, int], ...]
    """Client and number of sessions."""
    newest: Milliseconds
    """When something was last said in it; 0 where nothing was."""
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
            "newest": iso(self.newest) if self.newest else None,
            "memories": self.memories,
            "joined": list(self.joined),
            "same_remote": list(self.remote),
            "is_there": os.path.isdir(self.root),
        }


def listed(settings: Settings, env: Mapping[str, str]) -> list[Listed]:
    """Every project in which a session was held or that has memories, and the current one.

    Raises StoreFailed, ConfigError.
    """
    held: dict[str, list[tuple[str, int, Milliseconds]]] = {current_project(): []}
    known: list[str] = []
    archive = Archive.maybe(settings.state_dir)
    if archive is not None:
        with closing(archive):
            known = archive.projects()
            for root, client, sessions, said in archive.held_in():
                held.setdefault(root, []).append((client, sessions, said))
    where = places(settings, env)
    silent = [root for root in known if root not in held and root != NO_DIRECTORY]
    held |= {root: [] for root in silent if memories(where.folder(root))}
    remotes = {root: remote for root in held if (remote := remote_of(root)) is not None}
    stands = {root: os.path.realpath(where.folder(root)) for root in held}
    sharing: dict[str, list[str]] = {}
    for root, place in stands.items():
        sharing.setdefault(place, []).append(root)
    found: list[Listed] = []
    for root, clients in sorted(held.items()):
        joined = where.alike(root, sharing[stands[root]])[1:]
        others = [
            o for o in held if o not in (root, *joined) and o in remotes and remotes[o] == remotes.get(root)
        ]
        newest = max((said for *_, said in clients), default=Milliseconds(0))
        told = tuple((client, sessions) for client, sessions, _ in clients)
        folder = where.folder(root)
        found.append(Listed(root, folder, told, newest, memories(folder), tuple(joined), tuple(others)))
    return found


def list_lines(found: list[Listed], *, is_bare: bool = False) -> Iterator[str]:
    """For a person. `is_bare`: a line for each, without what could be done about it."""
    for each in found:
        held = (
            ", ".join(f"{client}: {counted(n, 'session', 'sessions')}" for client, n in each.clients)
            or "no sessions"
        )
        parts = [held, counted(each.memories, "memory", "memories")]
        if each.newest:
            parts.append(f"last {local(each.newest, local_zone())}")
        yield f"{each.root}  {', '.join(parts)}"
        if is_bare:
            continue
        if each.joined:
            yield f"  one memory with {', '.join(each.joined)}"
        if each.remote:
            yield (
                f"  a clone of what {', '.join(each.remote)} is: `extractor projects join {quote(each.remote[0])}"
                f" --project {quote(each.root)}` gives them one memory"
            )
        if each.root == NO_DIRECTORY:
            yield "  sessions that named no directory: `extractor list --all` shows what was learned from them"
        elif not each.joined and not os.path.isdir(each.root):
            yield (
                f"  it is not there any more: where it was moved to, `extractor projects join {quote(each.root)}`"
                " takes its memory along"
            )
