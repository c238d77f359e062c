"""Due: when each session is looked at next.

Owns these moments, and in which order sessions come. Promises that one that goes on growing is left alone for a
moment, but not for ever, and that one whose run failed is left alone for as long as that asks. Never looks at a session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from extractor.domain import Milliseconds
from extractor.extraction import policy

DEBOUNCE = 2_000
"""Milliseconds a session is left alone after it grew, unless its client marked the end of a turn."""

LONGEST_DEBOUNCE = 10_000
"""Milliseconds after which a session that keeps growing is looked at all the same."""

ALONE = 2
"""Times in a row others are answered and a session is not before it waits for longer than they do."""


class Due:
    """The sessions that are to be looked at. All times are milliseconds since 1970 (UTC)."""

    def __init__(self, clock: Callable[[], Milliseconds]) -> None:
        self._clock = clock
        self._at: dict[int, int] = {}
        self._first: dict[int, int] = {}
        """When those that were not looked at since began to grow."""
        self._grown: dict[int, int] = {}
        """When each session that was seen to grow last did."""
        self._not_before: dict[int, int] = {}
        """Until when those are left alone that failed, though they grow."""
        self._goes_first: set[int] = set()
        """Those for which a day had no room any more."""
        self._unanswered: dict[int, int] = {}
        """Those whose last run was not answered, and how often in a row that was so where others were answered."""

    def grew(self, session: int, turn_ended: bool) -> None:
        """A session has new messages."""
        now = self._clock()
        self._grown[session] = now
        first = self._first.setdefault(session, now)
        wait = 0 if turn_ended else min(DEBOUNCE, max(0, first + LONGEST_DEBOUNCE - now))
        self._at[session] = max(now + wait, self._not_before.get(session, 0))

    def add(self, session: int) -> None:
        """A session is due at once, unless it is known when it is."""
        self._at.setdefault(session, 0)

    def at_once(self, sessions: Iterable[int]) -> None:
        """Sessions are due, whatever they waited for."""
        self._at |= dict.fromkeys(sessions, 0)

    def put_off(self, session: int, until: int, goes_first: bool = False) -> None:
        """A session is due at this moment. `goes_first`: before all others, or what it needs would be gone again."""
        self._at[session] = until
        if goes_first:
            self._goes_first.add(session)

    def hold_back(self, session: int, until: int) -> None:
        """A session is due at this moment and not before, though it grows."""
        self._at[session] = self._not_before[session] = until

    def came_back(self, session: int) -> None:
        """A session's run came back: what is left of it is due at once, in the order of when it became due.

        One that grew meanwhile is behind those that waited then, and one that went first behind all that wait.
        """
        now = self._clock()
        self._not_before.pop(session, None)
        self._at[session] = now if session in self._goes_first else min(now, self._at.get(session, now))
        self._goes_first.discard(session)

    def not_answered(self, session: int, is_alone: bool) -> None:
        """A session's run was not answered: it comes behind the others, for it may be its words no model copes with.

        `is_alone`: others were answered before. The more often that was so in a row, the longer it waits.
        """
        count = self._unanswered[session] = self._unanswered.get(session, 0) + is_alone
        if count < ALONE:
            self.put_off(session, self._clock() + 1)
        else:
            self.hold_back(session, self._clock() + int(policy.pause(count, None) * 1000))

    def answered(self, session: int) -> None:
        """A session's run was answered."""
        self._unanswered.pop(session, None)

    def try_again(self) -> None:
        """Those that are held back are due at once: what their runs failed of may be mended."""
        now = self._clock()
        self.at_once([session for session, until in self._not_before.items() if until > now])
        self._not_before.clear()
        self._unanswered.clear()

    def looked_at(self, session: int, again: int | None) -> None:
        """A session was looked at, and nothing of it can be learned yet. `again`: when to look next; None: when it grows."""
        self._first.pop(session, None)
        self._goes_first.discard(session)
        if again is None:
            del self._at[session]
        else:
            self._at[session] = again

    def next(self, is_out: Callable[[int], bool]) -> int | None:
        """When a session may be due next; None when none is. `is_out`: it cannot be."""
        return min((at for session, at in self._at.items() if not is_out(session)), default=None)

    def in_order(self, is_first: Callable[[int], bool]) -> list[int]:
        """The sessions that are due, in the order of their turns. `is_first`: it goes before others."""
        now = self._clock()
        due = (session for session, at in self._at.items() if at <= now)
        behind, first = self._unanswered, self._goes_first
        return sorted(due, key=lambda s: (not is_first(s), s not in first, s in behind, self._at[s]))

    def bring_forward(self, moment: int) -> None:
        """What was put off to this moment or later is due at once."""
        self.at_once([session for session, at in self._at.items() if at >= moment])

    def set_back(self, by: int) -> None:
        """The clock was set back by so many milliseconds: every moment that is waited for comes as much earlier."""
        self._at = {session: max(0, at - by) for session, at in self._at.items()}
        self._not_before = {session: at - by for session, at in self._not_before.items()}
        self._first = {session: at - by for session, at in self._first.items()}
        self._grown = {session: at - by for session, at in self._grown.items()}

    def silent(self, idle: int, is_busy: Callable[[int], bool]) -> Iterator[int]:
        """Sessions that grew under our eyes and then fell silent for so long, each told once."""
        now = self._clock()
        for session in [session for session, grown in self._grown.items() if now - grown >= idle]:
            if session not in self._at and not is_busy(session):
                del self._grown[session]
                yield session
