"""A day and a month in digits are a date where German proves them one."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute, relative_words, resolve

NOW = Milliseconds(int(datetime(2026, 11, 23, 15, tzinfo=UTC).timestamp() * 1000))
"""A Monday."""


@pytest.mark.parametrize(
    "text",
    [
        "Wir unterstützen immer nur Python ab 3.10.",
        "Wir unterstützen Python bis 3.12. und nicht mehr.",
        "Release 5.6. ist fehlerhaft.",
        "Siehe Abschnitt 3.4. und 3.5. der Doku.",
        "Die letzte stabile ist 3.10. und gut.",
        "Das gilt für 3.4. nicht.",
        "Seit der 3.10. geht das nicht mehr.",
        "Mit dem 3.10. Release geht das.",
        "Am Montag kam Python ab 3.10. dazu.",
    ],
)
def test_a_version_and_a_section_are_no_date(text: str) -> None:
    assert resolve(text, NOW, UTC) == frozenset()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Das gilt ab 4.12. (Freitag) überall.", date(2026, 12, 4)),
        ("Das gilt ab Freitag, 4.12. überall.", date(2026, 12, 4)),
        ("Das gilt ab dem 4.12. überall.", date(2026, 12, 4)),
        ("Das gilt ab 4.12.2026 überall.", date(2026, 12, 4)),
        ("Der Freeze ist vom 1.12. bis 4.12. wieder.", date(2026, 12, 4)),
        ("Frei ist am 1.12. und 4.12. für alle.", date(2026, 12, 4)),
        ("Fertig bis 4.12., spätestens am 5.12. ist Schluss.", date(2026, 12, 4)),
        ("Abgabe: 4.12. um zehn.", date(2026, 12, 4)),
        ("Stichtag ist der 4.12. um zehn.", date(2026, 12, 4)),
    ],
)
def test_a_day_in_digits_is_one_where_something_proves_it(text: str, day: date) -> None:
    assert day in resolve(text, NOW, UTC)


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("Der Freeze beginnt in der nächsten Woche.", "Der Freeze beginnt in der Woche vom 2026-11-30."),
        ("Der Freeze beginnt nächste Woche.", "Der Freeze beginnt in der Woche vom 2026-11-30."),
        ("Das muss bis nächste Woche fertig sein.", "Das muss bis zur Woche vom 2026-11-30 fertig sein."),
        (
            "Das muss bis zur nächsten Woche fertig sein.",
            "Das muss bis zur Woche vom 2026-11-30 fertig sein.",
        ),
        ("Das ist für die nächste Woche geplant.", "Das ist für die Woche vom 2026-11-30 geplant."),
        ("Das gilt ab nächster Woche.", "Das gilt ab der Woche vom 2026-11-30."),
        ("Der Umzug ist Mitte nächsten Monats.", "Der Umzug ist in 2026-12."),
        ("Der Umzug ist in der Mitte des nächsten Monats.", "Der Umzug ist in 2026-12."),
        ("Der Umzug ist zu Beginn der nächsten Woche.", "Der Umzug ist in der Woche vom 2026-11-30."),
        ("We move in the middle of next month.", "We move in 2026-12."),
    ],
)
def test_a_week_and_a_month_are_written_as_their_language_says_it(text: str, absolute: str) -> None:
    assert made_absolute(text, NOW, UTC) == absolute
    assert relative_words(absolute) == []


def test_overnight_is_no_two_days() -> None:
    text = "Redis ist nicht von heute auf morgen abzuschalten."
    assert made_absolute(text, NOW, UTC) == text
    assert resolve(text, NOW, UTC) == frozenset()
    assert relative_words(text) == []
