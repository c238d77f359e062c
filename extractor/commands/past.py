"""`why` and `log`: where the memory came from.

Owns how these are told. Promises to say so where something is not known. Only reads.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from extractor.actions.why import Origin, Reason, Witness, why
from extractor.archive.outcome import Outcome
from extractor.archive.reader import Reader
from extractor.archive.run_log import Entry
from extractor.archive.spending import Spending, Spent
from extractor.archive.way import MODEL, Way
from extractor.clock import local_zone
from extractor.commands.earlier import Earlier
from extractor.commands.finding import find_readable, folders, is_elsewhere, maybe_reader, parted
from extractor.commands.speakers import name_of, place
from extractor.config.settings import Settings
from extractor.errors import ConfigError, printable
from extractor.memory.changeset import FileChange
from extractor.moment import iso, local, of_iso

ASKED: Mapping[str, str] = {Way.COMMAND_LINE: "by hand", Way.MCP: "by an agent over MCP"}
"""Who asked for a run in which nothing was learned, by client."""

# ---------------------------------------------------------------- why


def why_values(
    settings: Settings, env: Mapping[str, str], name: str, words: Sequence[str]
) -> dict[str, object]:
    """The reasons of a memory file's sentences (those that hold all `words`). Raises ConfigError: none."""
    folder, file, data, is_teams = find_readable(settings, env, name)
    # What was handed on is known under the folder it came from.
    own = [os.path.realpath(each) for each in folders(settings, env, everything=False)] if is_teams else []
    archive = maybe_reader(settings)
    try:
        former = Earlier(archive, settings, env).of(folder) if archive is not None else []
        reasons = why(archive, os.path.realpath(folder), file, data, [*own, *former, str(folder)])
    finally:
        if archive is not None:
            archive.close()
    if is_teams:
        reasons = [_of_a_team(reason, folder) for reason in reasons]
    wanted = " ".join(words).casefold().split()
    chosen = [r for r in reasons if all(word in r.statement.casefold() for word in wanted)]
    if not chosen:
        what = f"no sentence with {' '.join(words)!r}" if reasons else "no sentences"
        raise ConfigError(f"{folder / file} holds {what}: `extractor show {shlex.quote(file)}` prints it")
    return {
        "folder": str(folder),
        "file": file,
        "is_elsewhere": not is_teams and is_elsewhere(settings, env, folder),
        "statements": [_reason(reason) for reason in chosen],
    }


def _of_a_team(reason: Reason, folder: Path) -> Reason:
    """The reason of a sentence of a team's file: what no run wrote here, somebody of the team did."""
    statement = printable(reason.statement)  # accepted by a person, written by others
    if reason.run is not None:
        return replace(reason, statement=statement)
    note = f"it stands in the team's folder {folder}: what it rests on is not known here"
    return replace(reason, statement=statement, origin=Origin.UNKNOWN, note=note)


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


def _witness(witness: Witness) -> dict[str, object]:
    return {
        "client": witness.client,
        "session": witness.session,
        "message": witness.message,
        "date": iso(witness.at),
        "speaker": witness.speaker or "speaker not known any more",
        "quote": witness.quote,
        "gone": witness.is_gone,
    }


def why_lines(values: Mapping[str, object], *, is_bare: bool = False) -> Iterator[str]:
    """The same for a person. `is_bare`: without the place where another project's file stands."""
    if values["is_elsewhere"] and not is_bare:
        yield f"of another project, in {values['folder']}:"
    for reason in _dicts(values["statements"]):
        yield from str(reason["statement"]).splitlines()
        if reason["run"] is not None:
            model = f" (model {reason['model']})" if reason["model"] != MODEL else ""
            yield f"  run {reason['run']}{model}"
        for said in _dicts(reason["witnesses"]):
            yield f"  {_here(said['date'])}  {_told_of(said)}"
            yield from (f"    > {line}" for line in str(said["quote"]).splitlines())
        if reason["note"]:
            yield f"  {reason['note']}"


def _told_of(said: Mapping[str, object]) -> str:
    where = place(str(said["client"]), str(said["session"]))
    return where if said["client"] in ASKED else f"{where}  {name_of(str(said['speaker']))}"


# ---------------------------------------------------------------- log


def log_values(settings: Settings, name: str | None, limit: int) -> list[dict[str, object]]:
    """The newest runs that changed memory, or those that wrote one file; newest first.

    `name`: of a file, with or without `.md`, or its whole path.
    """
    archive = maybe_reader(settings)
    if archive is None:
        return []
    try:
        within, name = (None, None) if name is None else parted(name)
        file = name if name is None or name.endswith(".md") else f"{name}.md"
        spending = Spending(archive.db)
        return [
            {**_entry(entry, spending.of_run(entry.run)), "files": _files(archive, entry)}
            for entry in archive.run_log.entries(limit, within or only_folder(settings), file)
        ]
    finally:
        archive.close()


def _files(archive: Reader, entry: Entry) -> list[dict[str, str]]:
    return [{"file": c.file, "change": mark(c)} for c in archive.journal.net(entry.run)]


def _entry(entry: Entry, booked: Spent) -> dict[str, object]:
    """`booked`: what the ledger holds of the run, which knows what a reply left uncounted too."""
    return {
        "run": entry.run,
        "at": iso(entry.at),
        "model": entry.model,
        "client": entry.client,
        "session": entry.session,
        "folder": entry.folder,
        "outcome": entry.outcome or "unfinished",
        "detail": entry.detail,
        "added": entry.added,
        "changed": entry.changed,
        "removed": entry.removed,
        "input_tokens": booked.input if booked.calls else entry.usage.total_input,
        "output_tokens": booked.output if booked.calls else entry.usage.output,
        "refused": list(entry.refusals),
        "undoes": entry.undoes,
        "undone_by": entry.undone_by,
        "undone_in_part": entry.is_partly,
    }


def _how(outcome: str) -> str:
    """How far an undo came, where not to its end."""
    if outcome == Outcome.UNDONE:
        return ""
    return ", in part" if outcome == Outcome.PARTLY_UNDONE else f" ({outcome})"


def log_lines(entries: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """The same for a person."""
    for entry in entries:
        run, at, by = entry["run"], _here(entry["at"]), entry["undone_by"]
        mark = ("  undone in part by run " if entry["undone_in_part"] else "  undone by run ") + str(by)
        if entry["undoes"] is not None:
            how = _how(str(entry["outcome"]))
            yield f"{run}  {at}  undo of run {entry['undoes']}{how}{mark if by else ''}"
        elif entry["outcome"] in (Outcome.MOVED, Outcome.SHARED, Outcome.UNSHARED):
            yield f"{run}  {at}  {entry['outcome']}{mark if by else ''}"
        elif entry["client"] in ASKED:
            paid = f", {entry['model']}" if entry["model"] != MODEL else ""
            yield f"{run}  {at}  {ASKED[str(entry['client'])]}{paid}{mark if by else ''}"
        else:
            yield (
                f"{run}  {at}  {entry['model']}  session {entry['session']}"
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


# ---------------------------------------------------------------- inside


def only_folder(settings: Settings) -> str | None:
    """The one memory folder a person named, as runs name it."""
    return os.path.realpath(settings.memory_dir) if settings.memory_dir else None


def mark(change: FileChange) -> str:
    """What became of a file, in one character."""
    return "+" if change.before is None else "-" if change.after is None else "~"


def _here(at: object) -> str:
    """A moment of the values where the person is."""
    return local(of_iso(str(at)), local_zone())


def _dicts(value: object) -> list[dict[str, object]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
