"""A session as it stands at one moment: what waits, what is ours to learn, what is passed over.

Owns the judgement of each exchange before a run. Promises that nothing waiting is skipped and that only
words nobody understood yet are material. Pure: the archive hands its rows in and carries the verdicts out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extractor.archive.live import dispatched
from extractor.archive.standing import Standing
from extractor.domain import Cursor, Kind, Message, MessageKey, Milliseconds, Passed, SessionId, Speaker
from extractor.extraction import cursor as cursors
from extractor.extraction.ends import ENDS
from extractor.extraction.own_summary import OwnSummary
from extractor.extraction.views import Views
from extractor.history.exchanges import Exchange, Opening, cut, is_settled, last_reply, reaches_back
from extractor.history.summary import Summary, still_standing
from extractor.history.transitions import Reason

_UNREAD = (None, Passed.SET_ASIDE)
FOREVER = Milliseconds(1 << 60)
"""Later than anything happens."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Messages that need no run, and why."""

    rows: tuple[int, ...]
    why: Passed


class Start(NamedTuple):
    """Where a session is read again, and its cut taken up."""

    opening: Opening
    transcript: int
    position: int
    sent: frozenset[str]
    """Ids of the calls before it that sent a sub-agent."""


class Sight:
    """One session's live messages, cut into exchanges. It may grow with the session: see `grow`."""

    def __init__(
        self, session: SessionId, standing: Sequence[Standing], since: int, learn_headless: bool
    ) -> None:
        self._session = session
        self.learn_headless = learn_headless
        self._standing: list[Standing] = []
        self._row: dict[MessageKey, int] = {}
        self._number: dict[int, int] = {}
        """The exchange each message stands in, by row."""
        self._passed: dict[int, Passed] = {}
        """Why a message needs no understanding, by row."""
        self.cut: list[Exchange] = []
        self._openings: list[Opening] = []
        self._behind: list[cursors.Behind] = []
        """For each exchange what lies up to its end."""
        self._waiting: list[int] = []
        """Numbers of the exchanges that wait."""
        self._scripts: list[int] = []
        """Numbers of those that hold a script's prompt nobody passed yet."""
        self._before: dict[int, Exchange | None] = {}
        """What `older` tells of exchanges, once told."""
        self._own = OwnSummary()
        self.views = Views()
        self.ends: dict[MessageKey, Reason] = {}
        """After these messages a request ended, and not of itself."""
        self.adopted = tuple(s.id for s in standing[:since] if s.passed is None and s.message.is_visible)
        """Rows of messages the cursor knows to be understood and the archive does not: it was built anew."""
        self._take_in(standing, None)
        self.note((s.id, s.passed or Passed.LEARNED) for s in standing[:since])

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

    # ------------------------------------------------------------ growing

    def number(self, row: int) -> int | None:
        """The exchange a message stands in; None where it is not in sight."""
        return self._number.get(row)

    @property
    def size(self) -> int:
        """Messages in sight."""
        return len(self._standing)

    def opening(self, exchange: int | None, is_before: Callable[[Standing], bool]) -> Start | None:
        """Where to take up the cut so that this exchange, all after it and the one before are cut anew.

        `is_before`: whether a message stands before whatever else is to be read again. None: there is no
        such place but the beginning.
        """
        limit = len(self.cut) if exchange is None else exchange
        for opening in reversed(self._openings):
            if opening.number < limit and is_before(self._standing[opening.at]):
                first = self._standing[opening.at]
                sent = dispatched(self._standing[: opening.at])
                return Start(opening, first.transcript, first.position, frozenset(sent))
        return None

    def grow(self, start: Start, standing: Sequence[Standing]) -> bool:
        """Take these messages for all that stood from an opening on.

        False where that is not enough, because one of them belongs together with what stands before: then
        nothing has changed.
        """
        index, number = start.opening
        before = [s.message for s in self._standing[:index]]
        fresh = [s for s in standing if self._number.get(s.id, number) >= number]
        sent = (dispatched(self._standing[index:]) ^ dispatched(fresh)) - start.sent
        if sent and any(m.kind is Kind.RESULT and m.call in sent for m in before):
            return False
        if reaches_back([s.message for s in fresh], before, lambda n: self._standing[n].turn_ended):
            return False
        self._let_go(start.opening)
        self._take_in(fresh, last_reply(before))
        return True

    def _let_go(self, opening: Opening) -> None:
        """Forget what stands from an opening on."""
        index, number = opening
        for s in self._standing[index:]:
            del self._row[s.message.key], self._number[s.id]
            self._passed.pop(s.id, None)
            self.ends.pop(s.message.key, None)
        del self._standing[index:], self.cut[number:], self._behind[number:]
        del self._waiting[bisect_left(self._waiting, number) :]
        del self._scripts[bisect_left(self._scripts, number) :]
        self._openings = [o for o in self._openings if o.number < number]
        self._before = {n: e for n, e in self._before.items() if n < number}
        self._own.let_go(number)

    def _take_in(self, standing: Sequence[Standing], reply: str | None) -> None:
        """Cut messages and put them behind what is there."""
        index, number = len(self._standing), len(self.cut)
        ends = {n for n, s in enumerate(standing) if s.turn_ended}
        found = cut([s.message for s in standing], ends, reply)
        self._standing += standing
        for s in standing:
            self._row[s.message.key] = s.id
            if s.passed is not None:
                self._passed[s.id] = s.passed
            if s.end in ENDS:
                self.ends[s.message.key] = ENDS[s.end]
        if number:
            self._openings.append(Opening(index, number))
        self._openings += [Opening(o.at + index, o.number + number) for o in found.openings]
        for n, exchange in enumerate(found.exchanges, start=number):
            self.cut.append(exchange)
            self._behind.append(
                (self._behind[-1] if self._behind else cursors.NOTHING).and_then(exchange.messages)
            )
            for message in exchange.messages:
                self._number[self._row[message.key]] = n
            self._sort(n)
        self.views.keep(len(self.cut))

    def note(self, passed: Iterable[tuple[int, Passed | None]]) -> None:
        """Take messages, by row, for passed for a reason; None: they wait again."""
        numbers: set[int] = set()
        for row, why in passed:
            number = self._number.get(row)
            if number is None or self._passed.get(row) is why:
                continue
            if why is None:
                del self._passed[row]
            else:
                self._passed[row] = why
            numbers.add(number)
        for number in numbers:
            self._before.pop(number, None)
            self._sort(number)

    def _sort(self, number: int) -> None:
        """Know whether an exchange waits, and whether it holds a script's prompt nobody passed."""
        exchange = self.cut[number]
        scripts = any(self._is_closed_script(m) and self._why(m) is None for m in exchange.messages)
        for numbers, is_in in ((self._waiting, self.waits(exchange)), (self._scripts, scripts)):
            place = bisect_left(numbers, number)
            was_in = place < len(numbers) and numbers[place] == number
            if is_in and not was_in:
                numbers.insert(place, number)
            elif was_in and not is_in:
                del numbers[place]

    # ------------------------------------------------------------ what it tells

    def waits(self, exchange: Exchange) -> bool:
        """Whether a person's words in it wait to be understood."""
        return any(self._is_waiting(m) for m in exchange.messages)

    @property
    def anything_waits(self) -> bool:
        """Whether any exchange does."""
        return bool(self._waiting)

    def ready(self, quiet: int) -> list[Exchange]:
        """The exchanges that wait and are settled, oldest first; an unsettled one holds back what follows."""
        found: list[Exchange] = []
        for number in self._waiting:
            if not is_settled(self.cut[number], number + 1 < len(self.cut), quiet):
                break
            found.append(self.cut[number])
        return found

    def verdicts(
        self, is_old: Callable[[Milliseconds], bool], quiet: int, is_foreign: Callable[[Exchange], bool]
    ) -> list[Verdict]:
        """What needs no run. `is_foreign`: the agent wrote memory itself in the exchange.

        A foreign exchange is passed once all before it are understood and nothing more is expected in it.
        """
        found = [Verdict(self.adopted, Passed.LEARNED)] if self.adopted else []
        settled = len(self.ready(quiet))
        is_first = True
        for number in sorted({*self._waiting, *self._scripts}):
            exchange = self.cut[number]
            scripts = [m for m in exchange.messages if self._is_closed_script(m) and self._why(m) is None]
            if scripts:
                found.append(self._verdict(scripts, Passed.HEADLESS))
            place = bisect_left(self._waiting, number)
            if number not in self._waiting[place : place + 1]:
                continue
            if is_old(exchange.at):
                found.append(self._verdict(exchange.visible, Passed.OLD))
            elif is_first and place < settled and is_foreign(exchange):
                found.append(self._verdict(exchange.visible, Passed.AGENT_WROTE))
            else:
                is_first = False
        return found

    def passing(self, verdicts: Iterable[Verdict]) -> None:
        """Take verdicts as carried out."""
        self.note((row, verdict.why) for verdict in verdicts for row in verdict.rows)
        self.adopted = ()

    def material(self, exchange: Exchange) -> Exchange:
        """The part of an exchange a run learns from: what nobody understood yet, without closed scripts."""
        kept = [m for m in exchange.messages if self._why(m) is None and not self._is_closed_script(m)]
        return Exchange(tuple(kept), exchange.turn_ended)

    def context(self, exchange: Exchange) -> Exchange | None:
        """The part of an exchange that is only context: understood before. What was set aside is not sent again."""
        kept = [m for m in exchange.visible if self._why(m) not in _UNREAD and not self._is_closed_script(m)]
        return Exchange(tuple(kept), exchange.turn_ended) if kept else None

    def older(self, taken: Sequence[Exchange]) -> list[Exchange]:
        """What came before the first exchange taken, and what of the taken ones is context."""
        told, numbers = self._before, range(self._number_of(taken[0]))
        for number in numbers:
            if number not in told:
                told[number] = self._passed_by(self.cut[number])
        before = [*(told[number] for number in numbers), *map(self.context, taken)]
        return [exchange for exchange in before if exchange is not None]

    def _passed_by(self, exchange: Exchange) -> Exchange | None:
        """An exchange behind which understanding goes on, its work included.

        What the agent added after its words were understood is in it: the person may answer that next. Of
        one that holds a script's prompt only what was said and understood is, of one that was set aside nothing.
        """
        has_script = any(self._is_closed_script(m) for m in exchange.messages)
        if any(self._why(m) is Passed.SET_ASIDE for m in exchange.visible):
            return None
        if exchange is self.cut[0] and not exchange.visible:
            # All that is left of what was said before this session.
            left = [m for m in exchange.messages if m.kind is Kind.SUMMARY and not m.sidechain]
            return Exchange(tuple(left), exchange.turn_ended) if left else None
        kept: list[Message] = []
        for message in exchange.visible if has_script else exchange.messages:
            if (kept or self._why(message) is not None) and not self._is_closed_script(message):
                kept.append(message)
        return Exchange(tuple(kept), exchange.turn_ended) if kept else None

    def rows(self, messages: Iterable[Message]) -> tuple[int, ...]:
        """Rows of the visible ones among these messages."""
        return tuple(self._row[m.key] for m in messages if m.is_visible)

    def cursor_behind(self, taken: Sequence[Exchange] = ()) -> Cursor | None:
        """The cursor behind all that needs nothing more, once `taken` is understood."""
        numbers = {self._number_of(exchange) for exchange in taken}
        end = next((n for n in self._waiting if n not in numbers), len(self.cut))
        return self._behind[end - 1].cursor(self._session) if end else None

    def cursors(self, taken: Sequence[Exchange]) -> list[Cursor | None]:
        """For each of the exchanges taken the cursor once it and those before it are understood."""
        starts = [self._number_of(exchange) for exchange in taken[1:]]
        return [*(self._behind[n - 1].cursor(self._session) for n in starts), self.cursor_behind(taken)]

    def understood(self) -> list[Exchange]:
        """The exchanges before the first that waits."""
        return self.cut[: self._waiting[0]] if self._waiting else self.cut[:]

    def lasts(self, exchange: Exchange) -> tuple[Milliseconds, Milliseconds]:
        """From when on, and before when, what happens belongs to an exchange; where prompts were queued, to two."""
        after = self.cut[self._number_of(exchange) + 1 :][:1]
        until = after[0].messages[0].at if after else FOREVER
        return exchange.messages[0].at, Milliseconds(max(until, exchange.at + 1))

    def holding(self, keys: Iterable[MessageKey]) -> list[Exchange]:
        """The exchanges in which any of these messages stands."""
        numbers = {self._number[self._row[key]] for key in keys if key in self._row}
        return [self.cut[number] for number in sorted(numbers)]

    def summary(self, stored: Iterable[Summary]) -> Summary | None:
        """The newest summary that still stands: the first of the `stored` ones, else the client's own."""
        return still_standing(stored, (s.message for s in self._standing)) or self._own.of(self.cut)

    def _number_of(self, exchange: Exchange) -> int:
        return self._number[self._row[exchange.messages[0].key]]

    def _why(self, message: Message) -> Passed | None:
        return self._passed.get(self._row[message.key])

    def _is_waiting(self, message: Message) -> bool:
        return (
            message.is_human
            and not message.sidechain
            and self._why(message) is None
            and not self._is_closed_script(message)
            and bool(message.text.strip())
        )

    def _is_closed_script(self, message: Message) -> bool:
        return message.speaker is Speaker.HUMAN_HEADLESS and not self.learn_headless and not message.sidechain

    def _verdict(self, messages: Iterable[Message], why: Passed) -> Verdict:
        return Verdict(self.rows(m for m in messages if self._why(m) is None), why)
