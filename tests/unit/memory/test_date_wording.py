"""How a day is told in a text that lasts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates import made_absolute

WEDNESDAY = Milliseconds(int(datetime(2026, 11, 18, 15, tzinfo=UTC).timestamp() * 1000))


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("The freeze was moved to tomorrow.", "The freeze was moved to 2026-11-19."),
        ("Rebase onto yesterday's main.", "Rebase onto 2026-11-17's main."),
        ("Take yesterday's dump.", "Take 2026-11-17's dump."),
        ("The rota covers tomorrow.", "The rota covers 2026-11-19."),
        ("Deadline: tomorrow.", "Deadline: 2026-11-19."),
        ("The demo is at the end of the month.", "The demo is on 2026-11-30."),
        ("The demo is the day after tomorrow.", "The demo is on 2026-11-20."),
        ("Be done by the end of the month.", "Be done by 2026-11-30."),
        ("Yesterday we chose Postgres.", "On 2026-11-17 we chose Postgres."),
    ],
)
def test_a_day_is_led_to_by_one_word(text: str, absolute: str) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) == absolute


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("Der Freeze ist morgen.", "Der Freeze ist am 2026-11-19."),
        ("Der Freeze geht bis morgen.", "Der Freeze geht bis 2026-11-19."),
        ("Heute ist Abgabe.", "Am 2026-11-18 ist Abgabe."),
        ("Abgabe ist Ende nächster Woche.", "Abgabe ist am 2026-11-27."),
        ("Abgabe ist nächste Woche.", "Abgabe ist in der Woche vom 2026-11-23."),
        ("Abgabe war vor zwei Tagen.", "Abgabe war am 2026-11-16."),
    ],
)
def test_a_german_sentence_stays_german(text: str, absolute: str) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) == absolute
