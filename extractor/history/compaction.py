"""Compaction: a conversation brought under a limit, the cheapest step first.

Owns the order of the steps. Promises that a step is taken only where the one before did
not suffice, that no message of the newest exchange is left out wherever it fits, and that the result is
within the limit. Never changes the history it was given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.history.breaker import CLOSED, Breaker
from extractor.history.budget import FRAME, estimate, size
from extractor.history.cutting import NOTICE, cut_inside
from extractor.history.exchanges import Exchange
from extractor.history.summary import (
    Author,
    Summariser,
    Summary,
    clipped,
    ident,
    joined,
    summed_up,
    with_text,
)

OVERSIZED = 1_000
"""Tokens of a tool result above which it is trimmed."""

TRIMMED = 300
"""Tokens a trimmed tool result keeps."""

DROPPED = 10
"""Most exchanges dropped whole."""

NEWEST = 10
"""Newest messages that are never dropped."""

COMPRESSED = 0.3
"""Share of its tokens a summary may take."""


class Step(StrEnum):
    """The steps, cheapest first."""

    TRIM = "trim"
    DROP = "drop"
    SESSION_MEMORY = "session-memory"
    SUMMARISE = "summarise"
    CUT = "cut"
    """The newest exchange alone is too large: it is cut inside."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken, and what it brought. Tokens of the whole input."""

    step: Step
    before: int
    after: int
    told: str


@dataclass(frozen=True, slots=True)
class Compacted:
    """What is left, and how it came about."""

    exchanges: tuple[Exchange, ...]
    summary: Summary | None
    """Stands before the exchanges."""
    left_out: int
    """Messages that stand neither here nor in the summary."""
    steps: tuple[Taken, ...]
    breaker: Breaker
    made: Summary | None = None
    """A summary made on the way: worth storing, the next compaction uses it."""
    problem: str = ""
    """Why the summariser did not serve; the rules took its place."""
    has_notice: bool = True
    """The messages begin with a line on what is left out, where anything is; False: it had no room."""

    @property
    def tokens(self) -> int:
        """Tokens of all of it, each message in the frame of a bare prompt."""
        return sum(size(m) for m in self.messages)

    @property
    def messages(self) -> list[Message]:
        """As a model reads it: the notice and the summary first."""
        return [*_head(self.left_out if self.has_notice else 0, self.summary), *_said(self.exchanges)]


def compact(
    exchanges: Sequence[Exchange],
    limit: int,
    *,
    stored: Summary | None = None,
    summarise: Summariser | None = None,
    named: str = "rules",
    breaker: Breaker = CLOSED,
    frame: int = FRAME,
) -> Compacted:
    """Bring exchanges to at most `limit` tokens. `frame`: what says whose a message is, in tokens.

    `stored`: the newest summary there is of them (the session's own, else the client's). `summarise`: None
    for the rules; `named` is its name for the breaker. A failure of it is not raised: the rules take its
    place and the breaker counts.
    """
    work = _Work([e for e in exchanges if e.messages], limit, breaker, frame)
    if work.is_over:
        work.trim()
    if work.is_over:
        work.drop()
    if work.is_over and stored is not None:
        work.remember(stored)
    if work.is_over and len(work.left) > 1:
        work.summarise(summarise, named)
    if work.is_over:
        work.cut()
    return Compacted(
        tuple(work.left),
        work.summary,
        work.left_out,
        tuple(work.steps),
        work.breaker,
        work.made,
        work.problem,
        work.has_notice,
    )


class _Work:
    """A compaction under way."""

    def __init__(self, left: list[Exchange], limit: int, breaker: Breaker, frame: int) -> None:
        self.left = left
        self.sizes = [sum(size(m, frame) for m in e.messages) for e in left]
        """Tokens of each exchange that is left."""
        self.limit = limit
        self.breaker = breaker
        self.frame = frame
        self.summary: Summary | None = None
        self.made: Summary | None = None
        self.has_notice = True
        self.steps: list[Taken] = []
        self.problem = ""
        self._gone: list[Message] = []
        """Messages that stand neither in what is left nor in the summary."""
        self._told: list[Message] = []
        """Messages the summary stands for, of those that were given."""

    @property
    def left_out(self) -> int:
        """How many messages stand nowhere."""
        return len(self._gone)

    @property
    def tokens(self) -> int:
        head = sum(size(m, self.frame) for m in _head(self.left_out if self.has_notice else 0, self.summary))
        return head + sum(self.sizes)

    def _leave(self, count: int) -> None:
        """Take the oldest exchanges away."""
        self.left, self.sizes = self.left[count:], self.sizes[count:]

    @property
    def is_over(self) -> bool:
        return self.tokens > self.limit

    def _note(self, step: Step, before: int, told: str) -> None:
        self.steps.append(Taken(step, before, self.tokens, told))

    def trim(self) -> None:
        """Cut oversized tool results to head and tail, the oldest first, until it is enough."""
        before = tokens = self.tokens
        count = 0
        for number, exchange in enumerate(self.left):
            if tokens <= self.limit:
                break
            messages = list(exchange.messages)
            for place, message in enumerate(messages):
                if message.kind is Kind.RESULT and estimate(message.text) > OVERSIZED and tokens > self.limit:
                    shorter = message._replace(text=clipped(message.text, TRIMMED))
                    change = size(shorter, self.frame) - size(message, self.frame)
                    tokens += change
                    self.sizes[number] += change
                    messages[place] = shorter
                    count += 1
            self.left[number] = Exchange(tuple(messages), exchange.turn_ended)
        if count:
            self._note(Step.TRIM, before, f"{count} tool results cut to head and tail")

    def drop(self) -> None:
        """Leave out the oldest exchanges whole: at most ten, and none that reaches into the newest messages."""
        before, tokens = self.tokens, self.tokens + NOTICE + self.frame
        total = sum(len(e.messages) for e in self.left)
        count = gone = 0
        while count < DROPPED and count < len(self.left) - 1 and tokens > self.limit:
            messages = self.left[count].messages
            if total - gone - len(messages) < NEWEST:
                break
            tokens -= self.sizes[count]
            gone += len(messages)
            count += 1
        if tokens < before:
            self._gone = _said(self.left[:count])
            self._leave(count)
            self._note(Step.DROP, before, f"{count} oldest exchanges ({gone} messages) left out")

    def remember(self, stored: Summary) -> None:
        """Let the stored summary stand for the exchanges it covers, where it is shorter than they are."""
        before, covered = self.tokens, set(stored.ids)
        count = 0
        while count < len(self.left) - 1 and _is_covered(self.left[count], covered):
            count += 1
        if not count:
            return
        kept = (self.left, self.sizes, self._gone, self._told)
        taken = _said(self.left[:count])
        self._leave(count)
        self._told = [*(m for m in self._gone if _stands(m, covered)), *taken]
        self._gone = [m for m in self._gone if not _stands(m, covered)]
        self._take(stored)
        if self.tokens >= before:
            self.left, self.sizes, self._gone, self._told = kept
            self.summary = None
            return
        told = f"{count} exchanges ({len(taken)} messages) stand in a stored summary"
        self._note(Step.SESSION_MEMORY, before, told)

    def summarise(self, write: Summariser | None, named: str) -> None:
        """Sum up the older half, by the summariser once, then by the rules until it is enough."""
        before, gone = self.tokens, 0
        author = write
        while self.is_over and len(self.left) > 1:
            count = self._older_half()
            gone += count
            made = self._summed_up(count, author, named)
            self._told += _said(self.left[:count])
            self._leave(count)
            author = None
            self.made = made
            self._take(made)
        told = f"{gone} exchanges summed up by {self.made.author.value if self.made else 'nobody'}"
        if self.tokens < before:  # else nothing came of it, and the newest exchange stands alone
            self._note(Step.SUMMARISE, before, told + (f" ({self.problem})" if self.problem else ""))

    def _older_half(self) -> int:
        """How many exchanges it is."""
        half, passed = sum(self.sizes) / 2, 0
        for count, tokens in enumerate(self.sizes[:-1], start=1):
            passed += tokens
            if passed >= half:
                return count
        return len(self.left) - 1

    def _summed_up(self, count: int, write: Summariser | None, named: str) -> Summary:
        messages = _said(self.left[:count])
        ids = tuple(ident(m) for m in messages)
        limit = max(1, int(sum(self.sizes[:count]) * COMPRESSED))
        name, subject = f"{ids[0]}..{ids[-1]}", f"{named} {ids[0]}..{ids[-1]}"
        if write is not None and self.breaker.allows(subject):
            try:
                made = summed_up(messages, ids, limit, name, write, Author.MODEL)
            except Exception as error:  # noqa: BLE001 - the summariser may be somebody else's code
                self.breaker = self.breaker.after(subject, worked=False)
                self.problem = f"the summariser failed: {error}"
            else:
                self.breaker = self.breaker.after(subject, worked=True)
                return joined(self.summary, made, name)
        elif write is not None:
            self.problem = f"the summariser failed {self.breaker.failures} times and is left alone"
        return joined(self.summary, summed_up(messages, ids, limit, name), name)

    def _take(self, summary: Summary) -> None:
        """Put a summary in, no longer than what the newest exchange leaves room for."""
        newest = self.sizes[-1]
        notice = NOTICE + self.frame if self.left_out else 0
        room = self.limit - newest - notice - self.frame - estimate(_bare(summary)) - 1
        if room <= 0:
            self._give_up()
            return
        text = clipped(summary.text, room)
        self.summary = with_text(summary, text)

    def _give_up(self) -> None:
        """Do without a summary: what it stood for stands nowhere."""
        self._gone, self._told, self.summary = [*self._gone, *self._told], [], None

    def cut(self) -> None:
        """The newest exchange alone is too large: keep its ends and say what is missing."""
        before = self.tokens
        self._gone += _said(self.left[:-1])
        self._leave(len(self.left) - 1)
        self._give_up()
        if sum(self.sizes) > self.limit:
            room = self.limit - (NOTICE + self.frame if self.left_out else 0)
            self.left = [cut_inside(self.left[0], room, self.frame)]
            self.sizes = [sum(size(m, self.frame) for m in self.left[0].messages)]
            self._note(Step.CUT, before, "the newest exchange is cut inside")
        elif self.is_over:
            # It fits alone; only the line on what is left out does not.
            self.has_notice = False
            self._note(Step.CUT, before, "only the newest exchange is left")


def _head(left_out: int, summary: Summary | None) -> list[Message]:
    said: list[Message] = []
    at = summary.start if summary else Milliseconds(0)
    if left_out:
        text = f"[EARLIER] {left_out} messages left out"
        said.append(Message(MessageKey("", "left out", 0), Speaker.SYSTEM, Kind.TRANSITION, text, at))
    if summary is not None:
        key = MessageKey("", f"summary {summary.id}", 0)
        said.append(Message(key, Speaker.SYSTEM, Kind.SUMMARY, summary.shown(), summary.end))
    return said


def _bare(summary: Summary) -> str:
    return with_text(summary, "").shown()


def _said(found: Sequence[Exchange]) -> list[Message]:
    return [message for exchange in found for message in exchange.messages]


def _is_covered(exchange: Exchange, covered: set[str]) -> bool:
    return all(_stands(message, covered) for message in exchange.messages)


def _stands(message: Message, covered: set[str]) -> bool:
    """Whether a summary stands for the message; what stands for others says nothing of its own."""
    return message.kind is Kind.TRANSITION or ident(message) in covered
