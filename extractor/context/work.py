"""Past work as the archive tells it: what a digest is made of.

Owns what is read for a piece of work and in which words it is told: a model's where one wrote them, else
the person's own. Promises a bounded number of rows whatever the archive holds. Only reads.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.archive.archive import Archive
from extractor.archive.pieces import Did, Told
from extractor.context.digest import Work
from extractor.domain import Milliseconds
from extractor.errors import printable
from extractor.history.summary import moment

SHORT = 8
"""Characters of a session's short name, where they name no other."""

SPARE = 4
"""Characters a short name has beyond those it begins with like another."""

NAMED = 3
"""Tokens a session's name takes at least: more pieces than have room for it are not read."""

WORDED = 12
"""Tokens an entry takes for each piece whose words it tells: of more pieces they are not read."""

DETAILED = 60
"""Tokens a full entry takes at least."""

FILES = 3
"""Files that are named; the rest is counted."""

_LAST = Milliseconds(253_370_000_000_000)
"""A day in the year 9998: later moments are none in every time zone."""


@dataclass(frozen=True, slots=True)
class Past:
    """The work a digest is made of."""

    works: tuple[Work, ...]
    older: int
    """Pieces of work older than these."""


def past(archive: Archive, projects: Sequence[str] | None, budget: int, current: int | None = None) -> Past:
    """The newest work in these projects (None: in all), as much of it as `budget` tokens can name.

    `current`: the row of the session that is going on; its work is told whatever its project.
    """
    most = max(1, budget // NAMED)
    with archive.db.moment():
        own = archive.pieces.of_session(current)[:most] if current is not None else []
        others = archive.pieces.newest(most, projects, current)
        older = archive.pieces.count(projects, current) - len(others)
        reading = _Reading(archive, [*own, *others], budget)
    works = [
        reading.work(did, did.session_id == current, is_named=projects is None) for did in (*own, *others)
    ]
    return Past(tuple(works), older)


class _Reading:
    """What was read for pieces of work, those first that are told most of."""

    def __init__(self, archive: Archive, dids: Sequence[Did], budget: int) -> None:
        self._names = short_names(archive.pieces.names(), {did.session for did in dids})
        worded, detailed = dids[: budget // WORDED], dids[: budget // DETAILED]
        asked = {did.piece.asked for did in worded} | {did.piece.latest for did in worded}
        self._words = archive.pieces.words(row for row in asked if row is not None)
        self._detailed = {(did.session_id, did.piece.start) for did in detailed}
        self._told: dict[int, list[Told]] = {}
        for told in archive.pieces.told(did.session_id for did in detailed):
            self._told.setdefault(told.session_id, []).append(told)

    def work(self, did: Did, is_current: bool, is_named: bool) -> Work:
        """A piece of work with its words. `is_named`: its project is told too."""
        piece = did.piece
        words, details = self._told_of(did)
        return Work(
            session=did.session,
            name=self._names[did.session],
            start=min(piece.start, _LAST),
            end=min(piece.end, _LAST),
            requests=piece.requests,
            tokens=piece.tokens,
            words=printable(" ".join((f"(script) {words}" if piece.is_script and words else words).split())),
            details=tuple(printable(" ".join(detail.split())) for detail in details),
            project=printable(_last(did.project)) if is_named and did.project else "",
            is_current=is_current,
        )

    def _told_of(self, did: Did) -> tuple[str, list[str]]:
        """What a piece was about, and what else is told of it where there is room."""
        piece = did.piece
        asked = self._words.get(piece.asked or 0, "")
        latest = self._words.get(piece.latest or 0, "")
        if (did.session_id, piece.start) not in self._detailed:
            return asked or latest, []
        told = [each for each in self._told.get(did.session_id, []) if piece.start <= each.end <= piece.end]
        written = [each for each in told if each.text]
        details: list[str] = []
        words = asked or latest
        if written and written[-1].start >= piece.start:
            words = written[-1].text
        elif written:
            # A summary of several pieces stands with the last of them.
            details.append(f"summary since {moment(written[-1].start)}: {written[-1].text}")
        if latest and latest != words and piece.requests > 1:
            details.append(f"last asked: {latest}")
        return words, [*details, *_files([file for each in told for file in each.files])]


def _files(paths: Sequence[str]) -> list[str]:
    """The files that were written, in one line."""
    names = list(dict.fromkeys(map(_last, paths)))
    if not names:
        return []
    rest = f" and {len(names) - FILES} more" if len(names) > FILES else ""
    return [f"files written: {', '.join(names[:FILES])}{rest}"]


def _last(path: str) -> str:
    """A path's last part, also of one written on Windows."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def short_names(ids: Sequence[str], wanted: Iterable[str]) -> dict[str, str]:
    """For each of these sessions a beginning of its id, of 8 characters or more, that no other id has.

    It is a little longer than it must be, so that it still names one session when there are more. `ids`: the
    ids of all sessions, in order. An id that another one begins with stays whole.
    """
    found: dict[str, str] = {}
    for name in wanted:
        place, behind = bisect_left(ids, name), bisect_right(ids, name)
        beside = (*ids[max(0, place - 1) : place], *ids[behind : behind + 1])
        length = max((_common(name, other) + SPARE for other in beside), default=0)
        found[name] = name[: max(SHORT, length)]
    return found


def _common(one: str, other: str) -> int:
    """Characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))
