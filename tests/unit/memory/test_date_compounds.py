"""Dates of several words that name one day together."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Milliseconds
from extractor.memory.dates import made_absolute, relative_words
from extractor.memory.literals import Quoted, missing_literal

WEDNESDAY = Milliseconds(int(datetime(2026, 11, 18, 15, tzinfo=UTC).timestamp() * 1000))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The freeze starts a week from Friday.", "2026-11-27"),
        ("The freeze starts two weeks from Monday.", "2026-12-07"),
        ("The freeze starts a week from tomorrow.", "2026-11-26"),
        ("The freeze starts two days before Friday.", "2026-11-18"),
        ("The freeze starts on Friday in two weeks.", "2026-12-04"),
        ("The freeze starts in 2 weeks' time.", "2026-12-02"),
        ("The freeze starts next week Friday.", "2026-11-27"),
        ("The freeze starts next week on Friday.", "2026-11-27"),
        ("The freeze starts the Monday after next.", "2026-11-30"),
        ("The freeze starts on the last Friday of this month.", "2026-11-27"),
        ("The freeze starts on Monday the 7th.", "2026-12-07"),
        ("Der Freeze beginnt am Freitag in zwei Wochen.", "2026-12-04"),
        ("Der Freeze beginnt nächste Woche Freitag.", "2026-11-27"),
        ("Der Freeze beginnt am übernächsten Montag.", "2026-11-30"),
    ],
)
def test_several_words_that_name_one_day_are_read_together(text: str, day: str) -> None:
    absolute = made_absolute(text, WEDNESDAY, UTC)
    assert absolute is not None
    assert absolute.split()[-1] == f"{day}."
    assert not relative_words(absolute)
    said = [Quoted(text, WEDNESDAY)]
    assert missing_literal(f"The freeze starts on {day}.", said, UTC) is None
    assert missing_literal("The freeze starts on 2026-11-20.", said, UTC) is not None


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("The freeze is the week after next.", "The freeze is in the week of 2026-11-30."),
        ("It lasts two weeks from Monday.", "It lasts two weeks from 2026-11-23."),
        ("I am away from Friday to Monday.", "I am away from 2026-11-20 to 2026-11-23."),
        ("It was moved from Friday to Monday.", "It was moved from 2026-11-20 to 2026-11-23."),
        ("It was moved to Monday.", "It was moved to 2026-11-23."),
        ("It is planned for Friday.", "It is planned for 2026-11-20."),
        ("We ship on Monday or Tuesday.", "We ship on 2026-11-23 or on 2026-11-24."),
        ("Due Friday the 4th of December.", "Due Friday the 4th of December (2026-12-04)."),
        ("The line is open from Monday to Friday.", "The line is open from Monday to Friday."),
    ],
)
def test_what_stands_around_a_day_of_the_week_tells_which_it_is(text: str, absolute: str) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) == absolute


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The freeze starts the Friday after next.", ("2026-11-27", "2026-12-04")),
        ("The freeze starts on Monday in two weeks.", ("2026-11-30", "2026-12-07")),
        ("The freeze starts on Friday in ten days.", ("2026-11-27", "2026-11-28")),
    ],
)
def test_of_a_day_that_may_be_two_no_part_is_written_and_the_gate_takes_either(
    text: str, days: tuple[str, ...]
) -> None:
    assert made_absolute(text, WEDNESDAY, UTC) is None
    assert relative_words(text) == []
    said = [Quoted(text, WEDNESDAY)]
    for told in (text, *(f"The freeze starts on {day}." for day in days)):
        assert missing_literal(told, said, UTC) is None
