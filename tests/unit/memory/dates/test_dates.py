"""Dates in plain words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import literal_dates, made_absolute, months, relative_words, resolve
from tests.support.gate import is_admitted


def at(year: int, month: int, day: int, hour: int = 15) -> Milliseconds:
    return Milliseconds(int(datetime(year, month, day, hour, tzinfo=UTC).timestamp() * 1000))


WEDNESDAY = at(2026, 11, 18)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("the freeze starts on 2026-12-04", {date(2026, 12, 4)}),
        ("the freeze starts on 2026/12/4", {date(2026, 12, 4)}),
        ("December 4th 2026", {date(2026, 12, 4)}),
        ("the 4th of December, 2026", {date(2026, 12, 4)}),
        ("04.12.2026", {date(2026, 12, 4)}),
        ("am 4. Dezember 2026", {date(2026, 12, 4)}),
        ("12/4/2026", {date(2026, 12, 4), date(2026, 4, 12)}),
        ("13/4/2026", {date(2026, 4, 13)}),
        ("4 December", {date(2026, 12, 4), date(2025, 12, 4)}),
        ("Dec 4", {date(2026, 12, 4), date(2025, 12, 4)}),
        ("am 4.12.", {date(2026, 12, 4), date(2025, 12, 4)}),
        ("today", {date(2026, 11, 18)}),
        ("tomorrow morning", {date(2026, 11, 19)}),
        ("the day after tomorrow", {date(2026, 11, 20)}),
        ("yesterday", {date(2026, 11, 17)}),
        ("vorgestern", {date(2026, 11, 16)}),
        ("wir liefern morgen", {date(2026, 11, 19)}),
        ("on Friday", {date(2026, 11, 20), date(2026, 11, 13)}),
        ("by Fri", {date(2026, 11, 20), date(2026, 11, 13)}),
        ("next Friday", {date(2026, 11, 27), date(2026, 11, 20)}),
        ("nächsten Freitag", {date(2026, 11, 27), date(2026, 11, 20)}),
        ("Monday next week", {date(2026, 11, 23)}),
        ("last Tuesday", {date(2026, 11, 17), date(2026, 11, 10)}),
        ("last Friday", {date(2026, 11, 13)}),
        ("letzten Freitag", {date(2026, 11, 13)}),
        ("this past Friday", {date(2026, 11, 13)}),
        ("this coming Friday", {date(2026, 11, 20)}),
        ("kommenden Freitag", {date(2026, 11, 20)}),
        ("am Freitag morgen", {date(2026, 11, 20), date(2026, 11, 13)}),
        ("by EOD Friday", {date(2026, 11, 20), date(2026, 11, 13)}),
        ("by tomorrow EOD", {date(2026, 11, 19)}),
        ("by EOD the 25th", set()),
        ("no work past Friday", set()),
        ("we are coming Friday", set()),
        ("in 3 days", {date(2026, 11, 21)}),
        ("in three days", {date(2026, 11, 21)}),
        ("in 3 Tagen", {date(2026, 11, 21)}),
        ("3 days ago", {date(2026, 11, 15)}),
        ("vor zwei Tagen", {date(2026, 11, 16)}),
        ("we saw it in the last week", {date(2026, 11, 11), date(2026, 11, 18)}),
        ("errors over the past month", {date(2026, 10, 18), date(2026, 11, 18)}),
        ("this past week", {date(2026, 11, 11), date(2026, 11, 18)}),
        ("in two months", {date(2027, 1, 18)}),
        ("at the end of the year", {date(2026, 12, 31)}),
        ("by EOD", {date(2026, 11, 18)}),
        ("on the 4th", {date(2026, 12, 4), date(2026, 11, 4)}),
        ("nothing of the kind", set()),
        ("version 3.11.7 on 10.12.20.1 at 10:30", set()),
        ("you may go, and march on", set()),
        ("31.02.2026", set()),
        ("tokens expire in 30 days", set()),
        ("let us go on with 3.4.", set()),
        ("on Thursday evenings we cook", set()),
    ],
)
def test_a_date_is_read_from_the_moment_it_was_said(text: str, named: set[date]) -> None:
    assert resolve(text, WEDNESDAY, UTC) == named


def test_a_week_or_month_named_relatively_means_each_of_its_days() -> None:
    assert resolve("next week", WEDNESDAY, UTC) == {date(2026, 11, 23) + timedelta(days=n) for n in range(7)}
    assert resolve("next month", WEDNESDAY, UTC) == {date(2026, 12, 1) + timedelta(days=n) for n in range(31)}
    assert date(2026, 11, 4) in resolve("2 weeks ago", WEDNESDAY, UTC)
    assert date(2026, 11, 30) in resolve("end of the month", WEDNESDAY, UTC)


def test_the_day_is_the_one_where_the_person_is() -> None:
    late = at(2026, 11, 18, 23)
    assert resolve("tomorrow", late, UTC) == {date(2026, 11, 19)}
    assert resolve("tomorrow", late, timezone(timedelta(hours=2))) == {date(2026, 11, 20)}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("March 2026", {(2026, 3)}),
        ("in March a mocked test hid a broken migration", {(2026, 3), (2027, 3)}),
        ("im Dezember", {(2026, 12), (2025, 12)}),
        ("2026-03", {(2026, 3)}),
        ("next month", {(2026, 12)}),
        ("4 December 2026", {(2026, 12)}),
        ("it may march", set()),
    ],
)
def test_a_month_is_named_with_its_year_or_read_in_both(text: str, named: set[tuple[int, int]]) -> None:
    assert months(text, WEDNESDAY, UTC) == named


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The freeze starts tomorrow.", ["tomorrow"]),
        ("We ship next week, not today.", ["next week", "today"]),
        ("It broke last month and yesterday.", ["last month", "yesterday"]),
        ("The release is due Friday.", ["Friday"]),
        ("Der Freeze beginnt nächsten Freitag.", ["nächsten Freitag"]),
        ("The launch is in 3 days.", ["in 3 days"]),
        ("Answer \"tomorrow\" in `next week` with 'today'.", []),
        ("Deploys only happen on Tuesdays.", []),
        ("Never deploy on Friday.", []),
        ("The freeze starts on 4 December 2026.", []),
        ("The freeze starts on Friday, 4 December 2026 and ends 2027-01-04 (Monday).", []),
        ("Sessions expire in 30 days.", []),
        ("Weekly reports cover the week.", []),
    ],
)
def test_words_that_would_mean_another_day_later_are_found_in_a_lasting_text(
    text: str, left: list[str]
) -> None:
    assert relative_words(text) == left


def test_literal_dates_are_those_named_outright() -> None:
    text = "From 4 December 2026 to 2027-01-04, planned yesterday in March 2026, never on Friday."
    assert [mention.text for mention in literal_dates(text, WEDNESDAY, UTC)] == [
        "4 December 2026",
        "2027-01-04",
        "March 2026",
    ]


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("The freeze starts tomorrow.", "The freeze starts on 2026-11-19."),
        ("The freeze lasts until tomorrow.", "The freeze lasts until 2026-11-19."),
        ("The release is due next Friday.", "The release is due 2026-11-27."),
        ("The freeze starts on 4 December.", "The freeze starts on 4 December (2026-12-04)."),
        ("The freeze starts on 2026-12-04.", "The freeze starts on 2026-12-04."),
        ("We ship next week.", "We ship in the week of 2026-11-23."),
        ("The plan is for the next week.", "The plan is for the week of 2026-11-23."),
        ("It is due for tomorrow.", "It is due for 2026-11-19."),
        ("We switched last month.", "We switched in 2026-10."),
        ("Never deploy on Friday.", "Never deploy on Friday."),
        ("We were burned in March.", "We were burned in March."),
        ("We ship the day after tomorrow.", "We ship on 2026-11-20."),
        ("We ship in two weeks' time.", "We ship on 2026-12-02."),
        ("We met this past Friday.", "We met on 2026-11-13."),
        ("Be done by tomorrow EOD.", "Be done by 2026-11-19 EOD."),
        ("It was moved to tomorrow.", "It was moved to 2026-11-19."),
        ("Wir liefern morgen.", "Wir liefern am 2026-11-19."),
        ("Wir treffen uns am Freitag morgen.", "Wir treffen uns am 2026-11-20 morgen."),
        ("Label it `next Friday`, due tomorrow.", "Label it `next Friday`, due 2026-11-19."),
        ('The film is "Next Friday".', 'The film is "Next Friday".'),
        ("Much was lost in the last two weeks.", None),
        ("Much was lost in the last week.", "Much was lost between 2026-11-11 and 2026-11-18."),
        ("Much was lost over the past month.", "Much was lost between 2026-10-18 and 2026-11-18."),
        ("We rewrite it this year.", "We rewrite it in 2026."),
        ("We lost data last year.", "We lost data in 2025."),
        ("Next year's budget is smaller.", "2027's budget is smaller."),
        ("By next year we need SSO.", "By 2027 we need SSO."),
        ("We got burned last quarter.", "We got burned between 2026-07-01 and 2026-09-30."),
        ("Since last quarter we ship daily.", None),
        ("Nächstes Jahr ziehen wir um.", "im Jahr 2027 ziehen wir um."),
        ("Every Friday we plan next week.", "Every Friday we plan next week."),
        ("We moved to Fly two months ago.", "We moved to Fly in 2026-09."),
        ("We moved to Fly three years ago.", "We moved to Fly in 2023."),
        ("The lease ends in two years.", "The lease ends in 2028."),
        ("Wir sind vor zwei Jahren umgezogen.", "Wir sind im Jahr 2024 umgezogen."),
    ],
)
def test_a_relative_date_is_written_as_the_day_it_means(text: str, absolute: str | None) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) == absolute


DAYS = st.dates(min_value=date(2001, 1, 1), max_value=date(2090, 12, 31))


@settings(max_examples=200)
@given(DAYS, st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y", "%m/%d/%Y", "%d/%m/%Y"]), DAYS)
def test_a_date_with_its_year_is_read_whatever_day_it_is_today(day: date, form: str, today: date) -> None:
    named = resolve(f"due {day.strftime(form)}.", at(today.year, today.month, today.day), UTC)
    assert day in named
    assert len(named) <= 2


@settings(max_examples=200)
@given(
    DAYS,
    st.sampled_from(
        [
            "tomorrow",
            "next Monday",
            "on Sunday",
            "in 5 days",
            "2 weeks ago",
            "next week",
            "last month",
            "morgen",
        ]
    ),
)
def test_what_was_made_absolute_holds_nothing_relative_and_names_a_day_the_words_mean(
    today: date, words: str
) -> None:
    said = at(today.year, today.month, today.day)
    absolute = made_absolute(f"The freeze starts {words}.", said, UTC)
    assert absolute is not None
    assert relative_words(absolute) == []
    named = literal_dates(absolute, said, UTC)
    assert named
    assert all(set(m.days) <= resolve(words, said, UTC) for m in named)
    assert {month for m in named for month in m.months} <= months(words, said, UTC)


@settings(max_examples=300)
@given(st.text(alphabet="0123456789./-: adeMarchinoxtFriyksl", max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    resolve(text, WEDNESDAY, UTC)
    months(text, WEDNESDAY, UTC)
    relative_words(text)
    made_absolute(text, WEDNESDAY, UTC)


def test_a_year_that_is_counted_is_told_as_a_year_and_not_as_another() -> None:
    said = "We moved to Fly three years ago."
    assert is_admitted("We moved to Fly in 2023.", said)
    assert not is_admitted("We moved to Fly in 2024.", said)
    assert not is_admitted("We keep the logs until 2027.", "We keep the logs for a year.")
    assert not is_admitted("We raised the limit to 2023.", "We raised the limit three years ago.")
    assert not is_admitted("We set the port 2023.", "We set the port three years ago.")
    assert is_admitted("We lost data in 2025.", "We lost data last year.")
    assert not is_admitted("We set the limit to 2025.", "We set the limit last year.")
    assert is_admitted("2027's budget is smaller.", "Next year's budget is smaller.")
    assert not is_admitted("2026's budget is smaller.", "Next year's budget is smaller.")


def test_a_quarter_is_told_by_its_days() -> None:
    said = "We got burned last quarter."
    assert is_admitted("We got burned between 2026-07-01 and 2026-09-30.", said)
    assert not is_admitted("We got burned between 2026-04-01 and 2026-06-30.", said)
