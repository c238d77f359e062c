"""Past work as the archive tells it: what a digest is made of.

Owns what is read for a piece of work and in which words it is told: a model's where one wrote them, else
the person's own. Promises a bounded number of rows whatever the archive holds. Only reads.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import UTC, tzinfo
from typing import NamedTuple

from extractor.archive.archive import Archive
from extractor.archive.pieces import Did, Told
from extractor.context.digest import Work
from extractor.domain import Milliseconds
from extractor.errors import printable
from extractor.moment import local

SHORT = 8
"""Characters of a session's short name, where they name no other."""

SPARE = 4
"""Characters a short name has beyond those it begins with like another."""

NAMED = 8
"""Tokens of a digest for each piece that is read: less than a third of it is left for work told by name alone."""

WORDED = 10
"""Tokens of a digest for each piece whose words are read: the least a line takes."""

DETAILED = 60
"""Tokens a full entry takes at least."""

FILES = 3
"""Files that are named; the rest is counted."""

_FENCED = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
"""A block of code or output, also one whose end was not read."""

_LAST = Milliseconds(253_370_000_000_000)
"""A day in the year 9998: later moments are none in every time zone."""


class Past(NamedTuple):
    """The work a digest is made of."""

    works: tuple[Work, ...]
    older: int
    """Pieces of work that are not among these: older ones, of the current session or of the others."""


def past(
    archive: Archive,
    projects: Sequence[str] | None,
    budget: int,
    current: int | None = None,
    ids: Sequence[str] | None = None,
    tz: tzinfo = UTC,
) -> Past:
    """The newest work in these projects (None: in all), as much of it as `budget` tokens can name.

    `current`: the row of the session that is going on; its work is told whatever its project. `ids`: those of
    all sessions in order, where they are known. `tz`: where the person is; times are told in it.
    """
    most = max(1, budget // NAMED)
    with archive.db.moment():
        of_current = archive.pieces.of_session(current) if current is not None else []
        own, others = of_current[:most], archive.pieces.newest(most, projects, current)
        older = archive.pieces.count(projects, current) - len(others) + len(of_current) - len(own)
        names = archive.pieces.names() if ids is None else ids
        reading = _Reading(archive, [*own, *others], budget, names, tz)
    works = [
        reading.work(did, did.session_id == current, is_named=projects is None) for did in (*own, *others)
    ]
    return Past(tuple(works), older)


class _Reading:
    """What was read for pieces of work, those first that are told most of."""

    def __init__(
        self, archive: Archive, dids: Sequence[Did], budget: int, ids: Sequence[str], tz: tzinfo
    ) -> None:
        self._tz = tz
        self._names = short_names(ids, {did.session for did in dids})
        worded, detailed = dids[: budget // WORDED], dids[: budget // DETAILED]
        self._worded = {(did.session_id, did.piece.start) for did in worded}
        self._words = archive.pieces.words((did.session_id, did.piece.asked or 0) for did in worded)
        gone = (did for did in worded[len(detailed) :] if did.piece.asked not in self._words)
        latest = ((did.session_id, did.piece.latest or 0) for did in (*detailed, *gone))
        self._words |= archive.pieces.words(latest)
        self._detailed = {(did.session_id, did.piece.start) for did in detailed}
        self._told: dict[int, list[Told]] = {}
        for told in archive.pieces.told(did.session_id for did in detailed):
            self._told.setdefault(told.session_id, []).append(told)

    def work(self, did: Did, is_current: bool, is_named: bool) -> Work:
        """A piece of work with its words. `is_named`: its project is told too."""
        piece = did.piece
        is_worded = (did.session_id, piece.start) in self._worded
        words, details = self._told_of(did) if is_worded else ("", [])
        if words:
            words = _shown(f"(script) {words}" if piece.is_script else words)
        return Work(
            session=did.session,
            name=self._names[did.session],
            start=piece.start if piece.start < _LAST else _LAST,
            end=piece.end if piece.end < _LAST else _LAST,
            requests=piece.requests,
            tokens=piece.tokens,
            words=words,
            details=tuple(_shown(detail) for detail in details) if details else (),
            project=_shown(_last(did.project)) if is_named and did.project else "",
            is_current=is_current,
        )

    def _told_of(self, did: Did) -> tuple[str, list[str]]:
        """What a piece was about, and what else is told of it where there is room."""
        piece = did.piece
        asked, latest = (_own(self._words.get(row or 0, "")) for row in (piece.asked, piece.latest))
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
            details.append(f"summary since {local(written[-1].start, self._tz)}: {written[-1].text}")
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


def _own(text: str) -> str:
    """A request without what was pasted between fences, where words are left beside it."""
    left = _FENCED.sub("\n…\n", text)
    return left if any(map(str.isalnum, left)) else text


def _shown(text: str) -> str:
    """What a client or a person wrote, on one line in which nothing acts on a terminal."""
    return printable(" ".join(text.split()))


def _last(path: str) -> str:
    """A path's last part, also of one written on Windows."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def short_names(ids: Sequence[str], wanted: Iterable[str]) -> dict[str, str]:
    """For each of these sessions a beginning of its id, of 8 characters or more, that no other id has.

    It is a little longer than it must be, so that it still names one session when there are more. `ids`: the
    ids of all sessions, in order. An id that another one begins with stays whole. Names are shown on one line.
    """
    found: dict[str, str] = {}
    for name in wanted:
        place, behind = bisect_left(ids, name), bisect_right(ids, name)
        length = SHORT
        for other in (ids[place - 1] if place else "", ids[behind] if behind < len(ids) else ""):
            if other[: SHORT - SPARE] == name[: SHORT - SPARE]:
                length = max(length, _common(name, other) + SPARE)
        found[name] = _shown(name[:length])
    return found


def _common(one: str, other: str) -> int:
    """Characters two texts begin with alike."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if one[:middle] == other[:middle] else (least, middle - 1)
    return least
