"""The only door to a paid call.

Owns the estimate of what a call may cost and the order of reserving, calling and reconciling.
Promises that no call goes out whose worst case passes the day's ceiling. Never decides what is kept.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Protocol

from extractor.domain import Usage
from extractor.errors import ConfigError, ModelUnavailable
from extractor.models.model import Model, Reply, Request, Stop

ASCII_PER_TOKEN = 3.0
"""Characters of ASCII a token holds at worst: a margin of a sixth over the likely size."""

BYTES_PER_TOKEN = 2.0
"""UTF-8 bytes beyond ASCII a token holds at worst: one and a half tokens for a Chinese character."""

CALL_OVERHEAD = 600
"""Tokens the other side adds of its own to a call with tools."""

PART_OVERHEAD = 8
"""Tokens that frame one block, tool or message."""


class BudgetReached(Exception):
    """A state, not an error: the day's ceiling leaves no room for the next call. All in input tokens."""

    def __init__(self, spent: int, ceiling: int, needed: int) -> None:
        super().__init__(
            f"{spent} of the day's {ceiling} input tokens are spent and the next call may need {needed}:"
            " it goes on the next day, or raise daily_input_tokens"
        )
        self.spent = spent
        self.ceiling = ceiling
        self.needed = needed


class Unbilled(ModelUnavailable):
    """The model is unavailable and no token can have been counted: what was reserved is free again.

    A model raises plain ModelUnavailable where it cannot know (a time-out, a connection cut half-way).
    """


class Spending(Protocol):
    """What a day's calls used."""

    @property
    def input(self) -> int:
        """All input tokens, reservations never reconciled included."""
        ...


class Ledger(Protocol):
    """Where calls are booked. A reservation never reconciled counts as spent."""

    def reserve(
        self, day: str, run: int, model: str, input_tokens: int, output_tokens: int, ceiling: int
    ) -> int | None:
        """Set aside the worst case of a call on `day` (ISO date): its id, None when that passes `ceiling`."""
        ...

    def reconcile(self, reservation: int, usage: Usage) -> None:
        """Put what the call really used in place of its reservation."""
        ...

    def spent(self, day: str) -> Spending:
        """What was spent on a day (ISO date)."""
        ...


class Metered:
    """A model whose every paid call is reserved before and reconciled after.

    `daily_input_tokens` is the ceiling of a day, `day` gives today's date where the person is (ISO),
    `run` is the extraction the calls belong to. A model that costs nothing passes through unbooked.
    """

    def __init__(
        self, model: Model, ledger: Ledger, *, daily_input_tokens: int, day: Callable[[], str], run: int
    ) -> None:
        self.name = model.name
        self.is_paid = model.is_paid
        self._model = model
        self._ledger = ledger
        self._ceiling = daily_input_tokens
        self._day = day
        self._run = run

    def reply(self, request: Request) -> Reply:
        """One reply, booked. Raises BudgetReached before anything is sent, and what the model raises.

        The reservation stands, so that the ledger never says less than was spent, where the model
        failed without knowing what it cost and where a reply came without a count.
        """
        if not self.is_paid:
            return self._model.reply(request)
        reservation = self._reserve(request)
        try:
            reply = self._model.reply(request)
        except (Unbilled, ConfigError):
            self._ledger.reconcile(reservation, Usage())
            raise
        if reply.stop is Stop.REJECTED or reply.usage != Usage():
            self._ledger.reconcile(reservation, reply.usage)
        return reply

    def _reserve(self, request: Request) -> int:
        day, needed = self._day(), worst_case(request)
        reservation = self._ledger.reserve(
            day, self._run, self.name, needed, request.max_output, self._ceiling
        )
        if reservation is None:
            raise BudgetReached(self._ledger.spent(day).input, self._ceiling, needed)
        return reservation


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
