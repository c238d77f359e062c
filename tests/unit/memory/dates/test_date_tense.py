"""Whether what is told of a weekday is past."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute, relative_words, resolve


def at(said: date) -> Milliseconds:
    return Milliseconds(int(datetime(said.year, said.month, said.day, 15, tzinfo=UTC).timestamp() * 1000))


WEDNESDAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("We decided on Friday that Redis goes.", "We decided on 2026-11-13 that Redis goes."),
        ("On Friday we decided to drop Redis.", "On 2026-11-13 we decided to drop Redis."),
        ("On Friday, we agreed: no mocks.", "On 2026-11-13, we agreed: no mocks."),
        ("We merged it on Friday.", "We merged it on 2026-11-13."),
        ("It is live and we shipped it on Tuesday.", "It is live and we shipped it on 2026-11-17."),
        ("I noticed on Friday that it fails.", "I noticed on 2026-11-13 that it fails."),
        ("Das haben wir am Freitag entschieden.", "Das haben wir am 2026-11-13 entschieden."),
        ("Wir haben am Freitag alles umgestellt.", "Wir haben am 2026-11-13 alles umgestellt."),
    ],
)
def test_what_was_done_on_a_weekday_was_done_on_the_last_one(text: str, absolute: str) -> None:
    assert made_absolute(text, at(WEDNESDAY), UTC) == absolute
    assert len(resolve(text, at(WEDNESDAY), UTC)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "We decided on Friday.",
        "We decided on Friday to drop Redis.",
        "We decided on Friday as the day of the release.",
        "We decided that on Friday.",
        "We settled on Friday.",
        "The outage was on Friday.",
        "The release was due on Friday.",
        "On Friday the server was down.",
        "Everything merged on Friday goes live.",
        "What we shipped on Friday broke it.",
        "If we merged it on Friday, they would be angry.",
        "I wish we shipped it on Friday.",
        "In 2024 we merged it on Friday.",
        "They used to deploy; they deployed on Friday.",
        "In the story, we shipped it on Friday.",
        "Since Monday we use pnpm.",
        "Since Friday is a holiday we ship early.",
        "Seit Montag nutzen wir pnpm.",
        "Am Freitag haben wir alles umgestellt.",
        "Wenn wir es am Freitag entschieden haben, geht es los.",
        "Hoffentlich haben wir es am Freitag umgestellt.",
        "Wir haben am Freitag Besprechungen geplant.",
        "Der Server war am Montag kaputt.",
        "Das wurde am Freitag entschieden.",
        "The standup is on Monday.",
        "Das Standup ist am Montag.",
    ],
)
def test_what_may_be_past_or_to_come_or_of_each_week_stays_as_it_was_said(text: str) -> None:
    assert made_absolute(text, at(WEDNESDAY), UTC) == text
    assert resolve(text, at(WEDNESDAY), UTC) == frozenset()
    assert relative_words(text) == []


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("It must be merged on Friday.", "It must be merged on 2026-11-20."),
        ("The release is done on Friday.", "The release is done on 2026-11-20."),
        ("We agreed that the freeze starts on Friday.", "We agreed that the freeze starts on 2026-11-20."),
        ("I told them the demo is on Friday.", "I told them the demo is on 2026-11-20."),
        ("We decided that on Friday we freeze.", "We decided that on 2026-11-20 we freeze."),
        ("Wir haben am Freitag Besprechungen.", "Wir haben am 2026-11-20 Besprechungen."),
        ("Das Release ist am Freitag geplant.", "Das Release ist am 2026-11-20 geplant."),
    ],
)
def test_what_is_to_be_done_on_a_weekday_is_done_on_the_coming_one(text: str, absolute: str) -> None:
    assert made_absolute(text, at(WEDNESDAY), UTC) == absolute


NAMES = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


@settings(max_examples=300)
@given(
    st.dates(min_value=date(2001, 1, 1), max_value=date(2090, 12, 31)),
    st.sampled_from(["We merged it on {}.", "On {} we agreed to it.", "We decided on {} that it goes."]),
    st.integers(0, 6),
)
def test_what_was_done_is_within_the_last_six_days_or_not_told_at_all(
    today: date, form: str, number: int
) -> None:
    text = form.format(NAMES[number])
    before = today - timedelta(days=(today.weekday() - number) % 7)
    assert resolve(text, at(today), UTC) == ({before} if before < today else set())
