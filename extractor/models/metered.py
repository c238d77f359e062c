"""The only door to a paid call.

Owns the estimate of what a call may cost and the order of reserving, calling and reconciling.
Promises that no call goes out whose worst case passes the day's ceiling. Never decides what is kept.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from extractor.archive.ledger import Call, Ceiling, Ceilings, Refused
from extractor.domain import NO_USAGE, Usage
from extractor.errors import ConfigError, ModelUnavailable
from extractor.models.model import Errand, Fork, Model, Reply, Request, Returned, Stop
from extractor.models.price import Price, dollars

ASCII_PER_TOKEN = 3.0
"""Characters of ASCII a token holds at worst: a margin of a sixth over the likely size."""

BYTES_PER_TOKEN = 2.0
"""UTF-8 bytes beyond ASCII a token holds at worst: one and a half tokens for a Chinese character."""

CALL_OVERHEAD = 600
"""Tokens the other side adds of its own to a call with tools."""

PART_OVERHEAD = 8
"""Tokens that frame one block, tool or message."""

MOST_COUNTED = 100_000_000
"""Tokens of one kind a call is believed to have used: a hundred times what the largest context holds."""


def counted(usage: Usage) -> Usage:
    """The usage as the other side counts it; none where it cannot be: then what was reserved stands."""
    counts = (usage.input, usage.cached, usage.written, usage.output)
    return usage if all(0 <= count <= MOST_COUNTED for count in counts) else NO_USAGE


class BudgetReached(Exception):
    """A state, not an error: a ceiling of the day leaves no room for the next call."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(_told(refused))
        self.refused = refused


def _told(refused: Refused) -> str:
    told = dollars if refused.ceiling is Ceiling.COST else "{:,}".format
    what = {
        Ceiling.TOKENS: "input tokens are spent",
        Ceiling.COST: "are spent",
        Ceiling.PROJECT: "input tokens of this project are spent",
    }[refused.ceiling]
    if not refused.fits_a_day:
        return (
            f"one run may need {told(refused.own + refused.needed)} and {refused.ceiling.value} is"
            f" {told(refused.most)}: no day has room for it, raise {refused.ceiling.value}"
        )
    if refused.may_be_freed:
        return (
            f"{told(refused.spent)} of the day's {told(refused.most)} {what} or set aside for calls under way, and the next"
            f" call may need {told(refused.needed)}: it goes on when those are answered"
        )
    return (
        f"{told(refused.spent)} of the day's {told(refused.most)} {what} and the next call may need"
        f" {told(refused.needed)}: it goes on the next day, or raise {refused.ceiling.value}"
    )


class Unbilled(ModelUnavailable):
    """The model is unavailable and no token can have been counted: what was reserved is free again.

    A model raises plain ModelUnavailable where it cannot know (a time-out, a connection cut half-way).
    """


class Ledger(Protocol):
    """Where calls are booked. A reservation never reconciled counts as spent."""

    def reserve(self, call: Call, ceilings: Ceilings) -> int | Refused:
        """Set aside the worst case of a call: its id, or what refuses it."""
        ...

    def reconcile(self, reservation: int, usage: Usage, cost: int | None) -> None:
        """Put what the call really used in place of its reservation. `cost`: micro-dollars, None: unknown."""
        ...


@dataclass(frozen=True, slots=True)
class Reserved:
    """What was set aside for a call, in tokens; `id` as the ledger knows it."""

    id: int
    input: int
    output: int


@dataclass(frozen=True, slots=True)
class Meter:
    """What every paid call is reserved with before and reconciled with after."""

    ledger: Ledger
    ceilings: Ceilings
    price: Price | None
    """None where it is not known."""
    day: Callable[[], str]
    """Today's date where the person is (ISO)."""

    def reserve(self, run: int, model: str, most_input: int, most_output: int) -> Reserved:
        """Set aside the worst case of a call, in tokens. Raises BudgetReached."""
        cost = self.price.worst(most_input, most_output) if self.price else None
        call = Call(self.day(), run, model, most_input, most_output, cost)
        reservation = self.ledger.reserve(call, self.ceilings)
        if isinstance(reservation, Refused):
            raise BudgetReached(reservation)
        return Reserved(reservation, most_input, most_output)

    def free(self, reserved: Reserved) -> None:
        """Nothing was used of what was reserved."""
        self.ledger.reconcile(reserved.id, NO_USAGE, 0)

    def book(self, reserved: Reserved, usage: Usage, is_answered: bool, lacks_input: bool = False) -> None:
        """Put what was counted in place of what was reserved, which stands for each count that is missing.

        `is_answered`: whether anything came back, which cannot have cost no output. `lacks_input`: the plain input is
        not told, so that what was reserved stands for all that is not told of the cache.
        """
        if usage == NO_USAGE:
            return
        output = usage.output or (reserved.output if is_answered else 0)
        if usage.total_input and not lacks_input:
            used = replace(usage, output=output)
            cost = self.price.cost(used) if self.price else None
        else:
            rest = max(0, reserved.input - usage.cached - usage.written)
            used = replace(usage, input=rest, output=output)
            cached = replace(usage, input=0, output=0)
            cost = self.price.cost(cached) + self.price.worst(rest, output) if self.price else None
        self.ledger.reconcile(reserved.id, used, cost)


class Metered:
    """A model whose every paid call is booked. A model that costs nothing passes through unbooked."""

    def __init__(self, model: Model, meter: Meter, run: int) -> None:
        """`run`: the extraction the calls belong to."""
        self.name = model.name
        self.is_paid = model.is_paid
        self._model = model
        self._meter = meter
        self._run = run

    def reply(self, request: Request) -> Reply:
        """One reply, booked. Raises BudgetReached before anything is sent, and what the model raises.

        The reservation stands, so that the ledger never says less than was spent, where the model
        failed without knowing what it cost, and for each count a reply came without.
        """
        if not self.is_paid:
            return self._model.reply(request)
        reserved = self._meter.reserve(self._run, self.name, worst_case(request), request.max_output)
        try:
            reply = self._model.reply(request)
        except (Unbilled, ConfigError):
            self._meter.free(reserved)
            raise
        if reply.stop is Stop.REJECTED:
            self._meter.free(reserved)
        else:
            self._meter.book(reserved, reply.usage, not reply.is_empty, reply.lacks_input)
        return reply


class MeteredFork:
    """A fork whose every errand is booked."""

    def __init__(self, fork: Fork, meter: Meter) -> None:
        self.name = fork.name
        self.close = fork.close
        self.context = fork.context
        self._fork = fork
        self._meter = meter

    def send(self, errand: Errand, run: int, replies: int, max_output: int) -> Returned:
        """One errand of at most so many replies, booked on this run. Raises BudgetReached before it is sent.

        Each reply is taken to send the whole session again, with the prompt and what the fork wrote. The
        reservation stands for each count the errand came back without.
        """
        once = (
            (self._fork.context(errand.session) or 0) + math.ceil(_most_tokens(errand.prompt)) + CALL_OVERHEAD
        )
        needed = replies * once + max_output * sum(range(replies))
        reserved = self._meter.reserve(run, self.name, needed, replies * max_output)
        try:
            returned = self._fork.send(errand)
        except (Unbilled, ConfigError):
            self._meter.free(reserved)
            raise
        if returned.is_unbilled:
            self._meter.free(reserved)
        else:
            self._meter.book(reserved, returned.usage, returned.replies > 0)
        return returned


def worst_case(request: Request) -> int:
    """Most input tokens the request is taken to cost.

    Long runs of digits or hashes may pass it by half; what was really counted corrects the ledger.
    """
    tokens, parts = 0.0, 0
    for text in _sent(request):
        tokens += _most_tokens(text)
        parts += 1
    return math.ceil(tokens) + CALL_OVERHEAD + PART_OVERHEAD * parts


def _sent(request: Request) -> Iterator[str]:
    yield request.system
    for tool in request.tools:
        yield tool.name + tool.description + json.dumps(dict(tool.schema), ensure_ascii=False)
    yield from request.stable
    yield request.fresh
    for turn in request.turns:
        yield turn.reply.text
        for call in turn.reply.calls:
            yield call.id + call.name + json.dumps(call.input, ensure_ascii=False)
        for outcome in turn.outcomes:
            yield outcome.call + outcome.text


def _most_tokens(text: str) -> float:
    plain = len(text.encode("ascii", "ignore"))
    rest = len(text.encode("utf-8", "replace")) - plain
    return plain / ASCII_PER_TOKEN + rest / BYTES_PER_TOKEN
