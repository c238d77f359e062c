"""The rooms joined: from when on is learned, whatever the clock shows at a first start."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extractor.archive.summary import Summary
from extractor.config.settings import load
from extractor.errors import ConfigError
from extractor.service import first_start
from extractor.service.first_start import CLOCK_UNSET
from extractor.service.once import once
from extractor.wiring.models import model_price
from extractor.wiring.parts import DAY_MS, Parts, build, look_at_first_start
from tests.support.scripted import Clock

TODAY = 1_790_000_000_000
UNSET = 86_400_000
"""The second of January 1970, as a machine without a battery shows it."""

Start = Callable[[int], Summary]


@pytest.fixture
def make(tmp_path: Path) -> Callable[[Clock], Parts]:
    """Joins the rooms under a clock, as a start of the service does."""
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    settings = load({"plain_folders": (tmp_path / "logs",), "memory_dir": tmp_path / "memory"}, env).settings
    return lambda clock: build(settings, env, clock)


@pytest.fixture
def start(make: Callable[[Clock], Parts]) -> Start:
    """Learns once with the clock at a moment, as a start of the service does; returns what stands afterwards."""

    def started(at: int) -> Summary:
        parts = make(clock_at(at))
        try:
            return learned(parts)
        finally:
            parts.close()

    return started


def clock_at(at: int) -> Clock:
    clock = Clock()
    clock.now = at
    return clock


def learned(parts: Parts) -> Summary:
    """What stands after a pass."""
    once(parts.archive, parts.intake, parts.learning, None, lambda *_: None)
    return parts.archive.summary("")


def say(home: Path, name: str, words: str, at: int) -> None:
    """A session that ended with thanks, held and written at that moment."""
    file = home / "logs" / f"{name}.jsonl"
    file.parent.mkdir(exist_ok=True)
    stamp = datetime.fromtimestamp(at / 1000, UTC).isoformat()
    for number, text in enumerate((words, "Thanks.")):
        line = {"uuid": f"{name} {number}", "role": "user", "content": text, "timestamp": stamp}
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
    os.utime(file, (at / 1000, at / 1000))


def remembered(home: Path) -> str:
    return "".join(file.read_text("utf-8") for file in sorted((home / "memory").glob("*.md")))


def test_a_first_start_with_the_clock_ahead_keeps_nothing_from_being_learned_once_it_is_right(
    tmp_path: Path, start: Start
) -> None:
    say(tmp_path, "before", "Never mock the database in tests.", TODAY - DAY_MS)
    assert start(TODAY + 400 * DAY_MS).old == 2
    say(tmp_path, "after", "Always run the linter before a commit.", TODAY)
    start(TODAY + 3_600_000)
    assert "mock the database" in remembered(tmp_path)
    assert "linter" in remembered(tmp_path)


def test_what_was_said_long_before_is_old_also_by_the_clock_that_was_put_right(
    tmp_path: Path, start: Start
) -> None:
    say(tmp_path, "before", "Never mock the database in tests.", TODAY - 30 * DAY_MS)
    start(TODAY + 400 * DAY_MS)
    assert start(TODAY).old == 2
    assert remembered(tmp_path) == ""


def test_a_clock_that_was_not_set_learns_nothing_of_years_ago_and_says_so(
    tmp_path: Path, start: Start
) -> None:
    say(tmp_path, "years ago", "Never mock the database in tests.", TODAY - 700 * DAY_MS)
    say(tmp_path, "yesterday", "Always run the linter before a commit.", TODAY - DAY_MS)
    unset = start(UNSET)
    assert (unset.runs, remembered(tmp_path)) == (0, "")
    assert "clock" in "".join(unset.problems)
    right = start(TODAY)
    assert (right.old, right.problems) == (2, ())
    assert "linter" in remembered(tmp_path)
    assert "mock the database" not in remembered(tmp_path)


def test_a_first_start_stays_the_first(tmp_path: Path, start: Start) -> None:
    start(TODAY)
    say(tmp_path, "since", "Never mock the database in tests.", TODAY + DAY_MS)
    assert "clock" in "".join(start(UNSET).problems)
    assert start(TODAY + 400 * DAY_MS).problems == ()
    assert "mock the database" in remembered(tmp_path)


@pytest.mark.parametrize(
    ("name", "noted"),
    [
        (first_start.FIRST_START, "x"),
        (first_start.SHOWN_EARLIER, "9" * 30),
        (first_start.UNSET, "a b"),
        (first_start.UNSET, "1"),
    ],
)
def test_a_note_of_the_clock_that_cannot_be_read_counts_as_none(
    tmp_path: Path, start: Start, make: Callable[[Clock], Parts], name: str, noted: str
) -> None:
    start(TODAY)
    parts = make(clock_at(TODAY))
    parts.archive.set_note(name, noted)
    parts.close()
    say(tmp_path, "since", "Never mock the database in tests.", TODAY)
    assert start(TODAY + DAY_MS).problems == ()
    assert "mock the database" in remembered(tmp_path)


def test_what_is_said_while_the_clock_is_not_set_is_learned_once_it_is(tmp_path: Path, start: Start) -> None:
    say(tmp_path, "years ago", "Always use pnpm, never npm.", TODAY - 700 * DAY_MS)
    start(TODAY)
    words = {0: "Never mock the database in tests.", 30: "Always run the linter before a commit."}
    for hours, said in words.items():
        at = UNSET + hours * 3_600_000
        say(tmp_path, f"unset {hours}", said, at)
        unset = start(at + 60_000)
        assert (unset.runs, unset.problems) == (0, (CLOCK_UNSET,))
    right = start(TODAY + DAY_MS)
    assert (right.waiting, right.old, right.problems) == (0, 2, ())
    assert "mock the database" in remembered(tmp_path)
    assert "linter" in remembered(tmp_path)
    assert "pnpm" not in remembered(tmp_path)


def test_words_of_the_time_a_clock_was_not_set_are_learned_by_the_service_that_runs(
    tmp_path: Path, start: Start, make: Callable[[Clock], Parts]
) -> None:
    start(TODAY)
    clock = clock_at(UNSET)
    parts = make(clock)
    try:
        say(tmp_path, "unset", "Never mock the database in tests.", UNSET)
        assert learned(parts).old == 2
        clock.now = TODAY + DAY_MS
        look_at_first_start(parts, clock)
        assert learned(parts).problems == ()
        assert "mock the database" in remembered(tmp_path)
    finally:
        parts.close()


def test_a_first_start_that_talk_has_outlived_stays_when_the_clock_falls_behind_it(
    tmp_path: Path, start: Start
) -> None:
    say(tmp_path, "before", "Never mock the database in tests.", TODAY - 60 * DAY_MS)
    start(TODAY)
    say(tmp_path, "since", "Always run the linter before a commit.", TODAY + 20 * DAY_MS)
    start(TODAY + 21 * DAY_MS)
    start(TODAY - 50 * DAY_MS)
    start(TODAY + 30 * DAY_MS)
    assert "linter" in remembered(tmp_path)
    assert "mock the database" not in remembered(tmp_path)


def test_what_is_said_after_a_clock_that_was_ahead_is_right_is_learned_also_where_there_was_talk_meanwhile(
    tmp_path: Path, start: Start
) -> None:
    ahead = TODAY + 400 * DAY_MS
    start(ahead)
    say(tmp_path, "while ahead", "Never mock the database in tests.", ahead + 3_600_000)
    start(ahead + 7_200_000)
    say(tmp_path, "since", "Always run the linter before a commit.", TODAY)
    assert start(TODAY + 3_600_000).old == 0
    say(tmp_path, "after three idle weeks", "Always use pnpm, never npm.", TODAY + DAY_MS)
    start(TODAY + 22 * DAY_MS)
    assert "mock the database" in remembered(tmp_path)
    assert "linter" in remembered(tmp_path)
    assert "pnpm" in remembered(tmp_path)


def test_what_counted_as_old_while_a_first_start_was_ahead_waits_again_where_it_was_said_since(
    tmp_path: Path, start: Start
) -> None:
    ahead = TODAY + 400 * DAY_MS
    say(tmp_path, "long before", "Always use pnpm, never npm.", TODAY - 60 * DAY_MS)
    start(ahead)
    say(tmp_path, "while ahead", "Never mock the database in tests.", ahead + 3_600_000)
    start(ahead + 7_200_000)
    say(tmp_path, "since", "Always run the linter before a commit.", TODAY)
    assert start(ahead + 7_300_000).old == 4, "the clock was right for a minute, and nobody looked"
    assert start(TODAY + 3_600_000).old == 2
    assert "linter" in remembered(tmp_path)
    assert "pnpm" not in remembered(tmp_path)


def test_a_clock_that_falls_behind_right_after_the_first_start_brings_back_no_words_that_were_old(
    tmp_path: Path, start: Start
) -> None:
    say(tmp_path, "long before", "Never mock the database in tests.", TODAY - 60 * DAY_MS)
    start(TODAY)
    assert start(TODAY - 62 * DAY_MS).old == 2
    assert start(TODAY + DAY_MS).old == 2
    assert remembered(tmp_path) == ""


@pytest.mark.parametrize("wrong", [UNSET, TODAY + 400 * DAY_MS])
def test_a_clock_that_is_put_right_while_the_service_runs_costs_it_no_restart(
    tmp_path: Path, make: Callable[[Clock], Parts], wrong: int
) -> None:
    clock = clock_at(wrong)
    parts = make(clock)
    try:
        say(tmp_path, "years ago", "Never mock the database in tests.", TODAY - 700 * DAY_MS)
        say(tmp_path, "yesterday", "Always run the linter before a commit.", TODAY - DAY_MS)
        assert learned(parts).old == 4
        clock.now = TODAY
        look_at_first_start(parts, clock)
        assert parts.learning.next_due() == 0, "what waits again is due at once"
        right = learned(parts)
        assert (right.old, right.problems) == (2, ())
        assert "linter" in remembered(tmp_path)
        assert "mock the database" not in remembered(tmp_path)
    finally:
        parts.close()


@pytest.mark.parametrize(
    ("address", "is_known"),
    [
        (None, True),
        ("", True),
        ("https://api.anthropic.com", True),
        ("https://api.anthropic.com/", True),
        ("http://api.anthropic.com", False),
        ("https://api.anthropic.com.example.org", False),
    ],
)
def test_the_vendors_prices_count_at_its_own_address_however_that_is_named(
    tmp_path: Path, address: str | None, is_known: bool
) -> None:
    settings = load({"model": "anthropic"}, {"HOME": str(tmp_path)}).settings
    assert (model_price(settings.model_copy(update={"base_url": address})) is not None) == is_known


def test_settings_that_cannot_be_used_leave_the_state_file_closed(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    settings = load({"memory_dir": tmp_path / "memory"}, env).settings
    bounded = settings.model_copy(update={"model": "claude-code", "daily_cost": 1.0})
    before = len(os.listdir("/dev/fd"))
    with pytest.raises(ConfigError, match="daily_cost needs the price") as held:
        build(bounded, env)
    assert len(os.listdir("/dev/fd")) == before
    assert held.tb is not None  # what was opened is still in reach there
