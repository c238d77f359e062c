"""The stage of `doctor` that looks at the time: the machine's clock, and the zone days are taken by.

Owns what a clock is held to. Promises to say what helps for a clock that is wrong now and for one that was. Sets none.
"""

from __future__ import annotations

from datetime import UTC, datetime

from extractor import fs
from extractor.archive.archive import Archive
from extractor.clock import EARLIEST, zone_of
from extractor.commands.follow import SERVICE_ZONE
from extractor.commands.stages import Broken, World
from extractor.config.settings import LOCK_FILE
from extractor.domain import Milliseconds
from extractor.errors import StoreFailed
from extractor.service.first_start import FIRST_START

DAY = 24 * 3600 * 1000


def clock(world: World) -> str:
    """Whether the clock is on a day that can be."""
    now = world.now()
    if now < EARLIEST:
        raise Broken("the machine's clock is years behind: set it, dates in memory follow it")
    try:
        archive = Archive.open_readonly(world.settings.state_dir)
    except StoreFailed:
        return "plausible"
    try:
        newest = archive.messages.newest()
        started = int(archive.note(FIRST_START) or 0)
        zone = archive.note(SERVICE_ZONE)
    finally:
        archive.close()
    if max(newest, started) > now + DAY:
        what = "messages are dated" if newest > now + DAY else "the first start is noted"
        raise Broken(
            f"{what} more than a day ahead of the machine's clock: set the clock if it is behind;"
            " if it is right, what is said from now on is learned"
        )
    lock = world.settings.state_dir / LOCK_FILE
    if zone is not None and fs.lock_holder(lock) is not None and not fs.lock_command(lock):
        _same_zone(zone, world.env.get("TZ", ""), now)
    return "agrees with the newest message" if newest else "plausible"


def _same_zone(service: str, shell: str, now: Milliseconds) -> None:
    """Raises Broken where "tomorrow" is read by another clock than the person's."""
    at = datetime.fromtimestamp(now / 1000, UTC)
    if at.astimezone(zone_of(service)).utcoffset() != at.astimezone(zone_of(shell)).utcoffset():
        theirs, here = (each or "the machine's zone" for each in (service, shell))
        raise Broken(
            f"the running service takes days by {theirs}, this shell by {here}:"
            " set the machine's time zone, or give both the same TZ"
        )
