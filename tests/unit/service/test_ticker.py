"""The ticker: each tick in its time, on a clock nobody sets."""

from __future__ import annotations

import queue
import random

from extractor.service.events import Tick
from extractor.service.ticker import Ticker


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def ticker(clock: Seconds) -> Ticker:
    return Ticker(lambda _tick: None, clock)


def test_a_tick_comes_every_so_many_seconds_and_not_before() -> None:
    clock = Seconds()
    made = ticker(clock)
    made.every(60, Tick.SWEEP)
    assert (made.due(), made.left()) == ([], 60)
    clock.now = 59.9
    assert made.due() == []
    clock.now = 60
    assert made.due() == [Tick.SWEEP]
    assert (made.due(), made.left()) == ([], 60)


def test_what_was_missed_comes_once() -> None:
    clock = Seconds()
    made = ticker(clock)
    made.every(1, Tick.PING)
    clock.now = 3_600
    assert made.due() == [Tick.PING]
    assert made.due() == []


def test_the_most_belated_comes_first() -> None:
    clock = Seconds()
    made = ticker(clock)
    made.every(3, Tick.SCAN)
    made.every(2, Tick.SWEEP)
    clock.now = 10
    assert made.due() == [Tick.SWEEP, Tick.SCAN]


def test_another_period_counts_from_now() -> None:
    clock = Seconds()
    made = ticker(clock)
    made.every(600, Tick.SCAN)
    clock.now = 100
    made.every(5, Tick.SCAN)
    assert made.left() == 5


def test_nothing_asked_for_is_nothing_to_wait_for() -> None:
    assert ticker(Seconds()).left() is None


def test_over_any_row_of_looks_as_many_come_as_periods_at_most() -> None:
    chance = random.Random(11)
    clock = Seconds()
    made = ticker(clock)
    made.every(7, Tick.PING)
    came = 0
    for _ in range(2_000):
        clock.now += chance.choice([0.1, 1, 5, 30])
        came += len(made.due())
    assert 0 < came <= clock.now / 7


def test_the_thread_gives_ticks_until_it_is_stopped() -> None:
    given: queue.SimpleQueue[Tick] = queue.SimpleQueue()
    made = Ticker(given.put)
    made.start()
    made.every(0.01, Tick.PING)
    assert [given.get(timeout=10) for _ in range(3)] == [Tick.PING] * 3
    made.stop()
    made.stop()
    while not given.empty():
        given.get()
    assert given.empty()
