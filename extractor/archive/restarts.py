"""Restarts: what goes on standing when a transcript is told again from its start.

Owns the mark of a message that stands though its transcript tells it no more (`membership.live` is 2; 1 where it is
told, 0 where it stands no more). Promises that no words that wait to be learned from are lost with the file that
told them, nor what they answer. Never knows why a transcript began anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from extractor.archive.database import Database
from extractor.archive.standing import WAITING, as_int
from extractor.domain import Passed

_WAITS = f"({WAITING} AND (messages.passed IS NULL OR messages.passed = '{Passed.SET_ASIDE}'))"


def begin_anew(db: Database, transcript: int, *, keeps_waiting: bool) -> None:
    """What was told of a transcript stands only where it is told again.

    `keeps_waiting`: or where a person's words wait: with what was said before them since the person spoke last,
    for they may answer it, and what answers them.
    """
    kept = json.dumps(_waiting(db, transcript) if keeps_waiting else [])
    db.run(
        """UPDATE membership SET live = 0, turn_ended = 0 WHERE transcript = ?
           AND message NOT IN (SELECT value FROM json_each(?))""",
        (transcript, kept),
    )
    db.run("UPDATE membership SET live = 2 WHERE transcript = ? AND live = 1", (transcript,))
    db.run("DELETE FROM boundaries WHERE transcript = ?", (transcript,))


def _waiting(db: Database, transcript: int) -> list[int]:
    """Rows of the messages of exchanges in which a person's words wait, and of those before each."""
    found = db.rows(
        f"""SELECT messages.id, messages.kind = 'text' AND messages.sidechain = 0
              AND messages.speaker IN ('human', 'human-headless'), {_WAITS}
            FROM membership b JOIN messages ON messages.id = b.message
            WHERE b.transcript = ? AND b.live > 0 ORDER BY b.position""",
        (transcript,),
    )
    exchanges = _exchanges([(as_int(row), bool(is_human), bool(waits)) for row, is_human, waits in found])
    return [
        row
        for number, exchange in enumerate(exchanges)
        if any(waits for each in exchanges[number : number + 2] for _, _, waits in each)
        for row, _, _ in exchange
    ]


def _exchanges(told: Sequence[tuple[int, bool, bool]]) -> list[list[tuple[int, bool, bool]]]:
    """Messages cut before each a person said."""
    found: list[list[tuple[int, bool, bool]]] = [[]]
    for each in told:
        if each[1]:
            found.append([])
        found[-1].append(each)
    return found
