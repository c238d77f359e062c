"""`digest`: the table of contents of past work, for a person or a program.

Owns how a project and a session are named and how the digest is told. Promises that nothing is written.
Never decides what is told of which work.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from extractor.actions.which_session import no_session, session_meant
from extractor.archive.archive import Archive
from extractor.archive.standing import SessionInfo
from extractor.clock import local_zone, now_ms
from extractor.commands.naming import check_name, named, recorded
from extractor.config.settings import Settings
from extractor.context.digest import Digest, Entry, digest
from extractor.context.work import past
from extractor.errors import ConfigError, name_told, printable
from extractor.extraction.folders import Places, current_project
from extractor.history.summary import counted
from extractor.moment import iso
from extractor.wiring.places import places


@dataclass(frozen=True, slots=True)
class Asked:
    """The options as they were given."""

    project: str | None = None
    everything: bool = False
    session: str | None = None
    tokens: int | None = None


def digest_values(settings: Settings, asked: Asked) -> dict[str, object]:
    """The digest for JSON. Raises ConfigError where a project or a session is not known, UsageError for an empty name."""
    if asked.project is not None:
        check_name(asked.project)
    budget = asked.tokens or settings.digest_tokens
    archive = Archive.maybe(settings.state_dir)
    if archive is None and asked.session is not None:
        raise ConfigError(f"there is no session {name_told(asked.session)}: nothing is archived yet")
    if archive is None:
        return _values(Digest((), 0, ""), budget, None if asked.everything else [])
    try:
        session = found_session(archive, asked.session) if asked.session is not None else None
        roots = (
            None
            if asked.everything
            else projects(archive, places(settings, os.environ), asked.project, session)
        )
        tz = local_zone()
        told = past(archive, roots, budget, session.id if session else None, tz=tz)
    finally:
        archive.close()
    return _values(digest(told.works, now_ms(), tz, budget, told.older), budget, roots)


def found_session(archive: Archive, name: str) -> SessionInfo:
    """The session of this id, or that alone begins so. Raises ConfigError when there is none, or several begin so."""
    found = session_meant(archive.sessions, name)
    if found is None:
        raise no_session(name)
    return found


def projects(
    archive: Archive, where: Places, name: str | None, session: SessionInfo | None = None
) -> list[str]:
    """The roots of the project of this name; without one, the session's, else the one the command was given in.

    Behind it stand those that are joined with it. Raises ConfigError where the name means no project, or several.
    """
    if name is not None:
        return named(name, archive.projects(), where)
    own = session.project if session is not None and session.project else current_project()
    return where.alike(recorded(own), archive.projects())


def _values(told: Digest, budget: int, roots: Sequence[str] | None) -> dict[str, object]:
    return {
        "projects": None if roots is None else list(roots),
        "tokens": told.tokens,
        "budget": budget,
        "left_out": told.left_out,
        "entries": [_entry(entry) for entry in told.entries],
        "text": told.text,
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "section": entry.section,
        "level": entry.rung.name.lower(),
        "start": iso(min(work.start for work in entry.works)),
        "end": iso(max(work.end for work in entry.works)),
        "pieces": len(entry.works),
        "tokens": sum(work.tokens for work in entry.works),
        "sessions": list(dict.fromkeys(work.session for work in entry.works)),
        "text": entry.text,
    }


def in_tokens(budget: int) -> str:
    """How much room there was, and how to have more."""
    return f"into {counted(budget, 'token')}: ask for more with --tokens"


def digest_lines(values: Mapping[str, object]) -> Iterator[str]:
    """The same for a person."""
    text = str(values["text"])
    if text:
        yield from text.splitlines()
        return
    left_out, budget = int(str(values["left_out"])), int(str(values["budget"]))
    if left_out:
        verb = "does" if left_out == 1 else "do"
        yield f"{counted(left_out, 'piece')} of work {verb} not fit {in_tokens(budget)}"
        return
    roots = values["projects"]
    if isinstance(roots, list) and roots:
        where = printable(", ".join(map(str, roots)))
        yield f"no work is archived yet in {where}: `extractor digest --all` tells of every project"
    else:
        yield "no work is archived yet: `extractor status` says what waits and why"
