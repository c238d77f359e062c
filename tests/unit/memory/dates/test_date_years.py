"""In which year a day of a month lies that is named without one."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import literal_dates, made_absolute, resolve

NOW = Milliseconds(int(datetime(2026, 11, 23, 15, tzinfo=UTC).timestamp() * 1000))
"""A Monday."""


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        (
            "We decided on 15 August that all prices are integer cents.",
            "We decided on 15 August (2026-08-15) that all prices are integer cents.",
        ),
        ("On August 15 we decided to drop Redis.", "On August 15 (2026-08-15) we decided to drop Redis."),
        ("We merged it on December 4.", "We merged it on December 4 (2025-12-04)."),
        ("We merged it on November 23.", "We merged it on November 23 (2026-11-23)."),
        ("Since July 1 all prices are in cents.", "Since July 1 (2026-07-01) all prices are in cents."),
        ("Der Vertrag läuft seit dem 1. Juli.", "Der Vertrag läuft seit dem 1. Juli (2026-07-01)."),
        ("Das gilt seit dem 1.7. für alle.", "Das gilt seit dem 1.7. (2026-07-01) für alle."),
        ("Das gilt seit 1. Dezember.", "Das gilt seit 1. Dezember (2025-12-01)."),
        (
            "Das haben wir am 15. August entschieden.",
            "Das haben wir am 15. August (2026-08-15) entschieden.",
        ),
    ],
)
def test_what_was_done_or_holds_since_a_day_lies_behind(text: str, absolute: str) -> None:
    assert made_absolute(text, NOW, UTC) == absolute
    assert len(resolve(text, NOW, UTC)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "We decided to move to Postgres on August 15.",
        "We moved to Postgres on August 15.",
        "We moved to Postgres on December 4.",
        "We have moved to Postgres on December 4.",
        "The server was moved on December 4.",
        "The outage was on December 4.",
        "The freeze was until December 4.",
        "We were frozen until December 4.",
        "On December 4 the server was down.",
        "On December 4, the whole shop was down.",
        "Der Umzug nach Frankfurt war am 15. August.",
        "Der Umzug war am 4. Dezember.",
        "Die Abnahme ist am 15. August gewesen.",
        "Die Abnahme ist am 4. Dezember gewesen und lief gut.",
        "Am 4. Dezember haben wir Redis abgeschaltet.",
        "Das wurde am 4.12. entschieden.",
        "Since December 4 is a holiday we ship early.",
        "Last December 4 we had a freeze.",
        "The freeze of last December 4 is the model.",
        "The next December 4 is the day.",
        "If we merged it on August 15, it breaks.",
        "The certificate expired on December 4.",
        "Bob joined the team on December 4.",
        "Until August 15 we had no budget.",
        "Until December 4 we had no budget.",
        "We used Jest until March 3.",
        "We ran two shards until December 4.",
        "Bis zum 3. März nutzten wir Jest; seitdem Vitest.",
        "Wir nutzten Jest bis zum 3. März.",
        "Ab dem 1. Juli galt der neue Preis.",
        "Wir zogen am 4. Dezember um.",
        "What we shipped on August 15 broke it.",
    ],
)
def test_what_is_past_or_may_be_gets_no_year_that_is_not_sure(text: str) -> None:
    assert made_absolute(text, NOW, UTC) == text
    assert all(day <= date(2026, 11, 23) for day in resolve(text, NOW, UTC))


@pytest.mark.parametrize(
    "text",
    [
        "Jedes Jahr am 15. August wird das Zertifikat erneuert.",
        "Am 15. August jedes Jahres wird das Zertifikat erneuert.",
        "Every year on August 15 the certificate is renewed.",
        "Every year, we renew the certificate on August 15.",
        "The certificate is renewed on August 15 each year.",
        "The certificate is renewed every August 15.",
        "Das Zertifikat wird jährlich am 15. August erneuert.",
        "The audit is yearly, from August 15 to September 1.",
        "The office is always closed on December 24.",
        "Am 24. Dezember wird nie ausgeliefert.",
    ],
)
def test_the_day_of_every_year_is_no_one_date(text: str) -> None:
    assert made_absolute(text, NOW, UTC) == text
    assert resolve(text, NOW, UTC) == frozenset()


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("The freeze starts on 4 December.", "The freeze starts on 4 December (2026-12-04)."),
        ("The deadline is August 15.", "The deadline is August 15 (2027-08-15)."),
        ("It must be merged on December 4.", "It must be merged on December 4 (2026-12-04)."),
        (
            "The release will be shipped by 4 December.",
            "The release will be shipped by 4 December (2026-12-04).",
        ),
        (
            "We decided to freeze deploys on December 4.",
            "We decided to freeze deploys on December 4 (2026-12-04).",
        ),
        ("The release was moved to December 4.", "The release was moved to December 4 (2026-12-04)."),
        (
            "We told the client that the release is on December 4.",
            "We told the client that the release is on December 4 (2026-12-04).",
        ),
        (
            "We will show shared slides on December 4.",
            "We will show shared slides on December 4 (2026-12-04).",
        ),
        ("Always use pnpm until December 4.", "Always use pnpm until December 4 (2026-12-04)."),
        ("Der Umzug ist am 4. Dezember.", "Der Umzug ist am 4. Dezember (2026-12-04)."),
        ("Der Umzug ist am 4.12. geplant.", "Der Umzug ist am 4.12. (2026-12-04) geplant."),
        (
            "Die Abgabe ist spätestens am 4. Dezember.",
            "Die Abgabe ist spätestens am 4. Dezember (2026-12-04).",
        ),
    ],
)
def test_what_is_to_come_lies_ahead(text: str, absolute: str) -> None:
    assert made_absolute(text, NOW, UTC) == absolute


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("We decided on May 3 (2025) to drop MySQL", {date(2025, 5, 3)}),
        ("We decided on May 3, 2025, to drop MySQL", {date(2025, 5, 3)}),
        ("March 3 of 2025", {date(2025, 3, 3)}),
        ("am 3. März im Jahr 2028", {date(2028, 3, 3)}),
        ("am 3. März '28", {date(2028, 3, 3)}),
        ("3 March ’28 is the day", {date(2028, 3, 3)}),
        ("from May 3 to June 7, 2028", {date(2028, 5, 3), date(2028, 6, 7)}),
        ("May 3 – June 7, 2028", {date(2028, 5, 3), date(2028, 6, 7)}),
        ("vom 20. Dezember bis 7. Januar 2028", {date(2027, 12, 20), date(2028, 1, 7)}),
        ("vom 20. Dezember bis zum 7. Januar 2028", {date(2027, 12, 20), date(2028, 1, 7)}),
        ("vom 20.12. bis 7.1.2028", {date(2027, 12, 20), date(2028, 1, 7)}),
        ("We decided on 15 August (2026-08-15) that it goes.", {date(2026, 8, 15)}),
        ("The freeze starts on 4 December (2026-12-04).", {date(2026, 12, 4)}),
    ],
)
def test_the_year_that_was_said_is_read(text: str, named: set[date]) -> None:
    assert made_absolute(text, NOW, UTC) == text
    assert resolve(text, NOW, UTC) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("In 2025, on March 3, we decided to drop MySQL.", set()),
        ("In 2025, we merged it on March 3.", set()),
        ("On March 3, back in 2025, we merged it.", set()),
        ("May 3 and June 5, 2025", {date(2025, 6, 5)}),
        ("In '25, on March 3, it broke.", set()),
        ("Im Jahr 2025 haben wir das am 3. März entschieden.", set()),
        ("From 4 December 2027 to 7 January we rest.", {date(2027, 12, 4)}),
    ],
)
def test_no_year_is_written_beside_another_that_was_said(text: str, named: set[date]) -> None:
    assert made_absolute(text, NOW, UTC) == text
    assert resolve(text, NOW, UTC) == named


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("We decided it on March 3 two years ago.", "We decided it on 2024-03-03."),
        ("We decided it on March 3, 2 years ago.", "We decided it on 2024-03-03."),
        ("We decided it on 3 March last year.", "We decided it on 2025-03-03."),
        ("We decided it on March 3 of last year.", "We decided it on 2025-03-03."),
        ("It is due on 3 March next year.", "It is due on 2027-03-03."),
        ("Wir haben am 3. März letzten Jahres umgestellt.", "Wir haben am 2025-03-03 umgestellt."),
        ("Wir haben das am 3. März vor zwei Jahren entschieden.", "Wir haben das am 2024-03-03 entschieden."),
        ("Two years ago we merged it on March 3.", None),
        ("Vor zwei Jahren haben wir das am 3. März entschieden.", None),
        ("Last year we merged it on March 3.", None),
    ],
)
def test_a_year_that_is_counted_from_this_one_is_read_beside_its_day(text: str, absolute: str | None) -> None:
    assert made_absolute(text, NOW, UTC) == absolute


def test_a_date_that_was_made_absolute_is_not_dated_again() -> None:
    for text in ("We decided on 15 August that all is free.", "The freeze starts on 4 December."):
        once = made_absolute(text, NOW, UTC)
        assert once is not None
        assert once != text
        assert made_absolute(once, NOW, UTC) == once
        assert {day for found in literal_dates(once, NOW, UTC) for day in found.days} <= resolve(
            text, NOW, UTC
        )


def test_a_day_that_may_as_well_lie_behind_is_not_dated() -> None:
    for text in ("The outage of August 15 is the reason.", "As of August 15 all of it runs here."):
        assert made_absolute(text, NOW, UTC) == text


@pytest.mark.parametrize(
    "text",
    [
        "On December 4, next year's budget is fixed.",
        "By March 3, last year's tax report is due.",
        "Until January 15 this year's prices hold.",
        "Release early, since December 4 we have the audit.",
    ],
)
def test_a_year_of_something_else_and_a_reason_give_a_day_none(text: str) -> None:
    told = made_absolute(text, NOW, UTC)
    assert told is None or told == text


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The old API will be removed on March 3.", "2027-03-03"),
        ("v1 will be switched off on June 30.", "2027-06-30"),
        ("The launch is planned for March 15.", "2027-03-15"),
        ("The deadline was moved to March 15.", "2027-03-15"),
        ("We agreed that v2 ships on March 15.", "2027-03-15"),
        ("Die Abgabe wurde auf den 15. März verschoben.", "2027-03-15"),
        ("Have the docs updated on December 4.", "2026-12-04"),
    ],
)
def test_what_will_be_done_or_was_planned_for_a_day_lies_ahead(text: str, day: str) -> None:
    assert f"({day})" in (made_absolute(text, NOW, UTC) or "")
