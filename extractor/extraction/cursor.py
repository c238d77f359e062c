"""Where understanding goes on: a cursor resolved against a session's live messages.

Owns one pure function and its reverse. Promises never to skip forward and never to stop for ever,
whatever compaction, rewind, withdrawal, retention or a rebuilt archive did to the session. No I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from extractor.domain import Cursor, Message, MessageKey, Milliseconds, SessionId


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


class Behind(NamedTuple):
    """What lies up to a place in a session."""

    visible: int
    """Messages that are visible."""
    last: MessageKey | None
    """The last of them."""
    newest: Milliseconds
    """Time of the newest of them."""

    def and_then(self, messages: Iterable[Message]) -> Behind:
        """What lies up to the end of the messages that follow."""
        visible, last, newest = self
        for message in messages:
            if message.is_visible:
                visible, last, newest = visible + 1, message.key, max(newest, message.at)
        return Behind(visible, last, newest)

    def cursor(self, session: SessionId) -> Cursor | None:
        """The cursor that stands here; None where nothing visible lies before."""
        last = self.last
        return Cursor(session, last.uuid, last.block, self.visible, self.newest) if last else None


NOTHING = Behind(0, None, Milliseconds(-(1 << 62)))
