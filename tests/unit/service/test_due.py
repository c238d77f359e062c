"""When each session is looked at next, and in which order."""

from __future__ import annotations

import pytest

from extractor.service.due import DEBOUNCE, LONGEST_DEBOUNCE, Due
from tests.support.scripted import Clock

HOUR = 3_600_000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def due(clock: Clock) -> Due:
    return Due(clock)


def nobody(_session: int) -> bool:
    return False


def test_a_session_whose_turn_ended_is_due_at_once(due: Due) -> None:
    due.grew(1, turn_ended=True)
    assert due.in_order(nobody) == [1]


def test_one_that_goes_on_growing_waits_for_a_moment_but_not_for_ever(due: Due, clock: Clock) -> None:
    began = clock.now
    for _ in range(20):
        due.grew(1, turn_ended=False)
        at = due.next(nobody)
        assert at is not None
        assert at <= max(began + LONGEST_DEBOUNCE, clock.now)
        assert at <= clock.now + DEBOUNCE
        clock.pass_by(1)


def test_what_is_due_comes_by_its_moment_and_who_goes_first_before_it(due: Due, clock: Clock) -> None:
    due.put_off(1, clock.now - 1)
    due.put_off(2, clock.now)
    due.put_off(3, clock.now + 1)
    assert due.in_order(nobody) == [1, 2]
    assert due.in_order(lambda session: session == 2) == [2, 1]


def test_nothing_is_due_where_nobody_grew(due: Due) -> None:
    assert due.next(nobody) is None
    due.add(1)
    assert due.next(lambda _session: True) is None


def test_a_session_is_told_silent_once_and_not_while_it_waits(due: Due, clock: Clock) -> None:
    due.grew(1, turn_ended=True)
    clock.pass_by(3_600)
    assert list(due.silent(HOUR, nobody)) == []
    due.looked_at(1, None)
    assert list(due.silent(HOUR, lambda _session: True)) == []
    assert list(due.silent(HOUR, nobody)) == [1]
    assert list(due.silent(HOUR, nobody)) == []


def test_a_clock_that_is_set_back_makes_nobody_wait_for_longer(due: Due, clock: Clock) -> None:
    due.put_off(1, clock.now + 10)
    clock.now -= HOUR
    due.set_back(HOUR)
    assert due.next(nobody) == clock.now + 10


def test_a_session_that_is_held_back_is_not_due_sooner_because_it_grows(due: Due, clock: Clock) -> None:
    due.hold_back(1, clock.now + 60_000)
    due.grew(1, turn_ended=True)
    assert due.next(nobody) == clock.now + 60_000
    clock.now -= HOUR
    due.set_back(HOUR)
    due.grew(1, turn_ended=True)
    assert due.next(nobody) == clock.now + 60_000
    due.came_back(1)
    due.grew(1, turn_ended=True)
    assert due.next(nobody) == clock.now


def test_who_found_no_room_in_a_day_goes_first_in_the_next_and_once(due: Due, clock: Clock) -> None:
    due.grew(1, turn_ended=True)
    due.put_off(2, clock.now + HOUR, goes_first=True)
    assert due.in_order(nobody) == [1]
    clock.now += HOUR
    assert due.in_order(nobody) == [2, 1]
    due.came_back(2)
    assert due.in_order(nobody) == [1, 2], "behind those that waited as long"


def test_what_is_left_of_a_session_is_due_at_once_and_what_came_since_behind_those_that_wait(
    due: Due, clock: Clock
) -> None:
    due.add(1)
    clock.pass_by(1)
    due.grew(2, turn_ended=True)
    due.came_back(1)
    assert due.in_order(nobody) == [1, 2], "what it was begun for is not at its end"
    clock.pass_by(1)
    due.grew(1, turn_ended=False)
    due.came_back(1)
    assert due.in_order(nobody) == [2, 1]


def test_who_alone_is_not_answered_waits_longer_each_time_until_it_is(due: Due, clock: Clock) -> None:
    waits: list[int] = []
    for _ in range(9):
        due.not_answered(1, is_alone=True)
        at = due.next(nobody)
        assert at is not None
        waits.append((at - clock.now) // 1000)
    assert waits == [0, 30, 60, 120, 240, 480, 900, 900, 900]
    due.answered(1)
    due.not_answered(1, is_alone=True)
    assert due.next(nobody) == clock.now + 1


def test_who_is_held_back_is_due_at_once_where_a_person_asks_for_another_try(due: Due, clock: Clock) -> None:
    due.hold_back(1, clock.now + 60_000)
    due.put_off(2, clock.now + HOUR)
    for _ in range(9):
        due.not_answered(3, is_alone=True)
    due.try_again()
    assert due.in_order(nobody) == [1, 3]
    due.grew(1, turn_ended=True)
    assert due.next(lambda session: session != 1) == clock.now
    due.not_answered(3, is_alone=True)
    assert due.next(lambda session: session != 3) == clock.now + 1


def test_where_nobody_is_answered_none_waits_for_itself(due: Due, clock: Clock) -> None:
    for _ in range(9):
        due.not_answered(1, is_alone=False)
        assert due.next(nobody) == clock.now + 1
