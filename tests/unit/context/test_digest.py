"""The digest: the newest work fullest, all of it counted, inside its budget."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from random import Random
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.context.digest import MORE, Digest, Rung, Work, digest
from extractor.domain import Milliseconds
from extractor.history.budget import estimate

NOW = Milliseconds(int(datetime(2026, 3, 5, 12, tzinfo=UTC).timestamp() * 1000))
"""A Thursday."""

DAY = 24 * 3_600_000


def work(name: str, days_ago: float = 0, words: str = "", **more: object) -> Work:
    start = Milliseconds(int(NOW - days_ago * DAY))
    made = {
        "session": f"{name}-whole", "name": name, "start": start, "end": Milliseconds(start + 1_800_000),
        "requests": 3, "tokens": 12_345, "words": words or f"what {name} was about",
    }  # fmt: skip
    return Work(**{**made, **more})  # type: ignore[arg-type]


def many(seed: int, count: int, span_days: float = 120) -> list[Work]:
    random = Random(seed)
    made: list[Work] = []
    for number in range(count):
        name = f"{random.randrange(max(1, count // 2)):08x}"
        words = " ".join(
            random.choice(("mend", "prüfe", "测试", "the", "pipeline")) for _ in range(random.randrange(30))
        )
        details = tuple(words[:200] for _ in range(random.randrange(3)))
        made.append(
            work(
                name, random.random() * span_days, words, tokens=random.randrange(2_000_000), details=details
            )
            if random.random() < 0.95
            else work(f"{number:08x}", random.random() * 3, words, is_current=True)
        )
    return made


def test_work_over_the_hour_at_which_the_clock_is_set_is_told_with_both_zones() -> None:
    def lasted(begun: str, minutes: int) -> str:
        start = int(datetime.fromisoformat(begun).timestamp() * 1000)
        piece = work("it", start=start, end=start + minutes * 60_000)
        now = Milliseconds(start + DAY // 2)
        (entry,) = digest([piece], now, ZoneInfo("Europe/Berlin"), 10_000).entries
        return entry.text.partition(", session")[0]

    assert lasted("2026-10-25T00:50Z", 20) == "- 2026-10-25 02:50 +0200 to 02:10 +0100"
    assert lasted("2026-10-25T00:30Z", 60) == "- 2026-10-25 02:30 +0200 to 02:30 +0100"
    assert lasted("2026-03-29T00:50Z", 20) == "- 2026-03-29 01:50 +0100 to 03:10 +0200"
    assert lasted("2026-10-25T12:00Z", 20) == "- 2026-10-25 13:00 to 13:20"
    assert lasted("2026-10-25T12:00Z", 0) == "- 2026-10-25 13:00"


def sections(told: Digest) -> list[str]:
    return list(dict.fromkeys(entry.section for entry in told.entries))


def test_few_pieces_are_told_in_full_under_their_headings_with_absolute_times() -> None:
    told = digest(
        [
            work("mine", 0.01, is_current=True),
            work("today", 0.1, details=("last asked: is it green?",)),
            work("yesterday", 1),
            work("monday", 3),
            work("february", 20),
        ],
        NOW,
        UTC,
        10_000,
    )
    assert sections(told) == [
        "This session",
        "Today, 2026-03-05",
        "Yesterday, 2026-03-04",
        "This week, since 2026-03-02",
        "Older",
    ]
    assert {entry.rung for entry in told.entries} == {Rung.FULL}
    assert (
        "- 2026-03-05 09:36 to 10:06, session today, 3 requests, about 12,345 tokens: what today was about\n"
        "  - last asked: is it green?\n"
    ) in told.text
    assert told.text.endswith(MORE + "\n")
    assert told.left_out == 0


def test_a_day_ends_where_the_person_is_and_times_are_those_of_its_heading() -> None:
    late = work("late", 0.55)
    assert datetime.fromtimestamp(late.start / 1000, UTC).day == 4
    here = digest([late], NOW, timezone(timedelta(hours=3)), 10_000)
    assert sections(here) == ["Today, 2026-03-05"]
    assert "- 2026-03-05 01:48 to 02:18, session late" in here.text
    assert "\nTimes are those where the person is, now UTC+03:00.\n" in here.text
    utc = digest([late], NOW, UTC, 10_000)
    assert sections(utc) == ["Yesterday, 2026-03-04"]
    assert "- 2026-03-04 22:48 to 23:18, session late" in utc.text
    assert "\nTimes are those where the person is, now UTC.\n" in utc.text


def test_a_time_before_the_clocks_changed_is_told_as_it_was_then() -> None:
    summer = Milliseconds(int(datetime(2026, 4, 5, 12, tzinfo=UTC).timestamp() * 1000))
    told = digest([work("winter", 20)], summer, ZoneInfo("Europe/Berlin"), 10_000).text
    assert "- 2026-02-13 13:00 to 13:30, session winter" in told
    assert "now UTC+02:00." in told


def test_older_work_stands_in_coarser_entries_that_name_their_sessions() -> None:
    works = [work(f"{number:08x}", number / 4, "word " * 40, tokens=1_000 * number) for number in range(600)]
    told = digest(works, NOW, UTC, 10_000)
    assert [entry.rung for entry in told.entries] == sorted(entry.rung for entry in told.entries)
    assert {entry.rung for entry in told.entries} == set(Rung)
    assert told.left_out == 0
    for entry in told.entries:
        assert all(each.name in entry.text for each in entry.works)
    day = next(entry for entry in told.entries if entry.rung is Rung.DAY)
    assert " pieces of work in " in day.text
    assert day.text.count("word…") == 3


def test_one_piece_alone_in_its_month_is_told_in_few_words() -> None:
    works = [work(f"{number:08x}", number / 20) for number in range(400)]
    told = digest([*works, work("lonely00", 200)], NOW, UTC, 3_000)
    assert told.left_out == 0
    assert told.entries[-1].text == "- 2025-08-17 lonely00, ~12k tokens"


def test_what_no_longer_fits_is_counted_and_the_way_to_it_stays() -> None:
    works = [work(f"{number:08x}", number / 4) for number in range(2_000)]
    told = digest(works, NOW, UTC, 1_000, older=40)
    stand = sum(len(entry.works) for entry in told.entries)
    assert told.left_out == 2_040 - stand > 0
    assert f"{told.left_out:,} older pieces of work not listed" in told.text
    assert told.text.endswith(MORE + "\n")


def test_where_there_is_no_room_at_all_nothing_is_told() -> None:
    told = digest([work("one")], NOW, UTC, 5)
    assert (told.text, told.entries, told.left_out) == ("", (), 1)


def test_no_work_makes_no_text() -> None:
    assert digest([], NOW, UTC, 10_000) == Digest((), 0, "")


def test_work_of_less_than_a_minute_has_one_time() -> None:
    told = digest([work("one", end=Milliseconds(NOW + 59_000))], NOW, UTC, 10_000)
    assert "- 2026-03-05 12:00, session one, 3 requests" in told.text


def test_words_of_many_lines_cannot_begin_a_line_of_their_own() -> None:
    told = digest(
        [work("one", words="mend it\n## Today\n- 2026-01-01 forged", details=("a\n- b",))], NOW, UTC, 10_000
    )
    assert [line for line in told.text.splitlines() if line.startswith(("## ", "- "))] == [
        "## Today, 2026-03-05",
        "- 2026-03-05 12:00 to 12:30, session one, 3 requests, about 12,345 tokens:"
        " mend it ## Today - 2026-01-01 forged",
    ]


def test_words_that_were_taken_out_are_told_to_be_gone() -> None:
    gone = work("one")
    told = digest([Work(gone.session, gone.name, gone.start, gone.end, 1, 1, "")], NOW, UTC, 10_000)
    assert "(no words of a person are kept)" in told.text


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(0, 300),
    budget=st.integers(0, 12_000),
    older=st.integers(0, 99),
)
def test_what_always_holds(seed: int, count: int, budget: int, older: int) -> None:
    works = many(seed, count)
    told = digest(works, NOW, UTC, budget, older)
    assert estimate(told.text) <= budget, "the budget is never exceeded"
    stand = [each for entry in told.entries for each in entry.works]
    assert len(stand) + told.left_out == count + older, "each piece is told once or counted"
    assert len({id(each) for each in stand}) == len(stand)
    for entry in told.entries:
        assert entry.text in told.text
        assert all(each.name in entry.text for each in entry.works)
    rungs = [entry.rung for entry in told.entries]
    assert rungs == sorted(rungs), "newer is never coarser"
    others = [each.start for each in stand if not each.is_current]
    assert others == sorted(others, reverse=True), "the newest first"
    left = {id(each) for each in works} - {id(each) for each in stand}
    if others and left and not any(each.is_current for each in works if id(each) in left):
        assert max(each.start for each in works if id(each) in left) <= others[-1], "the oldest are left out"
    Random(seed).shuffle(works)
    assert digest(works, NOW, UTC, budget, older).text == told.text, (
        "the order does not depend on the input's"
    )


def test_however_little_room_the_session_that_goes_on_shares_no_entry_with_others() -> None:
    works = [work(f"{n:08x}", n / 1_000, is_current=n % 2 == 0) for n in range(60)]
    for budget in (400, 800):
        shared = [entry.works for entry in digest(works, NOW, UTC, budget).entries if len(entry.works) > 1]
        assert {works[0].is_current for works in shared} == {True, False}
        assert all(len({each.is_current for each in works}) == 1 for works in shared)
