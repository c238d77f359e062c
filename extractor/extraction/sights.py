"""The sights of sessions, kept from one look to the next and brought up to date in between.

Owns which are kept and what is read again of a session that changed. Promises the sight a fresh reading of
the archive would give: what changed, in whatever process, is noted there. Never keeps one that failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from extractor.archive.archive import Archive
from extractor.archive.live import Change, Mark, Place
from extractor.archive.standing import SessionInfo, Standing
from extractor.extraction.sight import Sight

HELD = 50_000
"""Messages of all sights that are kept: about a kilobyte each. The one looked at last is kept in any case."""


class Sights:
    """The sights of an extraction. Runs in the thread that owns the archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._held: dict[int, tuple[Mark, Sight]] = {}
        """By session; the one looked at last stands last."""

    @contextmanager
    def of(self, info: SessionInfo, learn_headless: bool, is_dry: bool = False) -> Iterator[Sight]:
        """A session as the archive tells it now. Kept unless what is done with it fails, or it `is_dry`."""
        if is_dry:
            yield sight_of(self._archive, info, learn_headless)
            return
        held = self._held.pop(info.id, None)
        live, sight = self._archive.messages.standing, None
        with self._archive.db.moment():
            # Where messages do not say themselves what was understood, the sight follows from the cursor.
            mark = live.mark(info.id) if _is_kept_here(self._archive, info) else None
            if held is not None and mark is not None and held[1].learn_headless == learn_headless:
                sight = self._brought_up(info, held[0], mark, held[1])
            if sight is None:
                sight = sight_of(self._archive, info, learn_headless)
        yield sight
        if mark is not None:
            self._hold(info.id, mark, sight)

    def let_go(self, session_id: int) -> None:
        """Keep the sight of a session no longer: nothing is expected of it for now."""
        self._held.pop(session_id, None)

    def _hold(self, session_id: int, mark: Mark, sight: Sight) -> None:
        self._held[session_id] = mark, sight
        size = sum(held.size for _, held in self._held.values())
        for other in list(self._held)[:-1]:
            if size <= HELD:
                break
            size -= self._held.pop(other)[1].size

    def _brought_up(self, info: SessionInfo, then: Mark, now: Mark, sight: Sight) -> Sight | None:
        """The sight as it is now; None where it has to be read from the start."""
        live = self._archive.messages.standing
        changes = live.changes(then.change)
        if changes is None:
            return None
        exchange, place = self._first_change(info, sight, then, now, changes)
        if exchange is not None or place is not None:
            start = sight.opening(exchange, _before(then, place))
            if start is None:
                return None
            rank = next((n for n, p in enumerate(now.places) if p.transcript == start.transcript), None)
            if rank is None:
                return None
            standing = live.following(now.places[rank:], start.position, start.sent)
            if not sight.grow(start, standing):
                return None
        sight.note((c.message, c.passed) for c in changes)
        return sight

    def _first_change(
        self, info: SessionInfo, sight: Sight, then: Mark, now: Mark, changes: Sequence[Change]
    ) -> tuple[int | None, tuple[int, int] | None]:
        """The first exchange in which a message changed, and the first place where one came."""
        exchanges: list[int] = []
        places = [place] if (place := _grown(then.places, now.places)) is not None else []
        ranks = {p.transcript: rank for rank, p in enumerate(then.places)}
        for change in changes:
            if change.only_passed:
                continue
            number = sight.number(change.message)
            if number is not None:
                exchanges.append(number)
            else:
                found = self._archive.messages.standing.positions(info.id, change.message)
                places += [(ranks[t], position) for t, position in found if t in ranks]
        return min(exchanges, default=None), min(places, default=None)


def _grown(then: Sequence[Place], now: Sequence[Place]) -> tuple[int, int] | None:
    """The rank of the first transcript that is not as it was, and from where on."""
    for rank, new in enumerate(now):
        if rank == len(then):
            return rank, 0
        old = then[rank]
        if new != old:
            return rank, old.end if new[:2] == old[:2] and new.end > old.end else 0
    return (len(now), 0) if len(then) > len(now) else None


def _before(then: Mark, place: tuple[int, int] | None) -> Callable[[Standing], bool]:
    """Whether a message stands before a place."""
    ranks = {p.transcript: rank for rank, p in enumerate(then.places)}
    return lambda s: place is None or (ranks[s.transcript], s.position) < place


def _is_kept_here(archive: Archive, info: SessionInfo) -> bool:
    found = archive.cursors.get(info.id, info.session)
    return found is None or found[1] == archive.messages.archive_id()


def sight_of(archive: Archive, info: SessionInfo, learn_headless: bool) -> Sight:
    """A session as the archive tells it now."""
    found = archive.cursors.get(info.id, info.session)
    return Sight.of(
        info.session,
        archive.messages.live(info.id),
        found[0] if found else None,
        found is None or found[1] == archive.messages.archive_id(),
        learn_headless,
    )
