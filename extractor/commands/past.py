"""`why`, `log` and `undo`: where the memory came from, and the way back.

Owns how these are told. Promises that a person sees what an undo would change before it does.
Never decides what may be undone.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from extractor.actions.undo import Planned, Undone
from extractor.actions.why import Reason, Witness, why
from extractor.archive.archive import Archive
from extractor.archive.database import STATE_FILE
from extractor.archive.outcome import Outcome
from extractor.archive.run_log import Entry
from extractor.archive.way import MODEL, Way
from extractor.clock import local_zone
from extractor.commands.memories import find_memory, is_elsewhere, maybe_archive
from extractor.config import Settings
from extractor.domain import Milliseconds
from extractor.errors import ConfigError
from extractor.memory.changeset import FileChange
from extractor.wiring_folders import make_undo, open_folders

ASKED: Mapping[str, str] = {Way.COMMAND_LINE: "by hand", Way.MCP: "by an agent over MCP"}
"""Who asked for a run in which nothing was learned, by client."""

LAST_RUN = 2**63 - 1
"""The largest number a run can have."""

# ---------------------------------------------------------------- why


def why_values(
    settings: Settings, env: Mapping[str, str], name: str, words: Sequence[str]
) -> dict[str, object]:
    """The reasons of a memory file's sentences (those that hold all `words`). Raises ConfigError: none."""
    folder, file, data = find_memory(settings, env, name, anywhere=True)
    archive = maybe_archive(settings)
    try:
        reasons = why(archive, os.path.realpath(folder), file, data)
    finally:
        if archive is not None:
            archive.close()
    wanted = " ".join(words).casefold().split()
    chosen = [r for r in reasons if all(word in r.statement.casefold() for word in wanted)]
    if not chosen:
        what = f"no sentence with {' '.join(words)!r}" if reasons else "no sentences"
        raise ConfigError(f"{folder / file} holds {what}: `extractor show {file}` prints it")
    return {
        "folder": str(folder),
        "file": file,
        "is_elsewhere": is_elsewhere(settings, env, folder),
        "statements": [_reason(reason) for reason in chosen],
    }


def _reason(reason: Reason) -> dict[str, object]:
    return {
        "statement": reason.statement,
        "origin": str(reason.origin),
        "run": reason.run,
        "model": reason.model,
        "undone": reason.is_undone,
        "witnesses": [_witness(witness) for witness in reason.witnesses],
        "note": reason.note,
    }


def _witness(witness: Witness) -> dict[str, str]:
    return {
        "client": witness.client,
        "session": witness.session,
        "message": witness.message,
        "date": _local(witness.at),
        "speaker": witness.speaker or "speaker not known any more",
        "quote": witness.quote,
    }


def why_lines(values: Mapping[str, object]) -> Iterator[str]:
    """The same for a person."""
    if values["is_elsewhere"]:
        yield f"of another project, in {values['folder']}:"
    for reason in _dicts(values["statements"]):
        yield str(reason["statement"])
        if reason["run"] is not None:
            model = f" (model {reason['model']})" if reason["model"] != MODEL else ""
            yield f"  run {reason['run']}{model}"
        for said in _dicts(reason["witnesses"]):
            yield f"  {said['date']}  {_place(said)}"
            yield f"    > {said['quote']}"
        if reason["note"]:
            yield f"  {reason['note']}"


def _place(said: Mapping[str, object]) -> str:
    if said["client"] == Way.COMMAND_LINE:
        return "said by the person on the command line"
    if said["client"] == Way.MCP:
        return "said by an agent over MCP"
    return f"{said['client']} {said['session']}  {said['speaker']}"


# ---------------------------------------------------------------- log


def log_values(settings: Settings, name: str | None, limit: int) -> list[dict[str, object]]:
    """The newest runs that changed memory, or those that wrote one file; newest first."""
    archive = maybe_archive(settings)
    if archive is None:
        return []
    try:
        file = name if name is None or name.endswith(".md") else f"{name}.md"
        return [
            {**_entry(entry), "files": _files(archive, entry)}
            for entry in archive.run_log.entries(limit, _only_folder(settings), file)
        ]
    finally:
        archive.close()


def _files(archive: Archive, entry: Entry) -> list[dict[str, str]]:
    return [{"file": c.file, "change": _mark(c)} for c in archive.journal.net(entry.run)]


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "run": entry.run,
        "at": _local(entry.at),
        "model": entry.model,
        "client": entry.client,
        "session": entry.session,
        "folder": entry.folder,
        "outcome": entry.outcome or "unfinished",
        "detail": entry.detail,
        "added": entry.added,
        "changed": entry.changed,
        "removed": entry.removed,
        "input_tokens": entry.usage.total_input,
        "output_tokens": entry.usage.output,
        "refused": list(entry.refusals),
        "undoes": entry.undoes,
        "undone_by": entry.undone_by,
        "undone_in_part": entry.is_partly,
    }


def log_lines(entries: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """The same for a person."""
    for entry in entries:
        run, by = entry["run"], entry["undone_by"]
        mark = ("  undone in part by run " if entry["undone_in_part"] else "  undone by run ") + str(by)
        if entry["undoes"] is not None:
            how = f" ({entry['outcome']})" if entry["outcome"] != Outcome.UNDONE else ""
            yield f"{run}  {entry['at']}  undo of run {entry['undoes']}{how}{mark if by else ''}"
        elif entry["outcome"] in (Outcome.MOVED, Outcome.SHARED, Outcome.UNSHARED):
            yield f"{run}  {entry['at']}  {entry['outcome']}{mark if by else ''}"
        elif entry["client"] in ASKED:
            paid = f", {entry['model']}" if entry["model"] != MODEL else ""
            yield f"{run}  {entry['at']}  {ASKED[str(entry['client'])]}{paid}{mark if by else ''}"
        else:
            yield (
                f"{run}  {entry['at']}  {entry['model']}  session {entry['session']}"
                f"  {entry['input_tokens']} tokens in, {entry['output_tokens']} out{mark if by else ''}"
            )
        yield f"    {_what_changed(entry)}"
        if entry["detail"]:
            yield f"    {entry['detail']}"


def _what_changed(entry: Mapping[str, object]) -> str:
    files = " ".join(f"{change['change']}{change['file']}" for change in _dicts(entry["files"]))
    if files or entry["added"] or entry["changed"] or entry["removed"]:
        told = f"{entry['added']} added, {entry['changed']} changed, {entry['removed']} removed"
        return f"{files or told}  in {entry['folder']}"
    return f"{entry['outcome']}  in {entry['folder']}"


# ---------------------------------------------------------------- undo


def undo_run(
    settings: Settings,
    run: int | None,
    *,
    only_unchanged: bool,
    dry_run: bool,
    ask: Callable[[str], bool],
    show: Callable[[str], None],
) -> dict[str, object]:
    """Show what undoing a run changes, ask, do it; returns what was done.

    Raises ConfigError and MemoryConflict where there is nothing to undo or a file was changed since.
    """
    if not (settings.state_dir / STATE_FILE).exists():
        raise ConfigError(f"there is no state file in {settings.state_dir} yet: no run is there to undo")
    if run is not None and run > LAST_RUN:
        raise ConfigError(f"there is no run {run}: `extractor log` shows those that changed memory")
    with open_folders(settings) as (archive, folders):
        undo = make_undo(archive, folders)
        planned = undo.plan(run, only_unchanged=only_unchanged, folder=_only_folder(settings))
        for line in _diff(planned):
            show(line)
        files = len(planned.changes.changes)
        question = f"undo run {planned.run}: {files} {'file' if files == 1 else 'files'} as above?"
        if dry_run or not ask(question):
            return {"run": None, "undoes": planned.run, "changed": False, **_told(planned, None)}
        done = undo.carry_out(planned)
        entry = archive.run_log.entry(planned.run)
        told = _told(planned, done, entry.detail if entry and entry.outcome == Outcome.SHARED else "")
        return {"run": done.run, "undoes": planned.run, "changed": True, **told}


def _told(planned: Planned, done: Undone | None, shared: str = "") -> dict[str, object]:
    changes = done.changes if done else planned.changes.changes
    return {
        "folder": planned.folder,
        "files": [{"file": c.file, "change": _mark(c)} for c in changes],
        "diff": [line for change in changes for line in diff(planned.folder, change)],
        "left": list(planned.left),
        "notes": [
            *(done.lines if done else []),
            *(
                [f"{shared}: what stands there stays, take it out of the repository yourself"]
                if shared
                else []
            ),
        ],
    }


def undo_lines(values: Mapping[str, object]) -> Iterator[str]:
    """What was done, for a person."""
    if not values["changed"]:
        yield "nothing was changed"
        return
    files = " ".join(f"{change['change']}{change['file']}" for change in _dicts(values["files"]))
    part = " in part" if values["left"] else ""
    yield f"run {values['undoes']} is undone{part}: {files}  in {values['folder']}"
    for name in ("left", "notes"):
        told = values[name]
        yield from (str(line) for line in (told if isinstance(told, list) else []))
    yield f"`extractor undo {values['run']}` brings it back"


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
    yield from list(lines) or [f"{_mark(change)} {path}: no line differs, only how lines end"]


def _text(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()


# ---------------------------------------------------------------- inside


def _only_folder(settings: Settings) -> str | None:
    """The one memory folder a person named, as runs name it."""
    return os.path.realpath(settings.memory_dir) if settings.memory_dir else None


def _mark(change: FileChange) -> str:
    return "+" if change.before is None else "-" if change.after is None else "~"


def _local(at: Milliseconds) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(local_zone()).isoformat(timespec="minutes")


def _dicts(value: object) -> list[dict[str, object]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
