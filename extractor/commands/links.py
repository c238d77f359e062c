"""Links among the transcripts: what lies behind them is read by nobody, so they are told.

Owns which links are worth a word. Promises that none is followed, and that one to what is listed anyway is passed
over. Never opens a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_DEPTH = 4
"""Folders below a client's place in which transcripts lie: Codex has one for each year, month and day."""

_MEMORY = "memory"
"""A client's name for the folder, or our link to one, in which a project's memory lies: no transcript does."""


def unfollowed(places: Iterable[Path]) -> str:
    """A word on the links below the places that lead out of them; empty where there is none."""
    roots = [Path(os.path.realpath(place)) for place in places]
    found = sorted(link for root in roots for link in _links(root, _DEPTH) if _leads_out(link, roots))
    if not found:
        return ""
    more = f" and {len(found) - 1:,} more" if len(found) > 1 else ""
    return f"; not read, because links are not followed: {found[0]}{more} (move what is behind it there)"


def _links(folder: Path, depth: int) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            listed = list(entries)
    except OSError:
        return  # gone meanwhile, or told as what cannot be listed
    for entry in listed:
        if entry.name == _MEMORY:
            continue
        if entry.is_symlink():
            if entry.name.endswith(".jsonl") or entry.is_dir():
                yield Path(entry.path)
        elif depth and entry.is_dir(follow_symlinks=False):
            yield from _links(Path(entry.path), depth - 1)


def _leads_out(link: Path, roots: Iterable[Path]) -> bool:
    """Whether a link leads to something that is there and that no place has."""
    target = Path(os.path.realpath(link))
    return target.exists() and not any(root == target or root in target.parents for root in roots)
