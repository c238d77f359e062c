"""What a person typed at Gemini CLI's terminal, as the client logs it beside the chats.

Owns what that log says of a session, and which prompts of a chat it accounts for. Promises that a prompt counts as
composed by a slash command only where the log names the command in its place. Reads no file itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from extractor.transcripts.lines import moment

_COMMAND = re.compile(r"/[^\s/*][^\s/]*(?!\S)")
_ENDS = ("/quit", "/exit")
"""Commands with which the process ends: what comes behind one was typed elsewhere."""

_LOADS = re.compile(r"/(?:(?:chat|resume) (?:resume|load)|restore)(?!\S)")
"""Commands that lay an earlier conversation before the model: the client writes all of it down as if it were said now."""

_LONGEST = 10 * 60 * 1000
"""Milliseconds a command may take to make its prompt: it may ask and run something first."""


class Entry(NamedTuple):
    """A line the person typed."""

    words: str
    """As `folded` gives them."""
    at: int | None


def folded(text: str) -> str:
    """A text with each stretch of white space as one space: the client trims what it sends in its own ways."""
    return " ".join(text.split())


class Typed:
    """What was typed, by session: looked up once, at the first question.

    The client logs every prompt typed at a terminal beside the chats, before it is sent, and none of a
    script's. Of a chat that lies elsewhere, and where the log cannot be read at the moment, nothing is known.
    """

    def __init__(self, look: Callable[[], list[object] | None]) -> None:
        self._look = look
        self._found: dict[str, list[Entry]] | None = None
        self._words: dict[str, set[str]] = {}
        self._is_known = False

    def is_in(self, session: str) -> bool:
        """Whether a session, by its id, is one in which a person typed; where nothing is known it counts as one.

        Nothing finer can be told: an editor that goes on with such a session logs nothing of what is typed, no more
        than a script does, and two windows may overwrite each other's entries.
        """
        return session in self._sessions() or not self._is_known

    def holds(self, session: str, words: str) -> bool:
        """Whether a prompt of a session is known to have been typed, word for word."""
        self._sessions()
        return words.strip() in self._words.get(session, ())

    def entries(self, session: str) -> Sequence[Entry]:
        """What was typed in a session, in order."""
        return self._sessions().get(session, ())

    def _sessions(self) -> dict[str, list[Entry]]:
        if self._found is None:
            entries = self._look()
            self._is_known = entries is not None
            self._found = {}
            for entry in entries or ():
                session = entry.get("sessionId") if isinstance(entry, dict) else None
                if isinstance(entry, dict) and isinstance(session, str):
                    words = str(entry.get("message")).strip()
                    told = Entry(folded(words), moment(entry.get("timestamp")))
                    self._found.setdefault(session, []).append(told)
                    self._words.setdefault(session, set()).add(words)
        return self._found


class Account:
    """Goes along the log with the prompts of a chat, each asked about once and in their order."""

    def __init__(self) -> None:
        self._next = 0
        """Place of the first entry no prompt was found for."""
        self._since: int | None = None
        self._is_loaded = False
        """A command laid an earlier conversation there, and nothing was typed since."""

    def is_composed(
        self, entries: Sequence[Entry], texts: Collection[str], at: int | None, since: int | None
    ) -> bool:
        """Whether a slash command made a prompt: the log holds none of its `texts`, but the command where it came.

        `at`: when it was sent; `since`: when the process began that sent it. A command makes one prompt, but where it
        lays an earlier conversation there: that was typed before, if at all.
        """
        if since != self._since:
            self._since, self._is_loaded = since, False
        held = [place for place, entry in enumerate(entries) if entry.words in texts]
        new = next((each for each in held if each >= self._next and _is_before(entries[each].at, at)), None)
        if new is not None:
            self._next, self._is_loaded = new + 1, False
            return False
        place = self._place(entries, at, since)
        if place is None or (held and not _LOADS.match(entries[place].words)):
            return self._is_loaded
        self._next = place + 1
        words = entries[place].words
        self._is_loaded = _LOADS.match(words) is not None
        return _COMMAND.match(words) is not None and words not in _ENDS

    def _place(self, entries: Sequence[Entry], at: int | None, since: int | None) -> int | None:
        """Where the log tells of a prompt: it was logged before it was sent, and nothing else in between."""
        left = range(self._next, len(entries))
        if any(entries[place].at is None for place in left):
            return next(iter(left), None)
        sent = -1 if at is None else at
        began = max(since or 0, sent - _LONGEST)
        return next((place for place in reversed(left) if began <= (entries[place].at or 0) <= sent), None)


def _is_before(logged: int | None, sent: int | None) -> bool:
    return logged is None or sent is None or logged <= sent
