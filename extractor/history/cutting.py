"""Cutting inside an exchange: where the newest one alone is too large.

Owns what is kept of it. Promises that a person's words come first, that calls keep their results, and
that a marker says how much is missing. Never cuts what fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.domain import Kind, Message, MessageKey, Speaker
from extractor.history.budget import FRAME, estimate, size
from extractor.history.exchanges import Exchange, units
from extractor.history.summary import clipped

NOTICE = 24
"""Tokens kept free for the line that says how much was left out."""


def cut_inside(exchange: Exchange, limit: int, frame: int = FRAME) -> Exchange:
    """The exchange in at most `limit` tokens (as far as its smallest form allows).

    A person's words come first, then the newest of the rest; a marker stands where something is missing.
    """
    pieces = units(exchange.messages)
    is_said = [any(m.is_human and not m.sidechain for m in piece) for piece in pieces]
    room = limit - NOTICE - frame
    human = [piece for piece, said in zip(pieces, is_said, strict=True) if said]
    need = sum(size(m, frame) for piece in human for m in piece)
    if need > room:
        return _only_words(exchange, human, room, frame)
    room -= need
    kept = list(is_said)
    shorter: dict[int, tuple[Message, ...]] = {}
    for number in range(len(pieces) - 1, -1, -1):
        if kept[number]:
            continue
        need = sum(size(m, frame) for m in pieces[number])
        if need > room:
            least = _levelled(pieces[number], room, frame)
            if sum(size(m, frame) for m in least) > room:
                break
            shorter[number], need = tuple(least), room
        kept[number] = True
        room -= need
        if room <= 0:
            break
    said: list[Message] = []
    missing = sum(len(piece) for piece, is_kept in zip(pieces, kept, strict=True) if not is_kept)
    for number, piece in enumerate(pieces):
        if kept[number]:
            said.extend(shorter.get(number, piece))
        elif missing:
            said.append(_marker(exchange, missing))
            missing = 0
    return Exchange(tuple(said), exchange.turn_ended)


def _only_words(exchange: Exchange, human: list[tuple[Message, ...]], room: int, frame: int) -> Exchange:
    """A person's words alone, cut alike, after the marker; where not even their frames fit, the newest."""
    first, count = len(human) - 1, len(human[-1])
    while first and (count + len(human[first - 1])) * (frame + 1) <= room:
        first -= 1
        count += len(human[first])
    said = [message for piece in human[first:] for message in piece]
    missing = len(exchange.messages) - len(said)
    marker = [_marker(exchange, missing)] if missing else []
    return Exchange((*marker, *_levelled(said, room, frame)), exchange.turn_ended)


def _levelled(messages: Sequence[Message], room: int, frame: int) -> list[Message]:
    """The messages with their longest texts cut alike, so that all fit the room."""
    low, high = 0, max((estimate(m.text) for m in messages), default=0)
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(estimate(m.text), middle) + frame for m in messages) <= room:
            low = middle
        else:
            high = middle - 1
    return [m._replace(text=clipped(m.text, low)) for m in messages]


def _marker(exchange: Exchange, missing: int) -> Message:
    first = exchange.messages[0]
    text = f"[{missing} messages of this exchange are left out]"
    return Message(
        MessageKey(first.key.client, f"{first.key.uuid}+cut", 0),
        Speaker.SYSTEM,
        Kind.TRANSITION,
        text,
        first.at,
    )
