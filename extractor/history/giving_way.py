"""Giving way: which entries of a running history a summary stands for, and what the rules say of them.

Owns the choice of the entries that give way, and an older summary's place among them. Promises that a call
keeps its result, also one that is still to come, that no reply is cut in two, and that figures and first
words reach back to the session's beginning. Pure: entries are made anew, never changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from extractor.history.budget import FRAME, estimate
from extractor.history.entry import UNSPOKEN, Entry, EntryType, Role
from extractor.history.exchanges import units
from extractor.history.summary import Author, Figures, Summary, clipped

LEAST_TOLD = 20
"""Tokens below which words tell nothing: the rules' figures take so many."""


def older(active: Sequence[Entry], keep: int) -> list[Entry]:
    """Those of the active entries that may give way: all before the newest `keep`, cut where no pair is parted."""
    spoken = [e for e in active if e.type not in UNSPOKEN]
    most = min(len(spoken) - keep, _first_open(spoken))
    count = 0
    for piece in units([e.as_message() for e in spoken]):
        if count + len(piece) > most:
            break
        count += len(piece)
    return spoken[:count]


def is_held_up(active: Sequence[Entry], keep: int) -> bool:
    """Whether an open call keeps back what else might give way: till a result comes or the agent speaks, it will."""
    spoken = [e for e in active if e.type not in UNSPOKEN]
    return _first_open(spoken) < len(spoken) - keep


def _first_open(spoken: Sequence[Entry]) -> int:
    """The place of the first call whose result may yet come; the number of entries where there is none.

    An agent that has spoken again since will never get it.
    """
    waiting: dict[str, int] = {}
    is_reply_open = False
    for place, entry in enumerate(spoken):
        if entry.role is Role.ASSISTANT:
            if not is_reply_open:
                waiting.clear()
            is_reply_open = True
        elif entry.role is not Role.SYSTEM:
            is_reply_open = False
        if entry.type is EntryType.TOOL_CALL and entry.call:
            waiting[entry.call] = place
        elif entry.type is EntryType.TOOL_RESULT and entry.call:
            waiting.pop(entry.call, None)
    return min(waiting.values(), default=len(spoken))


def stood_for(gone: Sequence[Entry]) -> tuple[str, ...]:
    """The ids of all that entries stand for: a summary's are those it was made of."""
    ids: list[str] = []
    for entry in gone:
        ids += entry.summary.ids if entry.summary else (entry.id,)
    return tuple(ids)


def tokens_before(gone: Sequence[Entry]) -> int:
    """Tokens of all that entries stand for."""
    return sum(e.summary.tokens_before if e.summary else e.tokens for e in gone)


def figures(entries: Sequence[Entry], gone: Sequence[Entry], known: Mapping[str, Figures]) -> Figures:
    """The rules' figures of all that entries stand for, but for what somebody put into words.

    `entries`: all there are, in order. `known`: the figures of summaries by their ids; others are counted anew.
    """
    found = Figures()
    for entry in gone:
        if entry.summary is None:
            found += Figures.of([entry.as_message()])
        elif _has_figures(entry.summary):
            found += known.get(entry.id) or _counted(entries, entry.id)
    return found


def room(gone: Sequence[Entry], share: float, tokens: int) -> int:
    """Tokens for the words of what stands for entries: with its range it takes at most this share of `tokens`.

    The figures always fit where something is still saved by them; fewer than `LEAST_TOLD` where nothing is.
    """
    beside = _range_tokens(gone)
    return min(max(int(tokens * share) - beside, LEAST_TOLD), sum(e.tokens for e in gone) - beside - 1)


def _range_tokens(gone: Sequence[Entry]) -> int:
    ids, at = stood_for(gone), max(each.at for each in gone)
    return estimate(Summary("", "", Author.RULES, ids, at, at, 0, 0).shown()) + FRAME


def by_rules(gone: Sequence[Entry], found: Figures, limit: int, name: str) -> Summary:
    """The rules' summary of what gives way, in at most so many tokens.

    `found`: its figures. The words of an older summary that somebody wrote stand first, and whole.
    """
    written = [e.summary for e in gone if e.summary and e.summary.author is not Author.RULES]
    words = clipped("\n".join(each.words for each in written), limit)
    told = found.told(limit - estimate(words))
    text = "\n".join(part for part in (words, told) if part)
    author = written[-1].author if written else Author.RULES
    start, end = min(each.at for each in gone), max(each.at for each in gone)
    return Summary(
        name, text, author, stood_for(gone), start, end, tokens_before(gone), estimate(text),
        told if written else "",
    )  # fmt: skip


def _has_figures(summary: Summary) -> bool:
    return summary.author is Author.RULES or bool(summary.figures)


def _counted(entries: Sequence[Entry], name: str) -> Figures:
    """The figures of what a summary and the older ones in it stand for, but for those that are words alone."""
    told = {name}
    # An older summary stands before the one that took it in.
    for entry in reversed(entries):
        if entry.summary and entry.summary_id in told and _has_figures(entry.summary):
            told.add(entry.id)
    return Figures.of([e.as_message() for e in entries if e.summary_id in told and e.summary is None])


def given_way(entry: Entry, summary_id: str) -> Entry:
    """An entry a summary stands for. An older summary hands its ids on, or exports would grow with the square."""
    if entry.summary is not None:
        entry = replace(entry, summary=replace(entry.summary, ids=()))
    return entry.compressed_into(summary_id)
