"""Where understanding goes on: a cursor resolved against a session's live messages.

Owns one pure function and its reverse. Promises never to skip forward and never to stop for ever,
whatever compaction, rewind, withdrawal, retention or a rebuilt archive did to the session. No I/O.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.domain import Cursor, Message, SessionId


def resolve(cursor: Cursor | None, live: Sequence[Message]) -> int:
    """Index of the first live message that is not yet understood; `len(live)` when all are.

    The cursor's message found: what follows it. Not found and n visible messages stand: the last
    n - count of them when n > count, else all n again; and never later than the first visible message that
    is newer than what was understood. (The count alone would skip: where two understood messages vanish and
    two new ones come, it takes the new ones for the old.)
    """
    if cursor is None:
        return 0
    for index in range(len(live) - 1, -1, -1):
        if live[index].key.uuid == cursor.uuid and live[index].key.block <= cursor.block:
            return index + 1
    visible = [index for index, message in enumerate(live) if message.is_visible]
    if len(visible) <= cursor.count:
        return 0
    newer = (index for index in visible if live[index].at > cursor.at)
    return min(visible[cursor.count], next(newer, len(live)))


def after(session: SessionId, understood: Sequence[Message]) -> Cursor | None:
    """The cursor that stands behind these messages; None where none of them is visible."""
    visible = [message for message in understood if message.is_visible]
    if not visible:
        return None
    key = visible[-1].key
    return Cursor(session, key.uuid, key.block, len(visible), max(message.at for message in visible))
