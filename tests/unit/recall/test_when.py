"""Times in a person's words are stretches of time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Milliseconds
from extractor.recall.when import span

ZONE = timezone(timedelta(hours=2))
NOW = Milliseconds(int(datetime(2026, 11, 21, 15, 30, tzinfo=ZONE).timestamp() * 1000))
"""A Saturday."""


def told(text: str) -> tuple[str, str]:
    found = span(text, NOW, ZONE)
    begin, end = (datetime.fromtimestamp(at / 1000, ZONE) for at in (found.begin, found.end))
    return begin.strftime("%Y-%m-%d %H:%M"), end.strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("2026-03-01", "2026-03-01", "2026-03-02"),
        ("yesterday", "2026-11-20", "2026-11-21"),
        ("Today", "2026-11-21", "2026-11-22"),
        ("last week", "2026-11-09", "2026-11-16"),
        ("this week", "2026-11-16", "2026-11-23"),
        ("monday", "2026-11-16", "2026-11-17"),
        ("last month", "2026-10-01", "2026-11-01"),
        ("march", "2026-03-01", "2026-04-01"),
        ("december", "2025-12-01", "2026-01-01"),
        ("2026-03", "2026-03-01", "2026-04-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("2025", "2025-01-01", "2026-01-01"),
        ("in 2026", "2026-01-01", "2027-01-01"),
        ("gestern", "2026-11-20", "2026-11-21"),
        ("1 march", "2026-03-01", "2026-03-02"),
        ("3 days ago", "2026-11-18", "2026-11-19"),
        ("1 Week ago", "2026-11-14", "2026-11-15"),
        ("a day ago", "2026-11-20", "2026-11-21"),
        ("May", "2026-05-01", "2026-06-01"),
        ("mar", "2026-03-01", "2026-04-01"),
        ("mon", "2026-11-16", "2026-11-17"),
        ("last weekend", "2026-11-14", "2026-11-16"),
        ("this weekend", "2026-11-21", "2026-11-23"),
        ("march 3-5", "2026-03-03", "2026-03-06"),
        ("3-5 march", "2026-03-03", "2026-03-06"),
        ("3rd – 5th of March 2025", "2025-03-03", "2025-03-06"),
        ("3.-5. März", "2026-03-03", "2026-03-06"),
        ("november 20-23", "2026-11-20", "2026-11-24"),
        ("on yesterday", "2026-11-20", "2026-11-21"),
        ("in the last week of", "2026-11-14", "2026-11-22"),
        ("am Montag", "2026-11-16", "2026-11-17"),
        ("friday 20 march", "2026-03-20", "2026-03-21"),
        ("Thu, 4 December", "2025-12-04", "2025-12-05"),
    ],
)
def test_days_weeks_and_months_are_whole(text: str, begin: str, end: str) -> None:
    assert told(text) == (f"{begin} 00:00", f"{end} 00:00")


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("2h", "2026-11-21 13:30"),
        ("90 minutes ago", "2026-11-21 14:00"),
        ("an hour ago", "2026-11-21 14:30"),
        ("3d", "2026-11-18 15:30"),
        ("last 3 days", "2026-11-18 15:30"),
    ],
)
def test_so_long_ago_is_counted_from_now(text: str, begin: str) -> None:
    assert told(text) == (begin, "2026-11-21 15:30")


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("since 2026-11-01", "2026-11-01 00:00"),
        ("since yesterday", "2026-11-20 00:00"),
        ("Seit gestern", "2026-11-20 00:00"),
        ("seit dem 1. November", "2026-11-01 00:00"),
        ("since 1 july", "2026-07-01 00:00"),
        ("ab Montag", "2026-11-16 00:00"),
        ("since last week", "2026-11-09 00:00"),
        ("since march", "2026-03-01 00:00"),
        ("since 3 days ago", "2026-11-18 00:00"),
        ("since 2026-11-20 10:00", "2026-11-20 10:00"),
        ("since today", "2026-11-21 00:00"),
    ],
)
def test_since_a_day_is_from_its_beginning_until_now(text: str, begin: str) -> None:
    assert told(text) == (begin, "2026-11-21 15:30")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("until 2026-11-01", "2026-11-02 00:00"),
        ("till yesterday", "2026-11-21 00:00"),
        ("bis gestern", "2026-11-21 00:00"),
        ("bis zum 1. November", "2026-11-02 00:00"),
        ("until last week", "2026-11-16 00:00"),
        ("until 2h ago", "2026-11-21 13:30"),
        ("until march", "2026-04-01 00:00"),
    ],
)
def test_until_a_day_is_everything_up_to_its_end(text: str, end: str) -> None:
    found = span(text, NOW, ZONE)
    assert found.begin == 0
    assert datetime.fromtimestamp(found.until / 1000, ZONE).strftime("%Y-%m-%d %H:%M") == end
    assert found.until == found.end


def test_up_to_a_day_is_up_to_its_end_and_up_to_so_long_ago_is_up_to_that_moment() -> None:
    for text, until in (
        ("3 days ago", "2026-11-19 00:00"),
        ("yesterday", "2026-11-21 00:00"),
        ("2h", "2026-11-21 13:30"),
        ("an hour ago", "2026-11-21 14:30"),
        ("last 3 days", "2026-11-21 15:30"),
    ):
        at = span(text, NOW, ZONE).until
        assert datetime.fromtimestamp(at / 1000, ZONE).strftime("%Y-%m-%d %H:%M") == until, text


def test_an_exact_moment_is_one() -> None:
    at = span("2026-03-01T12:00:00Z", NOW, ZONE)
    assert at.begin == int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp() * 1000)
    assert told("2026-03-01 12:00")[0] == "2026-03-01 12:00"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2026-11-20T10", 3_600),
        ("2026-11-20T10:00", 60),
        ("2026-11-20 10:00Z", 60),
        ("2026-11-20T10:00+05:45", 60),
        ("2026-11-20T10:00:30", 1),
        ("2026-11-20T10:00:30.250", 0.001),
    ],
)
def test_a_moment_lasts_as_long_as_it_is_exact(text: str, seconds: float) -> None:
    found = span(text, NOW, ZONE)
    assert found.end - found.begin == seconds * 1000
    assert found.until == found.end


@pytest.mark.parametrize("text", ["two weeks ago", "vor zwei Wochen", "2 weeks ago", "a week ago"])
@pytest.mark.parametrize("day", range(7))
def test_weeks_ago_is_one_day_on_whatever_day_it_is_asked(text: str, day: int) -> None:
    now = Milliseconds(NOW + day * 24 * 3_600_000)
    found = span(text, now, ZONE)
    weeks = 1 if text.startswith("a ") else 2
    asked = datetime.fromtimestamp(now / 1000, ZONE).date()
    assert datetime.fromtimestamp(found.begin / 1000, ZONE).date() == asked - timedelta(weeks=weeks)
    assert found.end - found.begin == 24 * 3_600_000


@pytest.mark.parametrize(
    "text",
    [
        "",
        "xyzzy",
        "2026-02-30",
        "2026-13-01T00:00",
        "9999999d of",
        "from monday to friday",
        "from yesterday",
        "until monday since friday",
        "since until monday",
        "am",
        "a",
        "0d",
        "0 hours",
        "last 0 weeks",
        "the Friday after next",
    ],
)
def test_what_names_no_time_is_refused(text: str) -> None:
    with pytest.raises((ValueError, OverflowError)):
        span(text, NOW, ZONE)


@pytest.mark.parametrize(
    "text",
    [
        "31 april",
        "february 29",
        "february 31",
        "today 08:00",
        "yesterday 10:00",
        "friday 8am",
        "on 2026-03-01 10:00",
        "2026-03-01 20260305",
        "2026-03-01 2026",
        "2026-03-01 2026-03-05",
        "yesterday evening",
        "not yesterday",
        "before monday",
        "before the 5th",
        "start of last week",
        "anfang letzter Woche",
        "mitte letzter Woche",
        "since tomorrow",
        "since 2027-01-01",
        "monday since",
        "beginn der letzten Woche",
        "end of last quarter",
        "3-5 days ago",
        "march 5-3",
        "april 29-31",
        "march 3-5pm",
        "2026 march",
        "monday 20 march",
    ],
)
def test_what_is_not_understood_whole_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        span(text, NOW, ZONE)


def test_this_weekend_is_both_its_days_on_a_sunday_too() -> None:
    on_sunday = span("this weekend", Milliseconds(NOW + 24 * 3_600_000), ZONE)
    assert on_sunday == span("this weekend", NOW, ZONE)
    assert on_sunday.end - on_sunday.begin == 48 * 3_600_000


@pytest.mark.parametrize("text", ["weekend", "the Weekend", "on the weekend", "Wochenende", "am Wochenende"])
def test_a_weekend_alone_is_the_newest_that_has_begun(text: str) -> None:
    assert span(text, NOW, ZONE) == span("this weekend", NOW, ZONE)
    before = Milliseconds(NOW - 48 * 3_600_000)
    assert span(text, before, ZONE) == span("last weekend", before, ZONE)
    assert span(f"since {text}", before, ZONE).begin == span("last weekend", before, ZONE).begin


def test_a_day_without_a_year_is_refused_where_the_only_one_near_is_to_come() -> None:
    now = Milliseconds(int(datetime(2027, 11, 21, tzinfo=ZONE).timestamp() * 1000))
    with pytest.raises(ValueError, match="february 29"):
        span("february 29", now, ZONE)
    assert span("29 february 2028", now, ZONE).begin > now


@settings(max_examples=200)
@given(st.text(max_size=40) | st.from_regex(r"\A\d{1,5} ?[mhdw]\Z") | st.dates().map(str))
def test_a_stretch_begins_before_it_ends(text: str) -> None:
    try:
        found = span(text, NOW, ZONE)
    except (ValueError, OverflowError):
        return
    assert 0 <= found.begin <= found.end


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("2026-10-25 02:30", "00:30", "01:31"),
        ("2026-10-25T02:30:10", "00:30:10", "01:30:11"),
        ("2026-10-25 02", "00:00", "02:00"),
        ("2026-10-25 03:00", "02:00", "02:01"),
        ("2026-10-25T02:30+01:00", "01:30", "01:31"),
        ("since 2026-10-25 02:30", "00:30", "13:00"),
        ("until 2026-10-25 02:30", "1970-01-01", "01:31"),
        ("2026-10-24 02:30", "2026-10-24 00:30", "2026-10-24 00:31"),
        ("2026-03-29 02:30", "2026-03-29 01:30", "2026-03-29 01:31"),
    ],
)
def test_a_time_that_the_clock_shows_twice_is_both(text: str, begin: str, end: str) -> None:
    now = Milliseconds(int(datetime(2026, 10, 25, 13, tzinfo=UTC).timestamp() * 1000))
    found = span(text, now, ZoneInfo("Europe/Berlin"))

    def moment(told: str) -> float:
        whole = told if told.count("-") else f"2026-10-25 {told}"
        return datetime.fromisoformat(
            f"{whole}+00:00" if ":" in whole else f"{whole} 00:00+00:00"
        ).timestamp()

    assert (found.begin / 1000, found.end / 1000) == (moment(begin), moment(end))
