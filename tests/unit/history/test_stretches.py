"""Stretches: when one is closed, and what stays at hand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Message, Milliseconds
from extractor.history.exchanges import Exchange, exchanges
from extractor.history.stretches import FILES, Stretch, StretchLimits, close, due, kept, open_part
from extractor.history.transitions import Reason
from tests.support.sessions import conversations
from tests.support.talk import START, agent, call, human, result

HOUR = 3_600_000
LIMITS = StretchLimits()


def talk(count: int, step: int = 1_000, answers: int = 1) -> list[Exchange]:
    said: list[Message] = []
    for n in range(count):
        at = START + n * step
        said += [human(f"h{n}", at=at), *(agent(f"a{n}.{k}", at=at) for k in range(answers))]
    return exchanges(said)


def now(found: list[Exchange], later: int = 0) -> Milliseconds:
    return Milliseconds(found[-1].at + later)


def test_a_stretch_is_due_after_fifty_project_items() -> None:
    found = talk(25)
    assert due(found[:24], now(found), LIMITS) is None
    assert due(found, now(found), LIMITS) == (25, Reason.SIZE_LIMIT)


def test_a_stretch_is_due_after_thirty_requests() -> None:
    found = talk(40, answers=0)
    assert len(found) == 1, "requests without an answer share an exchange"
    said = exchanges(
        [m for n in range(30) for m in (human(f"h{n}"), call(f"c{n}", f"t{n}"), result(f"r{n}", f"t{n}"))]
    )
    assert due(said[:29], now(said), LIMITS) is None
    assert due(said, now(said), LIMITS) == (30, Reason.SIZE_LIMIT)


def test_a_stretch_is_due_after_an_hour_of_silence_in_it_or_behind_it() -> None:
    found = talk(3)
    assert due(found, now(found, HOUR - 1), LIMITS) is None
    assert due(found, now(found, HOUR), LIMITS) == (3, Reason.TIME_LIMIT)
    apart = talk(4, step=HOUR)
    assert due(apart, now(apart), LIMITS) == (1, Reason.TIME_LIMIT)


def test_a_closed_stretch_keeps_summary_milestones_files_and_counts() -> None:
    said = [
        human("h", "Mend it"),
        call("c", "1", "Edit", path="/p/a.py"),
        result("r", "1"),
        agent("a", "Done."),
        human("h2", "Stop"),
    ]
    made = close(exchanges(said), Reason.MANUAL, {said[-1].key: Reason.CANCELLED})
    assert made.last == said[-1].key
    assert made.files == ("/p/a.py",)
    assert (made.messages, made.requests, made.actions) == (5, 2, 1)
    assert [line.split("Z ")[1] for line in made.milestones] == [
        "1 tool call, 1 file written (a.py)",
        "the person interrupted",
    ]
    assert made.summary.startswith("5 messages: 2 requests")
    assert "First request: Mend it" in made.shown()
    assert made.shown().startswith("[CLOSED 2026-03-02 09:00Z to 2026-03-02 09:00Z: 2 requests, 1 tool call,")


def test_the_newest_files_are_kept_and_all_are_counted() -> None:
    said = [human("h"), call("e", "e", "Edit", path="/p/old.py"), call("w", "w", "Write", path="/p/both.py")]
    said += [call(f"e{n}", f"e{n}", "Edit", path=f"/p/{n}.py") for n in range(FILES)]
    said += [call("w2", "w2", "Write", path="/p/new.py"), call("e2", "e2", "Edit", path="/p/both.py")]
    made = close(exchanges([*said, agent("a")]), Reason.MANUAL)
    assert made.files == (*(f"/p/{n}.py" for n in range(2, FILES)), "/p/new.py", "/p/both.py")
    assert made.files_written == FILES + 3
    assert f" {FILES + 3} files written;" in made.shown()


def stretch(number: int, size: int = 10) -> Stretch:
    made = close(talk(number + 1), Reason.MANUAL)
    return Stretch(
        made.last, made.start, made.end, made.reason, "s" * size, (), (), made.messages, 1, 0, made.tokens
    )


def test_ten_stretches_stay_at_hand_and_five_megabytes_at_most() -> None:
    made = [stretch(n) for n in range(12)]
    assert kept(made, LIMITS) == made[2:]
    large = [stretch(n, 2_000_000) for n in range(4)]
    assert kept(large, LIMITS) == large[2:]
    just = [stretch(n, 2_500_000) for n in range(3)]
    assert kept(just, LIMITS) == just[1:]


def test_the_open_part_begins_behind_the_newest_end_that_still_stands() -> None:
    found = talk(5)
    ends = [found[n].messages[-1].key for n in (1, 3)]
    assert open_part(found, reversed(ends)) == 4
    assert open_part(found[:3], reversed(ends)) == 2, "the newer one was taken back"
    assert open_part(found, []) == 0


@settings(max_examples=100)
@given(conversations(), st.integers(1, 8), st.integers(1, 5))
def test_stretches_end_between_exchanges_and_leave_nothing_that_is_due(
    said: list[Message], items: int, requests: int
) -> None:
    found, limits = exchanges(said), StretchLimits(items, requests, HOUR)
    begin = 0
    while (what := due(found[begin:], Milliseconds(START), limits)) is not None:
        assert 1 <= what[0] <= len(found) - begin
        made = close(found[begin : begin + what[0]], what[1])
        begin += what[0]
        assert open_part(found, [made.last]) == begin
