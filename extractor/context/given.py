"""What a context is made of, read from the archive.

Owns which sessions recent conversation is taken from and how far each is read. Promises to read no more of
a session than there is room for. Only reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo

from extractor.archive.archive import Archive
from extractor.archive.live import Tail
from extractor.archive.pieces import Held
from extractor.archive.standing import SessionInfo
from extractor.context.digest import Digest, digest
from extractor.context.window import Part, Read, Seen, Source, Window, seen, window
from extractor.context.work import past, short_names
from extractor.domain import MessageKey, Milliseconds
from extractor.history.budget import BYTES_PER_TOKEN
from extractor.history.exchanges import Exchange, exchanges
from extractor.history.stretches import Stretch
from extractor.history.summary import Author, Summary
from extractor.history.transitions import Reason
from extractor.transcripts.source import BoundaryKind

SESSIONS = 50
"""Sessions recent conversation is taken from at most: the newest."""

_ENDS = {BoundaryKind.CANCELLED: Reason.CANCELLED, BoundaryKind.ABORTED: Reason.ABORTED}


class Given:
    """What the archive holds for a session of these projects: a new one, or `current`, which goes on."""

    def __init__(
        self,
        archive: Archive,
        projects: Sequence[str] | None,
        current: SessionInfo | None = None,
    ) -> None:
        """`projects`: None for all of them."""
        self._archive = archive
        self._projects = projects
        self._current = current
        self._ids = archive.pieces.names()

    def digest(self, now: Milliseconds, tz: tzinfo, budget: int) -> Digest:
        """The table of contents of past work in at most `budget` tokens."""
        current = self._current.id if self._current else None
        found = past(self._archive, self._projects, budget, current, self._ids, tz)
        return digest(found.works, now, tz, budget, found.older)

    def window(self, budget: int) -> Window:
        """Recent conversation in at most `budget` tokens.

        Of a session that goes on its own; for a new one that of the newest sessions a person held.
        """
        if self._current is not None:
            held = [Held(self._current.id, str(self._current.session), Milliseconds(1 << 60))]
        else:
            held = self._archive.pieces.held(SESSIONS + 1, self._projects)
        names = short_names(self._ids, {each.session for each in held})
        sources = [
            Source(each.end, self._reader(each.session_id, names[each.session], budget))
            for each in held[:SESSIONS]
        ]
        found = window(sources, budget, self._parts())
        return found if len(held) <= SESSIONS else found._replace(is_whole=False)

    def requests(self) -> int:
        """A person's messages in what recent conversation is taken from."""
        return self._archive.pieces.requests(self._projects, self._current.id if self._current else None)

    def _reader(self, session_id: int, name: str, budget: int) -> Callable[[int], Read]:
        def read(wanted: int) -> Read:
            # One too large for the window takes no room in it.
            most = int(budget * BYTES_PER_TOKEN)
            asked = wanted
            while True:
                tail = self._archive.messages.standing.tail(session_id, asked)
                found = _exchanges(tail)
                # The first of those that are not all may have begun before what was read.
                own = _seen(found if tail.is_whole else found[1:], name, _ends(tail))
                fitting = sum(each.bytes for each in own if each.bytes <= most)
                if tail.is_whole or fitting >= wanted * BYTES_PER_TOKEN:
                    return Read(own, tail.is_whole)
                asked = 2 * max(asked, int(sum(each.bytes for each in own) / BYTES_PER_TOKEN))

        return read

    def _parts(self) -> list[Part]:
        """What stands for the older conversation of the session that goes on, in order."""
        if self._current is None:
            return []
        histories, row = self._archive.histories, self._current.id
        written = [
            made for made in histories.summaries(row, are_standing=True) if made.author is Author.MODEL
        ][:1]
        told: list[Summary | Stretch] = [*written, *histories.stretches(row, are_standing=True)]
        return [Part(each.start, "\n  ".join(each.shown().splitlines())) for each in told]


def _exchanges(tail: Tail) -> list[Exchange]:
    said = [s.message for s in tail.standing]
    return exchanges(said, [number for number, s in enumerate(tail.standing) if s.turn_ended])


def _ends(tail: Tail) -> dict[MessageKey, Reason]:
    return {s.message.key: _ENDS[s.end] for s in tail.standing if s.end in _ENDS}


def _seen(found: Sequence[Exchange], name: str, ends: Mapping[MessageKey, Reason]) -> list[Seen]:
    made = [seen(exchange, name, ends) for exchange in found]
    return [each for each in made if each.text]
