""" "Today" where it means nowadays, and where it is a day."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates.dates import made_absolute, relative_words, resolve

SAID = Milliseconds(int(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp() * 1000))


@pytest.mark.parametrize(
    "text",
    [
        "Keep the multisession warning as it is today.",
        "Keep a functionality as today that you can turn on.",
        "It should look like today.",
        "Leave it as is today, but document it.",
        "Write down how it works today.",
        "Describe how the import works today.",
        "The new page keeps the way we do things today.",
        "The CLI ignores the body, so nothing is affected today; a comment would help.",
        "Nobody uses the old import today.",
        "Keep what we have today.",
        "It stays as today with two workers.",
        "Leave it as today - but faster.",
        "Der Import bleibt wie heute.",
        "Lass es so, wie es heute ist.",
        "Beschreib, wie das heute funktioniert, im Handbuch.",
    ],
)
def test_today_of_how_things_are_is_no_day_and_stays(text: str) -> None:
    assert made_absolute(text, SAID, UTC) == text
    assert not relative_words(text)
    assert not resolve(text, SAID, UTC)


@pytest.mark.parametrize(
    "text",
    [
        "The release is today.",
        "As the release is today, nothing is merged.",
        "As we discussed today, the cache goes.",
        "It is due no later than today.",
        "The page should be like today's draft.",
        "We do it as agreed today.",
        "Nothing is going out today.",
        "Nobody has merged PR 12 today.",
        "Nothing has shipped today.",
        "Nothing is due today.",
        "No one is on call today.",
        "Nobody is on duty today because of the strike.",
        "Nothing is deployed today, the freeze holds.",
        "I know what I have today: two meetings.",
        "As today the release went out, we use Postgres.",
        "As today Bob leaves, the keys go to Ann.",
        "Wir liefern heute.",
        "Wie heute besprochen, fällt der Cache weg.",
        "Wie wir heute besprochen haben, fällt der Cache weg.",
    ],
)
def test_today_of_what_is_done_or_said_on_it_is_its_day(text: str) -> None:
    assert resolve(text, SAID, UTC) == {date(2026, 11, 20)}
    assert relative_words(text)
