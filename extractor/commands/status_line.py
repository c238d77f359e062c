"""One line for a client's status bar: how much is remembered, how old the newest of it is, what today cost.

Owns that line. Promises to look at names and times of files only, and to say nothing where nothing is known.
Never writes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from extractor.commands.counts import counted
from extractor.config.settings import Settings
from extractor.domain import Milliseconds
from extractor.extraction.folders import current_project
from extractor.memory.file_name import INDEX_FILE
from extractor.moment import ago
from extractor.wiring.places import places


def status_line(settings: Settings, env: Mapping[str, str], now: Milliseconds) -> str:
    """Memories of the project one is in and of the person, the age of the newest, and today's cost, if any."""
    where = places(settings, env)
    folders = [where.folder(current_project()), *([where.personal] if where.personal else [])]
    times = [at for folder in folders for at in _times(folder)]
    if not times:
        return "memory: empty"
    parts = [counted(len(times), "memory", "memories"), f"newest {ago(now - max(times))}"]
    if settings.model != "offline":
        parts.append(f"{_cost(settings)} today")
    return ", ".join(parts)


def _times(folder: Path) -> Iterator[int]:
    """When each memory file was written, in milliseconds."""
    try:
        with os.scandir(folder) as found:
            for each in found:
                if (
                    each.name.endswith(".md")
                    and each.name != INDEX_FILE
                    and each.is_file(follow_symlinks=False)
                ):
                    yield each.stat(follow_symlinks=False).st_mtime_ns // 1_000_000
    except (FileNotFoundError, NotADirectoryError):
        return


def _cost(settings: Settings) -> str:
    """What today's calls cost. What it takes is imported here: it is most of the time this command takes."""
    from extractor.archive.archive import Archive
    from extractor.archive.spending import Spent
    from extractor.clock import today
    from extractor.commands.money import money

    archive = Archive.maybe(settings.state_dir)
    if archive is None:
        return money(Spent())
    try:
        return money(archive.ledger.spent(today().isoformat()))
    finally:
        archive.close()
