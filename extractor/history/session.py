"""The running history of a session, for anyone who builds an agent.

Owns the entries of one session, when they are compressed and what a model is given of them. Promises that
nothing is ever deleted by compression, that calls keep their results, and that a failing summariser costs
nothing but its words. Never does I/O: the clock and the summariser come in as arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import JsonValue

from extractor.domain import MessageKey, Milliseconds
from extractor.history.breaker import CLOSED, Breaker
from extractor.history.budget import FRAME, estimate, size
from extractor.history.entry import LEVELS, UNSPOKEN, Attachment, Entry, EntryType, Role
from extractor.history.giving_way import (
    LEAST_TOLD,
    by_rules,
    figures,
    given_way,
    is_held_up,
    older,
    room,
    stood_for,
    tokens_before,
)
from extractor.history.levels import Level, view
from extractor.history.summary import Author, Figures, Summariser, Summary, summed_up
from extractor.history.turns import Attached, Block, Text, Turn, turns


@dataclass(frozen=True, slots=True)
class HistorySettings:
    """When a history is compressed and what is kept. May be changed at any time."""

    max_tokens: int = 50_000
    max_entries: int = 100
    keep_entries: int = 10
    """Newest entries that are never compressed."""
    least_entries: int = 5
    """Fewer than so many are not worth a summary."""
    ratio: float = 0.3
    """Most share of their tokens a summary may take, its range counted."""
    auto_compress: bool = True
    attached_entries: int = 10
    """Newest entries whose attachments are sent; older ones leave a marker."""
    levels: bool = True
    """Off: every level is shown."""


class Event(StrEnum):
    """What listeners are told of."""

    ENTRY_ADDED = "entry_added"
    COMPRESSED = "compressed"
    SESSION_CLEARED = "session_cleared"


@dataclass(frozen=True, slots=True)
class Happened:
    """An event and what it is about."""

    event: Event
    entry: Entry | None = None
    """The entry added, or the summary."""
    tokens_saved: int = 0


@dataclass(frozen=True, slots=True)
class Stats:
    """What a history consists of. Tokens are estimates, of words alone: what is attached is not counted."""

    entries: int
    active: int
    compressed: int
    summaries: int
    tokens: int
    """Of everything ever added."""
    active_tokens: int
    """Of what a model would be given."""
    saved: int
    """Tokens compression saves."""
    by_type: Mapping[str, int]
    problem: str
    """Why the summariser did not serve the last time; empty when it did."""


class History:
    """Grows by what is added; older entries give way to summaries."""

    def __init__(
        self,
        clock: Callable[[], Milliseconds],
        settings: HistorySettings | None = None,
        summarise: Summariser | None = None,
        author: Author = Author.CALLBACK,
    ) -> None:
        """`summarise`: None for the rules. `author`: who that is, for the summaries' record."""
        self.settings = settings or HistorySettings()
        self.breaker: Breaker = CLOSED
        self.problem = ""
        self._clock = clock
        self._summarise = summarise
        self._author = author
        self._entries: list[Entry] = []
        self._settled = 0
        """How many entries at the beginning never give way: a summary stands for them, or they are events."""
        self._spoken = self._spoken_tokens = 0
        """Entries a model would be given, and their tokens: counted as they come, for `is_full`."""
        self._is_held_up = False
        """Too little can give way until a result comes or the agent speaks: it is not looked for."""
        self._made = 0
        self._figures: dict[str, Figures] = {}
        """Of the newest summary by the rules, by its id: what it stands for need not be counted again."""
        self._listeners: list[tuple[Event, Callable[[Happened], None]]] = []

    # ------------------------------------------------------------ adding

    def add_message(
        self, role: Role, text: str, attachments: Sequence[Attachment] = (), level: Level | None = None
    ) -> Entry:
        """Something said, by the person, the agent or the system."""
        return self._add(EntryType.MESSAGE, role, text, level, attachments=tuple(attachments))

    def add_tool_call(self, tool: str, given: str, call: str, level: Level | None = None) -> Entry:
        """A tool call. `given`: its input as JSON. `call`: the id its result will carry."""
        return self._add(EntryType.TOOL_CALL, Role.ASSISTANT, given, level, tool=tool, call=call)

    def add_tool_result(
        self, call: str, text: str, failed: bool = False, level: Level | None = None
    ) -> Entry:
        """The result of a call."""
        return self._add(EntryType.TOOL_RESULT, Role.TOOL, text, level, call=call, failed=failed)

    def add_context(self, text: str, source: str, level: Level | None = None) -> Entry:
        """Text from outside the conversation: a file, a memory, a search result."""
        return self._add(EntryType.CONTEXT, Role.SYSTEM, text, level, metadata={"source": source})

    def add_event(self, kind: EntryType, text: str, metadata: Mapping[str, JsonValue] | None = None) -> Entry:
        """A slash command, a mark, a rewind or session metadata: kept, never sent.

        Raises ValueError for a kind that is no event.
        """
        if kind not in UNSPOKEN:
            raise ValueError(f"{kind.value} is no event")
        return self._add(kind, Role.SYSTEM, text, None, metadata=dict(metadata or {}))

    def _add(
        self,
        kind: EntryType,
        role: Role,
        text: str,
        level: Level | None,
        *,
        tool: str | None = None,
        call: str | None = None,
        failed: bool = False,
        attachments: tuple[Attachment, ...] = (),
        metadata: Mapping[str, JsonValue] | None = None,
    ) -> Entry:
        entry = Entry(
            self._name("e"), kind, role, text, self._clock(), 0, level or LEVELS[kind],
            tool, call, failed, attachments=attachments, metadata=metadata or {},
        )  # fmt: skip
        entry = replace(entry, tokens=size(entry.as_message()))
        self._entries.append(entry)
        self._count([entry])
        self._tell(Happened(Event.ENTRY_ADDED, entry))
        if role in (Role.ASSISTANT, Role.TOOL):
            self._is_held_up = False
        if self.settings.auto_compress and self.is_full and not self._is_held_up:
            self.compress()
        return entry

    def _name(self, letter: str) -> str:
        self._made += 1
        return f"{letter}{self._made}"

    # ------------------------------------------------------------ compressing

    @property
    def is_full(self) -> bool:
        """Whether a model would be given more tokens or entries than the settings allow."""
        return self._spoken > self.settings.max_entries or self._spoken_tokens > self.settings.max_tokens

    def _count(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if not entry.is_compressed and entry.type not in UNSPOKEN:
                self._spoken += 1
                self._spoken_tokens += entry.tokens

    def _count_anew(self) -> None:
        self._spoken = self._spoken_tokens = 0
        self._is_held_up = False
        self._count(self._entries[self._settled :])

    def compress(self) -> Entry | None:
        """Let a summary stand for all but the newest entries; None where too few would give way, or nothing be saved.

        A summariser that fails is replaced by the rules, and left alone after three failures in a row until
        the settings are set anew or the history is cleared.
        """
        begin, keep = self._settled, self.settings.keep_entries
        active = [e for e in self._entries[begin:] if not e.is_compressed]
        gone = older(active, keep)
        if len(gone) < self.settings.least_entries:
            self._is_held_up = is_held_up(active, keep)
            return None
        if self._room(gone) < LEAST_TOLD:
            return None
        name = self._name("s")
        made = self._summed_up(gone, name)
        entry = Entry(
            name, EntryType.SUMMARY, Role.SYSTEM, made.text, made.end, estimate(made.shown()) + FRAME,
            LEVELS[EntryType.SUMMARY], summary=made,
        )  # fmt: skip
        ids = {e.id for e in gone}
        kept = [given_way(e, name) if e.id in ids else e for e in self._entries[begin:]]
        last = max(n for n, e in enumerate(kept) if e.id in ids)
        self._entries[begin:] = [*kept[: last + 1], entry, *kept[last + 1 :]]
        self._settled += last + 1
        self._count_anew()
        self._tell(Happened(Event.COMPRESSED, entry, sum(e.tokens for e in gone) - entry.tokens))
        return entry

    def _room(self, gone: Sequence[Entry]) -> int:
        return room(gone, self.settings.ratio, sum(e.tokens for e in gone))

    def _summed_up(self, gone: Sequence[Entry], name: str) -> Summary:
        # Not the range: rules take its place, so that no range is ever asked for twice.
        subject = self._author.value
        made: Summary | None = None
        if self._summarise is not None and self.breaker.allows(subject):
            said, limit = [e.as_message() for e in gone], self._room(gone)
            try:
                made = summed_up(said, stood_for(gone), limit, name, self._summarise, self._author)
            except Exception as error:  # noqa: BLE001 - the summariser is somebody else's code
                self.breaker = self.breaker.after(subject, worked=False)
                self.problem = f"the summariser failed: {error}"
            else:
                self.breaker, self.problem = CLOSED, ""
        if made is None:
            found = figures(self._entries, gone, self._figures)
            limit = room(gone, self.settings.ratio, tokens_before(gone))
            made, self._figures = by_rules(gone, found, limit, name), {name: found}
        starts = [e.summary.start if e.summary else e.at for e in gone]
        return replace(made, start=min(starts), tokens_before=tokens_before(gone))

    # ------------------------------------------------------------ reading

    def entries(self) -> list[Entry]:
        """Everything ever added, and the summaries, in order."""
        return list(self._entries)

    def active_entries(self, level: Level | None = None) -> list[Entry]:
        """The entries no summary stands for, summaries included; with a level, what it shows of them.

        What is known of the session as a whole stands at the global level only and bounds no other.
        """
        active = [e for e in self._entries if not e.is_compressed]
        if level is None:
            return active
        if self.settings.levels and level is not Level.GLOBAL:
            active = [e for e in active if e.type is not EntryType.METADATA]
        return view(active, level, self.settings.levels)

    def context_for_model(self, level: Level | None = None) -> list[Turn]:
        """What a model is given: summaries with their ranges, then the entries no summary stands for.

        The turns obey the Messages API's rules. Attachments of older entries are markers.
        """
        active = [e for e in self.active_entries(level) if e.type not in UNSPOKEN]
        fresh = {e.id for e in active[max(0, len(active) - self.settings.attached_entries) :]}
        attached: dict[MessageKey, tuple[Block, ...]] = {
            MessageKey("history", e.id, 0): tuple(
                Attached(a.kind.value, a.media_type, a.data) if e.id in fresh else Text(a.marker)
                for a in e.attachments
            )
            for e in active
        }
        return turns([e.as_message() for e in active], attached)

    def stats(self) -> Stats:
        """The figures of the history."""
        active = self.active_entries()
        own = [e for e in self._entries if e.type is not EntryType.SUMMARY]
        tokens = sum(e.tokens for e in own)
        active_tokens = sum(e.tokens for e in active)
        return Stats(
            entries=len(own),
            active=len(active),
            compressed=sum(e.is_compressed for e in own),
            summaries=sum(e.type is EntryType.SUMMARY for e in active),
            tokens=tokens,
            active_tokens=active_tokens,
            saved=tokens - active_tokens,
            by_type=dict(Counter(e.type.value for e in self._entries)),
            problem=self.problem,
        )

    # ------------------------------------------------------------ the rest

    def configure(self, settings: HistorySettings) -> None:
        """Change the settings. A summariser that was given up is tried again."""
        self.settings, self.breaker, self._is_held_up = settings, CLOSED, False

    def clear(self) -> None:
        """Forget every entry."""
        self._entries, self._figures, self._settled = [], {}, 0
        self._count_anew()
        self.breaker, self.problem = CLOSED, ""
        self._tell(Happened(Event.SESSION_CLEARED))

    def on(self, event: Event, listener: Callable[[Happened], None]) -> None:
        """Call `listener` whenever this happens, in the order of listening; what it raises is raised."""
        self._listeners.append((event, listener))

    def _tell(self, happened: Happened) -> None:
        for event, listener in self._listeners:
            if event is happened.event:
                listener(happened)

    def restore(self, entries: Sequence[Entry], made: int) -> None:
        """Take over entries that were exported. `made`: how many ids had been given out."""
        self._entries, self._made, self._figures, self._settled = list(entries), made, {}, 0
        self._count_anew()

    @property
    def made(self) -> int:
        """How many ids were given out."""
        return self._made
