"""So much from a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute, resolve
from extractor.memory.wording.quoted import Quoted, missing_literal

WEDNESDAY = date(2026, 11, 18)
WEEK = [WEDNESDAY + timedelta(days=days) for days in range(7)]
"""One day of each name."""
FRIDAY = 4


def at(day: date) -> Milliseconds:
    return Milliseconds(int(datetime(day.year, day.month, day.day, 15, tzinfo=UTC).timestamp() * 1000))


def days_on(days: int) -> Callable[[date], date]:
    return lambda today: today + timedelta(days=days)


def friday_and(days: int) -> Callable[[date], date | None]:
    """So many days behind the coming Friday; said on a Friday it may be that day or the next one."""

    def counted(today: date) -> date | None:
        away = (FRIDAY - today.weekday()) % 7
        return today + timedelta(days=away + days) if away else None

    return counted


def friday_near(days: int) -> Callable[[date], date | None]:
    """The Friday that is at most two days behind the day so many days on."""

    def counted(today: date) -> date | None:
        behind = (FRIDAY - today.weekday()) % 7
        return today + timedelta(days=days + behind) if behind <= 2 else None

    return counted


def friday_of_week(weeks: int) -> Callable[[date], date | None]:
    """Friday so many weeks on; on a Sunday it is not sure which week this is."""

    def counted(today: date) -> date | None:
        if today.weekday() == 6:
            return None
        return today + timedelta(days=FRIDAY - today.weekday() + 7 * weeks)

    return counted


def only_where(number: int, days: int) -> Callable[[date], date | None]:
    """So many days on, where today is this day of the week."""
    return lambda today: today + timedelta(days=days) if today.weekday() == number else None


@pytest.mark.parametrize("today", WEEK)
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("a week on Friday", friday_and(7)),
        ("two weeks on Friday", friday_and(14)),
        ("a fortnight on Friday", friday_and(14)),
        ("a week Friday", friday_and(7)),
        ("on Friday week", friday_and(7)),
        ("Friday plus a week", friday_and(7)),
        ("in a week from Friday", friday_and(7)),
        ("this Friday coming", friday_and(0)),
        ("tomorrow week", days_on(8)),
        ("tomorrow fortnight", days_on(15)),
        ("a week today", days_on(7)),
        ("a week tomorrow", days_on(8)),
        ("two weeks from today", days_on(14)),
        ("in two weeks from today", days_on(14)),
        ("today + 3 days", days_on(3)),
        ("a week ago today", days_on(-7)),
        ("a week ago tomorrow", days_on(-6)),
        ("Friday, a week from now", friday_near(7)),
        ("a week from now, on Friday", friday_near(7)),
        ("Friday, 9 days from now", only_where(2, 9)),
        ("tomorrow, Friday", only_where(3, 1)),
        ("tomorrow (Friday)", only_where(3, 1)),
        ("Friday, tomorrow", only_where(3, 1)),
        ("Friday the week after next", friday_of_week(2)),
        ("the week after next on Friday", friday_of_week(2)),
        ("Friday of the week before last", friday_of_week(-2)),
        ("on the 3rd of next month", lambda _: date(2026, 12, 3)),
        ("next month on the 3rd", lambda _: date(2026, 12, 3)),
        ("am 3. des nächsten Monats", lambda _: date(2026, 12, 3)),
        ("heute über eine Woche", days_on(7)),
        ("morgen über zwei Wochen", days_on(15)),
        ("heute in 14 Tagen", days_on(14)),
        ("gestern vor einer Woche", days_on(-8)),
        ("morgen, Freitag", only_where(3, 1)),
    ],
)
def test_the_day_counted_to_is_written_on_each_day_of_the_week_where_it_is_sure(
    today: date, words: str, meant: Callable[[date], date | None]
) -> None:
    text, day = f"The freeze starts {words}.", meant(today)
    assert resolve(text, at(today), UTC) == ({day} if day else frozenset())
    written = [f"The freeze starts {lead} {day}." for lead in ("on", "am")] if day else [text]
    assert made_absolute(text, at(today), UTC) in written
    for days in range(-15, 30):
        other = today + timedelta(days=days)
        refused = missing_literal(f"It starts on {other}.", [Quoted(text, at(today))], UTC)
        assert (refused is None) == (other == day)


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("We will release it two weeks from today.", "We will release it on 2026-12-02."),
        ("The deadline is two weeks from today.", "The deadline is on 2026-12-02."),
        ("Wir liefern spätestens zwei Wochen ab heute.", "Wir liefern spätestens am 2026-12-02."),
        ("We met a week ago yesterday.", "We met on 2026-11-10."),
        ("It is due Friday, 27 November.", "It is due Friday, 27 November (2026-11-27)."),
        ("Am Freitag, 27.11., ist Abgabe.", "Am Freitag, 27.11. (2026-11-27), ist Abgabe."),
        ("We will ship it in two weeks.", "We will ship it on 2026-12-02."),
        ("It will be done in 3 days.", "It will be done on 2026-11-21."),
        ("It is due on Friday at 10:30.", "It is due on 2026-11-20 at 10:30."),
        ("It is due on Friday 10:30.", "It is due on 2026-11-20 10:30."),
    ],
)
def test_what_can_mean_one_day_only_is_written(text: str, absolute: str) -> None:
    assert made_absolute(text, at(WEDNESDAY), UTC) == absolute


@pytest.mark.parametrize(
    "text",
    [
        "The trial lasts two weeks from now to be exact.",
        "It is due a week next Friday.",
        "It is due next Friday, a week from now.",
        "It is due yesterday week.",
        "It is due tomorrow, in a week.",
        "It is due Friday 2 weeks.",
        "It is due on Friday, two weeks hence.",
        "It is due on Friday (in two weeks).",
        "It is due on Friday (next week).",
        "It is due next Friday but one.",
        "It is due this Friday or next.",
        "It is due this or next Friday.",
        "It is due not this Friday but the next.",
        "It is due on Friday (not this one, the next).",
        "It is due tomorrow or the day after.",
        "It is due next week or the week after.",
        "It is due the first of next month.",
        "It is due on Friday 27.",
        "It is due Friday 12/4.",
        "It is due on Friday, week 48.",
        "It is due in week 48 on Friday.",
        "It is due on Friday in the first week of December.",
        "It is due Friday of the release week.",
        "It is due on Friday/Saturday.",
        "It is due in the week of Friday.",
        "It is due on the eve of Friday.",
        "It is due two weeks after the merge on Friday.",
        "It is due three days after the meeting tomorrow.",
        "It is due in two weeks after the release.",
        "It is due two days before the end of the month.",
        "It is due two days into next week.",
        "It is due three Fridays from today.",
        "It is due the first Friday in two weeks.",
        "It is due in 10 business days.",
        "It is due in a week or two.",
        "It is due in a week and a half.",
        "It is due a week and two days from now.",
        "It is due 2-3 weeks from now.",
        "It is due 2.5 weeks from now.",
        "It broke 1,000 days ago.",
        "It broke more than two weeks ago.",
        "It broke two weeks and a day ago.",
        "It broke three days ago last Friday.",
        "We rewrote it in two weeks.",
        "You can learn it in two weeks.",
        "PRs are reviewed in two days.",
        "Wir haben das in zwei Wochen gebaut.",
        "Fällig in acht Tagen.",
        "Fällig am Freitag in acht Tagen.",
        "Fällig am Freitag über acht Tage.",
        "Fällig am Freitag darauf.",
        "Fällig am darauffolgenden Freitag.",
        "Fällig diesen oder nächsten Freitag.",
        "Fällig nicht diesen Freitag, sondern nächsten.",
        "Fällig Freitag nächster oder übernächster Woche.",
        "Fällig am Freitag der KW 48.",
        "Fällig in der Nacht auf Freitag.",
        "Fällig am Ersten nächsten Monats.",
        "Fällig zwei Tage vor Ende des Monats.",
        "Vence de mañana en ocho días.",
        "Vence dentro de dos semanas.",
        "C'est pour vendredi en huit.",
    ],
)
def test_where_it_is_not_sure_the_words_stay_and_no_day_is_admitted(text: str) -> None:
    assert made_absolute(text, at(WEDNESDAY), UTC) == text
    assert resolve(text, at(WEDNESDAY), UTC) == frozenset()
    for days in range(-30, 45):
        day = WEDNESDAY + timedelta(days=days)
        assert missing_literal(f"It is {day}.", [Quoted(text, at(WEDNESDAY))], UTC) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Vence el viernes que viene, en dos semanas.",
        "C'est pour demain en quinze.",
        "C'est pour vendredi prochain, dans une semaine.",
    ],
)
def test_what_no_day_is_read_of_in_another_language_is_not_kept_as_a_date(text: str) -> None:
    assert made_absolute(text, at(WEDNESDAY), UTC) is None
    assert resolve(text, at(WEDNESDAY), UTC) == frozenset()
    for days in range(-30, 45):
        day = WEDNESDAY + timedelta(days=days)
        assert missing_literal(f"It is {day}.", [Quoted(text, at(WEDNESDAY))], UTC) is not None


def test_the_date_a_weekday_is_counted_from_is_not_lost() -> None:
    text = "It is due Friday before 4 December."
    assert made_absolute(text, at(WEDNESDAY), UTC) == "It is due Friday before 4 December (2026-12-04)."
    assert resolve(text, at(WEDNESDAY), UTC) == {date(2026, 12, 4), date(2025, 12, 4)}


def test_of_a_week_or_a_month_no_day_between_its_ends_is_admitted() -> None:
    quotes = [Quoted("We ship next week and rest next month.", at(WEDNESDAY))]
    assert missing_literal("We ship in the week of 2026-11-23.", quotes, UTC) is None
    assert missing_literal("We rest in 2026-12.", quotes, UTC) is None
    assert missing_literal("We ship on 2026-11-26.", quotes, UTC) is not None
    assert missing_literal("We ship on Thursday, 2026-11-26.", quotes, UTC) is not None
    assert missing_literal("We rest on 2026-12-15.", quotes, UTC) is not None
