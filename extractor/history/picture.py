"""The picture: a session as a model would see it, and what was left out on the way.

Owns the order of the steps from all messages to a prompt: timeline, level, compaction. Promises figures
of every step. Never reads a file or a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from extractor.domain import Kind, Message, MessageKey, Speaker
from extractor.history.budget import Metrics, measure
from extractor.history.compaction import Compacted, compact
from extractor.history.exchanges import exchanges
from extractor.history.levels import Level, global_view, project_view, view
from extractor.history.stretches import Stretch
from extractor.history.summary import Summary, client_summary
from extractor.history.timeline import Folding, Item, timeline
from extractor.history.transitions import Reason, Tally, Transition


@dataclass(frozen=True, slots=True)
class Picture:
    """What a model would see, and how it came about."""

    whole: Metrics
    """Every message of the session."""
    level: Metrics
    """What the level shows."""
    items: tuple[Item, ...]
    """The items the level shows, in order."""
    done: Compacted
    """The same inside the limit."""

    @property
    def saved(self) -> float:
        """Share of the session's tokens the level leaves out."""
        return _share(self.whole.whole.tokens, self.level.whole.tokens)

    @property
    def saved_in_all(self) -> float:
        """Share of the session's tokens left out in all."""
        return _share(self.whole.whole.tokens, self.done.tokens)


def _share(before: int, after: int) -> float:
    return 1 - after / before if before else 0.0


def picture(
    messages: Sequence[Message],
    ends: Mapping[MessageKey, Reason],
    limit: int,
    *,
    level: Level | None = None,
    is_everything: bool = False,
    closed: Sequence[Stretch] = (),
    stored: Summary | None = None,
    folding: Folding | None = None,
) -> Picture:
    """The session inside `limit` tokens.

    `level`: None for all that was said at the project level, closed or not; else that view, where `closed` stretches
    stand in brief at the global one. `is_everything`: levels are switched off. `stored`: the newest summary a model
    made; without one the client's own serves.
    """
    line = _line(messages, ends, () if level is None and not is_everything else closed, folding)
    if is_everything:
        items = view(line, Level.PROJECT, is_on=False)
    elif level is None:
        items = [*global_view(line), *project_view(line)]
    else:
        items = view(line, level)
    shown = [item.message for item in items]
    done = compact(exchanges(shown), limit, stored=stored or client_summary(messages))
    return Picture(
        whole=measure((i.message, i.level) for i in line if i.transition is None),
        level=measure((i.message, i.level) for i in items),
        items=tuple(items),
        done=done,
    )


def _line(
    messages: Sequence[Message],
    ends: Mapping[MessageKey, Reason],
    closed: Sequence[Stretch],
    folding: Folding | None,
) -> list[Item]:
    """The timeline, with what is at hand of each closed stretch at its end, at the global level."""
    line = timeline(messages, {n: ends[m.key] for n, m in enumerate(messages) if m.key in ends}, folding)
    if not closed:
        return line
    at_end = {stretch.last: stretch for stretch in closed}
    found: list[Item] = []
    ended: Stretch | None = None
    for item in line:
        if ended is not None and item.transition is None:
            # The transitions behind its last message still belong to it.
            found.append(_closed(ended))
            ended = None
        found.append(item)
        if item.transition is None:
            ended = at_end.get(item.message.key)
    return [*found, _closed(ended)] if ended is not None else found


def _closed(stretch: Stretch) -> Item:
    text = stretch.shown()
    key = MessageKey(stretch.last.client, f"{stretch.last.uuid}+closed", stretch.last.block)
    tally = Tally(items=stretch.messages)
    transition = Transition(Level.GLOBAL, stretch.end, stretch.reason, tally, text)
    return Item(Message(key, Speaker.SYSTEM, Kind.TRANSITION, text, stretch.end), Level.GLOBAL, transition)
