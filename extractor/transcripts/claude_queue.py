"""What a person queues while Claude Code's agent works, and how it leaves the queue.

Owns the order of the queue, and which prompts only the queue tells of: those a running turn took in. Promises to
keep the places of lines, never their words. Reads a line again through the function it is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from extractor.domain import Milliseconds
from extractor.transcripts.claude_blocks import Place
from extractor.transcripts.claude_prompts import NOTIFICATIONS, as_version
from extractor.transcripts.claude_state import State
from extractor.transcripts.lines import END_OF_TIME, decode, moment
from extractor.transcripts.message_ids import derived_uuid

Fetch = Callable[[int, int], bytes]
"""The bytes of a line read before, by offset and size."""

_MOST_PENDING = 64
_COMMAND = re.compile(r"/[\w:.-]++(?!\S)")
_TASK = '{"task_id":"'
"""How 2.1.45 and 2.1.47 queue what others begin as a notification."""
_NO_PROMPT, _NOTIFICATION = 0, -1
"""In place of a line's size: queued things that are no prompt."""
_SILENT = (2, 1, 37)
"""The first version of Claude Code seen to take notifications in without a word."""


class Queue:
    """First in, first out.

    What leaves by `dequeue` follows as an ordinary line, by `popAll` it went back into the editor; by `remove` the
    running turn took it in, and a client without attachments says so nowhere else.
    """

    def __init__(self, state: State, fetch: Fetch) -> None:
        self._state = state
        self._fetch = fetch

    def operation(self, line: dict[str, object], offset: int, size: int) -> tuple[int, int] | None:
        """Takes in a line of the queue; returns offset and size of the line that queued a prompt just taken in."""
        operation = line.get("operation")
        if operation == "enqueue":
            content, at = line.get("content"), moment(line.get("timestamp"))
            self._state.queued = END_OF_TIME if at is None else at
            self._enqueue(content.strip() if isinstance(content, str) else "", offset, size)
        elif operation == "popAll":
            self._empty()
        elif operation == "dequeue":
            self._dequeue()
        elif operation == "remove":
            taken = self._remove()
            return taken if line.get("reason") in (None, "absorbed_mid_turn") else None
        return None

    def came(self, text: str, at: int) -> None:
        """A prompt came as a line of its own: if a notification was taken out for it, it leaves the queue too.

        One that left no queue was typed to an idle client: what was queued before it had been left by a process
        that ended, and no turn will take it in. Lines of the queue may be written before older ones.
        """
        state = self._state
        if state.mistaken:
            self._take_out(text)
        if state.announced:
            state.announced -= 1
        elif state.pending and state.queued < at:
            self._empty()

    def passed(self) -> None:
        """A command or a notification came as a line of its own."""
        self._state.announced = max(0, self._state.announced - 1)

    def _empty(self) -> None:
        self._state.pending = [entry for entry in self._state.pending if entry[1] == _NOTIFICATION]

    def _take_out(self, text: str) -> None:
        state = self._state
        state.mistaken = False
        for entry in state.pending:
            if entry[1] > 0 and (self._read(*entry)[1] or "").strip() == text.strip():
                state.pending.remove(entry)
                return

    def prompt(self, offset: int, size: int, session: str) -> tuple[Place, str] | None:
        """What a line queued, and its place; None where it cannot be read again. `session`: whose transcript it is."""
        line, content = self._read(offset, size)
        if content is None:
            return None
        named, at = line.get("sessionId"), moment(line.get("timestamp"))
        home = named if isinstance(named, str) else session
        uuid = derived_uuid(home, f"{line.get('timestamp')}\n{content}")
        return Place(uuid, Milliseconds(self._state.at if at is None else at), False, None), content

    def _read(self, offset: int, size: int) -> tuple[dict[str, object], str | None]:
        """The line that queued something, and what; None where it cannot be read again."""
        try:
            line = decode(self._fetch(offset, size))
        except ValueError:
            line = None
        content = line.get("content") if isinstance(line, dict) else None
        return (line, content) if isinstance(line, dict) and isinstance(content, str) else ({}, None)

    def _enqueue(self, text: str, offset: int, size: int) -> None:
        if text.startswith((*NOTIFICATIONS, _TASK)):
            size = _NOTIFICATION
        elif not text or _COMMAND.match(text):
            size = _NO_PROMPT
        self._state.pending.append((offset, size))
        del self._state.pending[:-_MOST_PENDING]

    def _dequeue(self) -> None:
        pending = self._state.pending
        self._state.mistaken = self._is_silent and bool(pending) and pending[0][1] == _NOTIFICATION
        self._state.announced = min(self._state.announced + 1, _MOST_PENDING)
        del pending[:1]

    def _remove(self) -> tuple[int, int] | None:
        pending = self._state.pending
        waiting = [entry for entry in pending if entry[1] != _NOTIFICATION] if self._is_silent else []
        entry = next(iter(waiting or pending), None)
        if entry is None:
            return None
        pending.remove(entry)
        return entry if entry[1] > 0 else None

    @property
    def _is_silent(self) -> bool:
        """Whether the client lets running turns take notifications in without a line that says so."""
        return as_version(self._state.version) >= _SILENT
