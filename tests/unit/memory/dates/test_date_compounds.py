"""Dates of several words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute, relative_words, resolve
from extractor.memory.wording.quoted import Quoted, missing_literal


def at(said: str, hour: int = 15) -> Milliseconds:
    day = date.fromisoformat(said)
    return Milliseconds(int(datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp() * 1000))


WEDNESDAY = "2026-11-18"


@pytest.mark.parametrize(
    ("text", "said", "day"),
    [
        ("The freeze starts a week from Friday.", WEDNESDAY, "2026-11-27"),
        ("The freeze starts two weeks from Monday.", WEDNESDAY, "2026-12-07"),
        ("The freeze starts a week from Friday.", "2026-12-30", "2027-01-08"),
        ("The freeze starts a week from Tuesday.", "2028-02-21", "2028-02-29"),
        ("The freeze starts two weeks from tomorrow.", "2026-12-20", "2027-01-04"),
        ("The freeze starts 10 days from tomorrow.", "2028-02-18", "2028-02-29"),
        ("The freeze starts two days after tomorrow.", WEDNESDAY, "2026-11-21"),
        ("The freeze starts a week from today.", WEDNESDAY, "2026-11-25"),
        ("The demo was moved to a week from Friday.", WEDNESDAY, "2026-11-27"),
        ("The freeze starts Friday next week.", WEDNESDAY, "2026-11-27"),
        ("The freeze starts on Friday of next week.", "2026-12-30", "2027-01-08"),
        ("The freeze starts next week Friday.", WEDNESDAY, "2026-11-27"),
        ("The freeze starts next week on Friday.", WEDNESDAY, "2026-11-27"),
        ("We met on Friday last week.", WEDNESDAY, "2026-11-13"),
        ("We met last week on Friday.", WEDNESDAY, "2026-11-13"),
        ("The freeze starts on Friday this week.", WEDNESDAY, "2026-11-20"),
        ("The freeze starts on Friday in two weeks.", WEDNESDAY, "2026-12-04"),
        ("The freeze starts in two weeks on Friday.", WEDNESDAY, "2026-12-04"),
        ("Wir liefern am Freitag in einer Woche.", WEDNESDAY, "2026-11-27"),
        ("Wir liefern in zwei Wochen am Freitag.", WEDNESDAY, "2026-12-04"),
        ("Wir liefern am Freitag nächster Woche.", WEDNESDAY, "2026-11-27"),
        ("Wir liefern am Freitag der übernächsten Woche.", WEDNESDAY, "2026-12-04"),
        ("Wir liefern nächste Woche Freitag.", WEDNESDAY, "2026-11-27"),
        ("Wir liefern morgen in einer Woche.", WEDNESDAY, "2026-11-26"),
        ("Wir liefern heute in zwei Wochen.", WEDNESDAY, "2026-12-02"),
        ("We ship the day after tomorrow.", "2028-02-27", "2028-02-29"),
        ("We saw it the day before yesterday.", "2027-01-01", "2026-12-30"),
    ],
)
def test_several_words_that_can_mean_one_day_only_are_read_together(text: str, said: str, day: str) -> None:
    absolute = made_absolute(text, at(said), UTC)
    assert absolute is not None
    assert absolute.endswith((f" on {day}.", f" am {day}.", f" to {day}."))
    assert not relative_words(absolute)
    assert resolve(text, at(said), UTC) == {date.fromisoformat(day)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The freeze starts a week from Friday.", "2026-11-20"),
        ("The freeze starts a week from next Friday.", WEDNESDAY),
        ("The freeze starts a week from Friday after next.", WEDNESDAY),
        ("The freeze starts a week from Friday or Saturday.", WEDNESDAY),
        ("The freeze starts a month from Friday.", WEDNESDAY),
        ("It usually starts a week from Friday.", WEDNESDAY),
        ("You have a week from Friday to fix it.", WEDNESDAY),
        ("You have two weeks from tomorrow to fix it.", WEDNESDAY),
        ("The trial is two weeks from Monday.", WEDNESDAY),
        ("The trial is two weeks from today.", WEDNESDAY),
        ("We freeze on Friday this week or next.", WEDNESDAY),
        ("We freeze late this week on Friday.", WEDNESDAY),
        ("Wir liefern am Freitag der letzten Woche vor dem Release.", WEDNESDAY),
        ("Wir brauchen am Freitag in zwei Wochen gebaute Pakete.", WEDNESDAY),
        ("Wir starten heute in einer Woche voller Arbeit.", WEDNESDAY),
        ("The trial lasts two weeks from Monday to Friday.", WEDNESDAY),
        ("Finish it two days before Friday.", WEDNESDAY),
        ("The day after Friday is free.", WEDNESDAY),
        ("We ship a week after the 25th.", WEDNESDAY),
        ("We ship on the Friday after next.", WEDNESDAY),
        ("We ship on the Monday after the release.", WEDNESDAY),
        ("We ship on the Monday after the 25th.", WEDNESDAY),
        ("We ship on Friday before the freeze starts.", WEDNESDAY),
        ("We ship on Fri after next release.", WEDNESDAY),
        ("We ship on the first Monday in December.", WEDNESDAY),
        ("We ship on the last Friday of November.", WEDNESDAY),
        ("We ship on the second Tuesday of next month.", WEDNESDAY),
        ("We ship on Friday the 13th.", WEDNESDAY),
        ("We ship on Friday next month.", WEDNESDAY),
        ("We ship on Friday next week.", "2026-11-22"),
        ("We ship on Friday in two weeks.", "2026-11-21"),
        ("We ship on Friday in two weeks or three.", WEDNESDAY),
        ("We start on Friday in two weeks we finish.", WEDNESDAY),
        ("We start on Friday, next week we rest.", WEDNESDAY),
        ("We ship Friday morning next week.", WEDNESDAY),
        ("We rest from Monday to Friday next week.", WEDNESDAY),
        ("We rest next week Monday and Friday.", WEDNESDAY),
        ("Mon-Fri next week we rest.", WEDNESDAY),
        ("Next week Friday deploys are banned.", WEDNESDAY),
        ("Two weeks ago on Friday we met.", WEDNESDAY),
        ("We finished it on Friday in two weeks.", WEDNESDAY),
        ("We meet on the Friday of the launch.", WEDNESDAY),
        ("We plan every other Friday.", WEDNESDAY),
        ("The bug is from Friday's build.", WEDNESDAY),
        ("Der Freeze beginnt am übernächsten Freitag.", WEDNESDAY),
        ("Wir liefern am Freitag in einer Woche.", "2026-11-20"),
        ("Wir liefern am Montag in einer Woche.", WEDNESDAY),
        ("Wir liefern am Freitag in zwei Wochen Urlaub.", WEDNESDAY),
        ("Wir liefern in einer Woche, am Freitag.", WEDNESDAY),
        ("Wir liefern am Freitag nach dem Release.", WEDNESDAY),
        ("Wir liefern zwei Tage vor Freitag.", WEDNESDAY),
        ("Wir treffen uns Freitag morgen in einer Woche.", WEDNESDAY),
        ("Das Standup ist jeden Montag.", WEDNESDAY),
    ],
)
def test_where_it_is_not_sure_the_words_stay_and_the_gate_takes_no_day_for_them(text: str, said: str) -> None:
    assert made_absolute(text, at(said), UTC) == text
    assert resolve(text, at(said), UTC) == frozenset()
    assert relative_words(text, date.fromisoformat(said)) == []
    quotes = [Quoted(text, at(said))]
    assert missing_literal(text, quotes, UTC) is None
    for days in range(-15, 30):
        day = date.fromisoformat(said) + timedelta(days=days)
        assert missing_literal(f"The freeze starts on {day}.", quotes, UTC) is not None


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("We ship on Friday after lunch.", "We ship on 2026-11-20 after lunch."),
        ("Wir liefern am Freitag vor 12 Uhr.", "Wir liefern am 2026-11-20 vor 12 Uhr."),
        ("Ship it before Friday's demo.", "Ship it before 2026-11-20's demo."),
        ("It starts Friday the 27th of November.", "It starts Friday the 27th of November (2026-11-27)."),
        ("Am Freitag, dem 27.11.2026.", "Am Freitag, dem 27.11.2026."),
    ],
)
def test_what_stands_beside_a_weekday_and_tells_no_other_day_leaves_it_what_it_is(
    text: str, absolute: str
) -> None:
    assert made_absolute(text, at(WEDNESDAY), UTC) == absolute


def test_a_day_is_counted_from_where_the_person_is() -> None:
    text = "The freeze starts a week from tomorrow."
    just_after_midnight = at("2026-12-23", hour=0)
    assert resolve(text, just_after_midnight, UTC) == {date(2026, 12, 31)}
    assert resolve(text, just_after_midnight, timezone(timedelta(hours=-8))) == {date(2026, 12, 30)}
    assert resolve(text, at("2026-12-23", hour=23), timezone(timedelta(hours=9))) == {date(2027, 1, 1)}


DAYS = st.dates(min_value=date(2001, 1, 1), max_value=date(2090, 12, 31))
ENGLISH = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
GERMAN = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split()
FAMILIES = (
    "a week from {e}",
    "2 weeks from {e}",
    "{e} next week",
    "next week on {e}",
    "{e} last week",
    "{e} this week",
    "{e} in three weeks",
    "in three weeks on {e}",
    "{g} in drei Wochen",
    "in drei Wochen am {g}",
    "{g} nächster Woche",
    "letzte Woche {g}",
    "the {e} after next",
    "the {e} after the release",
    "übernächsten {g}",
    "two days before {e}",
    "the first {e} of next month",
    "{e} the 13th",
)


@settings(max_examples=500)
@given(DAYS, st.sampled_from(FAMILIES), st.integers(0, 6))
def test_one_day_of_that_name_is_taken_or_none_and_no_other_words_change(
    today: date, family: str, number: int
) -> None:
    words = family.format(e=ENGLISH[number], g=GERMAN[number])
    said, text = at(today.isoformat()), f"The freeze starts {words}. So said she."
    days = resolve(text, said, UTC)
    absolute = made_absolute(text, said, UTC)
    assert len(days) <= 1
    assert {day.weekday() for day in days} <= {number}
    assert len(relative_words(text, today)) == len(days)
    written = [f"{lead} {day}" for day in days for lead in ("on", "am")]
    assert absolute in [f"The freeze starts {each}. So said she." for each in written or [words]]


@settings(max_examples=300)
@given(DAYS, st.sampled_from(["day", "week"]), st.integers(2, 60))
def test_so_much_from_tomorrow_is_one_day_and_tomorrow_is_refused(today: date, unit: str, count: int) -> None:
    text, said = f"The freeze starts {count} {unit}s from tomorrow.", at(today.isoformat())
    tomorrow = today + timedelta(days=1)
    assert resolve(text, said, UTC) == {tomorrow + timedelta(days=count * {"day": 1, "week": 7}[unit])}
    assert missing_literal(f"It starts on {tomorrow}.", [Quoted(text, said)], UTC) is not None
