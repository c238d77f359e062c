"""Closing by hand what is open of a session, and how that is told.

Owns what `archive` prints. Promises that only what was understood is closed, and that what waits is told.
"""

from __future__ import annotations

from pydantic import JsonValue

from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.commands.counts import counted
from extractor.commands.history import session_named
from extractor.config.settings import Settings
from extractor.extraction.closing import Closing
from extractor.extraction.sights import sight_of
from extractor.history.stretches import Stretch
from extractor.wiring.folders import open_archive
from extractor.wiring.parts import limits


def archive_session(settings: Settings, name: str) -> tuple[Stretch | None, int]:
    """Close what is open of a session and understood; returns it and how many exchanges wait and stay."""
    readable = Archive.open_readonly(settings.state_dir)
    try:
        info = session_named(readable, name)
    finally:
        readable.close()
    archive = open_archive(settings)
    try:
        bounds = limits(settings, archive, now_ms)
        sight = sight_of(archive, info, settings.learn_headless)
        understood = sight.understood()
        closed = Closing(archive.histories, bounds, now_ms).close_all(info, understood, sight.ends)
        return closed, len(sight.cut) - len(understood)
    finally:
        archive.close()


def closed_lines(closed: Stretch | None, waiting: int) -> list[str]:
    """What was closed, for a person."""
    told = closed.shown().splitlines() if closed else ["nothing is open that was understood"]
    if waiting:
        one, many = (
            "exchange waits to be understood and stays open",
            "exchanges wait to be understood and stay open",
        )
        told.append(counted(waiting, one, many))
    return told


def closed_values(closed: Stretch | None, waiting: int) -> dict[str, JsonValue]:
    """What was closed, as values."""
    if closed is None:
        return {"closed": None, "waiting": waiting}
    return {
        "closed": {
            "summary": closed.summary,
            "milestones": list(closed.milestones),
            "files": list(closed.files),
            "files_written": closed.files_written,
            "messages": closed.messages,
            "requests": closed.requests,
            "actions": closed.actions,
            "tokens": closed.tokens,
        },
        "waiting": waiting,
    }
