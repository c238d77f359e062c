"""How a moment is written: for people, for programs and for models."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from extractor.domain import Milliseconds
from extractor.moment import ago, iso, local, midnight, of_iso, utc, with_weekday

AT = Milliseconds(1_772_442_845_120)


def test_a_person_is_told_a_moment_where_they_are() -> None:
    assert local(AT, UTC) == "2026-03-02 09:14"
    assert local(AT, ZoneInfo("Europe/Berlin")) == "2026-03-02 10:14"
    assert local(AT, timezone(timedelta(hours=-10))) == "2026-03-01 23:14"


def test_a_program_is_told_a_moment_in_utc_and_can_read_it() -> None:
    assert iso(AT) == "2026-03-02T09:14:05.120Z"
    assert of_iso(iso(AT)) == AT


def test_a_model_is_told_the_zone_and_where_it_is_known_the_weekday() -> None:
    assert utc(AT) == "2026-03-02 09:14Z"
    assert with_weekday(AT, ZoneInfo("Europe/Berlin")) == "Monday 2026-03-02 10:14 +0100"


@pytest.mark.parametrize(
    ("now", "zone", "begin"),
    [
        ("2026-11-01T05:30+00:00", "America/Havana", "2026-11-01T04:00+00:00"),
        ("2026-11-01T20:00+00:00", "America/Havana", "2026-11-01T04:00+00:00"),
        ("2026-03-08T12:00+00:00", "America/Havana", "2026-03-08T05:00+00:00"),
        ("2026-10-25T01:30+00:00", "Europe/Berlin", "2026-10-24T22:00+00:00"),
    ],
)
def test_a_day_begins_once_also_where_the_clock_shows_its_midnight_twice_or_never(
    now: str, zone: str, begin: str
) -> None:
    began, at = (Milliseconds(int(datetime.fromisoformat(each).timestamp() * 1000)) for each in (begin, now))
    assert midnight(at, ZoneInfo(zone)) == began


@pytest.mark.parametrize("at", [-1, -(1 << 62), 1 << 62])
def test_a_moment_no_calendar_has_is_written_all_the_same(at: int) -> None:
    for zone in (timezone(timedelta(hours=-23)), timezone(timedelta(hours=23))):
        assert len(local(Milliseconds(at), zone)) == len("2026-03-02 10:14")
        assert with_weekday(Milliseconds(at), zone).endswith("00")
    assert iso(Milliseconds(at)).endswith("Z")
    assert utc(Milliseconds(at)).endswith("Z")
    assert of_iso(iso(Milliseconds(at))) >= 0


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(-5, "just now"), (59, "just now"), (60, "1 min ago"), (7_199, "1 h ago"), (86_400 * 9, "9 d ago")],
)
def test_an_age_is_told_in_its_largest_unit(seconds: int, told: str) -> None:
    assert ago(seconds * 1000) == told
