"""Giving way: which entries of a running history a summary may stand for.

Owns the choice of the entries that give way. Promises that a call keeps its result, also one that is still to
come, and that no reply is cut in two. Pure: entries are made anew, never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractor.history.entry import UNSPOKEN, Entry, EntryType, Role
from extractor.history.exchanges import units


def older(active: Sequence[Entry], keep: int) -> list[Entry]:
    """Those of the active entries that may give way: all before the newest `keep`, cut where no pair is parted."""
    spoken = [e for e in active if e.type not in UNSPOKEN]
    most = min(len(spoken) - keep, _first_open(spoken))
    count = 0
    for piece in units([e.as_message() for e in spoken]):
        if count + len(piece) > most:
            break
        count += len(piece)
    return spoken[:count]


def _first_open(spoken: Sequence[Entry]) -> int:
    """The place of the first call whose result may yet come; the number of entries where there is none.

    An agent that has spoken again since will never get it.
    """
    waiting: dict[str, int] = {}
    is_reply_open = False
    for place, entry in enumerate(spoken):
        if entry.role is Role.ASSISTANT:
            if not is_reply_open:
                waiting.clear()
            is_reply_open = True
        elif entry.role is not Role.SYSTEM:
            is_reply_open = False
        if entry.type is EntryType.TOOL_CALL and entry.call:
            waiting[entry.call] = place
        elif entry.type is EntryType.TOOL_RESULT and entry.call:
            waiting.pop(entry.call, None)
    return min(waiting.values(), default=len(spoken))


def given_way(entry: Entry, summary_id: str) -> Entry:
    """An entry a summary stands for. An older summary hands its ids on, or exports would grow with the square."""
    if entry.summary is not None:
        entry = replace(entry, summary=replace(entry.summary, ids=()))
    return entry.compressed_into(summary_id)
