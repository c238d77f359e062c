"""What commands act with: the parts behind `remember`, `compact` and the MCP server.

Owns the joining of each from one settings object. Promises that no room below sees the settings. Never
does the work itself.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from extractor.actions.compact import Compact
from extractor.actions.put_away import PutAway
from extractor.actions.remember import Remember
from extractor.actions.witness import witness
from extractor.archive.archive import Archive
from extractor.archive.way import Way
from extractor.clock import local_zone, now_ms
from extractor.config.settings import Settings
from extractor.domain import Milliseconds
from extractor.templates import templates
from extractor.wiring.models import model_of
from extractor.wiring.pins import pin_room


def make_remember(
    archive: Archive,
    settings: Settings,
    way: Way,
    taken: int = 0,
    joined: Sequence[str] = (),
    clock: Callable[[], Milliseconds] = now_ms,
) -> Remember:
    """What keeps what is said to it.

    `taken`: tokens of what is pinned in the other home of the same prompt; `joined`: as for `witness`.
    """
    finds = witness(archive, local_zone(), settings.learn_headless, joined)
    room = pin_room(settings).less(taken)
    return Remember(archive, room, way, clock, local_zone(), lambda: str(uuid.uuid4()), finds)


def make_put_away(archive: Archive, way: Way, clock: Callable[[], Milliseconds] = now_ms) -> PutAway:
    """What takes files out so that they can be brought back."""
    return PutAway(archive, way, clock)


@contextmanager
def make_compact(
    archive: Archive,
    settings: Settings,
    env: Mapping[str, str],
    clock: Callable[[], Milliseconds] = now_ms,
) -> Iterator[Compact]:
    """What makes memory files denser. Raises ConfigError where the model cannot be used."""
    tz = local_zone()
    _name, model_for, close = model_of(settings, env, archive.ledger, tz, clock)
    try:
        yield Compact(archive, pin_room(settings), model_for, templates(settings).compact, clock, tz)
    finally:
        close()
