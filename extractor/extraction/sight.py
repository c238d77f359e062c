"""A session as it stands at one moment: what waits, what is ours to learn, what is passed over.

Owns the judgement of each exchange before a run. Promises that nothing waiting is skipped and that only
words nobody understood yet are material. Pure: the archive hands its rows in and carries the verdicts out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from extractor.archive.standing import Standing
from extractor.domain import Cursor, Kind, Message, MessageKey, Milliseconds, Passed, SessionId, Speaker
from extractor.extraction import cursor as cursors
from extractor.history.exchanges import Exchange, exchanges, is_settled
from extractor.history.transitions import Reason
from extractor.transcripts.source import BoundaryKind

ENDS = {BoundaryKind.CANCELLED: Reason.CANCELLED, BoundaryKind.ABORTED: Reason.ABORTED}
"""What a client's boundary means for the request it ends."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Messages that need no run, and why."""

    rows: tuple[int, ...]
    why: Passed


class Sight:
    """One session's live messages, cut into exchanges."""

    def __init__(
        self, session: SessionId, standing: Sequence[Standing], since: int, learn_headless: bool
    ) -> None:
        self._session = session
        self._learn_headless = learn_headless
        self._row = {s.message.key: s.id for s in standing}
        self._passed = {s.message.key: s.passed for s in standing}
        for s in standing[:since]:
            self._passed.setdefault(s.message.key, None)
            self._passed[s.message.key] = s.passed or Passed.LEARNED
        self.cut = exchanges(
            (s.message for s in standing), (n for n, s in enumerate(standing) if s.turn_ended)
        )
        self.adopted = tuple(s.id for s in standing[:since] if s.passed is None and s.message.is_visible)
        """Rows of messages the cursor knows to be understood and the archive does not: it was built anew."""
        self.ends = {s.message.key: ENDS[s.end] for s in standing if s.end in ENDS}
        """After these messages a request ended, and not of itself."""

    @classmethod
    def of(
        cls,
        session: SessionId,
        standing: Sequence[Standing],
        cursor: Cursor | None,
        is_same_archive: bool,
        learn_headless: bool,
    ) -> Sight:
        """The session as the archive and the cursor together tell it.

        In the archive the cursor was moved in, every message says for itself whether it was understood. In
        one built anew none does: then the cursor tells.
        """
        since = 0 if is_same_archive else cursors.resolve(cursor, [s.message for s in standing])
        return cls(session, standing, since, learn_headless)

    def waits(self, exchange: Exchange) -> bool:
        """Whether a person's words in it wait to be understood."""
        return any(self._is_waiting(m) for m in exchange.messages)

    @property
    def anything_waits(self) -> bool:
        """Whether any exchange does."""
        return any(self.waits(exchange) for exchange in self.cut)

    def ready(self, quiet: int) -> list[Exchange]:
        """The exchanges that wait and are settled, oldest first; an unsettled one holds back what follows."""
        found: list[Exchange] = []
        for number, exchange in enumerate(self.cut, start=1):
            if not self.waits(exchange):
                continue
            if not is_settled(exchange, number < len(self.cut), quiet):
                break
            found.append(exchange)
        return found

    def verdicts(
        self, horizon: Milliseconds, quiet: int, is_foreign: Callable[[Exchange], bool]
    ) -> list[Verdict]:
        """What needs no run. `is_foreign`: the agent wrote memory itself in the exchange.

        A foreign exchange is passed once all before it are understood and nothing more is expected in it.
        """
        found: list[Verdict] = []
        if self.adopted:
            found.append(Verdict(self.adopted, Passed.LEARNED))
        settled = self.ready(quiet)
        is_first = True
        for exchange in self.cut:
            scripts = [
                m for m in exchange.messages if self._is_closed_script(m) and self._passed[m.key] is None
            ]
            if scripts:
                found.append(self._verdict(scripts, Passed.HEADLESS))
            if not self.waits(exchange):
                continue
            if exchange.at < horizon:
                found.append(self._verdict(exchange.visible, Passed.OLD))
            elif is_first and exchange in settled and is_foreign(exchange):
                found.append(self._verdict(exchange.visible, Passed.AGENT_WROTE))
            else:
                is_first = False
        return found

    def passing(self, verdicts: Iterable[Verdict]) -> None:
        """Take verdicts as carried out."""
        key = {row: key for key, row in self._row.items()}
        for verdict in verdicts:
            for row in verdict.rows:
                self._passed[key[row]] = verdict.why
        self.adopted = ()

    def material(self, exchange: Exchange) -> Exchange:
        """The part of an exchange a run learns from: what nobody understood yet, without closed scripts."""
        kept = [m for m in exchange.messages if self._passed[m.key] is None and not self._is_closed_script(m)]
        return Exchange(tuple(kept), exchange.turn_ended)

    def context(self, exchange: Exchange) -> Exchange | None:
        """The part of an exchange that is only context: understood before."""
        kept = [
            m for m in exchange.visible if self._passed[m.key] is not None and not self._is_closed_script(m)
        ]
        return Exchange(tuple(kept), exchange.turn_ended) if kept else None

    def older(self, taken: Sequence[Exchange]) -> list[Exchange]:
        """What came before the first exchange taken, and what of the taken ones is context."""
        first = self.cut.index(taken[0])
        before = [
            *(self._passed_by(exchange) for exchange in self.cut[:first]),
            *(self.context(exchange) for exchange in taken),
        ]
        return [exchange for exchange in before if exchange is not None]

    def _passed_by(self, exchange: Exchange) -> Exchange | None:
        """An exchange behind which understanding goes on, its work included.

        What the agent added after its words were understood is in it: the person may answer that next. Of
        one that holds a script's prompt only what was said and understood is.
        """
        has_script = any(self._is_closed_script(m) for m in exchange.messages)
        if exchange is self.cut[0] and not exchange.visible:
            # All that is left of what was said before this session.
            left = [m for m in exchange.messages if m.kind is Kind.SUMMARY and not m.sidechain]
            return Exchange(tuple(left), exchange.turn_ended) if left else None
        kept: list[Message] = []
        for message in exchange.visible if has_script else exchange.messages:
            is_known = self._passed[message.key] is not None or bool(kept)
            if is_known and not self._is_closed_script(message):
                kept.append(message)
        return Exchange(tuple(kept), exchange.turn_ended) if kept else None

    def rows(self, messages: Iterable[Message]) -> tuple[int, ...]:
        """Rows of the visible ones among these messages."""
        return tuple(self._row[m.key] for m in messages if m.is_visible)

    def cursor_behind(self, taken: Sequence[Exchange] = ()) -> Cursor | None:
        """The cursor behind all that needs nothing more, once `taken` is understood."""
        understood: list[Message] = []
        for exchange in self.cut:
            if self.waits(exchange) and exchange not in taken:
                break
            understood.extend(exchange.messages)
        return cursors.after(self._session, understood)

    def understood(self) -> list[Exchange]:
        """The exchanges before the first that waits."""
        found: list[Exchange] = []
        for exchange in self.cut:
            if self.waits(exchange):
                break
            found.append(exchange)
        return found

    def holding(self, keys: set[MessageKey]) -> list[Exchange]:
        """The exchanges in which any of these messages stands."""
        return [e for e in self.cut if any(m.key in keys for m in e.messages)]

    def _is_waiting(self, message: Message) -> bool:
        return (
            message.is_human
            and not message.sidechain
            and self._passed[message.key] is None
            and not self._is_closed_script(message)
            and bool(message.text.strip())
        )

    def _is_closed_script(self, message: Message) -> bool:
        return (
            message.speaker is Speaker.HUMAN_HEADLESS and not self._learn_headless and not message.sidechain
        )

    def _verdict(self, messages: Iterable[Message], why: Passed) -> Verdict:
        return Verdict(self.rows(m for m in messages if self._passed[m.key] is None), why)
