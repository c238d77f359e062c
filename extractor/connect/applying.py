"""The changes, made.

Owns the order of record and files. Promises that a crash at any point leaves what the next `connect` or
`disconnect` brings to its end: what is put in is recorded before it is, what is taken out after. Never decides
what changes.
"""

from __future__ import annotations

import os
from pathlib import Path

from extractor import fs
from extractor.connect.change import Change
from extractor.connect.record import Entry, Record
from extractor.fs import Standing


def apply(change: Change, record: Record) -> None:
    """Make a change. Raises MemoryConflict where the file was changed meanwhile, StoreFailed."""
    if change.entry is None:
        _write(change)
        if change.old is not None:
            record.drop(change.old)
        return
    if change.is_none():
        if change.entry not in record.entries:
            record.keep(change.entry)
        return
    record.keep(change.entry)
    _make_folders(change.entry)
    try:
        _write(change)
    except BaseException:
        if fs.look_at(change.path) != change.after:
            # Nothing was put in: what stood on record before holds again.
            record.keep(change.old) if change.old is not None else record.drop(change.entry)
        raise


def _make_folders(entry: Entry) -> None:
    for folder in entry.folders:
        fs.make_folder(Path(folder), 0o700)


def _write(change: Change) -> None:
    before, after, path = change.before, change.after, change.path
    if before == after:
        if Path(os.path.realpath(path.parent)).is_dir():
            fs.sweep(path)
        return
    if any(each.link is not None or each.is_folder for each in (before, after)):
        _relink(path, before, after)
        return
    fs.replace_file(path, before.data, after.data, after.mode)


def _relink(path: Path, before: Standing, after: Standing) -> None:
    if before.link is not None:
        fs.remove_link(path, before.link)
    elif before.is_folder:
        fs.remove_empty_folder(path)
    if after.link is not None:
        fs.make_link(path, Path(after.link))
    elif after.is_folder:
        fs.make_folder(path, after.mode)
