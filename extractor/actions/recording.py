"""Recording what was cut short, before a person's action looks at what stands.

Owns the order of that. Promises that what a run or a command began to write is at its end, and known. Never begins
anything.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from extractor.actions.folder import Folder
from extractor.archive.archive import Archive
from extractor.domain import Milliseconds
from extractor.memory.journal import IntentState


def is_cut_short(archive: Archive) -> bool:
    """Whether something a run or a command began to write has not come to its end, or is under way."""
    begun = any(each.state is IntentState.OPEN for each in archive.journal.unfinished())
    return begun or bool(archive.cut_short.ready())


def record_cut_short(
    archive: Archive, folder_at: Callable[[str], Folder], clock: Callable[[], Milliseconds]
) -> tuple[int, ...]:
    """Bring to its end and record what was cut short; returns the runs that are recorded by that.

    Raises StoreFailed, ConfigError.
    """
    lines: list[str] = []
    recorded: list[int] = []
    plans = archive.cut_short.ready()
    for path in sorted({plan.folder for _, plan in plans} | {i.folder for i in archive.journal.unfinished()}):
        if not Path(path).is_dir():
            lines += folder_at(path).sweep()
            recorded += _complete(archive, path, clock)
            continue
        with folder_at(path).held() as store:
            lines += store.recover().lines
            recorded += _complete(archive, path, clock)
    if lines:
        archive.problem("recovery", "; ".join(lines), clock())
    return tuple(recorded)


def _complete(archive: Archive, path: str, clock: Callable[[], Milliseconds]) -> list[int]:
    ready = [run for run, _ in archive.cut_short.ready(path)]
    archive.complete_plans(path, clock())
    return ready
