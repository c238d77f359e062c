"""What the clause around a date tells of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute, relative_words

WEDNESDAY = Milliseconds(int(datetime(2026, 11, 18, 15, tzinfo=UTC).timestamp() * 1000))


@pytest.mark.parametrize(
    "rule",
    [
        "Always push your branch by EOD.",
        "Invoices are always sent at the end of the month.",
        "We always release on the last Friday of the month.",
        "The release is on the last Friday of the sprint.",
        "Never deploy in the last week of the quarter.",
        "Always rebase onto today's main.",
        "We always answer customers in two days.",
        "The report always covers last month.",
        "Every night the job processes yesterday's orders.",
        "Every test must pass with the clock set to tomorrow.",
        "Always start the report with what we did last week.",
        "On Friday we never deploy.",
        "The date picker defaults to today.",
        "Keep the last 30 days of logs.",
        "Wir deployen jeden morgen.",
        "Wir releasen immer am letzten Freitag im Monat.",
        "Deploys are only allowed from Monday to Thursday.",
        "No merge on Friday.",
        "don't deploy on friday",
    ],
)
def test_a_rule_for_every_time_keeps_the_day_it_names_as_it_was_said(rule: str) -> None:
    assert made_absolute(rule, WEDNESDAY, UTC) == rule
    assert relative_words(rule) == []


@pytest.mark.parametrize(
    "told",
    [
        "Our sprints end on Friday.",
        "Salaries are paid on the 25th.",
        "The week starts on Monday.",
    ],
)
def test_what_things_of_a_kind_do_is_told_of_each_time_where_it_can_be(told: str) -> None:
    assert made_absolute(told, WEDNESDAY, UTC) == told
    assert relative_words(told) == []


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("Never deploy until Friday.", "Never deploy until 2026-11-20."),
        ("From next Monday on we always need two.", "From 2026-11-23 on we always need two."),
        ("Always use the new one from next Monday on.", "Always use the new one from 2026-11-23 on."),
        ("The freeze, as always, starts tomorrow.", "The freeze, as always, starts on 2026-11-19."),
        ("Never mock: on Friday we go live.", "Never mock: on 2026-11-20 we go live."),
        ("Always use pnpm, we move on Friday.", "Always use pnpm, we move on 2026-11-20."),
        ("We go live on Friday, so never merge.", "We go live on 2026-11-20, so never merge."),
        ("Every page moves by next Friday.", "Every page moves by 2026-11-27."),
        ("The tests are due on Friday.", "The tests are due on 2026-11-20."),
        ("Wir liefern, wie immer, am Freitag.", "Wir liefern, wie immer, am 2026-11-20."),
    ],
)
def test_what_begins_or_ends_on_a_day_or_is_said_beside_a_rule_names_that_day(
    text: str, absolute: str
) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) == absolute


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Don't deploy on Friday, Anna is away.", "Don't deploy on 2026-11-20, Anna is away."),
        ("Don't deploy before Friday.", "Don't deploy before 2026-11-20."),
        ("No deploy until Friday.", "No deploy until 2026-11-20."),
        ("Don't deploy next Friday.", "Don't deploy on 2026-11-27."),
    ],
)
def test_what_is_forbidden_with_a_reason_up_to_a_day_or_on_the_next_one_names_one_day(
    said: str, told: str
) -> None:
    assert made_absolute(said, WEDNESDAY, UTC) == told


@pytest.mark.parametrize(
    "text",
    [
        "We agreed that code reviews happen on Tuesday and Thursday.",
        "The release day is Monday, not Friday.",
        "We deploy on Wednesday, not Tuesday.",
        "We release on Monday and Thursday.",
        "Wir liefern am Dienstag und Donnerstag aus.",
    ],
)
def test_days_of_the_week_named_together_or_against_each_other_are_a_rule(text: str) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) == text


def test_one_day_by_which_something_is_done_is_still_one() -> None:
    told = made_absolute("Finish by Monday, not Tuesday.", WEDNESDAY, UTC)
    assert told == "Finish by 2026-11-23, not Tuesday."
