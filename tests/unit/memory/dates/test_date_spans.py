"""A weekday on which something ends lies behind the one on which it begins."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute

TUESDAY = Milliseconds(int(datetime(2026, 11, 24, 10, tzinfo=UTC).timestamp() * 1000))


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("The freeze starts on Monday and ends on Thursday.", "The freeze starts on 2026-11-30 and ends on 2026-12-03."),
        ("I'm away from Monday to Wednesday.", "I'm away from 2026-11-30 to 2026-12-02."),
        ("I'm out from Monday until Wednesday.", "I'm out from 2026-11-30 until 2026-12-02."),
        ("I leave on Friday and I'm back on Tuesday.", "I leave on 2026-11-27 and I'm back on 2026-12-01."),
        ("I'm away from Monday to Friday.", "I'm away from 2026-11-30 to 2026-12-04."),
    ],
)  # fmt: skip
def test_the_end_of_a_span_is_the_first_day_of_its_name_behind_the_beginning(
    text: str, absolute: str
) -> None:
    assert made_absolute(text, TUESDAY, UTC) == absolute


@pytest.mark.parametrize(
    "text",
    [
        "We work from Monday to Friday.",
        "Support is open Monday through Friday.",
        "Wir arbeiten von Montag bis Freitag.",
    ],
)
def test_the_days_people_work_are_those_of_every_week(text: str) -> None:
    assert made_absolute(text, TUESDAY, UTC) == text


def test_two_days_that_are_no_span_are_each_the_coming_one() -> None:
    text = "The demo is on Monday, the review on Thursday."
    assert made_absolute(text, TUESDAY, UTC) == "The demo is on 2026-11-30, the review on 2026-11-26."
