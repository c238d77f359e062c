"""`undo`: the way back.

Owns how an undo is shown, asked for and told. Promises that a person sees what it would change before it does.
Never decides what may be undone.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from extractor.actions.undo import Planned, Undone
from extractor.archive.database import STATE_FILE
from extractor.archive.outcome import Outcome
from extractor.archive.unfinished import ENDS, unfinished_undo
from extractor.commands.counts import counted
from extractor.commands.finding import folders
from extractor.commands.past import mark, only_folder
from extractor.config.settings import Settings
from extractor.errors import ConfigError
from extractor.extraction.folders import current_project
from extractor.memory.changeset import FileChange
from extractor.wiring.actions import make_bringing_back, make_undo
from extractor.wiring.folders import open_folders

_NAMED = 3
"""Runs that are named."""

FINISHED = "what was cut short while files were brought back is finished now"
LAST_RUN = 2**63 - 1
"""The largest number a run can have."""


def undo_run(
    settings: Settings,
    env: Mapping[str, str],
    run: int | None,
    *,
    only_unchanged: bool,
    dry_run: bool,
    ask: Callable[[str], bool],
    show: Callable[[str], None],
) -> dict[str, object]:
    """Show what undoing a run changes, ask, do it; returns what was done.

    One that was cut short is finished first, and without a number that is all: what the person asked for the first
    time is done then, and no other run is taken back.

    Raises ConfigError and MemoryConflict where there is nothing to undo or a file was changed since.
    """
    _check_started(settings)
    if run is not None and run > LAST_RUN:
        raise ConfigError(f"there is no run {run}: `extractor log` shows those that changed memory")
    with open_folders(settings) as (archive, stores):
        undo, only = make_undo(archive, stores), only_folder(settings)

        def is_meant(undone: int, folder: str) -> bool:
            return only in (None, folder) if run is None else run == undone

        if dry_run and (waiting := undo.cut_short()):
            return _unfinished([undone for undone, _ in waiting])
        ended = undo.end_cut_short()
        if meant := [each for each in ended if is_meant(each.undoes, each.folder)]:
            return _finished(meant[-1], [each for each in ended if each is not meant[-1]])
        for each in ended:
            show(_told_finished(each))
        planned = undo.plan(run, only_unchanged=only_unchanged, folder=only)
        would = (f"run {planned.run} would be undone",) if dry_run else ()
        for line in (*_chosen(settings, env, planned, run), *would, *_diff(planned)):
            show(line)
        files = len(planned.changes.changes)
        question = f"undo run {planned.run}: {files} {'file' if files == 1 else 'files'} as above?"
        if dry_run or not ask(question):
            return {"run": None, "undoes": planned.run, "changed": False, **_told(planned, None)}
        done = undo.carry_out(planned)
        entry = archive.run_log.entry(planned.run)
        told = _told(planned, done, entry.detail if entry and entry.outcome == Outcome.SHARED else "")
        return {"run": done.run, "undoes": planned.run, "changed": True, **told}


def bring_back(
    settings: Settings, *, dry_run: bool, ask: Callable[[str], bool], show: Callable[[str], None]
) -> dict[str, object]:
    """Show which files that vanished or became what they were are brought back, ask, do it; returns what was done.

    Raises ConfigError where nothing is missed, and what a commit raises.
    """
    _check_started(settings)
    with open_folders(settings) as (archive, stores):
        bringing = make_bringing_back(archive, stores)
        # A look changes nothing, so it does not finish anything either.
        done = [] if dry_run else list(bringing.finish())
        finished = [(each.folder, change) for each in done for change in each.changes]
        missed = bringing.plan(only_folder(settings))
        changes = [(each.folder, change) for each in missed for change in each.changes]
        left = [line for each in missed for line in each.left]
        if dry_run and not changes and bringing.is_cut_short():
            raise ConfigError(f"a write was cut short: `extractor undo --vanished` finishes it first, {ENDS}")
        if not changes and not finished:
            raise ConfigError("; ".join(left) or "no memory file is missed: nothing to bring back")
        for line in (*(line for folder, change in changes for line in diff(folder, change)), *left):
            show(line)
        files = counted(len(changes), "file", "files")
        is_meant = bool(changes) and not dry_run and ask(f"bring back {files} as above?")
        for each in missed if is_meant else ():
            if each.changes:
                done.append(bringing.carry_out(each, current_project()))
    written = [(each.folder, change) for each in done for change in each.changes]
    is_changed = bool(written)
    written = written or changes
    return {
        "runs": [each.run for each in done if each.run is not None],
        "changed": is_changed,
        "files": [{"folder": folder, "file": c.file, "change": mark(c)} for folder, c in written],
        "diff": [line for folder, change in written for line in diff(folder, change)],
        "left": left,
        "notes": [*([FINISHED] if finished else []), *(line for each in done for line in each.lines)],
    }


def bring_back_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What was brought back, for a person who saw before what is left."""
    for each in _dicts(values["files"]) if values["changed"] else ():
        yield f"brought back: {each['folder']}/{each['file']}"
    if not values["changed"]:
        yield "nothing was changed"
    yield from _lines(values["notes"])
    for run in _lines(values["runs"]):
        yield f"`extractor undo {run}` takes it away again"


def _chosen(settings: Settings, env: Mapping[str, str], planned: Planned, run: int | None) -> Iterator[str]:
    """What a person who named no run has to know of the one that was chosen."""
    for passed in planned.passed_over:
        yield (
            f"run {passed} is newer and moved files: it was passed over, `extractor undo {passed}` takes it back"
        )
    if run is None and planned.unchanged:
        numbers = ", ".join(map(str, planned.unchanged[:_NAMED]))
        more = f" and {len(planned.unchanged) - _NAMED} more" if len(planned.unchanged) > _NAMED else ""
        yield f"newer and passed over, since nothing of it stands any more: run {numbers}{more}"
    here = map(os.path.realpath, folders(settings, env, everything=False))
    if run is None and os.path.realpath(planned.folder) not in here:
        yield f"run {planned.run} is not of this project: its files stand in {planned.folder}"


def _check_started(settings: Settings) -> None:
    if not (settings.state_dir / STATE_FILE).exists():
        raise ConfigError(f"there is no state file in {settings.state_dir} yet: no run is there to undo")


def _unfinished(runs: Sequence[int]) -> dict[str, object]:
    """What a look at an undo that was cut short tells: nothing is done."""
    return {
        "run": None,
        "undoes": runs[-1],
        "changed": False,
        "files": [],
        "diff": [],
        "left": [],
        "notes": [unfinished_undo(run) for run in runs],
    }


def _finished(done: Undone, others: Sequence[Undone]) -> dict[str, object]:
    """What is told where an undo that was cut short is finished now."""
    return {
        "run": done.run,
        "undoes": done.undoes,
        "changed": True,
        "was_cut_short": True,
        "folder": done.folder,
        "files": [{"file": c.file, "change": mark(c)} for c in done.changes],
        "diff": [line for change in done.changes for line in diff(done.folder, change)],
        "left": [],
        "notes": [*done.lines, *map(_told_finished, others)],
    }


def _told_finished(done: Undone) -> str:
    return "; ".join(
        (
            f"the undo of run {done.undoes}, which was cut short, is finished now: `extractor undo {done.run}` brings it back",
            *done.lines,
        )
    )


def _told(planned: Planned, done: Undone | None, shared: str = "") -> dict[str, object]:
    changes = done.changes if done else planned.changes.changes
    return {
        "folder": planned.folder,
        "files": [{"file": c.file, "change": mark(c)} for c in changes],
        "diff": [line for change in changes for line in diff(planned.folder, change)],
        "left": list(planned.left),
        "passed_over": sorted((*planned.passed_over, *planned.unchanged), reverse=True),
        "notes": [
            *(done.lines if done else []),
            *(
                [f"{shared}: what stands there stays, take it out of the repository yourself"]
                if _stands_there(shared, changes)
                else []
            ),
        ],
    }


def _stands_there(shared: str, changes: Sequence[FileChange]) -> bool:
    """Whether one of the files stands in the team's folder still, as far as the log says to which they went."""
    team = shared.rpartition(" went to ")[2]
    return bool(shared) and (team == shared or any((Path(team) / c.file).exists() for c in changes))


def undo_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What was done, for a person who saw before what is left."""
    if not values["changed"]:
        yield from _lines(values.get("notes"))
        yield "nothing was changed"
        return
    files = " ".join(f"{change['change']}{change['file']}" for change in _dicts(values["files"]))
    if values.get("was_cut_short"):
        done = f"the undo of run {values['undoes']}, which was cut short, is finished now"
        yield f"{done}: {files}  in {values['folder']}"
        yield "no other run was taken back"
    else:
        part = " in part" if values["left"] else ""
        yield f"run {values['undoes']} is undone{part}: {files}  in {values['folder']}"
    yield from _lines(values["notes"])
    yield f"`extractor undo {values['run']}` brings it back"


def _lines(told: object) -> list[str]:
    return [str(line) for line in told] if isinstance(told, list) else []


def _diff(planned: Planned) -> Iterator[str]:
    """What the undo would change, as a unified diff."""
    for change in planned.changes.changes:
        yield from diff(planned.folder, change)
    yield from planned.left


def diff(folder: str, change: FileChange) -> Iterator[str]:
    """A change of a memory file as a unified diff."""
    path = f"{folder}/{change.file}"
    lines = difflib.unified_diff(
        _text(change.before),
        _text(change.after),
        path if change.before is not None else "/dev/null",
        path if change.after is not None else "/dev/null",
        lineterm="",
    )
    yield from list(lines) or [f"{mark(change)} {path}: no line differs, only how lines end"]


def _text(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()


def _dicts(value: object) -> list[dict[str, object]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
