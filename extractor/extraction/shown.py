"""What an extraction shows of an exchange: its project-level view, long texts cut to their ends.

Owns the cut of texts and the lead-in. Promises that every message of a person stays, that nothing after
the cursor is summed up, and that the lead-in begins the same until it is full. No I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from extractor.domain import Kind, Message, MessageKey
from extractor.history.budget import size
from extractor.history.compaction import compact
from extractor.history.cutting import cut_inside
from extractor.history.dispatch import asked
from extractor.history.exchanges import Exchange
from extractor.history.levels import Level
from extractor.history.summary import Summary, ident
from extractor.history.timeline import Folding, timeline
from extractor.history.transitions import Reason

ASSISTANT_HEAD, ASSISTANT_TAIL = 800, 1_600
"""Characters of an assistant's text that are shown: how it begins, and how it ends, where it asks and puts up."""

HUMAN_HEAD, HUMAN_TAIL = 16_000, 8_000
"""Characters of a person's text that are shown. Beyond that it is a paste, and no quote from it counts."""

DISPATCH_HEAD, DISPATCH_TAIL = 400, 200
"""Characters of what a sub-agent was sent for and brought back: what it is about, never evidence."""

SLIGHT = 100
"""Characters that are not left out by themselves: the line that tells of it would be as long."""

LABEL = 24
"""Tokens of the line that says who speaks, with which id and when."""


def shown(message: Message) -> str:
    """The part of a message's text that is sent: head and tail, and between them how much was left out."""
    if message.kind is not Kind.TEXT:
        head, tail = DISPATCH_HEAD, DISPATCH_TAIL
    elif message.is_human:
        head, tail = HUMAN_HEAD, HUMAN_TAIL
    else:
        head, tail = ASSISTANT_HEAD, ASSISTANT_TAIL
    text = asked(message.text) if message.kind is Kind.CALL else message.text.strip()
    if len(text) <= head + tail + SLIGHT:
        return text
    return f"{text[:head]}\n[… {len(text) - head - tail} characters left out …]\n{text[-tail:]}"


def project_view(
    exchange: Exchange, folding: Folding | None = None, ends: Mapping[MessageKey, Reason] | None = None
) -> Exchange:
    """The exchange as an extraction shows it: project items, a transition for what is left out between.

    `ends`: why a request ended after a message.
    """
    kept: list[Message] = []
    broken = {n: ends[m.key] for n, m in enumerate(exchange.messages) if m.key in ends} if ends else {}
    for item in timeline(exchange.messages, broken, folding, is_over=True):
        message = item.message
        if item.level is not Level.PROJECT or _is_note(message):
            continue
        text = message.text if message.kind is Kind.TRANSITION else shown(message)
        if text.strip():
            kept.append(message if text == message.text else message._replace(text=text))
    return Exchange(tuple(kept), exchange.turn_ended)


def _is_note(message: Message) -> bool:
    """Completion notes repeat what the transitions before them say."""
    return message.kind is Kind.TRANSITION and message.text.startswith("[DONE]")


def tokens(exchange: Exchange) -> int:
    """What the shown exchange comes to in a prompt."""
    return sum(size(m, LABEL) for m in exchange.messages)


def within(exchange: Exchange, limit: int) -> Exchange:
    """The shown exchange in at most `limit` tokens: a single one may be larger than a model's window."""
    if tokens(exchange) <= limit:
        return exchange
    return cut_inside(exchange, limit, LABEL)


@dataclass(frozen=True, slots=True)
class LeadIn:
    """What stands before the new exchanges."""

    head: tuple[str, ...]
    """Lines on what is left out, and the summary of it."""
    exchanges: tuple[Exchange, ...]
    summed_up: tuple[Message, ...]
    """Messages only a summary by the rules stands for: worth a better one for the next time."""


def lead_in(
    older: Sequence[Exchange],
    limit: int,
    stored: Summary | None = None,
    sizes: Sequence[int] | None = None,
    compacting: Callable[[Sequence[Exchange], int, Summary | None], LeadIn] | None = None,
) -> LeadIn:
    """The shown older exchanges in at most `limit` tokens.

    One half holds what was compacted, the other grows by whole exchanges until it is full and is compacted
    too: in between, the lead-in begins the same. `stored`: a summary made earlier; it is used where it
    covers what has to go. `sizes`: the tokens of each exchange, where known. `compacting`: `compacted`, by
    one who remembers.
    """
    if sizes is None:
        sizes = [tokens(e) for e in older]
    if sum(sizes) <= limit:
        return LeadIn((), tuple(older), ())
    fixed = _compacted_so_far(sizes, limit // 2)
    done = (compacting or compacted)(older[:fixed], limit // 2, stored)
    return LeadIn(done.head, (*done.exchanges, *older[fixed:]), done.summed_up)


def compacted(older: Sequence[Exchange], limit: int, stored: Summary | None) -> LeadIn:
    """What is left of the shown exchanges in at most `limit` tokens."""
    done = compact(older, limit, stored=stored, frame=LABEL)
    covered = set(done.made.ids) - set(stored.ids if stored else ()) if done.made else set[str]()
    gone = [m for e in older for m in e.messages if ident(m) in covered] if covered else []
    head = done.messages[: len(done.messages) - sum(len(e.messages) for e in done.exchanges)]
    return LeadIn(tuple(m.text for m in head), done.exchanges, tuple(gone))


def _compacted_so_far(sizes: Sequence[int], half: int) -> int:
    """How many exchanges are compacted: all before the newest that together fit one half, cut when full."""
    fixed = growing = 0
    for number, own in enumerate(sizes):
        growing += own
        if growing > half:
            fixed, growing = number, own
        if growing > half:
            fixed, growing = number + 1, 0
    return fixed
