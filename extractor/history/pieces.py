"""Pieces of work: what was done in a session between two long silences.

Owns the cut of a session's messages into pieces and what is counted of each. Promises that a piece begins
with a person's words, and the same pieces however the messages arrive in parts. Never keeps a word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from extractor.domain import Kind, Message, Milliseconds, Speaker
from extractor.history.budget import estimate

PAUSE = 3_600_000
"""Milliseconds of silence after which a person's next words begin another piece."""

TELLING = 20
"""Characters from which on a request tells what a piece is about: "go on" and thanks do not."""

_WORK = frozenset({Kind.TEXT, Kind.CALL, Kind.RESULT, Kind.THINKING})


class Piece(NamedTuple):
    """What is counted of a piece of work."""

    start: Milliseconds
    """When its first message was said. No other piece of the session has the same."""
    end: Milliseconds
    """When its last message was."""
    messages: int = 0
    requests: int = 0
    """Messages of a person."""
    tokens: int = 0
    """Of everything in its main thread."""
    asked: int | None = None
    """Row of the first telling request; while there is none, of the first."""
    is_telling: bool = False
    latest: int | None = None
    """Row of the last telling request; while there is none, of the last."""
    is_script: bool = False
    """Every request in it is a script's."""


class Pieces:
    """The pieces of one session, growing message by message."""

    def __init__(self, known: Iterable[Piece] = ()) -> None:
        """`known`: those there are, the oldest first."""
        self._pieces = list(known)
        self._starts = [piece.start for piece in self._pieces]
        self._changed: set[Milliseconds] = set()

    def add(self, row: int, message: Message, text: str) -> None:
        """Take a message in. `row`: where it is kept, `text`: what is kept of it."""
        if message.sidechain:
            return
        place = self._place(message)
        if place is None:
            return
        piece = self._pieces[place]
        if message.is_human:
            piece = _asked(piece, row, text, message.speaker)
        self._pieces[place] = piece._replace(
            end=max(piece.end, message.at) if message.kind in _WORK else piece.end,
            messages=piece.messages + 1,
            tokens=piece.tokens + estimate(text),
        )
        self._changed.add(piece.start)

    def changed(self) -> list[Piece]:
        """Those that were begun or have grown, the oldest first."""
        return [piece for piece in self._pieces if piece.start in self._changed]

    def all(self) -> list[Piece]:
        """Every piece, the oldest first."""
        return list(self._pieces)

    def _place(self, message: Message) -> int | None:
        """Where the piece stands that a message belongs to; None where it is no part of any work."""
        at, place = message.at, bisect_right(self._starts, message.at) - 1
        if place >= 0:
            is_near = at - self._pieces[place].end < PAUSE
        else:
            # A clock that was set back: a start never moves, it is what the piece is known by.
            is_near = bool(self._starts) and self._starts[0] - at < PAUSE
            place = 0 if is_near or (self._starts and not message.is_human) else -1
        if is_near or (place >= 0 and not message.is_human):
            return place
        if message.kind not in _WORK:
            return None
        self._pieces.insert(place + 1, Piece(at, at))
        self._starts.insert(place + 1, at)
        return place + 1


def _asked(piece: Piece, row: int, text: str, speaker: Speaker) -> Piece:
    """The piece with one more request."""
    is_telling = len(text.strip()) >= TELLING
    if piece.asked is None or (is_telling and not piece.is_telling):
        piece = piece._replace(asked=row, is_telling=is_telling)
    latest = row if is_telling or not piece.is_telling else piece.latest
    is_script = speaker is Speaker.HUMAN_HEADLESS and (piece.is_script or not piece.requests)
    return piece._replace(requests=piece.requests + 1, latest=latest, is_script=is_script)
