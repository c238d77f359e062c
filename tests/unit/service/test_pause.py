"""The pause: an outage ends by itself, a spent day at the person's midnight, a wrong setting is tried anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.archive.ledger import Ceiling, Refused
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, ModelUnavailable
from extractor.extraction.policy import LONGEST_PAUSE
from extractor.models.metered import BudgetReached
from extractor.service.pause import MOMENT, Pause

NOW = Milliseconds(1_772_445_600_000)
"""2026-03-02 10:00 UTC."""

HOUR = 3_600_000


def spent(ceiling: Ceiling = Ceiling.TOKENS, before: int = 10, needed: int = 5) -> BudgetReached:
    return BudgetReached(Refused(ceiling, 10, before, needed, 0))


def test_nothing_pauses_it_at_first() -> None:
    pause = Pause(UTC)
    assert (pause.until, pause.why, pause.is_budget_reached) == (0, "", False)


def test_each_outage_in_a_row_is_longer_up_to_a_bound() -> None:
    pause, waits = Pause(UTC), list[int]()
    for _ in range(12):
        pause.outage(ModelUnavailable("the API is overloaded"), NOW)
        waits.append(pause.until - NOW)
    assert waits == sorted(waits)
    assert waits[0] < waits[3] <= waits[-1] <= LONGEST_PAUSE * 1000
    assert pause.why == "the API is overloaded"


def test_an_endpoint_that_is_away_for_a_month_goes_on_being_tried() -> None:
    pause = Pause(UTC)
    for _ in range(3_000):
        pause.outage(ModelUnavailable("no route"), NOW)
    assert pause.until - NOW == LONGEST_PAUSE * 1000


def test_an_answer_ends_the_row() -> None:
    pause = Pause(UTC)
    for _ in range(5):
        pause.outage(ModelUnavailable("no route"), NOW)
    pause.lift()
    assert (pause.until, pause.why) == (0, "")
    pause.outage(ModelUnavailable("no route"), NOW)
    alone = Pause(UTC)
    alone.outage(ModelUnavailable("no route"), NOW)
    assert pause.until == alone.until


def test_what_looks_like_a_wrong_setting_is_tried_again_slowly_and_at_once_when_a_person_asks() -> None:
    pause = Pause(UTC)
    for _ in range(3):
        pause.misconfigured(ConfigError("the API knows no model 'x' (404): check model"), NOW)
        assert pause.until == NOW + LONGEST_PAUSE * 1000
    assert pause.why == (
        "the API knows no model 'x' (404): check model; then reload or restart the service;"
        " as it is, it is tried again every 15 minutes"
    )
    pause.end()
    assert pause.until == 0


@pytest.mark.parametrize("hours", [-11, 0, 5.5, 13])
def test_a_spent_day_ends_at_the_persons_midnight(hours: float) -> None:
    tz = timezone(timedelta(hours=hours))
    ends = Pause(tz).over_budget(spent(), NOW)
    there = datetime.fromtimestamp(ends / 1000, tz)
    assert (there.hour, there.minute, there.second) == (0, 0, 0)
    assert NOW < ends <= NOW + 24 * HOUR


def test_the_night_the_clocks_change_a_day_has_its_own_length() -> None:
    pause = Pause(ZoneInfo("Europe/Berlin"))
    before = int(datetime(2026, 3, 29, 0, 30, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() * 1000)
    assert pause.over_budget(spent(), Milliseconds(before)) - before == 22 * HOUR + HOUR // 2


def test_what_calls_under_way_hold_of_a_budget_is_waited_for_and_not_the_next_day() -> None:
    pause = Pause(UTC)
    ends = pause.over_budget(BudgetReached(Refused(Ceiling.TOKENS, 10, 9, 5, 0, held=6)), NOW)
    assert ends == NOW + MOMENT
    assert pause.is_day_spent(NOW)
    assert pause.budget_why.endswith("may need 5: it goes on when those are answered")
    assert pause.is_new_day(Milliseconds(ends))
    assert not pause.is_budget_reached
    assert pause.over_budget(BudgetReached(Refused(Ceiling.TOKENS, 10, 9, 5, 0, held=3)), NOW) > ends


def test_a_spent_day_is_over_once() -> None:
    pause = Pause(UTC)
    ends = pause.over_budget(spent(), NOW)
    assert pause.until == ends
    assert pause.is_day_spent(NOW)
    assert not pause.is_day_spent(Milliseconds(ends))
    assert not pause.is_new_day(Milliseconds(ends - 1))
    assert pause.is_budget_reached
    assert pause.is_new_day(Milliseconds(ends))
    assert not pause.is_budget_reached
    assert not pause.is_new_day(Milliseconds(ends))


@pytest.mark.parametrize(
    "error", [spent(Ceiling.PROJECT), spent(before=0, needed=11), spent(before=1, needed=11)]
)
def test_what_only_one_session_has_no_room_for_pauses_no_other(error: BudgetReached) -> None:
    pause = Pause(UTC)
    assert pause.over_budget(error, NOW) > NOW
    assert pause.until == 0
    assert not pause.is_day_spent(NOW)
    assert pause.is_budget_reached


def test_an_answer_that_was_under_way_ends_no_spent_day_and_a_person_does() -> None:
    pause = Pause(UTC)
    pause.outage(ModelUnavailable("no route"), NOW)
    ends = pause.over_budget(spent(), NOW)
    pause.lift()
    assert (pause.until, pause.why) == (ends, "")
    pause.end()
    assert pause.until == 0
    assert pause.is_budget_reached


def test_a_line_about_what_no_day_has_room_for_does_not_call_the_day_spent() -> None:
    pause = Pause(UTC)
    pause.over_budget(spent(needed=11), NOW)
    assert pause.budget_why.startswith("one run may need 11")


def test_a_clock_that_is_set_back_makes_no_pause_longer() -> None:
    pause, hours = Pause(UTC), 3 * HOUR
    pause.outage(ModelUnavailable("no route"), NOW)
    pause.set_back(hours)
    assert pause.until - (NOW - hours) < LONGEST_PAUSE * 1000
    pause.over_budget(spent(), NOW)
    pause.set_back(hours)
    assert pause.is_new_day(Milliseconds(NOW + 14 * HOUR - hours))
    pause = Pause(UTC)
    pause.misconfigured(ConfigError("the key file is empty"), NOW)
    pause.set_back(hours)
    assert pause.until - (NOW - hours) == LONGEST_PAUSE * 1000


def test_another_budget_forgets_the_spent_day() -> None:
    pause = Pause(UTC)
    assert pause.forget_budget() is None
    ends = pause.over_budget(spent(), NOW)
    assert pause.forget_budget() == ends
    assert (pause.until, pause.is_budget_reached) == (0, False)


@given(st.lists(st.floats(0, 1e9), max_size=30))
def test_no_outage_pauses_for_longer_than_a_week(asked: list[float]) -> None:
    pause = Pause(UTC)
    for seconds in asked:
        pause.outage(ModelUnavailable("later", retry_after=seconds), NOW)
        assert NOW <= pause.until <= NOW + 7 * 24 * HOUR
