"""From when on is learned: the first start, by a clock that may have been wrong then or may be wrong now.

Owns the notes of it in the state file. Promises that a clock that was ahead at the first start costs nothing that
is said once it is right, that one that falls behind brings back nothing that was older than the first start, and that
what is said while it is not set is learned once it is. A note that cannot be read counts as none. Never reads a clock
itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from extractor.archive.archive import Archive
from extractor.clock import EARLIEST
from extractor.domain import Milliseconds, Passed

FIRST_START = "first_start"
"""Name of the note of when the state file was first used, in milliseconds since 1970."""

SHOWN_EARLIER = "clock_shown_earlier"
"""Name of the note of when the clock showed less than the first start for the first time, in milliseconds since 1970."""

UNSET = "clock_unset"
"""Name of the note of between which moments the clock stood while it was not set, and whether it still is not."""

_STILL = "still"
_MOMENT = re.compile(r"\d{1,19}")
_SPAN = re.compile(rf"(-?\d{{1,19}}) (-?\d{{1,19}})( {_STILL})?")
_DAY = 24 * 3600 * 1000
"""Milliseconds before and after what the clock was seen to show in which it may have stood too."""

NEVER = Milliseconds(1 << 62)
"""A first start that has not been."""

CLOCK_UNSET = "the machine's clock is not set, so nothing is learned: set it"


def first_start(archive: Archive, clock: Callable[[], Milliseconds]) -> Milliseconds:
    """When this state file was first used, noted on the first call.

    Noted anew where the clock was wrong then and shows less by now: what counted as too old waits again. Where talk is
    dated later than the clock shows, the clock was ahead or is behind: from now on is learned, and the note stays for
    when the clock has passed it. While the clock is not set nothing is young enough to be learned from: it waits again.
    """
    now, noted = clock(), _noted(archive, FIRST_START)
    if now < EARLIEST:
        _not_set(archive, now)
        return NEVER
    _set_again(archive, now)
    if noted and now >= noted:
        return noted
    if noted and (shown := _shown_earlier(archive, now, noted)):
        return shown
    archive.set_note(FIRST_START, str(now))
    archive.messages.wait_again(Passed.OLD)
    archive.problem("clock", None, now)
    return now


def unset_between(archive: Archive) -> tuple[Milliseconds, Milliseconds] | None:
    """Between which moments what was said is dated by a clock that was not set; None where nothing is, or it still
    is not.
    """
    begun, ended, is_still = _span(archive) or (0, 0, False)
    return None if is_still or not ended else (Milliseconds(begun), Milliseconds(ended))


def _not_set(archive: Archive, now: Milliseconds) -> None:
    archive.problem("clock", CLOCK_UNSET, now)
    begun, ended, is_still = _span(archive) or (now, 0, False)
    if not is_still or ended < now + _DAY // 2:
        span = min(begun, now - _DAY), max(ended, now + _DAY)
        archive.set_note(UNSET, f"{span[0]} {span[1]} {_STILL}")


def _set_again(archive: Archive, now: Milliseconds) -> None:
    """The clock is set: what counted as too old while it was not waits again."""
    told = archive.note(UNSET) or ""
    if told.endswith(_STILL):
        archive.messages.wait_again(Passed.OLD)
        archive.problem("clock", None, now)
        archive.set_note(UNSET, told.removesuffix(f" {_STILL}"))


def _shown_earlier(archive: Archive, now: Milliseconds, noted: Milliseconds) -> Milliseconds:
    """When the clock showed less than was noted for the first time, while talk was dated later still; 0 where none was.

    What was read after talk that is later than the first start was said after it, whatever its date: it waits again.
    """
    told = _noted(archive, SHOWN_EARLIER)
    if told and told <= now:
        return told
    if archive.messages.newest() <= now:
        return Milliseconds(0)
    archive.set_note(SHOWN_EARLIER, str(now))
    archive.messages.wait_again(Passed.OLD, after=noted)
    return now


def _noted(archive: Archive, name: str) -> Milliseconds:
    """A moment that was noted; 0 where there is none, or none that can be."""
    told = archive.note(name) or ""
    at = Milliseconds(int(told)) if _MOMENT.fullmatch(told) else Milliseconds(0)
    return at if at >= EARLIEST else Milliseconds(0)


def _span(archive: Archive) -> tuple[int, int, bool] | None:
    """Between which moments the clock was not set, and whether it still is not; None where that is not noted."""
    found = _SPAN.fullmatch(archive.note(UNSET) or "")
    return (int(found[1]), int(found[2]), found[3] is not None) if found else None
